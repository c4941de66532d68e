import numpy as np
import pandas as pd
import pytest
import scipy.sparse
import sklearn.datasets
import sklearn.ensemble
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.svm import SVC

from gnomon import AdaBoostClassifier, DecisionStump, GaussianNB, KNeighborsClassifier, Task, k_fold
from gnomon.errors import DataError, NumericsWarning, ParameterError
from gnomon.sharing.train import train_each


def sample(n_rows=300, n_columns=6, n_classes=2, seed=0):
    random = np.random.default_rng(seed)
    # Trees of scikit-learn cut float32 values.
    X = random.normal(size=(n_rows, n_columns)).astype(np.float32).astype(np.float64)
    signal = X[:, 0] + X[:, 1] ** 2 + random.normal(size=n_rows)
    return X, np.digitize(signal, np.linspace(-0.5, 2, n_classes - 1))


@pytest.mark.parametrize("n_classes", [2, 3, 5])
@pytest.mark.parametrize("weighted", [False, True])
def test_with_gini_stumps_it_is_scikit_learns(n_classes, weighted):
    X, y = sample(n_classes=n_classes)
    weight = np.random.default_rng(1).uniform(0.1, 2, len(y)) if weighted else None
    ours = AdaBoostClassifier(n_estimators=25, criterion="gini", learning_rate=0.7).fit(X, y, weight)
    theirs = sklearn.ensemble.AdaBoostClassifier(n_estimators=25, learning_rate=0.7).fit(X, y, weight)
    np.testing.assert_allclose(ours.estimator_errors_, theirs.estimator_errors_, rtol=1e-10)
    np.testing.assert_allclose(ours.estimator_weights_, theirs.estimator_weights_, rtol=1e-10)
    assert np.array_equal(ours.predict(X), theirs.predict(X))
    for mine, other in zip(ours.staged_predict(X), theirs.staged_predict(X), strict=True):
        assert np.array_equal(mine, other)


def test_the_first_stump_is_the_decision_stump():
    X, y = sample(n_classes=3)
    first, stump = AdaBoostClassifier(n_estimators=1).fit(X, y).estimators_[0], DecisionStump().fit(X, y)
    assert (first.feature, first.threshold) == (stump.feature_, stump.threshold_)


def test_stumps_as_any_learner_train_the_same_ensemble():
    X, y = sample(n_classes=3)
    inside = AdaBoostClassifier(n_estimators=12).fit(X, y)
    outside = AdaBoostClassifier(DecisionStump(), n_estimators=12).fit(X, y)
    np.testing.assert_allclose(inside.estimator_errors_, outside.estimator_errors_, rtol=1e-9)
    assert np.array_equal(inside.predict(X), outside.predict(X))


@pytest.mark.filterwarnings("ignore::gnomon.errors.NumericsWarning")
@settings(max_examples=25)
@given(st.integers(0, 9999), st.integers(2, 4), st.sampled_from(["SAMME", "M1"]))
def test_training_errors_stay_below_the_bound(seed, n_classes, algorithm):
    X, y = sample(60, 3, n_classes, seed)
    y[:n_classes] = np.arange(n_classes)
    model = AdaBoostClassifier(n_estimators=15, algorithm=algorithm).fit(X, y)
    if model.history_[0][3] == "accepted":
        assert (model.staged_errors(X, y) <= model.training_bound_ + 1e-9).all()


@settings(max_examples=25)
@given(st.integers(0, 9999), st.integers(2, 4))
def test_a_row_is_right_where_its_margin_is_above_0(seed, n_classes):
    X, y = sample(60, 3, n_classes, seed)
    model = AdaBoostClassifier(n_estimators=10).fit(X, y)
    margins = model.voting_margins(X, y)
    assert (np.abs(margins) <= 1 + 1e-12).all()
    assert (model.predict(X) == y)[margins > 1e-12].all()
    assert (model.predict(X) != y)[margins < -1e-12].all()
    if n_classes == 2 and len(model.classes_) == 2:
        np.testing.assert_allclose(margins, np.where(y == 1, 1, -1) * model.decision_function(X), atol=1e-12)


def test_half_of_the_log_odds_is_the_same_ensemble():
    X, y = sample()
    whole = AdaBoostClassifier(n_estimators=9).fit(X, y)
    half = AdaBoostClassifier(n_estimators=9, vote="half_log_odds").fit(X, y)
    np.testing.assert_allclose(half.estimator_weights_ * 2, whole.estimator_weights_)
    np.testing.assert_allclose(half.predict_proba(X), whole.predict_proba(X))


def test_for_two_classes_the_probability_is_the_logistic_of_the_votes():
    X, y = sample()
    model = AdaBoostClassifier(n_estimators=9).fit(X, y)
    votes = model.decision_function(X) * np.abs(model.estimator_weights_).sum()
    np.testing.assert_allclose(model.predict_proba(X)[:, 1], 1 / (1 + np.exp(-votes)))


