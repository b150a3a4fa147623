import cv2
import numpy as np
import pytest

from vision.grid import boxes


def board(gap: int = 4, cell: int = 30, at: tuple[int, int] = (20, 30)) -> np.ndarray:
    picture = np.full((200, 240, 3), 40, np.uint8)
    for r in range(4):
        for c in range(5):
            x, y = at[0] + c * cell, at[1] + r * cell
            tone = (200, 200, 60) if (r * 5 + c) % 3 else (90, 60, 60)
            cv2.rectangle(picture, (x, y), (x + cell - gap - 1, y + cell - gap - 1), tone, -1)
    return picture


def test_every_cell_has_a_box_at_its_centre() -> None:
    found = boxes.find(boxes.edges(board()))
    for r in range(4):
        for c in range(5):
            away = np.abs(found.centers - [20 + c * 30 + 13, 30 + r * 30 + 13]).max(axis=1)
            assert away.min() < 1.0


def test_colours_of_one_brightness_have_an_edge_between_them() -> None:
    picture = np.zeros((20, 20, 3), np.uint8)
    picture[:, :10], picture[:, 10:] = (0, 0, 196), (0, 100, 0)
    assert boxes.edges(picture)[10, 10] > 90


def test_cells_touching_the_frame_are_closed_by_it() -> None:
    picture = board(at=(0, 0))[: 4 * 30 - 4, : 5 * 30 - 4]
    found = boxes.find(boxes.edges(picture))
    assert np.abs(found.centers - [13, 13]).max(axis=1).min() < 1.5


def test_a_blank_picture_has_no_boxes() -> None:
    assert len(boxes.find(boxes.edges(np.full((50, 60, 3), 9, np.uint8)))) == 0


def test_a_disc_fills_less_of_its_box_than_a_square() -> None:
    picture = np.full((120, 160, 3), 30, np.uint8)
    cv2.circle(picture, (40, 40), 24, (255, 255, 255), -1)
    cv2.rectangle(picture, (100, 16), (147, 63), (255, 255, 255), -1)
    found = boxes.find(boxes.edges(picture))
    left = found.centers[:, 0] < 80
    assert found.fill[left].max() < 0.85
    assert found.fill[~left].max() > 0.95


def test_outlines_that_only_middling_edges_enclose_are_found_beside_strong_ones() -> None:
    picture = np.full((100, 160, 3), 40, np.uint8)
    cv2.rectangle(picture, (20, 30), (49, 59), (200, 200, 200), -1)
    cv2.rectangle(picture, (90, 30), (119, 59), (52, 52, 52), -1)
    found = boxes.find(boxes.edges(picture))
    for x in (34.5, 104.5):
        assert np.abs(found.centers - [x, 44.5]).max(axis=1).min() < 1.5


def test_what_weak_and_strong_edges_enclose_alike_is_not_traced_in_between(monkeypatch: pytest.MonkeyPatch) -> None:
    traced, trace = [], cv2.findContours

    def counted(mask: np.ndarray, mode: int, method: int) -> tuple:
        traced.append(cv2.countNonZero(mask))
        return trace(mask, mode, method)

    monkeypatch.setattr(cv2, "findContours", counted)
    strength = np.zeros((120, 120), np.uint8)
    cv2.rectangle(strength, (30, 30), (90, 90), 200, 3)
    strength = cv2.GaussianBlur(strength, (7, 7), 1.0)  # fades: so do the masks
    found = boxes.find(strength)
    assert len(traced) == 2 < len({int((strength >= least).sum()) for least in boxes.THRESHOLDS})
    assert np.abs(found.centers - 60.5).max() < 0.6
