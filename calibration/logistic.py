"""Ridge logistic regression by Newton's method, the model of all small fitted verdicts."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Told = NDArray[np.bool_] | NDArray[np.float64]

STEPS = 60
LARGEST = 30.0
"""Logit beyond which a chance is as good as certain."""


def fit(
    seen: NDArray[np.float64], right: Told, stiff: float, share: NDArray[np.float64] | None = None
) -> NDArray[np.float64]:
    """Weights of the figures ``seen`` (N×F), the constant last, in logits.

    Args:
        seen: the figures as they are to be weighed.
        right: N, what is to be told; between 0 and 1 where it is so in part.
        stiff: weight of the square of the weights, the constant's aside.
        share: N, how much each example counts; all alike when None.
    """
    ones = np.column_stack([seen, np.ones(len(seen))])
    counts = np.ones(len(seen)) if share is None else share
    ridge = np.append(np.full(seen.shape[1], stiff), 1e-6)
    weights = np.zeros(ones.shape[1])
    for _ in range(STEPS):
        chance = 1 / (1 + np.exp(-np.clip(ones @ weights, -LARGEST, LARGEST)))
        slope = ones.T @ (counts * (chance - right)) + ridge * weights
        bend = (ones.T * (counts * chance * (1 - chance))) @ ones + np.diag(ridge)
        weights -= np.linalg.solve(bend, slope)
    return weights


def fit_scaled(
    seen: NDArray[np.float64], right: Told, stiff: float, share: NDArray[np.float64] | None = None
) -> NDArray[np.float64]:
    """The same, fitted on figures of deviation one: so each is held to zero alike, whatever its unit."""
    mean, deviation = seen.mean(axis=0), seen.std(axis=0) + 1e-6
    weights = fit((seen - mean) / deviation, right, stiff, share)
    plain = weights[:-1] / deviation
    return np.append(plain, weights[-1] - plain @ mean)
