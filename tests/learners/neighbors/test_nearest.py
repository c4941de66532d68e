import numpy as np
import pandas as pd
import pytest
import scipy.sparse
import sklearn.neighbors
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.base import clone

import gnomon as gn
from gnomon.errors import DataError, DataWarning, ParameterError
from gnomon.learners.kernel.kernels import LinearKernel, RBFKernel
from gnomon.learners.neighbors.condensed import CondensedNeighborsClassifier
from gnomon.learners.neighbors.kernel_distance import KernelDistance
from gnomon.learners.neighbors.nearest import KNeighborsClassifier, KNeighborsRegressor
from gnomon.sharing.neighborhood import Neighborhood


def sample(n_rows=400, n_columns=4, seed=0):
    random = np.random.default_rng(seed)
    X = random.normal(size=(n_rows, n_columns))
    return X, (X[:, 0] + 0.5 * random.normal(size=n_rows) > 0).astype(int), X[:, 1] + X[:, 2]


@pytest.mark.filterwarnings("ignore:.*an even number of votes:gnomon.errors.DataWarning")
@pytest.mark.parametrize("weights", ["uniform", "distance", lambda d: np.exp(-d)])
@pytest.mark.parametrize("k", [1, 2, 7, 300])
@pytest.mark.parametrize("algorithm", ["brute", "kd_tree"])
@pytest.mark.parametrize("metric", ["euclidean", "manhattan"])
def test_it_agrees_with_scikit_learn(weights, k, algorithm, metric):
    X, label, number = sample()
    new = np.random.default_rng(9).normal(size=(50, 4))
    same = {"n_neighbors": k, "weights": weights, "algorithm": algorithm, "metric": metric}
    ours = KNeighborsClassifier(**same).fit(X, label)
    theirs = sklearn.neighbors.KNeighborsClassifier(**same).fit(X, label)
    np.testing.assert_allclose(ours.predict_proba(new), theirs.predict_proba(new), rtol=1e-9)
    assert np.array_equal(ours.predict(new), theirs.predict(new))
    assert np.array_equal(ours.kneighbors(new)[1], theirs.kneighbors(new)[1])
    assert np.array_equal(ours.kneighbors(n_neighbors=5)[1], theirs.kneighbors(n_neighbors=5)[1])
    numbers = KNeighborsRegressor(**same).fit(X, number).predict(new)
    expected = sklearn.neighbors.KNeighborsRegressor(**same).fit(X, number).predict(new)
    np.testing.assert_allclose(numbers, expected, rtol=1e-9)


def test_cosine_agrees_with_scikit_learn_and_angular_is_the_angle_over_pi():
    X, label, _ = sample()
    new = np.random.default_rng(9).normal(size=(50, 4))
    theirs = sklearn.neighbors.KNeighborsClassifier(metric="cosine").fit(X, label)
    distance, near = KNeighborsClassifier(metric="cosine").fit(X, label).kneighbors(new)
    np.testing.assert_allclose(distance, theirs.kneighbors(new)[0], rtol=1e-9, atol=1e-12)
    assert np.array_equal(near, theirs.kneighbors(new)[1])
    angle, same = KNeighborsClassifier(metric="angular").fit(X, label).kneighbors(new)
    assert np.array_equal(same, near)
    np.testing.assert_allclose(angle, np.arccos(1 - distance) / np.pi, rtol=1e-7)


def test_opposite_and_orthogonal_rows_are_one_and_one_half_apart_by_angle():
    model = KNeighborsClassifier(n_neighbors=3, metric="angular").fit([[1.0, 0], [0, 1], [-1, 0]], [0, 1, 2])
    np.testing.assert_allclose(model.kneighbors([[2.0, 0]])[0], [[0, 0.5, 1]], atol=1e-12)


def test_a_row_of_zeros_has_no_angle():
    with pytest.raises(DataError, match="row 1 is all zeros"):
        KNeighborsClassifier(1, metric="cosine").fit([[1.0, 0], [0, 0]], [0, 1])


def test_a_function_of_two_rows_is_a_metric():
    X, label, _ = sample(60)
    by_function = KNeighborsClassifier(metric=lambda a, b: float(np.abs(a - b).sum())).fit(X, label)
    by_name = KNeighborsClassifier(metric="manhattan").fit(X, label)
    assert np.array_equal(by_function.predict_proba(X), by_name.predict_proba(X))


