import numpy as np
import pandas as pd
import pytest
import scipy.sparse
from hypothesis import given, settings
from hypothesis import strategies as st

import gnomon as gn
from gnomon.errors import DataError, ParameterError
from gnomon.learners.neighbors.prototypes import condensed_prototypes, edited_prototypes


def hart(X, y):
    """Hart's algorithm as published, one row and one distance at a time."""
    indices = [0]
    while True:
        before = len(indices)
        for row in range(len(X)):
            nearest = min(
                indices, key=lambda other: (np.linalg.norm(X[row] - X[other]), indices.index(other))
            )
            if row not in indices and y[nearest] != y[row]:
                indices.append(row)
        if len(indices) == before:
            return indices


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 9999), st.integers(2, 40), st.booleans())
def test_condensing_follows_hart_and_the_prototypes_classify_the_rest(seed, n_rows, coarse):
    random = np.random.default_rng(seed)
    X = random.normal(size=(n_rows, 2))
    X = np.round(X) if coarse else X
    y = random.integers(3, size=n_rows)
    result = condensed_prototypes(X, y)
    assert result.indices.tolist() == hart(X, y)
    assert len(result.frame()) == len(result.indices)
    if result.is_consistent:
        model = gn.KNeighborsClassifier(1).fit(X[result.indices], y[result.indices])
        others = np.setdiff1d(np.arange(n_rows), result.indices)
        assert np.array_equal(model.predict(X[others]), y[others]) if len(others) else True


@settings(max_examples=20, deadline=None)
@given(st.integers(0, 9999), st.integers(5, 40), st.sampled_from([1, 3, 4]))
def test_editing_leaves_the_rows_that_their_neighbors_classify_correctly(seed, n_rows, k):
    random = np.random.default_rng(seed)
    X, y = random.normal(size=(n_rows, 2)), random.integers(2, size=n_rows)
    expected = []
    for row in range(n_rows):
        order = np.argsort(np.linalg.norm(X - X[row], axis=1), kind="stable")
        votes = np.bincount(y[order[order != row][:k]], minlength=2)
        if votes[y[row]] == votes.max():
            expected.append(row)
    assert edited_prototypes(X, y, n_neighbors=k).indices.tolist() == expected


@pytest.mark.parametrize("rule", ["condense", "edit", "both"])
@pytest.mark.parametrize("metric", ["euclidean", "manhattan", "cosine"])
def test_few_prototypes_do_nearly_as_well_as_all_rows(rule, metric):
    y = np.arange(400) % 3
    centers = np.array([[0.0, 3.0], [4.0, 0.0], [-4.0, -4.0]])
    X = centers[y] + 1.6 * np.random.default_rng(0).normal(size=(400, 2))
    model = gn.CondensedNeighborsClassifier(rule=rule, metric=metric).fit(X[:300], y[:300])
    whole = gn.KNeighborsClassifier(1, metric=metric).fit(X[:300], y[:300])
    assert model.score(X[300:], y[300:]) >= whole.score(X[300:], y[300:]) - 0.06
    assert len(model.prototypes_) < (140 if rule != "edit" else 300)
    assert model.history_.sum() == len(model.prototypes_) == len(model.trace())
    assert model.converged_ or rule == "edit"


def test_sparse_rows_condense_to_the_same_set_and_explanations_name_training_rows():
    random = np.random.default_rng(0)
    X, y = random.normal(size=(60, 5)) * (random.random((60, 5)) < 0.5), np.arange(60) % 2
    dense = gn.CondensedNeighborsClassifier().fit(X, y)
    sparse = gn.CondensedNeighborsClassifier().fit(scipy.sparse.csr_array(X), y)
    assert np.array_equal(dense.prototypes_, sparse.prototypes_)
    result = dense.explain(X[:3])
    assert set(result.near.ravel()) <= set(dense.prototypes_)
    assert np.array_equal(result.target, y[result.near])


def test_equal_rows_of_two_classes_are_all_prototypes_and_editing_that_leaves_none_is_refused():
    model = gn.CondensedNeighborsClassifier().fit(np.zeros((6, 2)), [0, 1, 0, 1, 0, 1])
    assert model.prototypes_.tolist() == [0, 1, 3, 5]
    assert model.converged_
    with pytest.raises(DataError, match="no prototype is left"):
        gn.CondensedNeighborsClassifier(rule="edit", edit_neighbors=1).fit(
            [[0.0], [0.1], [5.0], [5.1]], [0, 1, 0, 1]
        )


def test_a_class_removed_by_editing_has_probability_0():
    X = np.concatenate([np.linspace(0, 1, 20), [0.52]])[:, None]
    model = gn.CondensedNeighborsClassifier(rule="edit").fit(X, [0] * 20 + [1])
    assert model.predict_proba([[0.5]]).tolist() == [[1.0, 0.0]]
    assert model.classes_.tolist() == [0, 1]


@pytest.mark.parametrize("choose", [condensed_prototypes, edited_prototypes])
def test_prototypes_take_lists_frames_sparse_rows_and_labels_of_any_kind(choose):
    iris = gn.load("iris")
    codes = np.unique(iris.y, return_inverse=True)[1]
    expected = choose(iris.X, codes, metric="manhattan").indices
    names = np.array(["setosa", "versicolor", "virginica"])[codes]
    for X in (iris.X.tolist(), pd.DataFrame(iris.X), scipy.sparse.csr_array(iris.X)):
        assert np.array_equal(choose(X, names, metric="manhattan").indices, expected)

    def city_block(a, b):
        return float(np.abs(a - b).sum())

    assert np.array_equal(choose(iris.X, names, metric=city_block).indices, expected)


@pytest.mark.parametrize("choose", [condensed_prototypes, edited_prototypes])
def test_prototypes_refuse_an_unknown_metric_and_rows_that_do_not_match(choose):
    with pytest.raises(ParameterError, match="metric='mixed': it must be one of 'euclidean'"):
        choose([[0.0], [1.0]], [0, 1], metric="mixed")
    with pytest.raises(ValueError, match="inconsistent numbers of samples"):
        choose([[0.0], [1.0]], [0, 1, 1])
    with pytest.raises(ParameterError, match="n_neighbors=0"):
        edited_prototypes([[0.0], [1.0]], [0, 1], n_neighbors=0)
