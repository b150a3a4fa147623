"""Read what is left to see of glyphs that something lies over, against the panel's own clear glyphs.

All glyphs of a panel are of one hand and one light. Where some of them are clear they are the best pictures of what the
others must look like: what shows of a covered one is compared with them, pixel by pixel. States of which none is clear
are drawn, in the pen that fits the clear ones best.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from vision.heresy.align import FINE, VOTERS, Aligned, refine_scale, tiles_of
from vision.heresy.classify import distances
from vision.heresy.glyphs import LETTERS, templates

if TYPE_CHECKING:
    from numpy.typing import NDArray

ENOUGH = 0.3  # of a glyph's frame that must be seen to place a drawing on it
TOUCHED, CLEAR = 0.01, 0.15  # hidden share from which a cell is read by what is left; up to which it may be a model
MODEL_DISTANCE, MODEL_MARGIN, MODELS = 2.2, 0.7, 3  # what a model must be, and how many there must be
LIGHT = 0.6, 1.3  # how bright a glyph may be against its model
OUTLIER = 0.16  # squared difference of a pixel that counts at most: writing over the panel and the like
HALF = 0.3  # hidden share from which only the models count
LOST = 0.8  # hidden share from which nothing is said
CERTAIN, SLOPE, FAR = 0.7, 20.0, 4.0  # squared distance of a perfect fit; per share of a glyph's ink that differs
FIT = 0.3  # share of a glyph's ink that may differ where nothing is known to lie over it


@dataclass(frozen=True, slots=True, eq=False)
class Rest:
    """Nine cells read by what is left to see of them.

    Attributes:
        cut: the cells, what is hidden filled in with the drawing that fits the rest best, once for each state supposed.
        square: 9×4 squared distances to each state, as of the classifier.
        hidden: 9, share of each glyph's frame that something lies over.
    """

    cut: Aligned
    square: NDArray[np.float64]
    hidden: NDArray[np.float64]


def read_rest(ink: NDArray[np.float32], over: NDArray[np.bool_], scale: float) -> Rest:
    """Read the nine cells of ``ink`` in a frame of about ``scale`` cells, by what is not ``over``-laid."""
    scale = refine_scale(ink, scale)
    shown = (~over).astype(np.float32)
    x, v = (_windows(tiles_of(picture, scale)) for picture in (ink * shown, shown))
    cut, hidden = _fill(x, v, scale, ink)
    square = distances(cut.patches)
    ranked = np.sort(square, axis=1)
    states = square.argmin(axis=1)
    clear = (ranked[:, 0] < MODEL_DISTANCE) & (ranked[:, 1] - ranked[:, 0] > MODEL_MARGIN)
    clear &= (hidden < CLEAR) & (states == cut.match.argmax(axis=1))
    plain = clear & (hidden < TOUCHED)
    if clear.sum() < MODELS or plain.all():
        return Rest(cut, square, hidden)
    models = _models(cut.patches[np.arange(9), states], states, clear)
    differs = np.zeros((9, len(LETTERS)))
    for i in np.flatnonzero(~plain):
        differs[i] = _differences(x.reshape(9, -1, FINE**2)[i], v.reshape(9, -1, FINE**2)[i], models)
    best = differs.min(axis=1, keepdims=True)
    by_models = CERTAIN + FAR * best + SLOPE * (differs - best)
    # Something nobody saw may lie over a cell that is like no glyph.
    unseen = (hidden < TOUCHED) & ~clear & (best[:, 0] < FIT)
    trust = np.clip(hidden / HALF, 0, 1)
    trust[unseen] = 0.5
    trust[(clear & (hidden < CLEAR)) | ((hidden < TOUCHED) & ~unseen)] = 0
    square += trust[:, None] * (by_models - square)
    match = (cut.match + trust[:, None] * (1 - differs - cut.match)).astype(np.float32)
    match[hidden > LOST] = 0
    score = float(np.sort(match.max(axis=1))[-VOTERS:].mean())
    return Rest(replace(cut, match=match, score=score), square, np.where(unseen, TOUCHED, hidden))


def _models(patches: NDArray[np.float32], states: NDArray[np.int64], clear: NDArray[np.bool_]) -> NDArray[np.float32]:
    """4×576: how each state looks on this panel, from 9×24×24 ``patches`` that show ``states`` where ``clear``."""
    flat = patches.reshape(9, -1)
    drawn = templates(FINE)[0].reshape(len(LETTERS), -1, FINE**2)
    own = flat[clear] - flat[clear].mean(axis=1, keepdims=True)
    pen = int(np.einsum("ns,nks->k", own / np.linalg.norm(own, axis=1, keepdims=True), drawn[states[clear]]).argmax())
    slope, base = np.polyfit(drawn[states[clear], pen].ravel(), flat[clear].ravel(), 1)
    models = np.clip(slope * drawn[:, pen] + base, 0, 1)
    for state in np.unique(states[clear]):
        models[state] = flat[clear & (states == state)].mean(axis=0)
    return np.asarray(models, np.float32)


def _differences(x: NDArray[np.float32], v: NDArray[np.float32], models: NDArray[np.float32]) -> NDArray[np.float64]:
    """4: how much of the ink of a whole glyph differs between a cell's windows (P×576) and each model, where seen."""
    x, v = x[:, None], (v[:, None] > 0.5).astype(np.float32)
    light = np.clip((v * x) @ models.T / np.maximum(v @ (models**2).T, np.float32(1e-3)), *LIGHT)[:, 0]
    rest = (np.minimum((x - light[..., None] * models) ** 2, np.float32(OUTLIER)) * v).sum(axis=2)
    share = np.maximum(v.sum(axis=2), 1) / FINE**2
    whole = float((models**2).sum(axis=1).mean())
    least: NDArray[np.float64] = (rest / share / whole).min(axis=0).astype(np.float64)
    return least


