"""Fit when two cells show one glyph, on drawn panels only: ``python -m calibration.fit_together``.

By logistic regression on the edges of every two cells of a panel. The same seeds give the same file.
"""

from __future__ import annotations

import json
import sys
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from calibration.fit_glyphs import BLURS, FIRST_SEED, LEGIBLE, panels
from calibration.logistic import fit
from vision.heresy.classify import edges_apart
from vision.heresy.together import figures

if TYPE_CHECKING:
    from numpy.typing import NDArray

SCENES = 160
SHOWN = 8  # cells of a panel that must be legible
STIFF = 1.0  # of the regression
TARGET = Path(__file__).parents[1] / "vision" / "heresy" / "together.json"


def examples() -> tuple[NDArray[np.float64], NDArray[np.bool_]]:
    """Figures of every two cells of drawn panels, N×3, and whether they are of one glyph, N."""
    seeds = range(FIRST_SEED, FIRST_SEED + SCENES)
    two = np.triu_indices(9, 1)
    seen, alike = [], []
    for found, states in chain(panels(seeds), *(panels(seeds, blur=blur, strange=True) for blur in (0.0, *BLURS))):
        if (found.match.max(axis=1) > LEGIBLE).sum() >= SHOWN:
            seen.append(figures(edges_apart(found.patches))[two])
            alike.append((states[:, None] == states)[two])
    return np.concatenate(seen), np.concatenate(alike)


def main(path: Path = TARGET) -> None:
    """Draw, fit, write."""
    seen, alike = examples()
    weights = fit(seen, alike, STIFF)
    data = {
        "fitted_by": "calibration/fit_together.py",
        "seeds": [FIRST_SEED, FIRST_SEED + SCENES],
        "alike": round(float(alike.mean()), 4),
        "weights": [round(float(one), 4) for one in weights],
    }
    path.write_text(json.dumps(data, indent=1) + "\n", "utf-8")
    right = ((seen @ weights[:-1] + weights[-1] > 0) == alike).mean()
    sys.stdout.write(f"{100 * right:.1f} % of {len(alike)} pairs told\n")


if __name__ == "__main__":
    main()