def test_hamming_counts_the_columns_that_differ_and_takes_text():
    frame = pd.DataFrame({"outlook": ["sunny", "rain", "rain"], "wind": ["weak", "weak", "strong"]})
    model = KNeighborsClassifier(3, metric="hamming").fit(frame, ["a", "b", "c"])
    distance, near = model.kneighbors(
        pd.DataFrame({"outlook": ["fog", "rain"], "wind": ["strong", "strong"]})
    )
    assert distance.tolist() == [[1, 2, 2], [0, 1, 2]]
    assert near.tolist() == [[2, 0, 1], [2, 1, 0]]


def test_mixed_adds_squared_differences_and_the_weight_of_category_mismatches():
    frame = pd.DataFrame({"size": [0.0, 3.0], "color": pd.Categorical(["red", "blue"])})
    query = pd.DataFrame({"size": [0.0], "color": pd.Categorical(["blue"])})
    model = KNeighborsClassifier(2, metric="mixed", categorical_weight=4.0).fit(frame, [0, 1])
    distance, near = model.kneighbors(query)
    np.testing.assert_allclose(distance, [[2.0, 3.0]])
    assert near.tolist() == [[0, 1]]


def test_exact_matches_alone_decide_when_neighbors_are_weighted_by_distance():
    model = KNeighborsClassifier(3, weights="distance").fit([[0.0], [0.0], [0.1]], ["a", "b", "b"])
    assert model.predict_proba([[0.0]]).tolist() == [[0.5, 0.5]]


def test_equal_distances_come_in_row_order():
    X = np.zeros((20, 3))
    model = KNeighborsClassifier(4).fit(X, np.arange(20))
    assert model.kneighbors(X[:2])[1].tolist() == [[0, 1, 2, 3]] * 2


def test_more_neighbors_than_rows_is_refused_with_both_numbers():
    with pytest.raises(DataError, match="n_neighbors = 5, n_samples_fit = 3"):
        KNeighborsClassifier().fit([[0.0], [1.0], [2.0]], [0, 1, 1]).predict([[1.0]])


@settings(max_examples=30, deadline=None)
@given(st.integers(0, 10_000), st.integers(1, 12), st.integers(2, 80))
def test_one_neighbor_recalls_every_distinct_training_row(seed, n_columns, n_rows):
    X = np.random.default_rng(seed).normal(size=(n_rows, n_columns)) + 1e6
    assert np.array_equal(KNeighborsClassifier(1).fit(X, np.arange(n_rows)).predict(X), np.arange(n_rows))


@pytest.mark.parametrize("wrong", [lambda d: d[:, :1], lambda d: -d, lambda d: d * 0, lambda d: d + np.inf])
def test_a_weighting_that_gives_no_weights_is_refused(wrong):
    X, label, number = sample(60)
    for model, y in (
        (KNeighborsClassifier(3, weights=wrong), label),
        (KNeighborsRegressor(3, weights=wrong), number),
    ):
        with pytest.raises(ParameterError, match="must return finite, nonnegative weights"):
            model.fit(X, y).predict(X + 0.1)


def test_all_rows_vote_when_no_number_is_given():
    X, label, number = sample(50)
    new = np.random.default_rng(3).normal(size=(7, 4))
    for model, y in ((KNeighborsClassifier, label), (KNeighborsRegressor, number)):
        everyone = model(None, weights="distance").fit(X, y)
        counted = model(50, weights="distance").fit(X, y)
        assert np.array_equal(everyone.predict(new), counted.predict(new))
        assert everyone.kneighbors()[1].shape == (50, 49)
    distance = np.linalg.norm(new[:, None] - X, axis=2)
    share = (1 / distance) @ np.eye(2)[label]
    result = KNeighborsClassifier(None, weights="distance").fit(X, label).predict_proba(new)
    np.testing.assert_allclose(result, share / share.sum(axis=1, keepdims=True))


def test_many_votes_are_counted_in_parts(monkeypatch):
    X, label, number = sample(200)
    whole = KNeighborsClassifier(None, weights="distance").fit(X, label).predict_proba(X)
    mean = KNeighborsRegressor(None).fit(X, number).predict(X)
    monkeypatch.setattr("gnomon.learners.neighbors.neighbor_learner.NEIGHBORS_AT_ONCE", 1000)
    assert np.array_equal(
        KNeighborsClassifier(None, weights="distance").fit(X, label).predict_proba(X), whole
    )
    assert np.array_equal(KNeighborsRegressor(None).fit(X, number).predict(X), mean)


