"""Polynomials over GF(2) as Python integers: bit i is the coefficient of x^i, addition is exclusive or.

Shifts and exclusive ors of big integers run 64 coefficients a step in C, so schoolbook methods are fast enough for
degrees of many thousands, and nothing needs numpy.
"""

from __future__ import annotations


def degree(p: int) -> int:
    """The degree of ``p``; -1 for the zero polynomial."""
    return p.bit_length() - 1


def divide(a: int, b: int) -> tuple[int, int]:
    """Quotient and remainder of ``a`` by ``b``.

    Raises:
        ZeroDivisionError: ``b`` is the zero polynomial.
    """
    if not b:
        raise ZeroDivisionError("division by the zero polynomial")
    size = b.bit_length()
    quotient = bytearray(max(0, a.bit_length() - size + 1) // 8 + 1)
    while (shift := a.bit_length() - size) >= 0:
        a ^= b << shift
        quotient[shift >> 3] |= 1 << (shift & 7)
    return int.from_bytes(quotient, "little"), a


def multiply_mod(a: int, b: int, modulus: int) -> int:
    """``a * b`` modulo ``modulus``, for ``a`` already reduced (Horner's rule over the bits of ``b``)."""
    top = 1 << degree(modulus)
    result = 0
    for bit in f"{b:b}":
        result <<= 1
        if result & top:
            result ^= modulus
        if bit == "1":
            result ^= a
    return result


def gcd_and_inverse(a: int, modulus: int) -> tuple[int, int]:
    """``(g, q)`` with g = gcd(a, modulus) and a*q = g modulo ``modulus`` (Euclid, one cofactor kept)."""
    r0, r1, q0, q1 = modulus, a, 0, 1
    while r1:
        size = r1.bit_length()
        while (shift := r0.bit_length() - size) >= 0:
            r0 ^= r1 << shift
            q0 ^= q1 << shift
        r0, r1, q0, q1 = r1, r0, q1, q0
    return r0, q0 if r0 != modulus else 0


def fibonacci(n: int, *, shifted: bool = False) -> int:
    """The Fibonacci polynomial f_n over GF(2): f_0 = 0, f_1 = 1, f_(n+1) = x f_n + f_(n-1).

    ``shifted`` gives f_n(x + 1). Uses f_(2k) = x f_k^2 and f_(2k+1) = f_k^2 + f_(k+1)^2, which hold in
    characteristic 2, so only about log2(n) squarings are done.
    """
    low, high = 0, 1  # f_k, f_(k+1)
    for bit in f"{n:b}":
        low2, high2 = _square(low), _square(high)
        odd = low2 ^ high2  # f_(2k+1)
        if bit == "1":
            low, high = odd, _times_x(high2, shifted=shifted)
        else:
            low, high = _times_x(low2, shifted=shifted), odd
    return low


def _times_x(p: int, *, shifted: bool) -> int:
    return p << 1 ^ p if shifted else p << 1


def _square(p: int) -> int:
    """Squaring spreads the bits: the coefficient of x^i moves to x^(2i). Reading base 2 as base 4 does just that."""
    return int(f"{p:b}", 4)
