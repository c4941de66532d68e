"""What all wrappers of a learner share: the splits of their cross-validation."""

import numpy as np
import pytest

import gnomon as gn
from gnomon.errors import DataWarning
from gnomon.features.select.wrapper import warn_of_constant

X = np.random.default_rng(0).normal(size=(90, 4))
Y = np.where(X[:, 1] + 0.3 * X[:, 2] > 0, "ill", "well")
WRAPPERS = [
    gn.AnnealingSelection,
    gn.BackwardElimination,
    gn.ExhaustiveSelection,
    gn.FloatingSelection,
    gn.ForwardSelection,
    gn.GeneticSelection,
    gn.HillClimbingSelection,
    gn.RecursiveElimination,
]


@pytest.mark.parametrize("wrapper", WRAPPERS, ids=lambda wrapper: wrapper.__name__)
def test_a_plan_is_a_cross_validation(wrapper):
    plan, learner = gn.k_fold(3, random_state=4), gn.LogisticRegression()
    by_plan = wrapper(learner, cv=plan).fit(X, Y)
    splits = [(train, held_out) for train, held_out in plan.split(gn.Task(X, Y))]
    by_splits = wrapper(learner, cv=splits).fit(X, Y)
    assert by_plan.support_.tolist() == by_splits.support_.tolist()
    assert by_plan.support_[1]


def test_the_curve_of_feature_counts_takes_a_plan():
    curve = gn.selection.feature_count_curve(gn.GaussianNB(), X, Y, cv=gn.k_fold(3), scoring="accuracy")
    assert len(curve.frame()) == 4


@pytest.mark.parametrize(
    "scoring", ["auc", "acc", "roc_auc", "kappa", "f_beta(beta=2)", gn.metrics.find_measure("mcc")]
)
@pytest.mark.parametrize("wrapper", WRAPPERS, ids=lambda wrapper: wrapper.__name__)
def test_scoring_is_a_measure(wrapper, scoring):
    selection = wrapper(gn.LogisticRegression(), scoring=scoring, cv=3).fit(X, Y)
    assert selection.support_[1]


def test_an_unknown_scoring_is_told_with_the_nearest_name():
    with pytest.raises(gn.errors.GnomonError, match="did you mean"):
        gn.ForwardSelection(gn.GaussianNB(), scoring="acuracy").fit(X, Y)


def test_the_curve_of_feature_counts_takes_a_measure():
    plan = gn.k_fold(3)
    ours = gn.selection.feature_count_curve(gn.GaussianNB(), X, Y, cv=plan, scoring="auc")
    theirs = gn.selection.feature_count_curve(gn.GaussianNB(), X, Y, cv=plan, scoring="roc_auc")
    np.testing.assert_allclose(ours.ranked, theirs.ranked)


@pytest.mark.parametrize(
    ("n_constant", "listed"), [(2, r"\(a, b\)"), (5, r"\(a, b, c, d, e\)"), (6, r"\(a, b, c, d, e\.\.\.\)")]
)
def test_up_to_five_constant_columns_are_named_and_more_are_indicated(n_constant, listed):
    X = np.ones((4, 7))
    X[:, n_constant:] = np.arange(4.0)[:, None]
    with pytest.warns(DataWarning, match=listed):
        warn_of_constant(X, tuple("abcdefg"), "ForwardSelection")