def test_ties_go_to_the_first_class_to_the_nearest_neighbor_or_are_broken_at_random():
    X, y, query = [[0.0], [1.0], [2.0], [9.0]], ["b", "b", "a", "a"], np.full((400, 1), 0.9)
    with pytest.warns(DataWarning, match="choose an odd number"):
        assert set(KNeighborsClassifier(4).fit(X, y).predict(query)) == {"a"}
    assert set(KNeighborsClassifier(4, ties="nearest").fit(X, y).predict(query)) == {"b"}
    drawn = KNeighborsClassifier(4, ties="random", random_state=0).fit(X, y)
    assert 150 < np.sum(drawn.predict(query) == "a") < 250
    assert np.array_equal(drawn.predict(query), drawn.predict(query))
    assert not drawn.predicts_most_probable


def test_the_nearest_of_three_tied_classes_wins():
    model = KNeighborsClassifier(5, ties="nearest").fit(
        [[3.0], [4], [1], [2], [5]], ["a", "a", "b", "b", "c"]
    )
    assert model.predict([[0.0]]) == ["b"]
    assert model.predict([[3.1]]) == ["a"]


@pytest.mark.parametrize("metric", ["euclidean", "manhattan", "cosine", "angular"])
@pytest.mark.parametrize("offset", [0.0, 1e7])
def test_sparse_rows_have_the_neighbors_of_dense_rows(metric, offset):
    X = scipy.sparse.random(150, 40, 0.2, format="csr", random_state=0)
    X.data += offset
    X = X[np.diff(X.indptr) > 0]
    y = np.arange(X.shape[0]) % 3
    queries = X[:20].copy()
    queries.data *= 1.01
    sparse = KNeighborsClassifier(7, metric=metric, weights="distance").fit(X, y)
    dense = KNeighborsClassifier(7, metric=metric, weights="distance").fit(X.toarray(), y)
    for asked in (queries, None):
        ours, theirs = sparse.kneighbors(asked), dense.kneighbors(None if asked is None else asked.toarray())
        np.testing.assert_allclose(ours[0], theirs[0], rtol=1e-9, atol=1e-12)
        assert np.array_equal(ours[1], theirs[1])
    shares = dense.predict_proba(queries.toarray())
    np.testing.assert_allclose(sparse.predict_proba(queries), shares, atol=1e-9)


def test_equal_sparse_rows_come_in_row_order_and_folds_share_one_search():
    X = scipy.sparse.csr_array(np.tile([[0.0, 3.0], [4.0, 0.0]], (30, 1)))
    model = KNeighborsClassifier(4).fit(X, np.arange(60))
    assert model.kneighbors(X[:2])[1].tolist() == [[0, 2, 4, 6], [1, 3, 5, 7]]
    task = gn.Task(X, np.arange(60) % 2, kind="classification")
    scores = gn.resample_each(task, [KNeighborsClassifier(k) for k in (1, 3)], gn.k_fold(5, random_state=0))
    assert [each.score("accuracy") for each in scores] == [1.0, 1.0]


@pytest.mark.parametrize("metric", ["hamming", "mixed", lambda a, b: 0.0])
def test_metrics_that_need_dense_rows_refuse_sparse_rows(metric):
    with pytest.raises((TypeError, DataError), match="dense"):
        KNeighborsClassifier(1, metric=metric).fit(scipy.sparse.eye_array(3, format="csr"), [0, 1, 2])


def test_a_kernel_distance_is_the_distance_in_feature_space():
    X, label, _ = sample(80)
    by_kernel = KNeighborsClassifier(5, metric=KernelDistance(LinearKernel())).fit(X, label)
    plain = KNeighborsClassifier(5).fit(X, label)
    np.testing.assert_allclose(by_kernel.kneighbors()[0], plain.kneighbors()[0], atol=1e-7)
    assert np.array_equal(by_kernel.kneighbors()[1], plain.kneighbors()[1])
    # exp(-|x - z|²/2) falls with distance: the same order, other distances.
    curved = KNeighborsClassifier(5, metric=KernelDistance(RBFKernel(0.5))).fit(X, label)
    np.testing.assert_allclose(
        curved.kneighbors()[0] ** 2, 2 - 2 * np.exp(-(plain.kneighbors()[0] ** 2) / 2), atol=1e-12
    )
    with_function = KernelDistance(lambda A, B: np.asarray(A) @ np.asarray(B).T)
    assert with_function([0.0, 3.0], [4.0, 0.0]) == pytest.approx(5.0)
    assert with_function.table(X, X).diagonal().tolist() == [0.0] * 80


