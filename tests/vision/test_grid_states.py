import numpy as np
import pytest

from vision.grid import states


def looks(*groups: tuple[tuple[float, float, float], int], noise: float = 0.3) -> np.ndarray:
    rng = np.random.default_rng(1)
    return np.concatenate([np.array(tone) + rng.normal(0, noise, (count, 3)) for tone, count in groups])


def test_the_number_of_states_is_found() -> None:
    tones = [(20.0, 0.0, 0.0), (80.0, 0.0, 0.0), (50.0, 60.0, 30.0), (50.0, -40.0, 30.0)]
    for count in (2, 3, 4):
        found = states.find(looks(*[(tone, 6) for tone in tones[:count]]))
        assert found.count == count
        assert [len(set(found.labels[6 * i : 6 * i + 6])) for i in range(count)] == [1] * count
        assert found.ratio > 5


def test_alike_cells_are_one_state() -> None:
    found = states.find(looks(((40.0, 5.0, 5.0), 16), noise=1.0))
    assert (found.count, found.cut, found.strays) == (1, 0.0, ())


def test_two_shades_are_states_where_nothing_is_noisy() -> None:
    tones = ((94.0, 0.0, 0.0), 12), ((89.5, 0.0, 0.0), 13)
    assert states.shades(looks(*tones, noise=0.02)).labels.tolist() == [0] * 12 + [1] * 13
    assert states.shades(looks(*tones, noise=0.5)).count == 1
    assert states.shades(looks(((94.0, 0.0, 0.0), 24), ((89.5, 0.0, 0.0), 1), noise=0.02)).count == 1


def test_one_lit_cell_is_a_state() -> None:
    found = states.find(looks(((20.0, 0.0, 0.0), 24), ((90.0, 0.0, 0.0), 1)))
    assert (found.count, found.labels.tolist()[-1]) == (2, 1)


def test_a_tinted_cell_belongs_to_the_nearest_state_as_a_stray() -> None:
    found = states.find(looks(((20.0, 0.0, 0.0), 12), ((90.0, 0.0, 0.0), 12), ((35.0, 0.0, 0.0), 1)))
    assert (found.count, found.strays) == (2, (24,))
    assert found.labels[24] == found.labels[0]


def test_a_lone_colour_beside_three_others_is_a_tint_only_where_it_is_near_to_one_or_between_two() -> None:
    tones = ((20.0, 0.0, 0.0), 8), ((90.0, 0.0, 0.0), 8), ((55.0, 70.0, 0.0), 8)
    assert states.find(looks(*tones, ((38.0, 0.0, 0.0), 1))).strays == (24,)
    assert states.find(looks(*tones, ((50.0, 0.0, 0.0), 1))).strays == (24,)
    found = states.find(looks(*tones, ((45.0, 0.0, -30.0), 1)))
    assert (found.count, found.strays) == (4, ())


def test_the_spanning_tree_joins_everything_at_least_length() -> None:
    places = np.array([0.0, 1.0, 3.0, 7.0])
    distances = np.abs(places[:, None] - places[None])
    assert states.links(distances).tolist() == [4.0, 2.0, 1.0]
    assert states.components(distances < 5).tolist() == [0, 0, 0, 0]
    assert states.components(distances < 3).tolist() == [0, 0, 0, 1]


def test_two_shades_of_a_state_may_be_two_states() -> None:
    looks = np.repeat([[20.0, 0, 0], [80.0, 0, 0], [85.0, 0, 0]], [5, 4, 3], axis=0)
    looks += np.random.default_rng(1).normal(0, 0.05, looks.shape)
    labels = np.repeat([0, 1, 1], [5, 4, 3])
    dark = np.zeros((1, 12), np.int64)
    assert states.doubled(looks, labels[None], dark)
    assert not states.doubled(looks[:9], labels[None, :9], dark[:, :9])
    lone_tint = looks[:10]
    assert not states.doubled(lone_tint, labels[None, :10], dark[:, :10])


@pytest.mark.parametrize(("light", "two"), [((2, 2, 0, 1, 0, 0, 1), False), ((0, 0, 0, 1, 2, 2, 1), True)])
def test_two_shades_of_a_state_may_come_from_the_light_of_another(light: tuple[int, ...], two: bool) -> None:
    looks = np.array([[20.0, 0, 0]] * 5 + [[75.0, 0, 0]] * 2 + [[80.0, 0, 0]] * 5)
    assert states.doubled(looks, np.repeat([[0, 1]], [5, 7], axis=1), np.array([[0] * 5 + [*light]])) is two


def test_states_of_some_cells_are_carried_over_to_tinted_ones() -> None:
    shapes = np.array([[0.0, 0.0], [0.0, 0.0], [9.0, 0.0], [9.0, 0.0], [8.5, 0.5]])
    told = np.array([True, True, True, True, False])
    found = states.widened(states.find(shapes[told]), shapes, told)
    assert (found.labels.tolist(), found.strays, len(found.distances)) == ([0, 0, 1, 1, 1], (4,), 5)
