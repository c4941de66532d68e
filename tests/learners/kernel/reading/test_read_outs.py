"""Inspection of support vector machines: tables, optimum, bounds, capacity, cleaning, pruning,
perturbation.
"""

import numpy as np
import pytest
import sklearn.svm

import gnomon as gn
from gnomon.errors import DataError, DataWarning, ParameterError
from gnomon.learners.kernel.kernels import LaplacianKernel, RBFKernel
from gnomon.learners.kernel.reading.capacity import feature_space_dimension, svm_capacity
from gnomon.learners.kernel.reading.cleaning import remove_outliers
from gnomon.learners.kernel.reading.cost_path import cost_path
from gnomon.learners.kernel.reading.left_out_support import (
    independent_support_vectors,
    leave_one_out_error,
    support_vector_bound,
)
from gnomon.learners.kernel.reading.optimum import check_kkt_conditions
from gnomon.learners.kernel.reading.perturbation import perturbed_error, rounded_error
from gnomon.learners.kernel.reading.pruned import pruned_decision
from gnomon.learners.kernel.reading.support_table import support_table, warn_if_many_support

RANDOM = np.random.default_rng(0)
X = RANDOM.normal(size=(70, 2))
Y = np.where(X[:, 0] + 0.5 * RANDOM.normal(size=70) > 0, 1, -1)
SVMS = [gn.SVC, sklearn.svm.SVC]


@pytest.mark.parametrize("svm", SVMS)
def test_free_supports_lie_on_the_margin_and_bounded_ones_inside_it(svm):
    table = support_table(svm(C=1.0, tol=1e-6).fit(X, Y), X, Y)
    assert (table.is_free | table.is_bounded == table.is_support).all()
    np.testing.assert_allclose((table.side * table.output)[table.is_free], 1, atol=1e-4)
    assert (table.side * table.output)[table.is_bounded].max() <= 1 + 1e-4
    assert (table.slack[~table.is_support] == 0).all()
    assert (table.is_wrong == (table.slack >= 1)).all()
    assert str(int(table.is_support.sum())) in str(table)


def test_bounds_follow_class_and_row_weights():
    weight = RANDOM.uniform(0.5, 2, 70)
    model = gn.SVC(C=0.5, class_weight={1: 3.0, -1: 1.0}, tol=1e-6).fit(X, Y, sample_weight=weight)
    table = support_table(model, X, Y, sample_weight=weight)
    np.testing.assert_allclose(table.bound, 0.5 * weight * np.where(Y == 1, 3.0, 1.0))
    assert (table.alpha <= table.bound * (1 + 1e-9)).all()
    assert check_kkt_conditions(model, X, Y, sample_weight=weight).holds(1e-4)


def test_ranks_begin_with_the_largest_multiplier_of_each_class():
    ranked = support_table(gn.SVC(C=1.0).fit(X, Y), X, Y).ranked()
    for _, lines in ranked.groupby("class"):
        assert lines["rank"].tolist() == list(range(1, len(lines) + 1))
        assert lines["alpha"].is_monotonic_decreasing


def test_a_table_is_of_two_classes():
    with pytest.raises(DataError, match="two classes"):
        support_table(gn.SVC().fit(X, np.arange(70) % 3), X, np.arange(70) % 3)


@pytest.mark.parametrize("svm", SVMS)
@pytest.mark.parametrize("kernel", ["linear", "rbf"])
def test_the_conditions_hold_at_the_optimum_and_only_there(svm, kernel):
    good = check_kkt_conditions(svm(kernel=kernel, C=1.0, tol=1e-6).fit(X, Y), X, Y)
    assert good.holds(1e-4)
    assert abs(good.balance) < 1e-6
    assert good.gap == pytest.approx(0, abs=1e-3)
    rough = check_kkt_conditions(sklearn.svm.SVC(kernel=kernel, C=1.0, tol=0.5).fit(X, Y), X, Y)
    assert rough.violation > good.violation
    assert "gap" in good.frame()["figure"].tolist()


def test_left_out_errors_refit_supports_alone_and_are_those_of_all_refits():
    learner = gn.SVC(kernel=RBFKernel(0.5), C=1.0, tol=1e-6)
    result = leave_one_out_error(learner.fit(X, Y), X, Y)
    wrong = [
        row
        for row in range(70)
        if gn.SVC(kernel=RBFKernel(0.5), C=1.0, tol=1e-6)
        .fit(np.delete(X, row, 0), np.delete(Y, row))
        .predict(X[row : row + 1])[0]
        != Y[row]
    ]
    assert result.wrong.tolist() == wrong
    assert result.n_refits == len(learner.support_) < 70
    with pytest.warns(DataWarning, match="36 of 70 rows"):
        bound = support_vector_bound(learner, 70)
    assert result.error <= result.bound <= bound == 36 / 70


@pytest.mark.parametrize("svm", SVMS)
@pytest.mark.parametrize("C", [0.1, 1.0, 100.0])
def test_a_soft_margin_is_bounded_by_all_its_support_vectors(svm, C):
    model = svm(kernel="linear", C=C).fit(X, Y)
    result = leave_one_out_error(model, X, Y)
    assert independent_support_vectors(model) / 70 < result.error <= result.bound == len(model.support_) / 70


