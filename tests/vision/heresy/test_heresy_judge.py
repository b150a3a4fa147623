from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from vision.detectors.heresy import detect
from vision.frame import Frame
from vision.heresy.judge import GOES_ON, Evidence, Judgement, judge
from vision.heresy.lattice import Lattice
from vision.heresy.together import Together
from vision.scene import Scene

STATES = np.array([0, 1, 2, 3, 2, 1, 0, 3, 1])
LATTICE = Lattice(np.diag([80.0, 80.0, 1.0]), 1, 9, 0.02, 0.1, 0, 0.6)


def clear(states: np.ndarray = STATES, score: float = 0.9) -> Evidence:
    square = np.full((9, 4), 5.0)
    square[np.arange(9), states] = 0.7
    match = np.full((9, 4), 0.3, np.float32)
    match[np.arange(9), states] = 0.9
    return Evidence(LATTICE, square, match, np.full((9, 4), 0.25), score, 0.8)


def weighed(seen: Evidence) -> Judgement:
    """``seen`` as it is now: what is worked out of it once is kept."""
    return judge(replace(seen))


def test_a_clear_panel_is_sure() -> None:
    judged = weighed(clear())
    assert judged.verdict == "sure"
    assert judged.reasons == judged.suspects == ()


def test_a_glyph_two_steps_away_is_the_most_feared() -> None:
    seen = clear()
    seen.square[0, 2] = 0.7 + 0.6
    judged = weighed(seen)
    assert judged.verdict == "unsure"
    assert judged.suspects == (0,)
    assert judged.reasons == ("r1 c1 may be A or E",)
    seen = clear()
    seen.square[0, 1] = 0.7 + 0.6
    assert weighed(seen).verdict == "sure"


def test_odds_tell_what_distances_leave_open() -> None:
    odds = np.where(clear().square < 1, 4.0, 0.0)
    seen = replace(clear(), odds=odds)
    seen.square[0, 2], seen.square[1, 2] = 0.7 + 0.6, 0.7 + 0.4
    assert weighed(seen).verdict == "sure"
    odds[0, 2] = 1.5  # A and E are two steps apart
    assert weighed(seen).reasons == ("r1 c1 may be A or E",)
    odds[0, 2] = 0
    odds[1, 0] = 5.0  # the distances are certain of what the odds are against
    assert weighed(seen).reasons == ("r1 c2 may be X or A",)


def test_a_cell_less_like_its_glyph_than_others_of_it_and_hardly_more_than_another_is_in_doubt() -> None:
    seen = clear()
    seen.match[2] = 0.3, 0.3, 0.7, 0.68
    judged = weighed(seen)
    assert judged.verdict == "unsure"
    assert judged.reasons == ("r1 c3 may be E or V",)
    seen.match[2, 3] = 0.6
    assert weighed(seen).verdict == "sure"
    worn = clear()
    worn.match[:, :] = 0.6
    worn.match[np.arange(9), STATES] = 0.62
    assert weighed(worn).verdict == "sure"


def test_farther_from_its_glyph_a_cell_must_be_farther_from_the_others() -> None:
    seen = clear()
    seen.square[0, :3] = 1.5, 5.0, 1.5 + 0.9
    assert weighed(seen).reasons == ("r1 c1 may be A or E",)
    seen.square[0, 2] = 1.5 + 1.1
    assert weighed(seen).verdict == "sure"


def test_witnesses_must_agree() -> None:
    seen = clear()
    seen.match[4, 3] = 0.95
    assert weighed(seen).reasons == ("r2 c2 may be E or V",)


def test_hidden_cells_are_told_until_too_many_are() -> None:
    seen = clear()
    seen.square[7:] = 9
    assert weighed(seen).suspects == (7, 8)
    seen.square[6:] = 9
    assert weighed(seen).verdict == "none"


def test_a_cell_out_of_focus_is_told_but_never_sure() -> None:
    seen = clear()
    seen.square[4] = 6.5
    seen.square[4, STATES[4]] = 3.5
    assert seen.legible.all()
    assert weighed(seen).reasons == ("r2 c2 is hardly like a Hive glyph",)
    seen.match[4, 3] = 0.95
    assert not seen.legible[4]