def test_real_votes_do_better_with_few_models_that_give_probabilities():
    X, y = sample(1000, 4)
    real = AdaBoostClassifier(n_estimators=20, algorithm="real").fit(X[:500], y[:500])
    assert real.score(X[500:], y[500:]) > 0.75
    assert not hasattr(real, "training_bound_")
    naive = AdaBoostClassifier(GaussianNB(), n_estimators=5, algorithm="real").fit(X, y)
    assert naive.score(X, y) > 0.7


def test_real_votes_of_two_classes_are_half_log_odds_of_the_groups():
    X, y = np.array([[1.0], [2.0], [3.0], [4.0]]), np.array([0, 0, 1, 0])
    model = AdaBoostClassifier(n_estimators=1, algorithm="real").fit(X, y)
    np.testing.assert_allclose(model.predict_proba([[1.0], [4.0]])[:, 1], [0, 0.5], atol=1e-9)


def test_folds_and_numbers_of_rounds_share_one_preparation():
    X, y = sample(200, 4, 3)
    task = Task(X, y)
    path = [AdaBoostClassifier(n_estimators=n) for n in (3, 10)]
    for trained in train_each(path, task, k_fold(4).split(task)):
        train = np.setdiff1d(np.arange(200), trained.held_out)
        alone = AdaBoostClassifier(n_estimators=path[trained.setting].n_estimators).fit(X[train], y[train])
        result = trained.learner.predict_proba(trained.examples)
        np.testing.assert_allclose(result, alone.predict_proba(X[trained.held_out]), rtol=1e-9)


def test_missing_values_and_categories_are_supported_natively():
    random = np.random.default_rng(0)
    color = random.choice(["red", "green", "blue", None], size=200)
    size = np.where(random.random(200) < 0.3, np.nan, random.normal(size=200))
    frame = pd.DataFrame({"size": size, "color": pd.Categorical(color)})
    y = np.where((color == "red") | (color == "blue") | np.isnan(size), "yes", "no")
    model = AdaBoostClassifier(n_estimators=10).fit(frame, y)
    assert model.score(frame, y) == 1
    assert model.describe().splitlines()[0].startswith(" ")
    assert "color is" in model.describe()
    new = pd.DataFrame({"size": [0.1], "color": pd.Categorical(["violet"])})
    assert model.predict(new)[0] in ("yes", "no")


def test_a_missing_value_where_none_was_seen_gets_the_majority():
    X = np.array([[1.0], [2.0], [3.0], [4.0], [5.0]])
    model = AdaBoostClassifier(n_estimators=1).fit(X, ["a", "a", "b", "b", "b"])
    assert model.predict([[np.nan]]) == ["b"]


def test_sparse_rows_are_those_of_the_dense_table():
    X, y = sample(80, 5)
    X[np.abs(X) < 0.7] = 0
    dense = AdaBoostClassifier(n_estimators=5).fit(X, y)
    sparse = AdaBoostClassifier(n_estimators=5).fit(scipy.sparse.csr_matrix(X), y)
    np.testing.assert_allclose(sparse.predict_proba(scipy.sparse.csr_matrix(X)), dense.predict_proba(X))


def test_sparse_rows_too_many_to_be_made_dense_are_refused():
    X = scipy.sparse.csr_matrix((20000, 20000))
    with pytest.raises(DataError, match=r"of 3 GiB; select columns"):
        AdaBoostClassifier().fit(X, np.arange(20000) % 2)


def test_a_model_worse_than_chance_may_be_inverted():
    X, y = np.arange(8.0)[:, None], np.array([0, 1] * 4)
    stopped = AdaBoostClassifier(Contrary(), n_estimators=3)
    with pytest.warns(NumericsWarning, match="not below 0.5"):
        stopped.fit(X, y)
    assert not stopped.converged_
    turned = AdaBoostClassifier(Contrary(), n_estimators=3, worse_than_chance="invert").fit(X, y)
    assert turned.estimator_weights_[0] < 0
    assert turned.score(X, y) == 1


class Contrary(DecisionStump):
    """Says the class that a row does not have."""

    def fit_prepared(self, data, start=None):
        super().fit_prepared(data)
        self.rows_ = dict(zip(data.X[:, 0], data.y.codes, strict=True))
        return self

    def predict(self, X):
        return self.classes_[[1 - self.rows_[value] for value in np.asarray(X)[:, 0]]]


def test_samples_are_repeated_at_most_max_redraws_times():
    X, y = np.arange(8.0)[:, None], np.array([0, 1] * 4)
    model = AdaBoostClassifier(
        Contrary(),
        n_estimators=5,
        sampling="resample",
        worse_than_chance="redraw",
        max_redraws=3,
        random_state=0,
    )
    with pytest.warns(NumericsWarning, match="so boosting stops there"):
        model.fit(X, y)
    assert [outcome for _, _, _, outcome in model.history_] == ["discarded"] * 3 + ["poor"]


def test_a_model_without_error_ends_the_rounds_and_votes_unless_dropped():
    X, y = np.array([[1.0], [2.0], [3.0], [4.0]]), [0, 0, 1, 1]
    assert AdaBoostClassifier().fit(X, y).n_iter_ == 1
    X, y = np.arange(1.0, 5)[:, None], np.array([0, 1, 1, 0])
    tree = AdaBoostClassifier(SVC(kernel="rbf", gamma=5.0), perfect="drop").fit(X, y)
    assert tree.n_iter_ == 1
    assert tree.score(X, y) == 1


