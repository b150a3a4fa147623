"""Rendered wheels scenes: a lock of ours somewhere in a busy picture, worn as screenshots are; and its look-alikes."""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.scenes.locks import Lock, board, colours, plate, replica
from calibration.scenes.scenery import Scenery
from calibration.scenes.wheels_decoys import DECOYS, decoy
from vision.wheels.template import ROWS

if TYPE_CHECKING:
    from calibration.truth import Expect

Bytes = NDArray[np.uint8]
Floats = NDArray[np.float64]

SIZES = (
    (640, 480), (854, 480), (1024, 768), (1280, 720), (1366, 768), (1600, 900), (1920, 1080), (2560, 1080), (1080, 1920)
)  # fmt: skip
GAME_PITCH = 29.6
"""Pitch of the game's lock at scale 1, pixels."""
STYLES = ("plate", "replica")
DOUBTS = ("mid-turn", "seven greens", "other colours", "cut")


def render(
    seed: int,
    *,
    style: str | None = None,
    size: tuple[int, int] | None = None,
    scale: float | None = None,
    roll: float | None = None,
    wear: int | None = None,
) -> Scenery:
    """A lock in a scene, or a look-alike.

    Args:
        seed: same seed and options, same picture.
        style: ``plate`` or ``replica`` (a lock to be read), one of ``DOUBTS`` (a lock that must not be sure), one of
            ``DECOYS`` (no lock at all); by the seed when None: half plates, a third replicas, the rest spread.
        size: width and height of the picture; by the seed when None.
        scale: size of the lock against the game's (pitch 29.6 pixels); 0.9 to 4 by the seed when None.
        roll: degrees; up to ±2 for plates and 0 for replicas when None.
        wear: 0 none, 1 as screenshots are, 2 hard; by the seed when None.
    """
    rng = np.random.default_rng((seed, 20))
    style = style or _style(rng)
    width, height = size or SIZES[rng.integers(len(SIZES))]
    scale = scale or float(np.exp(rng.uniform(np.log(0.9), np.log(4.0))))
    wear = int(rng.integers(3)) if wear is None else wear
    picture = backdrop(rng, width, height)
    if style in DECOYS:
        decoy(rng, picture, style, GAME_PITCH * scale)
        return Scenery(_worn(rng, picture, wear, scale), "none", note=f"{style}, wear {wear}")
    lock = _lock(rng, style)
    if roll is None:
        roll = float(rng.uniform(-2, 2)) if style == "plate" else 0.0
    tilt = float(rng.uniform(0, 0.02)) if style == "plate" and wear == 2 else 0.0
    centers = _put(rng, picture, lock, GAME_PITCH * scale, roll, tilt, cut=style == "cut")
    expect: Expect = "not-sure" if style in DOUBTS else "read"
    at = iter(lock.states)
    line = "/".join("".join(str(next(at)) for _ in row) for row in ROWS)
    left, top = centers.min(axis=0)
    right, bottom = centers.max(axis=0)
    return Scenery(
        _worn(rng, picture, wear, scale),
        expect,
        "wheels",
        line,
        2,
        tuple((float(x), float(y)) for x, y in centers),
        (float(left), float(top), float(right), float(bottom)),
        f"{style}, scale {scale:.2f}, roll {roll:.1f}, wear {wear}",
    )


def backdrop(rng: np.random.Generator, width: int, height: int) -> Bytes:
    """Walls, panels, pipes, words and lamps; H×W×3 uint8."""
    tones = np.zeros((height, width, 3), np.float32) + (rng.uniform(10, 200, 3) * 0.4 + rng.uniform(0, 130))
    for cells in (4, 16, 64):
        noise = (rng.normal(0, 1, (cells, cells, 1)) + rng.normal(0, 0.3, (cells, cells, 3))).astype(np.float32)
        tones += cv2.resize(noise, (width, height), interpolation=cv2.INTER_CUBIC) * rng.uniform(0, 25)
    picture = np.clip(tones, 0, 255).astype(np.uint8)
    unit = min(width, height)
    for _ in range(int(rng.integers(4, 40))):
        x, y = rng.uniform(0, (width, height))
        extent = rng.uniform(0.01, 0.3, 2) * unit
        ink = tuple(rng.uniform(0, 255, 3) * rng.uniform(0.3, 1.0))
        a, b = (int(x), int(y)), (int(x + extent[0]), int(y + extent[1]))
        kind = rng.integers(5)
        if kind == 0:
            cv2.rectangle(picture, a, b, ink, -1 if rng.random() < 0.6 else 2)
        elif kind == 1:
            cv2.line(picture, a, b, ink, int(rng.integers(1, 14)), cv2.LINE_AA)
        elif kind == 2:
            cv2.circle(picture, a, max(2, int(extent[0] / 8)), ink, -1 if rng.random() < 0.7 else 2, cv2.LINE_AA)
        elif kind == 3:
            word = "".join(chr(int(c)) for c in rng.integers(65, 91, 9))
            cv2.putText(picture, word, a, cv2.FONT_HERSHEY_SIMPLEX, rng.uniform(0.4, 1.5), ink, 1, cv2.LINE_AA)
        else:
            red, green = colours(rng)
            cv2.circle(picture, a, int(rng.integers(2, 14)), red if rng.random() < 0.5 else green, -1, cv2.LINE_AA)
    return picture


