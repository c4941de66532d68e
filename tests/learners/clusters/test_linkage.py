import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.cluster import hierarchy
from scipy.spatial.distance import pdist, squareform

from gnomon.errors import DataError, ParameterError
from gnomon.learners.clusters.distance_table import distances_between
from gnomon.learners.clusters.linkage import LINKAGES, linkage


def rows(n=60, d=3, seed=0):
    return np.random.default_rng(seed).normal(size=(n, d))


@pytest.mark.parametrize("method", LINKAGES)
@pytest.mark.parametrize("n", [2, 40, 700])
def test_every_method_agrees_with_scipy(method, n):
    X = rows(n, 4, n) * 10
    theirs = hierarchy.linkage(X, method)
    for tree in (linkage(X, method), linkage(squareform(pdist(X)), method, metric="precomputed")):
        np.testing.assert_array_equal(tree.matrix[:, [0, 1, 3]], theirs[:, [0, 1, 3]])
        np.testing.assert_allclose(tree.heights, theirs[:, 2], rtol=1e-10, atol=1e-10)


@pytest.mark.parametrize("method", ["single", "complete", "average", "weighted"])
@pytest.mark.parametrize(
    ("ours", "theirs"), [("manhattan", "cityblock"), ("cosine", "cosine"), ("l1", "cityblock")]
)
def test_other_distances_agree_with_scipy(method, ours, theirs):
    X = rows(50, 5)
    expected = hierarchy.linkage(X, method, theirs)
    np.testing.assert_allclose(linkage(X, method, ours).matrix, expected, rtol=1e-9)


def test_a_function_of_two_rows_is_a_distance():
    X = rows(20)
    result = linkage(X, "average", lambda a, b: float(np.abs(a - b).max()))
    np.testing.assert_allclose(result.matrix, hierarchy.linkage(X, "average", "chebyshev"))


@pytest.mark.parametrize("method", LINKAGES)
def test_rows_far_from_the_origin_keep_their_digits(method):
    X = np.round(rows(40, 2, 5) * 2**20) / 2**20
    np.testing.assert_allclose(linkage(X + 2.0**28, method).heights, linkage(X, method).heights, rtol=1e-9)


@pytest.mark.parametrize("method", LINKAGES)
def test_a_weight_is_a_repetition_of_its_row(method):
    X = rows(15)
    times = np.random.default_rng(1).integers(1, 4, size=15)
    repeated = linkage(np.repeat(X, times, axis=0), method)
    weighted = linkage(X, method, weight=times)
    np.testing.assert_allclose(repeated.heights[-14:], weighted.heights, rtol=1e-9)
    np.testing.assert_array_equal(repeated.matrix[-14:, 3], weighted.matrix[:, 3])
    assert np.allclose(repeated.heights[:-14], 0, atol=1e-7)


@settings(max_examples=30)
@given(
    method=st.sampled_from(["single", "complete", "average", "weighted", "ward"]),
    values=st.lists(st.integers(0, 6), min_size=2, max_size=25),
)
def test_heights_never_fall_even_with_ties(method, values):
    tree = linkage(np.array(values, dtype=float)[:, None], method)
    assert tree.is_monotonic
    assert tree.matrix[-1, 3] == len(values)


def test_the_order_of_rows_does_not_matter_without_ties():
    X = rows(80, 4)
    order = np.random.default_rng(2).permutation(80)
    for method in LINKAGES:
        np.testing.assert_allclose(linkage(X, method).heights, linkage(X[order], method).heights, rtol=1e-9)


def test_ward_is_that_of_r_with_the_squares_taken():
    # hclust(dist(x), "ward.D2")$height in R: two unit steps, then sqrt(2 * 2 * 2 / 4) * 9 for the pairs.
    tree = linkage([[0.0], [1.0], [9.0], [10.0]], "ward")
    np.testing.assert_allclose(tree.heights, [1.0, 1.0, 9 * np.sqrt(2.0)])


def test_invalid_distance_matrices_are_refused_with_their_index():
    good = squareform(pdist(rows(4)))
    for change, message in (
        (((0, 1), 9.0), r"distances\[0, 1\] is 9.0 and distances\[1, 0\]"),
        (((1, 2), -1.0), r"distances\[1, 2\] is -1.0; distances must not be negative"),
        (((3, 0), np.nan), r"distances\[3, 0\] is nan"),
        (((2, 2), 1.0), r"distances\[2, 2\] is 1.0; the diagonal must be 0"),
    ):
        bad = good.copy()
        bad[change[0]] = change[1]
        with pytest.raises(DataError, match=message):
            linkage(bad, "average", "precomputed")
    with pytest.raises(DataError, match="must be square"):
        linkage(good[:3], "average", "precomputed")


def test_bad_rows_and_names_are_refused():
    with pytest.raises(ParameterError, match="method='wards'"):
        linkage(rows(3), "wards")
    with pytest.raises(ParameterError, match="metric='euclid'"):
        linkage(rows(3), "single", "euclid")
    with pytest.raises(ParameterError, match="Euclidean distances only"):
        linkage(rows(3), "ward", "manhattan")
    with pytest.raises(DataError, match="column 1, row 0"):
        linkage([[0.0, np.inf]], "single")
    with pytest.raises(DataError, match="at least one row and one column"):
        linkage(np.zeros((3, 0)), "single")
    with pytest.raises(DataError, match="1e"):
        linkage([[1e200], [0.0]], "ward")
    with pytest.raises(DataError, match="3 finite numbers above 0"):
        linkage(rows(3), weight=[1, 0, 1])


def test_distances_keep_their_digits_far_from_the_origin():
    A = np.array([[1e9], [1e9 + 1]])
    assert distances_between(A, None, "euclidean")[0, 1] == 1.0


def test_strings_are_refused_with_how_to_fix_it():
    with pytest.raises(DataError, match="must be numeric"):
        linkage([["a"], ["b"]])


def test_weights_that_count_no_rows_and_distances_beyond_floats_are_refused():
    with pytest.raises(DataError, match="rescale it"):
        linkage([[0.0], [1.0]], weight=[1.0, 1e300])
    with pytest.raises(DataError, match="overflow a float"):
        linkage([[0.0, 1e200], [1e200, 0.0]], metric="precomputed")