def test_a_larger_table_is_none() -> None:
    assert weighed(replace(clear(), beyond=3)).verdict == "none"
    assert weighed(replace(clear(), beyond=1)).verdict == "sure"
    assert weighed(replace(clear(np.full(9, 2)), beyond=1)).verdict == "none"


def test_nine_alike_must_be_very_clear() -> None:
    alike = np.full(9, 2)
    assert weighed(clear(alike)).verdict == "sure"
    assert weighed(clear(alike, score=0.75)).verdict == "sure"
    assert weighed(replace(clear(alike), scale=1.24)).verdict == "none"  # they would overlap: the outlines of discs
    vague = clear(alike, score=0.75)
    vague.square[0, 2] = 1.0
    assert weighed(vague).verdict == "unsure"
    vague.square[0, 2] = 1.5
    assert weighed(vague).verdict == "none"
    assert weighed(replace(clear(alike), lattice=replace(LATTICE, polarity=0))).verdict == "none"


def test_tiny_uneven_or_faint_panels_are_not_sure() -> None:
    small = replace(LATTICE, homography=np.diag([20.0, 20.0, 1.0]))
    assert weighed(replace(clear(), lattice=small)).verdict == "unsure"
    assert weighed(replace(clear(), lattice=replace(LATTICE, rms=0.2))).verdict == "unsure"
    assert (
        weighed(replace(clear(), lattice=replace(LATTICE, hits=5))).verdict == "sure"
    )  # of marks: all glyphs are seen
    faint = clear(score=0.65)
    assert weighed(faint).verdict == "sure"
    faint.square[0, 0] = 1.5
    assert weighed(faint).verdict == "unsure"
    assert weighed(clear(score=0.5)).verdict == "none"


def test_icons_that_are_a_little_like_one_glyph_are_none() -> None:
    seen = clear(np.full(9, 2))
    seen.square[:2, 3] = 0.9
    assert weighed(seen).verdict == "none"


def test_a_cell_unlike_the_others_is_doubted() -> None:
    seen = clear()
    seen.square[4, 2] = 2.1
    assert weighed(seen).reasons == ("r2 c2 is unlike the other glyphs",)
    seen.square[4, 2] = 1.6
    assert weighed(seen).verdict == "sure"
    seen.match[4, 2] = 0.6  # others of its glyph correlate far better: something dark lies over it
    assert weighed(seen).reasons == ("r2 c2 is unlike the other glyphs",)


def test_a_cell_far_from_its_glyph_that_is_like_it_all_the_same_is_told_by_the_odds() -> None:
    seen = replace(clear(), odds=np.where(clear().square < 1, 5.0, 0.0))
    seen.square[4, 2] = 2.1
    assert weighed(seen).verdict == "sure"
    seen.match[4, 2] = 0.82  # others are more like it
    assert weighed(seen).reasons == ("r2 c2 is unlike the other glyphs",)


def test_a_glyph_met_once_that_correlates_far_worse_than_the_others_is_doubted() -> None:
    """Writing across a veiled glyph was another one."""
    seen = clear(np.array([0, 0, 0, 1, 2, 1, 3, 3, 3]))
    seen.match[4] = 0.3, 0.3, 0.56, 0.3
    assert weighed(seen).verdict == "sure"
    seen.square[4, 2] = 1.4
    assert weighed(seen).verdict == "sure"
    seen.square[4, 3] = 3.0
    assert weighed(seen).reasons == ("r2 c2 is unlike the other glyphs",)


def test_nine_alike_of_which_one_is_less_clear_are_not_sure() -> None:
    seen = clear(np.full(9, 2))
    assert weighed(seen).verdict == "sure"
    seen.square[3, 2] = 1.4
    assert weighed(seen).verdict == "unsure"


def test_nine_alike_with_hardly_a_gap_between_strokes_are_not_sure_and_without_one_none() -> None:
    alike = clear(np.full(9, 2))
    verdicts = [weighed(replace(alike, gap=gap)).verdict for gap in (0.3, 0.08, 0.0)]
    assert verdicts == ["sure", "unsure", "none"]
    assert weighed(replace(clear(), gap=0.0)).verdict == "sure"


