"""ChiMerge: what the stop leaves, and merging by distance."""

import numpy as np
import pytest
from scipy.stats import chi2
from sklearn.datasets import load_iris

from gnomon.errors import DataError, ParameterError
from gnomon.features.agglomerative_merge import AgglomerativeMerge
from gnomon.features.split_scores import chi2_score


def test_bins_that_are_left_differ_and_those_merged_did_not():
    X, y = load_iris(return_X_y=True)
    made = AgglomerativeMerge(alpha=0.05).fit(X, y)
    critical = chi2.isf(0.05, 2)
    assert (made.trace().score <= critical).all()
    for place, cuts in enumerate(made.cuts_):
        codes = np.searchsorted(cuts, X[:, place], side="right")
        table = np.array([np.bincount(y[codes == code], minlength=3) for code in range(len(cuts) + 1)], float)
        assert (chi2_score(table[:-1], table[1:]) > critical).all()


def test_most_and_fewest_bins_overrule_the_level():
    X, y = load_iris(return_X_y=True)
    assert max(map(len, AgglomerativeMerge(alpha=0.5, max_bins=3).fit(X, y).cuts_)) <= 2
    assert min(map(len, AgglomerativeMerge(alpha=1e-9, min_bins=4).fit(X, y).cuts_)) >= 3
    with pytest.raises(ParameterError, match="max_bins must be at least min_bins"):
        AgglomerativeMerge(min_bins=4, max_bins=2).fit(X, y)


def test_by_distance_the_widest_gaps_stay():
    X = np.array([[1.0], [1.2], [1.3], [5.0], [5.1], [9.0], [9.3]])
    made = AgglomerativeMerge("distance", max_bins=3).fit(X)
    np.testing.assert_allclose(made.cuts_[0], [3.15, 7.05])


def test_chi2_without_a_target_is_refused():
    with pytest.raises(DataError, match="requires y"):
        AgglomerativeMerge().fit([[1.0], [2.0]])


def test_one_class_leaves_one_bin():
    assert len(AgglomerativeMerge().fit([[1.0], [2.0], [3.0]], ["a", "a", "a"]).cuts_[0]) == 0
