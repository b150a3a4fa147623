from __future__ import annotations

import json
from typing import TYPE_CHECKING

import numpy as np

from calibration import fit_scan

if TYPE_CHECKING:
    from pathlib import Path


def test_a_smaller_fit_tells_glyphs_from_anything_else(tmp_path: Path) -> None:
    features, shown = fit_scan.samples(range(900_000, 900_012))
    factors, offsets = fit_scan.fit(features, shown)
    odds = (features @ factors + offsets).max(axis=1)
    limit = np.quantile(odds[shown == fit_scan.ELSE], 0.99)
    assert (odds[shown != fit_scan.ELSE] > limit).mean() > 0.9
    target = tmp_path / "scan.json"
    fit_scan.write(factors, offsets, target)
    data = json.loads(target.read_text("utf-8"))
    np.testing.assert_allclose(data["factors"], factors, rtol=1e-3)


def test_the_file_in_use_is_what_the_script_would_write() -> None:
    text = fit_scan.TARGET.read_text("utf-8")
    data = json.loads(text)
    assert data["seeds"] == [fit_scan.FIRST_SEED, fit_scan.FIRST_SEED + fit_scan.SCENES]
    assert np.shape(data["factors"]) == (96, 4)
    assert len(text) < 10_000
