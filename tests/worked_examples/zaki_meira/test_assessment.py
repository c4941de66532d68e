"""Worked examples of classification assessment that measures, splits, intervals and comparisons reach."""

from dataclasses import replace

import numpy as np
import pytest
from sklearn.datasets import load_iris
from sklearn.dummy import DummyClassifier

from gnomon import GaussianNB, QuadraticDiscriminantAnalysis
from gnomon.assessment.comparison import compare
from gnomon.assessment.intervals import critical_t, critical_z, t_interval, z_interval
from gnomon.assessment.measures import accuracy, auc, error
from gnomon.assessment.resample import resample
from gnomon.assessment.splits import bootstrap, k_fold, leave_one_out, repeated
from gnomon.data.task import Task

iris = load_iris()
names = iris.target_names[iris.target]
sepals = Task(iris.data[:, :2], names, name="iris sepals")
errors = np.array([8, 4, 7, 11, 5]) / 30


def full_bayes():
    """Normal classes, each with a full covariance of its own."""
    return QuadraticDiscriminantAnalysis()


def from_counts(table):
    """Truth and prediction, one row a case, of a table with predicted rows and true columns."""
    table = np.asarray(table)
    predicted, truth = np.indices(table.shape)
    return np.repeat(truth.ravel(), table.ravel()), np.repeat(predicted.ravel(), table.ravel())


def test_eight_of_thirty_wrong():
    """Zaki and Meira 2014, section 22.1, example 22.1."""
    truth, predicted = from_counts([[10, 0, 0], [0, 7, 5], [0, 3, 5]])
    assert error(truth, predicted) == pytest.approx(0.267, abs=5e-4)
    assert accuracy(truth, predicted) == pytest.approx(0.733, abs=5e-4)


def test_a_witness_split_gives_the_table_of_counts():
    """Zaki and Meira 2014, section 22.1, example 22.1."""
    held_out = np.concatenate(
        [
            [5, 9, 13, 14, 18, 25, 33, 34, 42, 48, 53, 57, 58, 59, 65, 77, 80, 83, 88, 98],
            [101, 107, 109, 120, 123, 128, 138, 141, 145, 149],
        ]
    )
    predictions = resample(sepals, full_bayes(), [(np.setdiff1d(np.arange(150), held_out), held_out)])
    table = np.zeros((3, 3), dtype=int)
    np.add.at(table, (predictions.predicted, predictions.truth), 1)
    assert table.tolist() == [[10, 0, 0], [0, 7, 5], [0, 3, 5]]
    assert predictions.score("error") == pytest.approx(8 / 30)
    assert predictions.estimate("accuracy").method == "wilson"


def test_twenty_of_thirty_right_in_two_classes():
    """Zaki and Meira 2014, section 22.1.2, example 22.3 and table 22.3."""
    truth, predicted = from_counts([[7, 7], [3, 13]])
    assert accuracy(truth, predicted) == pytest.approx(20 / 30)
    assert error(truth, predicted) == pytest.approx(10 / 30)


def uci_iris_components():
    """The first two principal components of UCI's Iris, versicolor against the rest."""
    X = iris.data.copy()
    X[[34, 37]] = [4.9, 3.1, 1.5, 0.1]
    pc1 = [-0.36158968, 0.08226889, -0.85657211, -0.35884393]
    pc2 = [0.65653988, 0.72971237, -0.1757674, -0.07470647]
    Z = (X - X.mean(axis=0)) @ np.array([pc1, pc2]).T
    return Task(Z, names == "versicolor")


def test_naive_bayes_on_the_recovered_split_has_table_accuracy_and_area():
    """Zaki and Meira 2014, section 22.1.2, example 22.3 and table 22.3; section 22.1.3, example 22.4."""
    held_out = np.concatenate(
        [
            [51, 57, 64, 79, 81, 87, 88, 91, 92, 93],
            [2, 5, 14, 28, 30, 36, 39, 42, 46, 106, 107, 108, 109, 113, 123, 126, 133, 138, 145, 146],
        ]
    )
    task = uci_iris_components()
    pairs = [(np.setdiff1d(np.arange(150), held_out), held_out)]
    predictions = resample(task, GaussianNB(var_smoothing=0), pairs)
    table = np.zeros((2, 2), dtype=int)
    np.add.at(table, (predictions.predicted, predictions.truth), 1)
    assert table.tolist() == [[13, 3], [7, 7]]
    assert predictions.score("auc") == pytest.approx(0.775)
    found = predictions.estimate("auc")
    assert found.method == "delong"
    assert 0.5 < found.lower < 0.775 < found.upper < 1


