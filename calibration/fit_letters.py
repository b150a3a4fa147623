"""Draw the prototypes of ``vision.words.letters`` from fonts: ``python -m calibration.fit_letters FOLDER...``.

Every letter and digit is drawn in every face of the folders, at several sizes, and brought to the prototypes' size as
marks of a picture are. For each of them k-means (Lloyd 1982; k-means++ seeding) finds the centres of its looks. No more
than some faces of one folder, in which those of a family lie, are taken. Small i is drawn without its dot, too: the dot
is a mark of its own.
"""

from __future__ import annotations

import random
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import cv2
import numpy as np
from PIL import Image, ImageDraw, ImageFont

from vision.words.letters import ALPHABET, FILE, HEIGHT, WIDTH, even, shape

if TYPE_CHECKING:
    from numpy.typing import NDArray

SIZES = (12, 18, 28, 48)
FACES = 8  # of one folder
CLUSTERS = 8
LEAST = 4  # looks of a cluster
INK = 100
SEED = 1


def faces(folders: list[Path]) -> list[Path]:
    """Fonts of some folders and those in them, a few of each, that have these letters."""
    families: dict[Path, list[Path]] = {}
    for folder in folders:
        for path in sorted(folder.rglob("*.[ot]tf")):
            families.setdefault(path.parent, []).append(path)
    pick = random.Random(SEED)  # noqa: S311 - no secret
    some = [path for one in families.values() for path in (one if len(one) <= FACES else pick.sample(one, FACES))]
    return [path for path in some if _drawn(path, "L", SIZES[-1]) != _drawn(path, "o", SIZES[-1])]


def _drawn(path: Path, sign: str, size: int) -> Image.Image:
    """A letter; fonts that have none draw the same box for each."""
    picture = Image.new("L", (3 * size, 3 * size))
    ImageDraw.Draw(picture).text((size, size // 2), sign, font=ImageFont.truetype(str(path), size), fill=255)
    return picture


def looks(paths: list[Path], signs: str) -> NDArray[np.uint8]:
    """How letters look in these fonts, N×HEIGHT×WIDTH."""
    found = []
    for path in paths:
        for size in SIZES:
            for sign in signs:
                picture = _drawn(path, sign, size)
                left, top, right, bottom = picture.point(lambda level: 255 * (level > INK)).getbbox() or (0, 0, 0, 0)
                if right > left:
                    found.append(shape(np.asarray(picture, np.uint8)[top:bottom, left:right]))
    return np.stack(found)


def centres(shapes: NDArray[np.uint8]) -> list[NDArray[np.float64]]:
    """Mean looks of each cluster, HEIGHT×WIDTH, 0 to 255."""
    cv2.setRNGSeed(SEED)
    stop = (cv2.TERM_CRITERIA_EPS + cv2.TERM_CRITERIA_MAX_ITER, 40, 1e-4)
    labels = cv2.kmeans(even(shapes), CLUSTERS, None, stop, 3, cv2.KMEANS_PP_CENTERS)[1].ravel()
    own = [shapes[labels == one] for one in range(CLUSTERS)]
    return [np.asarray(one.mean(axis=0)) for one in own if len(one) >= LEAST]


def main() -> None:
    """Fit and write the sheet."""
    paths = faces([Path(one) for one in sys.argv[1:]])
    sheet = np.zeros((len(ALPHABET), HEIGHT, CLUSTERS, WIDTH), np.float32)
    for place, letter in enumerate(ALPHABET):
        for column, centre in enumerate(centres(looks(paths, "iı" if letter == "i" else letter))):
            sheet[place, :, column] = centre
    cv2.imwrite(str(FILE), np.round(sheet.reshape(len(ALPHABET) * HEIGHT, -1)).astype(np.uint8))


if __name__ == "__main__":
    main()
