import numpy as np
import pytest
from sklearn.linear_model import LinearRegression, SGDClassifier, SGDRegressor
from sklearn.naive_bayes import GaussianNB as PeerBayes

import gnomon as gn
from gnomon.assessment.intervals import rows_t_interval, wilson_interval
from gnomon.assessment.online import prequential
from gnomon.errors import DesignError, ParameterError


def stream(n_rows=120, **roles):
    random = np.random.default_rng(0)
    X = random.normal(size=(n_rows, 2))
    y = np.where(X[:, 0] + random.normal(size=n_rows) / 2 > 0, "up", "down")
    return gn.Task(X, y, **roles)


@pytest.mark.parametrize("batch_size", [1, 7])
def test_every_row_is_predicted_by_a_model_of_the_rows_before_its_batch(batch_size):
    task = stream()
    result = prequential(task, gn.GaussianNB(), batch_size=batch_size)
    X, y = np.asarray(task.X), task.y
    for row, seen, loss in zip(result.rows, result.seen, result.loss, strict=True):
        assert seen <= row < seen + batch_size
        model = gn.GaussianNB().fit(X[:seen], y[:seen])
        assert loss == (model.predict(X[row : row + 1])[0] != y[row])


@pytest.mark.parametrize(
    "learner",
    [
        gn.Perceptron(),
        gn.LogisticRegression(),
        gn.NearestMean(),
        gn.LeastSquaresClassifier(),
        gn.Baseline(),
        PeerBayes(),
        SGDClassifier(random_state=0),
    ],
    ids=repr,
)
def test_any_learner_with_partial_fit_can_be_asked(learner):
    result = prequential(stream(), learner, warm_up=10)
    assert len(result.loss) == 110
    assert result.estimate().value <= 0.6
    assert result.model.predict([[3.0, 0.0]]) == ["up"] or isinstance(learner, gn.Baseline)
    assert not hasattr(learner, "classes_")


def test_the_progressive_error_is_a_share_with_wilsons_interval():
    result = prequential(stream(), gn.GaussianNB())
    estimate = result.estimate(level=0.9)
    assert estimate.value == result.loss.mean()
    assert (estimate.lower, estimate.upper) == wilson_interval(result.loss.mean(), len(result.loss), 0.9)
    assert "before it was learned" in estimate.why


def test_a_regression_is_measured_by_squares():
    random = np.random.default_rng(0)
    X = random.normal(size=(200, 2))
    task = gn.Task(X, X @ [1.0, 2.0] + 0.1 * random.normal(size=200))
    result = prequential(task, SGDRegressor(random_state=0), batch_size=20)
    assert (result.estimate().lower, result.estimate().upper) == rows_t_interval(result.loss)
    table = result.frame(points=9)
    assert table["recent"].iloc[0] > 5 * table["recent"].iloc[-1]
    exact = prequential(task, gn.LinearRegression(), batch_size=20, measure="mean_absolute_error")
    assert exact.estimate().value < 0.2


def test_the_table_ends_at_the_estimate():
    result = prequential(stream(), gn.GaussianNB(), batch_size=4)
    table = result.frame(points=10)
    last, whole = table.iloc[-1], result.estimate()
    assert len(table) == 10
    assert last["predicted"] == len(result.loss)
    assert (last["progressive"], last["lower"], last["upper"]) == (whole.value, whole.lower, whole.upper)
    np.testing.assert_allclose(
        np.average(table["recent"], weights=np.diff([0, *table["predicted"]])), whole.value
    )


def test_rows_come_in_order_of_time():
    task = stream(time=np.arange(120)[::-1])
    result = prequential(task, gn.GaussianNB())
    assert (np.diff(result.rows) == -1).all()
    with pytest.raises(DesignError, match="has a time column"):
        prequential(task, gn.GaussianNB(), shuffle=True)


def test_a_shuffle_is_the_seeds():
    a, b, c = (prequential(stream(), gn.GaussianNB(), shuffle=True, random_state=seed) for seed in (1, 1, 2))
    assert np.array_equal(a.rows, b.rows)
    assert not np.array_equal(a.rows, c.rows)


def test_the_first_rows_only_teach_until_a_second_class_has_come():
    X = np.arange(10.0)[:, None]
    task = gn.Task(X, ["a"] * 4 + ["b"] * 6)
    assert prequential(task, gn.NearestMean()).seen[0] == 5
    assert prequential(task, gn.NearestMean(), batch_size=3).seen[0] == 6
    assert prequential(task, gn.NearestMean(), warm_up=7).seen[0] == 7


def test_weights_count_in_learning_and_in_the_mean_and_rows_of_none_are_left_out():
    weight = np.arange(120) % 3
    task = stream(weight=weight)
    result = prequential(task, gn.GaussianNB())
    assert (weight[result.rows] > 0).all()
    assert result.estimate().value == pytest.approx(np.average(result.loss, weights=weight[result.rows]))
    with pytest.raises(DesignError, match="has no sample_weight"):
        prequential(task, gn.Perceptron())


def test_groups_widen_the_interval():
    task = stream()
    grouped = stream(group=np.arange(120) // 30)
    a, b = (prequential(each, gn.GaussianNB()).estimate() for each in (task, grouped))
    assert a.value == b.value
    assert b.method == "t over groups"


def test_what_cannot_be_is_refused_with_a_way_out():
    task = stream()
    with pytest.raises(DesignError, match="no partial_fit"):
        prequential(task, gn.KNeighborsClassifier())
    with pytest.raises(DesignError, match="no partial_fit"):
        prequential(gn.Task(task.X, np.arange(120.0)), LinearRegression())
    with pytest.raises(DesignError, match="auc is not a mean over rows"):
        prequential(task, gn.GaussianNB(), measure="auc")
    with pytest.raises(DesignError, match="mean_squared_error is not a mean"):
        prequential(task, gn.GaussianNB(), measure="mean_squared_error")
    with pytest.raises(ParameterError, match="batch_size=0"):
        prequential(task, gn.GaussianNB(), batch_size=0)
    with pytest.raises(ParameterError, match="before the first prediction"):
        prequential(task, gn.GaussianNB(), warm_up=120)
    with pytest.raises(DesignError, match="no target"):
        prequential(gn.Task(task.X), gn.GaussianNB())
