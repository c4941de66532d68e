import numpy as np
import pytest
from scipy import stats
from sklearn.dummy import DummyRegressor
from sklearn.linear_model import LinearRegression
from sklearn.naive_bayes import GaussianNB

from gnomon.assessment.refitting.nested_interval import nested_cv_interval
from gnomon.assessment.splits import k_fold
from gnomon.data.task import Task
from gnomon.errors import DesignError, ParameterError
from gnomon.seeds import child

random = np.random.default_rng(0)
X = random.normal(size=(40, 2))
y = X[:, 0] + random.normal(size=40)
task = Task(X, y, kind="regression")


def by_the_paper(k, repeats):
    """Algorithm 1 of Bates, Hastie & Tibshirani (2024), written out plainly, with its bias correction."""
    squares, inner_all, outer_all = [], [], []
    for repeat in range(repeats):
        plan = k_fold(k, stratify=False, random_state=child(0, repeat))
        folds = plan.split(task).held_out

        def loss(left_out, rows):
            train = np.setdiff1d(np.arange(40), left_out)
            model = LinearRegression().fit(X[train], y[train])
            return (y[rows] - model.predict(X[rows])) ** 2

        for j, fold in enumerate(folds):
            out = loss(fold, fold)
            inside = [loss(np.concatenate([fold, other]), other) for i, other in enumerate(folds) if i != j]
            inside = np.concatenate(inside)
            squares.append((inside.mean() - out.mean()) ** 2 - out.var(ddof=1) / len(out))
            inner_all.append(inside)
            outer_all.append(out)
    inner, outer = np.concatenate(inner_all), np.concatenate(outer_all)
    plain = inner.std() / np.sqrt(40)
    error = np.clip(np.sqrt(max((k - 1) / k * np.mean(squares), 0)), plain, np.sqrt(k) * plain)
    return inner.mean() - (1 + (k - 2) / k) * (inner.mean() - outer.mean()), error


@pytest.mark.parametrize(("k", "repeats"), [(4, 2), (5, 4)])
def test_value_and_error_are_those_of_the_papers_algorithm(k, repeats):
    value, error = by_the_paper(k, repeats)
    result = nested_cv_interval(task, LinearRegression(), "mean_squared_error", k, repeats)
    assert result.value == pytest.approx(value)
    assert result.parts["standard error"] == pytest.approx(error)
    z = stats.norm.ppf(0.975)
    assert (result.lower, result.upper) == pytest.approx((max(value - z * error, 0), value + z * error))
    assert 1 <= result.parts["inflation"] <= np.sqrt(k)


def test_the_bias_of_training_on_fewer_rows_is_taken_off():
    wide = Task(random.normal(size=(60, 15)), random.normal(size=60), kind="regression")
    result = nested_cv_interval(wide, LinearRegression(), "mean_squared_error", 5, 4)
    assert result.parts["bias"] > 0.1
    assert "subtracted" in result.why


def test_the_same_seed_gives_the_same_interval_and_another_seed_another():
    first, again, other = (
        nested_cv_interval(task, LinearRegression(), "mean_squared_error", 4, 2, random_state=seed)
        for seed in (1, 1, 2)
    )
    assert (first.lower, first.upper) == (again.lower, again.upper) != (other.lower, other.upper)


def test_weights_all_alike_change_nothing_and_copied_groups_add_little():
    even = Task(X, y, kind="regression", weight=np.full(40, 2.0))
    plain, weighted = (
        nested_cv_interval(each, LinearRegression(), "mean_squared_error", 4, 2) for each in (task, even)
    )
    assert (weighted.lower, weighted.upper) == pytest.approx((plain.lower, plain.upper))
    copies = Task(
        np.repeat(X, 3, axis=0), np.repeat(y, 3), kind="regression", group=np.repeat(np.arange(40), 3)
    )
    grouped = nested_cv_interval(copies, LinearRegression(), "mean_squared_error", 4, 6)
    assert grouped.parts["plain standard error"] == pytest.approx(
        plain.parts["plain standard error"], rel=0.2
    )


def test_classes_are_measured_by_their_error_rate_within_zero_and_one():
    labels = Task(X, y > 0)
    result = nested_cv_interval(labels, GaussianNB(), "accuracy", 4, 2)
    assert 0 <= result.lower <= result.value <= result.upper <= 1


def test_a_measure_that_is_no_mean_and_too_few_folds_are_refused():
    with pytest.raises(DesignError, match="bootstrap_632_plus"):
        nested_cv_interval(Task(X, y > 0), GaussianNB(), "auc", 4, 1)
    with pytest.raises(ParameterError, match="k must be 3 or more"):
        nested_cv_interval(task, LinearRegression(), "mean_squared_error", 2)
    with pytest.raises(ParameterError, match="repeats"):
        nested_cv_interval(task, LinearRegression(), "mean_squared_error", 4, 0)


def test_it_covers_the_error_of_the_mean():
    hits = 0
    for _ in range(60):
        drawn = Task(np.zeros((40, 1)), random.normal(size=40), kind="regression")
        result = nested_cv_interval(drawn, DummyRegressor(), "mean_squared_error", 5, 2)
        hits += result.lower <= 1 + 1 / 40 <= result.upper
    assert hits >= 51
