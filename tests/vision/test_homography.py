import cv2
import numpy as np

from vision.homography import affine, inverse, project, project_few

VIEW = np.array([[40.0, 3.0, 100.0], [-2.0, 44.0, 80.0], [0.01, 0.02, 1.0]])
POINTS = np.array([[0.0, 0.0], [3.0, 0.0], [1.5, 2.5], [-1.0, 7.0]])


def test_points_go_where_opencv_sends_them() -> None:
    wanted = cv2.perspectiveTransform(POINTS[None], VIEW)[0]
    np.testing.assert_allclose(project(VIEW, POINTS), wanted)
    np.testing.assert_allclose(project_few(VIEW, [(x, y) for x, y in POINTS.tolist()]), wanted)


def test_many_homographies_carry_the_same_points_at_once() -> None:
    many = np.stack([VIEW, np.linalg.inv(VIEW)])
    np.testing.assert_allclose(project(many, POINTS), [project(one, POINTS) for one in many])


def test_there_and_back() -> None:
    np.testing.assert_allclose(project(np.linalg.inv(VIEW), project(VIEW, POINTS)), POINTS, atol=1e-12)


def test_affine_maps_are_found_again_and_none_leads_through_a_line():
    matrix = np.array([[31.0, -2.0, 120.0], [1.5, 27.0, 80.0], [0.0, 0.0, 1.0]])
    points = np.array([[x, y] for x in range(4) for y in range(3)])
    assert np.allclose(affine(points, project(matrix, points)), matrix)
    line = points[:, :1] * np.array([1, 2])
    assert affine(line, project(matrix, line)) is None


def test_the_way_back_leads_back() -> None:
    there = np.array([[30.0, 4.0, 200.0], [-3.0, 28.0, 90.0], [1e-3, -2e-3, 1.0]])
    points = np.array([[0.0, 0.0], [5.0, 2.0], [3.0, 7.0]])
    assert np.allclose(project(inverse(there), project(there, points)), points)
