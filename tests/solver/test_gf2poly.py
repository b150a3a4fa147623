import random

from solver.gf2poly import degree, divide, fibonacci, gcd_and_inverse, multiply_mod


def product(a: int, b: int) -> int:
    return 0 if not b else (a if b & 1 else 0) ^ product(a << 1, b >> 1)


def shifted_by_hand(p: int) -> int:
    """p(x + 1), by Horner's rule."""
    result = 0
    for bit in f"{p:b}":
        result = result << 1 ^ result ^ int(bit)
    return result


def test_fibonacci_follows_its_recurrence() -> None:
    low, high = 0, 1
    for n in range(1, 80):
        assert fibonacci(n) == high
        assert fibonacci(n, shifted=True) == shifted_by_hand(high)
        low, high = high, high << 1 ^ low


def test_division_leaves_a_smaller_rest() -> None:
    chance = random.Random(1)
    for _ in range(100):
        a, b = chance.getrandbits(90), chance.getrandbits(40) | 1
        quotient, rest = divide(a, b)
        assert degree(rest) < degree(b)
        assert product(quotient, b) ^ rest == a


def test_gcd_comes_with_a_cofactor() -> None:
    chance = random.Random(2)
    for _ in range(100):
        common = chance.getrandbits(8) | 1
        a, modulus = product(common, chance.getrandbits(50)), product(common, chance.getrandbits(50) | 1)
        g, q = gcd_and_inverse(a, modulus)
        assert divide(g, common)[1] == 0
        assert divide(modulus, g)[1] == divide(a, g)[1] == 0
        assert multiply_mod(divide(a, modulus)[1], q, modulus) == divide(g, modulus)[1]


def test_zero_shares_everything() -> None:
    assert gcd_and_inverse(0, 0b1011) == (0b1011, 0)
