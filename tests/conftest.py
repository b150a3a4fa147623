"""No test sees the profiles of whoever runs it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture(autouse=True)
def own_config(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty config folder."""
    folder = tmp_path_factory.mktemp("config")
    monkeypatch.setenv("BOARDSIGHT_CONFIG", str(folder))
    return folder