def test_a_kernel_shares_its_search_over_folds_and_takes_sparse_rows():
    X, label, _ = sample(80)
    metric = KernelDistance(RBFKernel(0.3))
    task = gn.Task(X, label, kind="classification")
    path = [KNeighborsClassifier(k, metric=metric, weights="distance") for k in (1, 5)]
    plan = gn.k_fold(4, random_state=0)
    shared = [each.score("accuracy") for each in gn.resample_each(task, path, plan)]
    alone = []
    for setting in path:
        held_out = [
            np.mean(setting.fit(X[train], label[train]).predict(X[test]) == label[test])
            for train, test in plan.split(task)
        ]
        alone.append(np.mean(held_out))
    assert shared == pytest.approx(alone)
    sparse = KNeighborsClassifier(3, metric=metric).fit(scipy.sparse.csr_array(X), label)
    assert np.array_equal(
        sparse.kneighbors()[1], KNeighborsClassifier(3, metric=metric).fit(X, label).kneighbors()[1]
    )


def test_an_indefinite_kernel_and_a_metric_that_returns_nan_are_refused():
    with pytest.raises(DataError, match="positive semi-definite"):
        KernelDistance(lambda A, B: np.abs(A - B.T))(np.array([0.0]), np.array([1.0]))
    with pytest.raises(DataError, match="query 0 and row 1"):
        KNeighborsClassifier(1, metric=lambda a, b: np.nan if b[0] else 0.0).fit(
            [[0.0], [1.0]], [0, 1]
        ).predict([[0.0]])


def test_an_explanation_names_neighbors_distances_and_votes():
    model = KNeighborsClassifier(3, weights="distance").fit(
        [[0.0], [1.0], [3.0], [9.0]], ["a", "b", "b", "a"]
    )
    result = model.explain([[2.0], [0.5]])
    frame = result.frame()
    assert frame["row"].tolist() == [1, 2, 0, 0, 1, 2]
    assert frame["target"].tolist() == ["b", "b", "a", "a", "b", "b"]
    np.testing.assert_allclose(frame["share"][:3], [0.4, 0.4, 0.2])
    np.testing.assert_allclose(result.votes().to_numpy(), model.predict_proba([[2.0], [0.5]]))
    assert "row 1 at 1: b, 40 % of the vote" in str(result)
    numbers = KNeighborsRegressor(2).fit([[0.0], [1.0]], [3.0, 5.0]).explain([[0.0]])
    assert numbers.target.tolist() == [[3.0, 5.0]]


def test_one_search_serves_all_values_of_k(monkeypatch):
    X, label, _ = sample(300)
    looked_up = []
    narrow = Neighborhood._filtered_lists
    monkeypatch.setattr(Neighborhood, "_filtered_lists", lambda *args: looked_up.append(1) or narrow(*args))
    path = [KNeighborsClassifier(k) for k in range(1, 40, 2)]
    gn.resample_each(gn.Task(X, label, kind="classification"), path, gn.k_fold(5, random_state=0))
    assert len(looked_up) == 5


def test_ball_tree_is_an_alias_of_kd_tree():
    X, label, _ = sample(80)
    asked = KNeighborsClassifier(5, algorithm="ball_tree").fit(X, label).kneighbors()
    for result, brute in zip(
        asked, KNeighborsClassifier(5, algorithm="brute").fit(X, label).kneighbors(), strict=True
    ):
        np.testing.assert_array_equal(result, brute)


@pytest.mark.parametrize("metric", ["euclidean", "angular"])
@pytest.mark.parametrize("model", [KNeighborsClassifier(1), CondensedNeighborsClassifier()])
def test_values_whose_squares_overflow_are_refused(metric, model):
    X, label, _ = sample(20)
    with pytest.raises(DataError, match="too large"):
        clone(model).set_params(metric=metric).fit(X * 1e200, label)
    with pytest.raises(DataError, match="too large"):
        clone(model).set_params(metric=metric).fit(X, label).predict(X * 1e200)


@pytest.mark.parametrize("weights", ["uniform", "distance"])
def test_targets_whose_sum_is_too_large_have_a_mean(weights):
    X, y = np.arange(6.0)[:, None], np.full(6, 1.5e308)
    result = gn.KNeighborsRegressor(4, weights=weights).fit(X, y).predict(X + 0.5)
    np.testing.assert_allclose(result, y)
