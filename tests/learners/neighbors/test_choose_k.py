import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.base import clone
from sklearn.model_selection import PredefinedSplit, cross_val_predict

import gnomon as gn
from gnomon.errors import DataError, ParameterError
from gnomon.learners.neighbors import choose_k
from gnomon.learners.neighbors.choose_k import choose_neighbors


def sample(n_rows=90, seed=0, n_classes=3):
    random = np.random.default_rng(seed)
    X = np.round(random.normal(size=(n_rows, 2)), 1)
    return X, random.integers(n_classes, size=n_rows), X[:, 0] + random.normal(size=n_rows)


@pytest.mark.filterwarnings("ignore:.*an even number of votes:gnomon.errors.DataWarning")
@settings(max_examples=5, deadline=None)
@given(
    st.integers(0, 999),
    st.sampled_from(["uniform", "distance", lambda d: np.exp(-d)]),
    st.sampled_from(["first", "nearest"]),
)
def test_leave_one_out_equals_refitting_for_each_row(seed, weights, ties):
    X, label, number = sample(14, seed)
    for model, y in (
        (gn.KNeighborsClassifier(weights=weights, ties=ties), label),
        (gn.KNeighborsRegressor(weights=weights), number),
    ):
        curve = choose_neighbors(model, X, y, values=[1, 2, 6, 13], folds=None)
        for k, result in zip(curve.values, curve.error, strict=True):
            setting = clone(model).set_params(n_neighbors=int(k))
            held_out = cross_val_predict(setting, X, y, cv=PredefinedSplit(np.arange(14)))
            wrong = (held_out != y) if y is label else (held_out - y) ** 2
            assert result == pytest.approx(np.mean(wrong))


@pytest.mark.parametrize("weights", ["uniform", "distance"])
def test_folds_equal_refitting(weights, monkeypatch):
    X, label, _ = sample()
    assignments = []
    stratified_folds = choose_k._stratified_folds
    monkeypatch.setattr(
        choose_k,
        "_stratified_folds",
        lambda *args: assignments.append(stratified_folds(*args)) or assignments[-1],
    )
    monkeypatch.setattr(choose_k, "CELLS_AT_ONCE", 300)
    curve = choose_neighbors(
        gn.KNeighborsClassifier(weights=weights), X, label, folds=5, repeats=2, random_state=1
    )
    expected = []
    for fold_of in assignments:
        for fold in range(5):
            train, test = fold_of != fold, fold_of == fold
            errors = []
            for k in curve.values:
                model = gn.KNeighborsClassifier(int(k), weights=weights).fit(X[train], label[train])
                errors.append(np.mean(model.predict(X[test]) != label[test]))
            expected.append(errors)
    np.testing.assert_allclose(curve.errors, expected)
    assert curve.errors.shape == (10, 15)


def test_folds_are_stratified_and_every_repeat_has_its_own_assignment():
    codes = np.repeat([0, 1], [100, 20])
    random = np.random.default_rng(0)
    first, second = (choose_k._stratified_folds(120, codes, 10, random) for _ in range(2))
    assert np.bincount(first[100:]).tolist() == [2] * 10
    assert not np.array_equal(first, second)


def test_of_equal_errors_the_largest_k_is_best_and_the_smoothest_is_within_one_standard_error():
    errors = np.array([[0.2, 0.1, 0.1, 0.13, 0.3], [0.2, 0.1, 0.1, 0.12, 0.3], [0.2, 0.04, 0.04, 0.04, 0.3]])
    curve = choose_k.NeighborCurve(np.array([1, 3, 5, 7, 9]), errors)
    assert curve.best == 5
    assert curve.smoothest == 7
    assert curve.frame()["n_neighbors"].tolist() == [1, 3, 5, 7, 9]
    assert str(curve).startswith("5 neighbors have the minimum cross-validated error, 0.08; up to 7")


def test_repeats_do_not_shrink_the_standard_error():
    X, label, _ = sample()
    once = choose_neighbors(gn.KNeighborsClassifier(), X, label, random_state=0)
    often = choose_neighbors(gn.KNeighborsClassifier(), X, label, repeats=20, random_state=0)
    assert np.mean(often.standard_error) > 0.7 * np.mean(once.standard_error)


def test_invalid_values_of_k_and_folds_are_refused():
    X, label, _ = sample(20)
    with pytest.raises(DataError, match="smallest training set has 18 rows"):
        choose_neighbors(gn.KNeighborsClassifier(), X, label, values=[1, 19])
    for values in ([], [0], [1.5]):
        with pytest.raises(ParameterError, match="values"):
            choose_neighbors(gn.KNeighborsClassifier(), X, label, values=values)
    with pytest.raises(ParameterError, match="folds=1"):
        choose_neighbors(gn.KNeighborsClassifier(), X, label, folds=1)