def test_invalid_parameters_is_refused_with_advice():
    X, y = sample(50, 3, 3)
    with pytest.raises(ParameterError, match="needs two classes, not 3; use 'stop'"):
        AdaBoostClassifier(worse_than_chance="invert").fit(X, y)
    with pytest.raises(ParameterError, match="has no effect with sampling='reweight'; use 'resample'"):
        AdaBoostClassifier(worse_than_chance="redraw").fit(X, y)
    with pytest.raises(
        DataError, match="KNeighborsClassifier takes no sample weights; use sampling='resample'"
    ):
        AdaBoostClassifier(KNeighborsClassifier()).fit(X, y)
    with pytest.raises(ParameterError, match="needs predict_proba, which SVC does not have"):
        AdaBoostClassifier(SVC(), algorithm="real").fit(X, y)
    with pytest.raises(ParameterError, match="is for stumps; set estimator=None"):
        AdaBoostClassifier(GaussianNB(), n_estimators=2).fit(X, y).describe()


def test_resampling_takes_learners_without_weights():
    X, y = sample(100, 3)
    model = AdaBoostClassifier(KNeighborsClassifier(), n_estimators=4, sampling="resample", random_state=0)
    assert model.fit(X, y).score(X, y) > 0.8
    again = AdaBoostClassifier(KNeighborsClassifier(), n_estimators=4, sampling="resample", random_state=0)
    assert np.array_equal(again.fit(X, y).predict_proba(X), model.predict_proba(X))


@pytest.mark.parametrize(
    ("X", "y"),
    [
        (np.ones((4, 2)), [0, 1, 0, 1]),
        (np.full((4, 2), np.nan), [0, 1, 1, 1]),
        (np.array([[1.0, np.nan]]), ["only"]),
        (np.arange(1000.0)[:, None], np.arange(1000)),
    ],
)
@pytest.mark.filterwarnings("ignore::gnomon.errors.NumericsWarning")
def test_degenerate_tables_can_be_fitted(X, y):
    model = AdaBoostClassifier(n_estimators=3).fit(X, y)
    assert model.predict(X).shape == (len(X),)
    assert np.isfinite(model.predict_proba(X)).all()


def test_a_column_of_a_hundred_thousand_levels_can_be_fitted():
    levels = np.arange(100_000).astype(str)
    frame = pd.DataFrame({"name": pd.Categorical(levels)})
    model = AdaBoostClassifier(n_estimators=2).fit(frame, np.arange(100_000) % 2)
    assert model.predict(frame[:4]).tolist() == [0, 1, 0, 1]


@pytest.mark.parametrize("algorithm", ["SAMME", "real"])
@pytest.mark.parametrize("rate", [1e-3, 1e4])
def test_any_learning_rate_gives_numbers(algorithm, rate):
    X, y = sample(60, 3, 3)
    model = AdaBoostClassifier(n_estimators=5, learning_rate=rate, algorithm=algorithm).fit(X, y)
    assert np.isfinite(model.predict_proba(X)).all()
    assert np.isfinite(model.decision_function(X)).all()


def test_weights_of_any_scale_are_normalized():
    X, y = sample(40, 3)
    huge = AdaBoostClassifier(n_estimators=4).fit(X, y, np.full(40, 1e300))
    tiny = AdaBoostClassifier(n_estimators=4).fit(X, y, np.full(40, 1e-300))
    assert np.array_equal(huge.predict(X), tiny.predict(X))
    largest = AdaBoostClassifier(n_estimators=4).fit(X, y, np.full(40, 1e307))
    assert np.array_equal(largest.predict(X), tiny.predict(X))
    with pytest.raises(DataError, match="add up to infinity; divide sample_weight"):
        AdaBoostClassifier(GaussianNB()).fit(X, y, np.full(40, 1e307))


def test_rows_of_weight_0_are_ignored():
    X, y = sample(60, 3)
    weight = (np.arange(60) % 3 > 0).astype(float)
    whole = AdaBoostClassifier(n_estimators=8).fit(X, y, weight)
    some = AdaBoostClassifier(n_estimators=8).fit(X[weight > 0], y[weight > 0])
    np.testing.assert_allclose(whole.predict_proba(X), some.predict_proba(X), rtol=1e-9)


@pytest.mark.parametrize("algorithm", ["SAMME", "real"])
def test_scores_of_three_classes_are_against_the_mean_of_the_others_and_sum_to_zero(algorithm):
    X, y = sklearn.datasets.load_iris(return_X_y=True)
    model = AdaBoostClassifier(n_estimators=5, algorithm=algorithm).fit(X, y)
    scores = model.decision_function(X)
    np.testing.assert_allclose(scores.sum(axis=1), 0, atol=1e-12)
    assert np.array_equal(model.classes_[scores.argmax(axis=1)], model.predict(X))
