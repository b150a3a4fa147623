from __future__ import annotations

import json
from typing import TYPE_CHECKING

import numpy as np

from calibration import fit_glyphs
from vision.heresy.classify import Weights, distances, told

if TYPE_CHECKING:
    from pathlib import Path


def test_a_smaller_fit_tells_the_glyphs_apart(tmp_path: Path) -> None:
    cuts, states = fit_glyphs.samples(range(900_000, 900_012), size=(480, 270))
    means, whitener = fit_glyphs.fit([(cuts, states)])
    fitted = Weights(means, whitener, 5.0, (3.0, 0.3), *fit_glyphs.rivals([(cuts, states)]))
    assert (distances(cuts, fitted).argmin(axis=1) == states).mean() > 0.95
    assert (told(cuts, fitted)[1].argmax(axis=1) == states).mean() > 0.95
    target = tmp_path / "weights.json"
    fit_glyphs.write(fitted, target)
    data = json.loads(target.read_text("utf-8"))
    np.testing.assert_allclose(data["means"], means[0], atol=1e-4)
    assert np.shape(data["factors"]) == (4, 96)
    assert len(np.concatenate(data["whitener"])) == 96 * 97 // 2


def test_the_file_in_use_is_what_the_script_would_write() -> None:
    text = fit_glyphs.TARGET.read_text("utf-8")
    data = json.loads(text)
    assert data["seeds"] == [fit_glyphs.FIRST_SEED, fit_glyphs.FIRST_SEED + 2 * fit_glyphs.SCENES]
    assert len(data["means"]) == 4 * (2 + len(fit_glyphs.BLURS))
    assert len(text) < 100_000
