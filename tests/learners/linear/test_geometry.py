import numpy as np
import pytest
import scipy.sparse
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.linear_model import LinearRegression
from sklearn.naive_bayes import GaussianNB
from sklearn.svm import SVC

import gnomon as gn
from gnomon.errors import DataError
from gnomon.learners.linear.geometry import DecisionLine, Hyperplane

numbers = st.floats(-100, 100).map(lambda value: round(value, 3))
planes = st.builds(
    lambda w, b: Hyperplane(np.array(w), b), st.lists(numbers, min_size=2, max_size=4).filter(any), numbers
)


@settings(max_examples=50, deadline=None)
@given(plane=planes, seed=st.integers(0, 1000))
def test_rows_are_their_projection_and_their_distance_along_w(plane, seed):
    X = np.random.default_rng(seed).normal(size=(5, len(plane.w)))
    feet, far = plane.project(X), plane.signed_distance(X)
    np.testing.assert_allclose(feet + far[:, None] * plane.direction, X, atol=1e-9)
    np.testing.assert_allclose(plane.signed_distance(feet), 0, atol=1e-9 * (1 + abs(plane.offset)))
    np.testing.assert_allclose(np.linalg.norm(X - feet, axis=1), np.abs(far), atol=1e-9)


@settings(max_examples=50, deadline=None)
@given(plane=planes, seed=st.integers(0, 1000))
def test_w_is_at_right_angles_to_every_direction_within_the_hyperplane(plane, seed):
    feet = plane.project(np.random.default_rng(seed).normal(size=(6, len(plane.w))))
    np.testing.assert_allclose(
        (feet[1:] - feet[:-1]) @ plane.direction, 0, atol=1e-9 * (1 + abs(plane.offset))
    )


@settings(max_examples=50, deadline=None)
@given(plane=planes, k=st.sampled_from([0.01, 2.0, 1e6, -1.0, -3.0]))
def test_scale_changes_functional_margins_and_nothing_else(plane, k):
    X, y = np.random.default_rng(0).normal(size=(6, len(plane.w))), np.array([0, 1] * 3)
    other = plane.scaled(k)
    assert other.is_same(plane)
    assert other.offset == pytest.approx(np.sign(k) * plane.offset)
    np.testing.assert_allclose(other.foot, plane.foot, atol=1e-9)
    np.testing.assert_allclose(other.functional_margin(X, y), k * plane.functional_margin(X, y), rtol=1e-9)
    np.testing.assert_allclose(
        other.geometric_margin(X, y), np.sign(k) * plane.geometric_margin(X, y), rtol=1e-9
    )


def test_a_scale_below_zero_swaps_the_classes_and_keeps_margins():
    plane = Hyperplane(np.array([1.0, -1.0]), 0.5, ("a", "b"))
    X, y = np.eye(2), ["b", "a"]
    np.testing.assert_allclose(plane.scaled(-2.0).geometric_margin(X, y), plane.geometric_margin(X, y))


def test_distinct_hyperplanes_are_not_the_same():
    plane = Hyperplane(np.array([1.0, 2.0]), 3.0)
    assert not plane.is_same(Hyperplane(np.array([1.0, 2.0]), 3.1))
    assert not plane.is_same(Hyperplane(np.array([1.0, 2.1]), 3.0))
    assert not plane.is_same(Hyperplane(np.array([1.0, 2.0]), -3.0))


@pytest.mark.parametrize(
    "model", [gn.NearestMean(), gn.LinearDiscriminantAnalysis(), gn.Perceptron(), SVC(kernel="linear")]
)
def test_any_linear_model_has_one(model):
    task = gn.load("bankruptcy")
    model.fit(task.X, task.y)
    plane = Hyperplane.of(model)
    np.testing.assert_allclose(plane.score(task.X), model.decision_function(task.X), atol=1e-9)
    right = plane.functional_margin(task.X, task.y) > 0
    assert right.mean() == model.score(task.X, task.y)


def test_a_regression_has_one_and_many_classes_have_many():
    X = np.arange(6.0).reshape(3, 2) ** 2
    assert len(Hyperplane.of(LinearRegression().fit(X, [1.0, 2.0, 4.0])).w) == 2
    iris = gn.load("iris")
    model = gn.NearestMean().fit(iris.X, iris.y)
    assert Hyperplane.of(model, index=2).b == model.intercept_[2]
    with pytest.raises(DataError, match="3 hyperplanes"):
        Hyperplane.of(model)
    with pytest.raises(DataError, match="no coef_"):
        Hyperplane.of(GaussianNB().fit(X, [0, 1, 1]))


def test_the_largest_margin_is_that_of_the_support_vector_machine():
    task = gn.load("bankruptcy")
    widest = Hyperplane.of(SVC(C=1e6, kernel="linear").fit(task.X, task.y)).margin(task.X, task.y)
    for model in (gn.Perceptron(), gn.Perceptron(strict=True)):
        assert 0 < Hyperplane.of(model.fit(task.X, task.y)).margin(task.X, task.y) < widest
    # The widest band of the bankruptcy data (6.034 notes, slide 8.2.9) is 0.185695 across.
    assert widest == pytest.approx(0.185695 / 2, rel=1e-3)


def test_a_vertical_line_is_drawn_along_the_second_axis():
    line = Hyperplane(np.array([2.0, 0.0]), -6.0).line()
    assert line.is_vertical
    assert line.ends((0.0, 9.0), (-1.0, 1.0)).tolist() == [[3.0, -1.0], [3.0, 1.0]]
    flat = Hyperplane(np.array([0.0, 2.0]), -6.0).line()
    assert str(flat) == "x2 = -0 x1 + 3" or str(flat) == "x2 = 0 x1 + 3"
    assert not DecisionLine(0.0, 1.0).is_vertical


def test_sparse_rows_and_signs_as_labels_will_do():
    plane = Hyperplane(np.array([1.0, 0.0]), 0.0)
    X = scipy.sparse.csr_matrix([[2.0, 0.0], [-3.0, 1.0]])
    assert plane.functional_margin(X, [1, 1]).tolist() == [2.0, -3.0]
    assert plane.margin(X, [1, -1]) == 2.0


def test_what_is_no_hyperplane_is_refused():
    with pytest.raises(DataError, match="w is zero"):
        Hyperplane(np.zeros(2), 1.0)
    with pytest.raises(DataError, match="finite"):
        Hyperplane(np.array([1.0, np.nan]), 1.0)
    plane = Hyperplane(np.ones(2), 0.0, ("a", "b"))
    with pytest.raises(DataError, match="rows of 2 columns"):
        plane.score([[1.0]])
    with pytest.raises(DataError, match="'c' too"):
        plane.functional_margin(np.eye(2), ["a", "c"])
    with pytest.raises(DataError, match="3 values"):
        Hyperplane(np.ones(3), 0.0).functional_margin(np.eye(3), [0, 1, 2])
    with pytest.raises(DataError, match="2 columns"):
        Hyperplane(np.ones(3), 0.0).line()
    with pytest.raises(DataError, match="no rows"):
        plane.margin(np.empty((0, 2)), [])