@pytest.mark.parametrize("svm", SVMS)
def test_left_out_rows_do_not_change_gamma_that_was_computed_from_all(svm):
    # A far row is half of the variance, and so of gamma="scale".
    random = np.random.default_rng(27)
    column = random.normal(size=(16, 1))
    column[0] = 8 * random.choice([-1, 1])
    y = (np.sin(3 * column[:, 0]) > 0).astype(int)
    by_name, by_number = (
        leave_one_out_error(svm(C=10, gamma=gamma).fit(column, y), column, y)
        for gamma in ("scale", 1 / column.var())
    )
    assert by_name.wrong.tolist() == by_number.wrong.tolist()


def test_independent_supports_are_at_most_the_columns():
    model = gn.SVC(kernel="linear", C=0.1).fit(X, Y)
    assert independent_support_vectors(model) == 2 < len(model.support_)


def test_most_rows_as_supports_are_warned_of():
    assert warn_if_many_support(gn.SVC(kernel="linear", C=100.0).fit(X, Y), 70, max_fraction=1.0) <= 1
    with pytest.warns(DataWarning, match="lower gamma"):
        warn_if_many_support(gn.SVC(gamma=100.0).fit(X, Y), 70)


def test_capacity_counts_features_and_distinct_supports():
    model = gn.SVC(kernel="poly", degree=3, coef0=1.0).fit(X, np.arange(70) % 3)
    with pytest.warns(DataWarning, match="suggests overfitting"):
        result = svm_capacity(model, 70)
    assert result.n_features == 9
    assert result.vc_dimension == 10
    assert result.mean_support == len(model.support_) / 3
    assert feature_space_dimension(5, "rbf") == np.inf
    assert feature_space_dimension(5, "poly", degree=2, coef0=0.0) == 15
    with pytest.warns(DataWarning, match="suggests overfitting") as caught:
        assert "infinite" in str(svm_capacity(gn.SVC().fit(X, Y), 70))
    assert caught[0].filename == __file__


def test_cleaning_finds_the_wrong_label_and_a_review_can_spare_it():
    rows = np.concatenate([RANDOM.normal(-3, 0.5, (20, 2)), RANDOM.normal(3, 0.5, (20, 2))])
    y = np.repeat([0, 1], 20)
    y[5] = 1
    learner = gn.SVC(kernel="linear", C=10.0)
    cleaned = remove_outliers(learner, rows, y)
    assert cleaned.frame()["row"].tolist() == [5]
    assert cleaned.frame()["margin_after"][0] > cleaned.frame()["margin_before"][0]
    assert 5 not in cleaned.rows
    reviewed = remove_outliers(learner, rows, y, review=lambda row, alpha: False)
    assert len(reviewed.rows) == 40
    assert 5 in reviewed.reviewed
    assert remove_outliers(learner, rows, y, min_alpha=1e9).removed == []
    assert str(remove_outliers(learner, rows, y, max_removed=0)).startswith("no row removed")
    with pytest.raises(ParameterError, match="max_removed"):
        remove_outliers(learner, rows, y, max_removed=-1)


@pytest.mark.parametrize("kernel", [RBFKernel(8.0), LaplacianKernel(6.0)])
def test_pruned_outputs_are_within_their_tolerance_and_cost_less(kernel):
    model = gn.SVC(kernel=kernel, C=1.0).fit(X, Y)
    result = pruned_decision(model, X, tolerance=1e-3)
    np.testing.assert_allclose(result.output, model.decision_function(X), atol=1e-3)
    assert result.fraction < 0.9
    with pytest.raises(DataError, match="decreases with distance"):
        pruned_decision(gn.SVC(kernel="linear").fit(X, Y), X)
    with pytest.raises(ParameterError, match="tolerance"):
        pruned_decision(model, X, tolerance=0.0)


def test_perturbation_is_none_without_noise_and_repeats_by_seed():
    model = gn.SVC(C=1.0).fit(X, Y)
    result = perturbed_error(model, X, Y, noise=[0.0, 1.0], random_state=1)
    assert result.mean[0] == pytest.approx(result.exact)
    assert result.exact == (model.predict(X) != Y).mean()
    assert result.mean[1] > result.exact
    again = perturbed_error(model, X, Y, noise=[0.0, 1.0], random_state=1)
    assert np.array_equal(result.mean, again.mean)
    assert rounded_error(model, X, Y, bits=[1, 20]).mean[1] == result.exact
    with pytest.raises(ParameterError, match="noise"):
        perturbed_error(model, X, Y, noise=[-1.0])
    with pytest.raises(ParameterError, match="bits"):
        rounded_error(model, X, Y, bits=[0])


def test_a_sweep_has_a_row_for_each_C():
    result = cost_path(gn.SVC(), X, Y, [0.1, 1.0, 10.0])
    assert result.frame()["C"].tolist() == [0.1, 1.0, 10.0]
    assert result.frame()["margin"].is_monotonic_decreasing
    assert "margin" in str(result)
    with pytest.raises(ParameterError, match="all positive"):
        cost_path(gn.SVC(), X, Y, [0.0])