def _style(rng: np.random.Generator) -> str:
    draw = rng.random()
    if draw < 0.5:
        return "plate"
    if draw < 0.8:
        return "replica"
    others = DOUBTS + DECOYS
    return others[rng.integers(len(others))]


def _lock(rng: np.random.Generator, style: str) -> Lock:
    if style == "mid-turn":
        return plate(rng, board(rng), turned=float(rng.uniform(18, 42)))
    if style == "seven greens":
        return plate(rng, board(rng, int(rng.choice([4, 5, 7, 8]))))
    if style == "other colours":
        palettes = (((0, 159, 230), (178, 114, 0)), ((66, 228, 240), (178, 114, 0)), ((230, 60, 60), (0, 200, 250)))
        return replica(rng, board(rng), palettes[rng.integers(len(palettes))])
    if style == "replica":
        return replica(rng, board(rng))
    return plate(rng, board(rng))


def _put(  # noqa: PLR0917
    rng: np.random.Generator, picture: Bytes, lock: Lock, pitch: float, roll: float, tilt: float, *, cut: bool
) -> Floats:
    """Put a lock somewhere into ``picture``, in place; returns the dots' centres there."""
    height, width = picture.shape[:2]
    shape = np.array(lock.pixels.shape[1::-1], float)
    ratio = min(pitch / lock.pitch, 0.98 * float((np.array([width, height]) / shape).min()))
    extent = shape * ratio
    corner = rng.uniform(0, np.maximum(np.array([width, height]) - extent, 1e-6))
    if cut:  # the left or right third of the dots lies outside
        corner[0] = -0.42 * extent[0] if rng.random() < 0.5 else width - 0.58 * extent[0]
    # Reduced by averaging first, so that the warp below never skips pixels.
    small = cv2.resize(lock.pixels, np.maximum(np.rint(extent), 8).astype(int).tolist(), interpolation=cv2.INTER_AREA)
    cover = cv2.resize(lock.cover, small.shape[1::-1], interpolation=cv2.INTER_AREA)
    fact = np.array(small.shape[1::-1]) / shape
    box = np.array([(0, 0), (extent[0], 0), extent, (0, extent[1])])
    angle = np.deg2rad(roll)
    turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    where = (box - extent / 2) @ turn.T + extent / 2 + corner + rng.uniform(-tilt, tilt, (4, 2)) * extent
    matrix = cv2.getPerspectiveTransform(box.astype(np.float32), where.astype(np.float32))
    warped = cv2.warpPerspective(
        small, matrix, (width, height), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    )
    share = (
        cv2.warpPerspective(cover, matrix, (width, height), flags=cv2.INTER_LINEAR)[..., None].astype(np.float32) / 255
    )
    picture[:] = np.rint(picture + (warped.astype(np.float32) - picture) * share).astype(np.uint8)
    inside = (lock.centers + 0.5) * fact - 0.5
    return np.asarray(cv2.perspectiveTransform(inside[None], matrix.astype(np.float64))[0], np.float64)


def _worn(rng: np.random.Generator, picture: Bytes, wear: int, scale: float) -> Bytes:
    """What screens, screenshots and web sites do to a picture; ``wear`` 0 leaves it alone."""
    if wear == 0:
        return picture
    worn = picture.astype(np.float64)
    if rng.random() < 0.5:
        worn = 255 * (worn / 255) ** rng.uniform(0.6, 1.6)
    if rng.random() < 0.5:
        worn = worn * rng.uniform(0.75, 1.15, 3)
    if rng.random() < 0.4:
        gray = worn.mean(axis=2, keepdims=True)
        worn = gray + (worn - gray) * rng.uniform(0.4, 1.3)
    if rng.random() < 0.3:
        worn = 128 + (worn - 128) * rng.uniform(0.5, 1.2)
    if rng.random() < 0.4 * wear:
        worn = cv2.GaussianBlur(worn, (0, 0), rng.uniform(0.3, 0.6 * wear) * scale**0.5)
    if rng.random() < 0.4:
        worn = worn + rng.normal(0, rng.uniform(1, 8 * wear), worn.shape)
    result = np.clip(worn, 0, 255).astype(np.uint8)
    if rng.random() < 0.3 * wear:
        _cursor(rng, result)
    if rng.random() < 0.6:
        quality = int(rng.integers(70 if wear == 1 else 40, 96))
        _, data = cv2.imencode(".jpg", result, [cv2.IMWRITE_JPEG_QUALITY, quality])
        result = np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), np.uint8)
    return result


def _cursor(rng: np.random.Generator, picture: Bytes) -> None:
    """A mouse pointer somewhere, in place."""
    outline = np.array([(0, 0), (0, 17), (4, 13), (7, 19), (9, 18), (7, 12), (12, 12)])
    at = np.rint(rng.uniform((0, 0), picture.shape[1::-1]) + outline * rng.uniform(0.8, 1.5)).astype(np.int32)
    cv2.fillPoly(picture, [at], (255, 255, 255), cv2.LINE_AA)
    cv2.polylines(picture, [at], True, (0, 0, 0), 1, cv2.LINE_AA)  # noqa: FBT003