def test_what_two_views_tell_needs_less_and_what_they_dispute_is_in_doubt() -> None:
    seen = clear()
    seen.square[3, 2] = 0.7 + 0.45
    assert weighed(seen).suspects == (3,)
    assert weighed(replace(seen, need=np.full(9, 0.6))).verdict == "sure"
    disputed = np.ones(9)
    disputed[5] = np.inf
    assert weighed(replace(clear(), need=disputed)).suspects == (5,)


def test_a_doubtful_cell_is_told_where_both_witnesses_agree_and_little_of_it_is_hidden() -> None:
    seen = clear()
    seen.square[5] = (6.0, 4.2, 5.5, 5.8)
    seen.match[5] = (0.3, 0.7, 0.4, 0.3)
    assert not seen.legible[5]
    assert seen.likely[5]
    assert "r2 c3 is hidden or shows no Hive glyph" in weighed(seen).reasons
    hidden = np.zeros(9)
    hidden[5] = 0.4
    assert not replace(seen, hidden=hidden).likely[5]
    seen.match[5, 2] = 0.8
    assert not seen.likely[5]


def test_a_cell_that_hardly_correlates_is_told_by_its_edges_where_they_are_of_one_glyph() -> None:
    seen = clear()
    seen.match[5] = (0.1, 0.3, 0.2, 0.1)
    seen.square[5] = (4.0, 2.3, 4.0, 4.0)
    assert not seen.legible[5]
    assert seen.likely[5]
    assert weighed(seen).suspects == (5,)
    seen.square[5, 3] = 2.4
    assert not seen.likely[5]


def test_what_was_seen_is_weighed_once() -> None:
    seen = clear()
    assert judge(seen) is judge(seen)
    assert judge(replace(seen, beyond=3)).verdict == "none"


def test_two_lines_of_signs_are_no_panel() -> None:
    seen = clear()
    seen.square[7:], seen.square[6, STATES[6]] = 9, 2.7
    assert weighed(seen).verdict == "none"
    seen.square[6, STATES[6]] = 0.7
    assert weighed(seen).verdict == "unsure"  # something may lie over two


def test_marks_mostly_alike_with_others_that_are_no_glyphs_are_no_panel() -> None:
    seen = clear(np.array([2, 2, 2, 2, 3, 2, 2, 2, 1]))
    seen.square[0], seen.square[8, 3] = 9, 0.8
    assert weighed(seen).verdict == "none"
    seen.square[8, 3] = 5
    assert weighed(seen).verdict == "unsure"
    seen.square[0], seen.square[8, 3] = (5, 5, 0.7, 5), 0.8
    seen.square[1, 0] = seen.square[2, 0] = 0.8
    assert weighed(seen).verdict == "none"  # three in doubt, though all are a little like glyphs


def test_signs_beyond_the_nine_speak_against_a_panel_of_which_two_cells_are_in_doubt() -> None:
    seen = replace(clear(), beyond=1)
    seen.square[0, 2] = 0.8
    assert GOES_ON not in weighed(seen).reasons
    seen.square[3, 1] = 0.8
    assert GOES_ON in weighed(seen).reasons
    assert GOES_ON not in weighed(replace(seen, beyond=0)).reasons


def test_nine_alike_of_which_two_are_in_doubt_are_icons() -> None:
    seen = clear(np.full(9, 2))
    seen.match[0, 3] = 0.95
    assert weighed(seen).verdict == "unsure"
    seen.match[2, 3] = 0.95
    assert weighed(seen).verdict == "none"


def test_where_the_odds_tell_all_cells_a_hand_may_be_like_no_drawing() -> None:
    odds = np.where(clear().square < 1, 2.6, 0.0)
    seen = replace(clear(score=0.65), odds=odds)
    seen.square[np.arange(9), STATES] = 1.4
    assert weighed(seen).verdict == "sure"
    odds[4, 1] = 0.4
    assert weighed(seen).reasons == ("the glyphs as a whole are not clear enough",)


