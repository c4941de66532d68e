"""MDLP: cut points that other programs print, and what stops the recursion."""

import numpy as np
import pytest
from scipy.stats import chi2_contingency
from sklearn.datasets import load_breast_cancer, load_iris, load_wine

from gnomon.features.recursive_partition import RecursivePartition
from tests.native import twins_discretize as twins


def test_iris_has_the_published_cut_points():
    """As R's discretizeDF.supervised(method = "mdlp") of the package arulesCBA prints them."""
    X, y = load_iris(return_X_y=True)
    found = [cuts.round(6).tolist() for cuts in RecursivePartition().fit(X, y).cuts_]
    assert found == [[5.55, 6.15], [2.95, 3.35], [2.45, 4.75], [0.8, 1.75]]


@pytest.mark.parametrize("load", [load_wine, load_breast_cancer])
def test_real_columns_are_cut_as_by_brute_force(load):
    X, y = load(return_X_y=True)
    X = X[:, :6]
    made = RecursivePartition().fit(X, y)
    for column, cuts in zip(X.T, made.cuts_):
        expected = twins.partition(
            column, y, np.ones(len(y)), 3, criterion="entropy", by_mdl=True, critical=None, max_depth=99,
            min_weight=1, min_gain=0.0,
        )  # fmt: skip
        np.testing.assert_allclose(cuts, sorted(threshold for threshold, _ in expected))


def test_every_cut_pays_more_than_it_needs():
    X, y = load_wine(return_X_y=True)
    trace = RecursivePartition().fit(X, y).trace()
    assert (trace.score > trace.needed).all()
    assert (trace.needed > 0).all()
    roots = trace[trace.depth == 0]
    assert np.allclose(roots.below + roots.above, len(y))


def test_cuts_by_chi2_are_significant_and_a_stricter_level_makes_fewer():
    X, y = load_iris(return_X_y=True)
    loose, strict = (RecursivePartition("chi2", stop="chi2", alpha=a).fit(X, y) for a in (0.05, 1e-12))
    assert sum(map(len, strict.cuts_)) < sum(map(len, loose.cuts_))
    trace = strict.trace()
    first = trace[(trace.column == "x2") & (trace.depth == 0)].iloc[0]
    table = [
        np.bincount(y[side], minlength=3) for side in (X[:, 2] < first.threshold, X[:, 2] >= first.threshold)
    ]
    assert first.score == pytest.approx(chi2_contingency(table, correction=False).statistic)


def test_depth_gain_and_weight_limit_the_recursion():
    X, y = load_iris(return_X_y=True)
    assert max(map(len, RecursivePartition(stop="pure", max_depth=2).fit(X, y).cuts_)) <= 3
    assert (RecursivePartition(stop="pure", min_gain=0.3).fit(X, y).trace().score > 0.3).all()
    trace = RecursivePartition(stop="pure", min_weight=20).fit(X, y).trace()
    assert (np.minimum(trace.below, trace.above) >= 20).all()


def test_one_class_has_nothing_to_part():
    assert RecursivePartition().fit([[1.0], [2.0]], ["a", "a"]).cuts_[0].tolist() == []


def test_many_classes_do_not_overflow_the_description_length():
    random = np.random.default_rng(0)
    X, y = random.normal(size=(1500, 1)), np.arange(1500) % 700
    assert len(RecursivePartition().fit(X, y).cuts_[0]) == 0
