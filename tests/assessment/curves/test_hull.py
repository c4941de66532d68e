import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.spatial import ConvexHull

from gnomon.assessment.curves import hull as hull_file
from gnomon.assessment.curves.hull import roc_convex_hull
from gnomon.assessment.curves.roc import roc_curve
from gnomon.errors import DataError, ParameterError

rows = st.lists(st.tuples(st.booleans(), st.integers(-9, 9)), min_size=2, max_size=60).filter(
    lambda result: len({positive for positive, _ in result}) == 2
)
points = st.lists(st.tuples(st.integers(0, 12), st.integers(0, 12)), min_size=1, max_size=12)


def curve_of(drawn, name=""):
    positive, score = (np.array(column) for column in zip(*drawn))
    return roc_curve(positive, score, name=name)


@given(rows, rows)
@settings(max_examples=80)
def test_a_hull_is_concave_and_nowhere_below_its_curves(first, second):
    curves = [curve_of(first, "a"), curve_of(second, "b")]
    result = roc_convex_hull(curves)
    assert (np.diff(result.slopes) < 0).all()
    for curve in curves:
        assert (np.interp(curve.fpr, result.fpr, result.tpr) >= curve.tpr - 1e-12)[curve.fpr > 0].all()
        assert result.area >= curve.auc - 1e-12
    assert (result.fpr[0], result.tpr[0], result.fpr[-1], result.tpr[-1]) == (0, 0, 1, 1)


@given(points)
@settings(max_examples=80)
def test_vertices_are_those_of_an_independent_hull(drawn):
    rates = np.array(drawn) / 12
    ours = roc_convex_hull({str(place): tuple(point) for place, point in enumerate(rates)})
    # With the corner (1, 0), the rest of the whole hull is the upper one.
    corners = np.array([[0, 0], [1, 1], [1, 0]])
    everything = np.concatenate([corners, rates])
    whole = {tuple(everything[place]) for place in ConvexHull(everything).vertices}
    assert set(zip(ours.fpr, ours.tpr)) | {(1.0, 0.0)} == whole


@given(rows)
@settings(max_examples=40)
def test_the_scan_agrees_with_the_passes(drawn):
    curve = curve_of(drawn)
    x = np.concatenate([[0.0, 1.0], curve.fpr])
    y = np.concatenate([[0.0, 1.0], curve.tpr])
    order = np.lexsort((y, x))
    chain = np.concatenate([[0], order[(order > 1)], [1]])
    scanned = hull_file._scan(x, y, chain)
    ours = roc_convex_hull(curve)
    assert np.array_equal(x[scanned], ours.fpr)
    assert np.array_equal(y[scanned], ours.tpr)


def test_shapes_that_lose_one_point_a_pass_are_settled_by_the_scan():
    # Bulges ever smaller toward the left: each is covered only when the next one has gone.
    x = np.linspace(0, 1, 400) ** 3
    y = np.sqrt(x) * (1 - 0.3 * np.sin(np.arange(400)) ** 2)
    y = np.maximum.accumulate(y)
    result = roc_convex_hull({str(place): point for place, point in enumerate(zip(x, y))})
    assert (np.diff(result.slopes) < 0).all()
    assert (np.interp(x, result.fpr, result.tpr) >= y - 1e-12)[x > 0].all()


def test_each_vertex_is_the_best_between_its_slopes():
    positive = np.random.default_rng(0).random(80) < 0.5
    result = roc_convex_hull(roc_curve(positive, positive + np.random.default_rng(1).normal(size=80)))
    frame = result.frame()
    for place, line in frame.iterrows():
        for slope in (line.slope_min * 1.001 + 1e-9, line.slope_max * 0.999):
            if np.isfinite(slope) and line.slope_min < line.slope_max:
                assert result.best(slope) == place
                assert np.argmax(result.tpr - slope * result.fpr) == place


def test_owners_are_named_and_the_rest_can_be_dropped():
    result = roc_convex_hull({"A": (0.1, 0.6), "B": (0.4, 0.9), "C": (0.5, 0.5), "D": (0.1, 0.6)})
    assert result.optimal == ("A", "B")
    assert result.never_optimal == ("C", "D")
    assert result.owner[0] == "never positive"
    assert result.owner[-1] == "always positive"


def test_classifiers_below_the_diagonal_leave_only_the_corners():
    result = roc_convex_hull({"A": (0.5, 0.2)})
    assert result.optimal == ()
    assert result.area == 0.5
    assert roc_convex_hull(roc_curve([1, 0], [1, 2])).area == 0.5


def test_a_perfect_curve_is_its_own_hull():
    result = roc_convex_hull(roc_curve([1, 1, 0, 0], [4, 3, 2, 1]))
    assert result.area == 1
    assert result.threshold.tolist() == [np.inf, 3.0, -np.inf]
    assert [result.best(slope) for slope in (0, 1, np.inf)] == [1, 1, 1]


def test_what_is_no_curve_is_refused():
    with pytest.raises(DataError, match=r"'A' is \(0.1, 1.2\)"):
        roc_convex_hull({"A": (0.1, 1.2)})
    with pytest.raises(DataError, match="at least one"):
        roc_convex_hull([])
    with pytest.raises(DataError, match="the same name"):
        roc_convex_hull([roc_curve([1, 0], [1, 2], name="A"), roc_curve([1, 0], [2, 1], name="A")])
    with pytest.raises(ParameterError, match="slope=-1"):
        roc_convex_hull({"A": (0.1, 0.2)}).best(-1)