def joint(states: np.ndarray = STATES, chance: float = 0.95, alike: float = 5.0) -> Together:
    shares = np.full((9, 4), (1 - chance) / 4)
    shares[np.arange(9), states] = 1 - 0.75 * (1 - chance)
    return Together(states, shares, chance, np.where(states[:, None] == states, alike, -5.0))


def test_a_board_that_is_likely_as_a_whole_settles_what_cells_leave_open() -> None:
    seen = clear()
    seen.square[[1, 5, 8], 2] = 0.5  # all that show X are a little nearer to E
    assert weighed(seen).verdict == "unsure"
    told = replace(seen, joint=joint())
    assert told.states.tolist() == STATES.tolist()
    assert judge(told).verdict == "sure"
    assert judge(replace(seen, joint=joint(chance=0.7))).verdict == "unsure"


def test_nine_marks_not_quite_like_glyphs_of_which_few_can_be_told_are_no_panel() -> None:
    seen = clear()
    seen.square[np.arange(9), STATES] = 0.9
    doubted = replace(seen, joint=joint(chance=0.7))
    assert judge(doubted).verdict == "unsure"
    seen.square[np.arange(9), STATES] = 1.1
    assert judge(replace(doubted)).verdict == "none"


def test_a_cell_drawn_as_another_one_is_bears_no_doubt_however_far_from_its_glyph() -> None:
    seen = clear()
    seen.square[[0, 6], 0] = 3.0
    assert weighed(seen).suspects == (0, 6)
    assert judge(replace(seen, joint=joint())).verdict == "sure"
    assert judge(replace(seen, joint=joint(alike=1.0))).suspects == (0, 6)


def test_a_cell_like_no_other_and_less_like_its_glyph_than_most_keeps_its_doubts() -> None:
    states = np.array([0, 1, 2, 3, 2, 1, 0, 3, 3])
    states[8] = 1
    states[[1, 5]] = 3  # the only X is the last cell
    seen = clear(states)
    seen.square[8] = [5.0, 1.6, 5.0, 1.5]
    told = replace(seen, joint=joint(states))
    assert judge(told).reasons == ("r3 c3 may be X or V",)
    seen.square[8] = [5.0, 1.1, 5.0, 1.0]
    assert judge(replace(seen, joint=joint(states))).verdict == "sure"


def test_nine_cells_alike_are_none_where_one_is_in_doubt_and_not_all_are_quite_like_their_glyph() -> None:
    seen = clear(np.full(9, 2))
    seen.square[4, 2] = 1.25
    assert weighed(seen).verdict == "unsure"
    seen.match[0, 3] = 0.95
    assert weighed(seen).verdict == "none"


@pytest.mark.parametrize("scale", [3, 4, 5])
@pytest.mark.parametrize(("wall", "dot"), [((112, 94, 80), (94, 80, 64)), ((40, 48, 58), (60, 70, 85))])
def test_nine_coarse_dots_on_a_wall_are_no_panel(
    scale: int, wall: tuple[int, int, int], dot: tuple[int, int, int]
) -> None:
    # Only their outlines stand out where they are wider than strokes: small rings, a little like E.
    picture = np.full((60, 75, 3), wall, np.uint8)
    for cell in range(9):
        x, y = 12 + 18 * (cell % 3), 12 + 18 * (cell // 3)
        picture[y - 2 : y + 4, x - 1 : x + 3] = dot
        picture[y - 1 : y + 3, x - 2 : x + 4] = dot
    coarse = picture.repeat(scale, axis=0).repeat(scale, axis=1)
    assert not any(reading.verdict == "sure" for reading in detect(Scene(Frame(np.ascontiguousarray(coarse)))))


@pytest.mark.parametrize(("distance", "verdict"), [(0.9, "unsure"), (1.3, "none")])
def test_eight_alike_beside_what_is_no_glyph_are_none_where_they_are_little_like_theirs(
    distance: float, verdict: str
) -> None:
    seen = clear(np.array([2, 2, 2, 2, 2, 2, 2, 2, 0]))
    seen.square[:8, 2] = distance
    seen.square[8] = [2.5, 5.0, 5.0, 5.0]
    assert weighed(seen).verdict == verdict