def test_the_printed_scores_are_rounded_to_a_tie_and_give_0_7775():
    """Zaki and Meira 2014, section 22.1.3, example 22.4."""
    printed = [0.93, 0.82, 0.80, 0.77, 0.74, 0.71, 0.69, 0.67, 0.66, 0.61, 0.59, 0.55, 0.55, 0.53, 0.47]
    printed += [0.30, 0.26, 0.11, 0.04, 2.97e-4, 1.28e-4, 2.55e-7, 6.99e-8, 3.11e-8, 3.109e-8, 1.53e-8]
    printed += [9.76e-9, 2.08e-9, 1.95e-9, 7.83e-10]
    positive = np.isin(np.arange(1, 31), [2, 4, 5, 6, 8, 13, 14, 15, 16, 17])
    assert auc(positive, printed) == pytest.approx(0.7775)
    untied = np.array(printed)
    untied[[11, 12]] = 0.55235, 0.54794
    assert auc(positive, untied) == pytest.approx(0.775)


def test_ties_count_as_half():
    """Zaki and Meira 2014, section 22.1.3, example 22.5."""
    assert auc([1, 0, 1, 1, 0], [0.9, 0.8, 0.8, 0.8, 0.1]) == pytest.approx(0.8333, abs=5e-5)


def test_five_folds_of_full_bayes_have_mean_and_variance_with_divisor_four():
    """Zaki and Meira 2014, section 22.2.1, example 22.7."""
    order = np.random.default_rng(8205).permutation(150)
    pairs = [(np.setdiff1d(order, block), block) for block in order.reshape(5, 30)]
    predictions = resample(sepals, full_bayes(), pairs)
    found = predictions.per_split("error")
    assert np.allclose(found, errors)
    assert predictions.score("error") == pytest.approx(0.23333, abs=5e-6)
    # The document divides by 4 although its formula says 5, which would give 0.006667.
    assert np.var(found, ddof=1) == pytest.approx(0.008333, abs=5e-7)
    assert np.var(found, ddof=0) == pytest.approx(0.006667, abs=5e-7)
    assert predictions.design.method == "k-fold"


def test_repeated_folds_and_leave_one_out_of_full_bayes():
    """Zaki and Meira 2014, section 22.2.1, example 22.7."""
    plan = repeated(k_fold(5, stratify=False), times=10)
    assert resample(sepals, full_bayes(), plan).score("error") == pytest.approx(0.2307, abs=0.012)
    assert resample(sepals, full_bayes(), leave_one_out()).score("error") == pytest.approx(34 / 150)


def test_a_bootstrap_sample_holds_63_percent_of_the_rows():
    """Zaki and Meira 2014, section 22.2.2, bootstrap resampling."""
    splits = bootstrap(400, stratify=False).split(sepals)
    assert np.mean(splits.train_sizes) / 150 == pytest.approx(1 - (1 - 1 / 150) ** 150, abs=0.004)
    assert pytest.approx(0.63335, abs=5e-6) == 1 - (1 - 1 / 150) ** 150


def test_the_out_of_bag_error_is_not_optimistic():
    """Zaki and Meira 2014, section 22.2.2, example 22.8."""
    out_of_bag = resample(sepals, full_bayes(), bootstrap(50)).score("error")
    assert out_of_bag == pytest.approx(0.230, abs=0.02)


