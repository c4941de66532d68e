import numpy as np
import pandas as pd
import polars as pl
import pytest
from sklearn.metrics import mutual_info_score

from gnomon.data.table import Table
from gnomon.errors import DataError, ParameterError
from gnomon.probability import pairwise
from gnomon.probability.columns import coded_columns
from gnomon.probability.estimators import METHODS, estimate_entropy, estimate_mutual_information
from gnomon.probability.pairwise import pairwise_mutual_information
from gnomon.probability.tables import counts, joint_counts


def sample(n_rows=500, seed=0):
    random = np.random.default_rng(seed)
    X = np.column_stack([random.integers(0, k, n_rows) for k in (2, 3, 7, 30, 300)])
    X[:, 1] = np.where(random.random(n_rows) < 0.5, X[:, 0], X[:, 1])
    return X


def test_every_pair_agrees_with_scikit_learn():
    X = sample()
    result = pairwise_mutual_information(X, base=np.e)
    for i in range(5):
        for j in range(5):
            assert result.information[i, j] == pytest.approx(mutual_info_score(X[:, i], X[:, j]), abs=1e-12)


@pytest.mark.parametrize("method", METHODS)
def test_every_method_is_that_of_one_pair(method):
    X = sample(60)
    result = pairwise_mutual_information(X, method=method)
    pair = estimate_mutual_information(joint_counts(X[:, 1], X[:, 2]), method)
    assert result.information[1, 2] == pytest.approx(pair)
    assert result.entropy[3] == pytest.approx(estimate_entropy(counts(X[:, 3]), method))


def test_weights_are_repetitions():
    X = sample(80)
    weight = np.random.default_rng(1).integers(0, 4, 80)
    weighted = pairwise_mutual_information(X, sample_weight=weight, method="miller-madow").information
    repeated = pairwise_mutual_information(np.repeat(X, weight, axis=0), method="miller-madow").information
    np.testing.assert_allclose(weighted, repeated, atol=1e-12)


@pytest.mark.parametrize(
    "turned",
    [
        lambda X: X.astype(np.float32),
        lambda X: X.astype(np.int8) if X.max() < 128 else X.astype(np.uint16),
        lambda X: X + 10**12,
        lambda X: -3 * X,
        lambda X: np.asfortranarray(X),
        lambda X: X.astype(str),
        lambda X: X.tolist(),
        lambda X: pd.DataFrame(X).astype("category"),
        lambda X: pl.DataFrame(X.astype(str)),
    ],
)
def test_only_which_values_are_equal_matters(turned):
    X = sample(200)
    result = pairwise_mutual_information(turned(X)).information
    np.testing.assert_allclose(result, pairwise_mutual_information(X).information, atol=1e-12)


def test_a_missing_value_leaves_its_row_out_of_its_own_pairs_alone():
    X = sample(200)[:, :3].astype(float)
    whole = pairwise_mutual_information(X).information
    X[:50, 2] = np.nan
    result = pairwise_mutual_information(X).information
    assert result[0, 1] == whole[0, 1]
    np.testing.assert_allclose(result[0, 2], pairwise_mutual_information(X[50:]).information[0, 2])
    words = X.astype(object)
    words[:50, 2] = None
    np.testing.assert_allclose(pairwise_mutual_information(words).information, result)


def test_tables_are_counted_in_turns_when_there_are_many_cells(monkeypatch):
    X = sample(300)
    whole = pairwise_mutual_information(X).information
    monkeypatch.setattr(pairwise, "CELLS_PER_BATCH", 100)
    np.testing.assert_array_equal(pairwise_mutual_information(X).information, whole)


def test_names_and_order_of_the_long_table():
    X = pd.DataFrame(sample(100)[:, :3], columns=["a", "b", "c"])
    result = pairwise_mutual_information(X)
    assert result.matrix().loc["b", "a"] == result.information[0, 1]
    table = result.frame()
    assert table["information"].is_monotonic_decreasing
    assert len(table) == 3
    assert table["uncertainty"].between(0, 1).all()


def test_constant_columns_tell_nothing():
    result = pairwise_mutual_information([[1, 5], [1, 6], [1, 5]])
    assert result.information[0].tolist() == [0, 0]
    assert result.frame()["uncertainty"].tolist() == [0]
    assert pairwise_mutual_information([[1], [2]]).information.tolist() == [[1.0]]


def test_numbers_far_apart_are_coded_by_their_order_of_appearance():
    assert coded_columns(np.array([[10**9], [0], [10**9]])).codes.tolist() == [[0, 1, 0]]


@pytest.mark.parametrize(
    ("call", "error"),
    [
        (lambda: pairwise_mutual_information(np.zeros((0, 2), int)), DataError),
        (lambda: pairwise_mutual_information([1, 2]), DataError),
        (lambda: pairwise_mutual_information(pd.DataFrame({"a": []})), DataError),
        (lambda: pairwise_mutual_information([[np.nan, 1], [np.nan, 2]]), DataError),
        (lambda: pairwise_mutual_information([[None, 1], [2, None]]), DataError),
        (lambda: pairwise_mutual_information(np.random.default_rng(0).random((70_000, 1))), DataError),
        (lambda: pairwise_mutual_information(np.arange(20_000).reshape(10_000, 2)), DataError),
        (lambda: pairwise_mutual_information([[1, 2], [2, 1]], sample_weight=[1]), DataError),
        (lambda: pairwise_mutual_information([[1, 2], [2, 1]], method="exact"), ParameterError),
        (lambda: pairwise_mutual_information([[1, 2], [2, 1]], base=0), ParameterError),
    ],
)
def test_what_cannot_be_counted_is_refused(call, error):
    with pytest.raises(error):
        call()


def test_a_table_of_gnomon_is_read_as_a_frame():
    columns = {"a": ["x", "y", "y", "x"], "b": [True, False, False, True], "c": [1, 1, 2, 2]}
    result = pairwise_mutual_information(Table.of(columns))
    assert result.names == ("a", "b", "c")
    wanted = pairwise_mutual_information(pd.DataFrame(columns)).information
    np.testing.assert_allclose(result.information, wanted, atol=1e-15)