def _fill(
    x: NDArray[np.float32], v: NDArray[np.float32], scale: float, ink: NDArray[np.float32]
) -> tuple[Aligned, NDArray[np.float64]]:
    """Cut nine cells out of their windows ``x`` (9P×576), where ``v`` says what is seen, in a frame of ``scale`` cells.

    What is hidden is filled in with the drawing that fits the rest best, once for each state supposed.

    Returns:
        The cells, and which share of each one's frame is hidden, 9.
    """
    drawn = templates(FINE)[0]
    count = np.maximum(v.sum(axis=1), 1)[:, None]
    x = x * v
    mean, drawn_mean = x.sum(axis=1)[:, None] / count, v @ drawn.T / count
    power = np.einsum("ws,ws->w", x, x)[:, None] - count * mean**2
    drawn_power = np.maximum(v @ (drawn**2).T - count * drawn_mean**2, 1e-6)
    joint = x @ drawn.T - count * mean * drawn_mean
    match = joint / np.sqrt(np.maximum(power, 1e-3) * drawn_power)
    match[count[:, 0] < ENOUGH * FINE**2] = 0
    places, each = len(match) // 9, len(drawn) // len(LETTERS)
    match = match.reshape(9, places, len(LETTERS), each).transpose(0, 2, 1, 3).reshape(9, len(LETTERS), -1)
    best = match.argmax(axis=2)
    window = np.arange(9)[:, None] * places + best // each
    drawing = np.arange(len(LETTERS))[None] * each + best % each
    slope = joint[window, drawing] / drawn_power[window, drawing]
    base = mean[window, 0] - slope * drawn_mean[window, drawing]
    filled = np.clip(slope[..., None] * drawn[drawing] + base[..., None], 0, 1)
    patches = np.where(v[window] > 0.5, x[window], filled).reshape(9, len(LETTERS), FINE, FINE)
    top = match.max(axis=2)
    span = round(np.sqrt(places))
    where = best[np.arange(9), top.argmax(axis=1)] // each
    shift = np.stack([where % span, where // span], axis=1) - span // 2
    hidden = 1 - count[np.arange(9) * places + places // 2, 0].astype(np.float64) / FINE**2
    score = float(np.sort(top.max(axis=1))[-VOTERS:].mean())
    return Aligned(patches.astype(np.float32), top, shift * (scale / FINE), scale, score, ink), hidden


def _windows(tiles: NDArray[np.float32]) -> NDArray[np.float32]:
    """Every window of FINE×FINE pixels in N tiles: (N·P)×FINE²."""
    return np.lib.stride_tricks.sliding_window_view(tiles, (FINE, FINE), axis=(1, 2)).reshape(-1, FINE**2)
