"""Read, where nine cells hold letters: remakes and solvers write A, X, E and V for the glyphs.

No panel of a game is written so, but whoever remakes it without its pictures names the signs as players do.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2
import numpy as np

from vision.heresy.flat import CELL, MARGIN, flatten
from vision.heresy.framed import framed
from vision.heresy.glyphs import LETTERS
from vision.heresy.lattice import distinct
from vision.heresy.report import confidence
from vision.middle import median
from vision.reading import CellReading, Reading
from vision.words.letters import ALPHABET, likeness, shape

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from vision.heresy.lattice import Lattice
    from vision.scene import Scene

RIM = 5  # pixels of a flattened cell on each side that its frame may take
STANDS_OUT, INKED = 24, 0.4  # gray levels of ink, at least; share of the most by which a pixel is ink
TALL = 0.25, 0.95  # of what is left of the cell: a letter's height
PLAINLY = 0.8  # correlation with a letter
LIKELIER, UNLIKE = 0.02, 0.03  # by how much other signs are less like the nine, on average; more like one, at most
SHARPNESS = 25.0  # before the softmax of likenesses
KINDS = 2  # different letters of a board, at least: nine of one may be any keys


def lettered(scene: Scene) -> list[Reading]:
    """Panels whose cells hold plain letters, best first: nine of A, X, E and V and no others."""
    found = (_read(scene, lattice) for lattice in distinct(framed(scene)))
    return [reading for reading in found if reading is not None]


def _read(scene: Scene, lattice: Lattice) -> Reading | None:
    """What the nine cells of a lattice say; None where one holds no letter, or another one."""
    flat = flatten(scene, lattice.homography, lattice.cell)[MARGIN:-MARGIN, MARGIN:-MARGIN]
    cells = flat.reshape(3, CELL, 3, CELL).swapaxes(1, 2).reshape(9, CELL, CELL)[:, RIM:-RIM, RIM:-RIM]
    inks = [ink for cell in cells if (ink := _ink(cell)) is not None]
    if len(inks) < len(cells):
        return None
    alike = likeness([shape(ink) for ink in inks])
    own = np.stack([alike[:, _named(letter)].max(axis=1) for letter in LETTERS], axis=1)
    others = np.delete(alike, np.concatenate([_named(letter) for letter in LETTERS]), axis=1).max(axis=1)
    best = own.max(axis=1)
    if (best < np.maximum(PLAINLY, others - UNLIKE)).any() or (best - others).mean() < LIKELIER:
        return None
    states = own.argmax(axis=1).tolist()
    if len(set(states)) < KINDS:
        return None
    odds = np.exp(SHARPNESS * (own - own.max(axis=1, keepdims=True)))
    shares = odds / odds.sum(axis=1, keepdims=True)
    centers = lattice.centers.tolist()
    read = tuple(
        CellReading(i // 3, i % 3, state, tuple(shares[i].tolist()), (centers[i][0], centers[i][1]))
        for i, state in enumerate(states)
    )
    homography = tuple(lattice.homography.ravel().tolist())
    return Reading("sure", (), "heresy", len(LETTERS), read, confidence(read), homography)


def _ink(cell: NDArray[np.uint8]) -> NDArray[np.float32] | None:
    """The sign in a cell, cut out: how much it stands out, its ground 0; None where none stands free in it."""
    gray = cell.astype(np.float32)
    ground = median(np.concatenate([gray[0], gray[-1], gray[:, 0], gray[:, -1]]))
    away = np.abs(gray - np.float32(ground))
    most = float(away.max())
    if most < STANDS_OUT:
        return None
    left, top, wide, high = cv2.boundingRect((away > INKED * most).astype(np.uint8))
    size = len(cell)
    if not TALL[0] * size <= high <= TALL[1] * size or min(left, top) == 0 or max(left + wide, top + high) == size:
        return None
    return np.asarray(away[top : top + high, left : left + wide], np.float32)


def _named(letter: str) -> list[int]:
    """Places in the alphabet of what looks like a letter, large or small."""
    return [ALPHABET.index(letter), ALPHABET.index(letter.lower())]
