import numpy as np
import pytest
from scipy import stats
from sklearn.linear_model import LinearRegression, LogisticRegression
from sklearn.metrics import precision_score, recall_score
from sklearn.naive_bayes import GaussianNB

import gnomon as gn
from gnomon.assessment.intervals import clopper_pearson_interval, wilson_interval
from gnomon.assessment.rate_table import rate_table, rates_frame
from gnomon.assessment.resample import resample
from gnomon.assessment.splits import hold_out, k_fold, repeated
from gnomon.data.task import Task
from gnomon.errors import DataError, DesignError, ParameterError

random = np.random.default_rng(0)
X = random.normal(size=(90, 2))
names = np.array(["a", "b", "c"])[np.digitize(X[:, 0] + random.normal(size=90), [-0.5, 0.5])]
three = Task(X, names)
two = Task(X, np.where(X[:, 0] + random.normal(size=90) > 0, "no", "yes"), positive="no")


def test_every_rate_is_the_binomial_of_its_own_cases():
    result = rates_frame([[50, 10], [5, 15]], ["well", "ill"])
    for rate, right, n in [
        ("recall", 15, 20),
        ("specificity", 50, 60),
        ("precision", 15, 25),
        ("negative_predictive_value", 50, 55),
        ("false_positive_rate", 10, 60),
        ("false_negative_rate", 5, 20),
    ]:
        line = result.loc[("ill", rate)]
        assert (line["value"], line["n"]) == pytest.approx((right / n, n))
        assert (line["lower"], line["upper"]) == pytest.approx(wilson_interval(right / n, n))
    assert result.loc[("all", "accuracy"), "value"] == pytest.approx(65 / 80)
    exact = rates_frame([[50, 10], [5, 15]], method="clopper-pearson", level=0.9)
    assert exact.loc[(1, "recall"), "lower"] == pytest.approx(clopper_pearson_interval(0.75, 20, 0.9)[0])


def test_predictions_give_scikit_learns_rates_class_by_class():
    predictions = resample(three, GaussianNB(), k_fold(5))
    result = rate_table(predictions)
    for code, name in enumerate("abc"):
        truth, called = predictions.truth == code, predictions.predicted == code
        assert result.loc[(name, "recall"), "value"] == pytest.approx(recall_score(truth, called))
        assert result.loc[(name, "precision"), "value"] == pytest.approx(precision_score(truth, called))
    assert ((result["lower"] <= result["value"]) & (result["value"] <= result["upper"])).all()


def test_of_two_classes_the_positive_one_is_shown():
    predictions = resample(two, LogisticRegression(), hold_out(0.5))
    result = rate_table(predictions)
    assert set(result.index.get_level_values("class")) == {"all", "no"}
    for rate in ("recall", "precision", "specificity"):
        line, estimate = result.loc[("no", rate)], predictions.estimate(rate)
        assert estimate.method == "wilson"
        assert (line["value"], line["lower"], line["upper"]) == pytest.approx(
            (estimate.value, estimate.lower, estimate.upper)
        )


def test_weights_lower_the_number_of_cases():
    weighted = Task(X, names, weight=np.where(np.arange(90) % 2, 1.0, 0.1))
    plain, lower = (rate_table(resample(each, GaussianNB(), k_fold(5))) for each in (three, weighted))
    assert (lower["n"] < 0.75 * plain["n"]).all()


def test_groups_count_as_one_each():
    copies = Task(np.repeat(X, 3, axis=0), np.repeat(names, 3), group=np.repeat(np.arange(90), 3))
    result = rate_table(resample(copies, GaussianNB(), hold_out(0.5)))
    assert result.loc[("all", "accuracy"), "n"] == pytest.approx(45, abs=2)
    assert (result["upper"] > result["lower"]).all()


def of_groups(y, y_pred, n_groups):
    group = np.arange(len(y)) * n_groups // len(y)
    return rate_table(gn.Predictions.from_arrays(y, y_pred, classes=[0, 1], groups=group))


def test_the_interval_over_groups_of_equal_size_is_students_of_their_means():
    generator = np.random.default_rng(0)
    y = generator.integers(2, size=40)
    y_pred = np.where(generator.random(40) < 0.75, y, 1 - y)
    means = (y == y_pred).reshape(10, 4).mean(axis=1)
    expected = stats.t.interval(0.95, 9, means.mean(), stats.sem(means))
    line = of_groups(y, y_pred, 10).loc[("all", "accuracy")]
    assert line.tolist() == pytest.approx([means.mean(), *expected, 10])


def test_of_groups_without_errors_the_rule_of_three_is_the_bound_and_of_one_group_anything_is_possible():
    y = np.arange(40) % 2
    line = of_groups(y, y, 10).loc[("all", "accuracy")]
    # 0.95 of the time at least one of ten groups has an error, if more than this share has.
    assert line.tolist() == pytest.approx([1.0, 0.05 ** (1 / 10), 1.0, 10])
    nothing_right = of_groups(y, 1 - y, 10).loc[("all", "accuracy")]
    assert nothing_right.tolist() == pytest.approx([0.0, 0.0, 1 - 0.05 ** (1 / 10), 10])
    assert of_groups(y, y, 1).loc[("all", "accuracy")].tolist() == [1.0, 0.0, 1.0, 1.0]


def test_a_rate_of_no_cases_has_no_value_and_says_that_anything_is_possible():
    line = rates_frame([[20, 0], [5, 0]]).loc[(1, "precision")]
    assert np.isnan(line["value"])
    assert (line["lower"], line["upper"], line["n"]) == (0, 1, 0)


def test_many_classes_are_no_trouble():
    assert len(rates_frame(np.eye(300))) == 1 + 300 * 6


@pytest.mark.parametrize(
    "table", [[[1, 2, 3], [4, 5, 6]], [[1]], [[1, -1], [2, 3]], [[1, np.nan], [2, 3]], [1, 2]]
)
def test_what_is_no_table_is_refused(table):
    with pytest.raises(DataError, match="confusion matrix"):
        rates_frame(table)


def test_designs_and_tasks_without_rates_are_refused():
    with pytest.raises(DesignError, match="every row held out exactly once"):
        rate_table(resample(three, GaussianNB(), repeated(k_fold(5), times=2)))
    with pytest.raises(DesignError, match="regression"):
        rate_table(resample(Task(X, X[:, 0], kind="regression"), LinearRegression(), hold_out(0.5)))
    with pytest.raises(ParameterError, match="'wald'"):
        rates_frame([[1, 2], [3, 4]], method="wald")
    with pytest.raises(DataError, match="3 labels"):
        rates_frame([[1, 2], [3, 4]], ["a", "b", "c"])


def test_a_class_without_cases_and_predictions_has_rates_that_are_not_defined():
    predictions = gn.Predictions.from_arrays(["a", "a", "b"], ["a", "b", "b"], classes=["a", "b", "c"])
    table = rate_table(predictions)
    assert table.loc[("a", "recall"), "value"] == 0.5
    assert np.isnan(table.loc[("c", "recall"), "value"])
    assert table.loc[("c", "recall"), ["lower", "upper", "n"]].tolist() == [0.0, 1.0, 0.0]