@pytest.mark.parametrize(
    ("level", "ddof", "bounds"),
    [
        (0.95, 1, (0.15332, 0.31335)),
        (0.99, 1, (0.12818, 0.33849)),
        (0.95, 0, (0.16177, 0.30490)),
        (0.99, 0, (0.13928, 0.32739)),
    ],
)
def test_large_sample_intervals(level, ddof, bounds):
    """Zaki and Meira 2014, section 22.2.3, example 22.9."""
    assert z_interval(errors, level, ddof=ddof) == pytest.approx(bounds, abs=5e-6)


def test_critical_values_of_the_normal():
    """Zaki and Meira 2014, section 22.2.3, example 22.9."""
    assert critical_z(0.95) == pytest.approx(1.95996, abs=5e-6)
    assert critical_z(0.99) == pytest.approx(2.57583, abs=5e-6)


@pytest.mark.parametrize(
    ("level", "ddof", "bounds"),
    [
        (0.95, 1, (0.11999, 0.34668)),
        (0.99, 1, (0.04537, 0.42129)),
        (0.95, 0, (0.13195, 0.33471)),
        (0.99, 0, (0.06522, 0.40145)),
    ],
)
def test_students_intervals(level, ddof, bounds):
    """Zaki and Meira 2014, section 22.2.3, example 22.10."""
    assert t_interval(errors, level, ddof=ddof) == pytest.approx(bounds, abs=5e-6)


def test_by_name_on_predictions():
    """Zaki and Meira 2014, section 22.2.3, example 22.10."""
    order = np.random.default_rng(8205).permutation(150)
    pairs = [(np.setdiff1d(order, block), block) for block in order.reshape(5, 30)]
    predictions = resample(sepals, full_bayes(), pairs)
    found = predictions.estimate("error", method="t")
    assert (found.lower, found.upper) == pytest.approx((0.11999, 0.34668), abs=5e-6)
    found = predictions.estimate("error", method="z", ddof=0)
    assert (found.lower, found.upper) == pytest.approx((0.16177, 0.30490), abs=5e-6)


def with_errors(counts):
    """Five folds of thirty rows with these many wrong."""
    task = Task(np.zeros((150, 1)), np.arange(150) % 2)
    folds = np.arange(150).reshape(5, 30)
    pairs = [(np.setdiff1d(np.arange(150), rows), rows) for rows in folds]
    predictions = resample(task, DummyClassifier(), pairs)
    wrong = np.concatenate([np.arange(30) < count for count in counts])
    return replace(predictions, predicted=np.where(wrong, 1 - predictions.truth, predictions.truth))


def test_naive_and_full_bayes_do_not_differ():
    """Zaki and Meira 2014, section 22.2.4, example 22.11."""
    naive, full = with_errors([7, 8, 3, 12, 9]), with_errors([6, 6, 5, 10, 7])
    # Divisor 4 throughout; the document's 1.28 comes from the rounded mean.
    plain = compare(naive, full, "error", test="paired t")
    assert plain.difference == pytest.approx(0.03333, abs=5e-6)
    assert (plain.upper - plain.difference) / critical_t(0.95, 4) * np.sqrt(5) == pytest.approx(
        0.057735, abs=5e-7
    )
    assert plain.p == pytest.approx(0.2663, abs=5e-5)
    found = compare(naive, full, "error")
    assert found.verdict == "undecided"
    assert found.p > plain.p
    assert found.effect * np.sqrt(5) == pytest.approx(1.29099, abs=5e-6)


def test_critical_values_of_t():
    """Zaki and Meira 2014, section 22.5, table 22.7."""
    exact = [12.706205, 4.302653, 3.182446, 2.776445, 2.570582, 2.446912]
    # The document prints 12.7065 for one degree of freedom.
    assert [critical_t(0.95, freedom) for freedom in range(1, 7)] == pytest.approx(exact, abs=5e-7)


def test_a_three_way_tie_gives_area_0_56():
    """Zaki and Meira 2014, section 22.5, exercise 5."""
    positive = [1, 0, 1, 1, 0, 1, 0, 1, 0, 0]
    score = [0.53, 0.86, 0.25, 0.95, 0.87, 0.86, 0.76, 0.94, 0.44, 0.86]
    assert auc(positive, score) == pytest.approx(0.56)
