import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import gnomon as gn
from gnomon.errors import DataError, DataWarning, ParameterError
from gnomon.learners.bayes.categorical import CategoricalNB

WORDS = np.array(["red", "green", "blue", "grey"])


def coded(n_rows=120, seed=0):
    random = np.random.default_rng(seed)
    X, y = random.integers(0, 4, size=(n_rows, 3)), random.integers(0, 3, size=n_rows)
    X[:4] = np.arange(4)[:, None]
    return X, y


@pytest.mark.parametrize(
    "kind", [np.uint8, np.int8, np.int16, np.uint16, np.int32, np.int64, np.float32, np.float64]
)
def test_codes_of_every_type_give_the_same_model(kind):
    X, y = coded()
    expected = CategoricalNB().fit(X, y).predict_proba(X)
    np.testing.assert_array_equal(
        CategoricalNB().fit(X.astype(kind), y).predict_proba(X.astype(kind)), expected
    )


@pytest.mark.parametrize(
    "make", [WORDS.__getitem__, lambda X: X - 1.5, lambda X: 10 * X - 7, lambda X: X.astype(object)]
)
def test_any_distinct_values_are_categories(make):
    X, y = coded()
    expected = CategoricalNB().fit(X, y).predict_proba(X)
    np.testing.assert_allclose(CategoricalNB().fit(make(X), y).predict_proba(make(X)), expected)
    frame = pd.DataFrame(make(X)).astype("category")
    np.testing.assert_allclose(CategoricalNB().fit(frame, y).predict_proba(frame), expected)


def test_booleans_are_categories_too():
    X, y = coded()
    bits = X > 1
    expected = CategoricalNB().fit(bits.astype(int), y).predict_proba(bits.astype(int))
    np.testing.assert_array_equal(CategoricalNB().fit(bits, y).predict_proba(bits), expected)


def test_partial_fit_and_subtraction_of_strings():
    X, y = coded()
    words = WORDS[X].astype(object)
    words[5, 1] = None
    words[::7, 2] = np.nan
    order = np.argsort(words[:, 0])
    pieces = CategoricalNB()
    for rows in np.array_split(order, 6):
        pieces.partial_fit(words[rows], y[rows], classes=[0, 1, 2])
    whole = CategoricalNB().fit(words, y)
    np.testing.assert_allclose(pieces.predict_proba(words), whole.predict_proba(words))
    left = whole.set_params(handle_unknown="ignore").forget(words[order[60:]], y[order[60:]])
    alone = CategoricalNB(handle_unknown="ignore").fit(words[order[:60]], y[order[:60]])
    assert [each.tolist() for each in left.categories_] == [each.tolist() for each in alone.categories_]
    np.testing.assert_allclose(left.predict_proba(words), alone.predict_proba(words))


def test_an_unknown_category_warns_and_has_no_effect():
    model = CategoricalNB().fit([["a", "x"], ["b", "x"], ["a", "y"]], [0, 1, 1])
    with pytest.warns(DataWarning, match=r"column 'x0', row 0: 'z' is an unknown category"):
        new = model.predict_proba([["z", "x"]])
    np.testing.assert_array_equal(new, model.predict_proba([[None, "x"]]))
    codes = CategoricalNB().fit([[0, 0], [1, 0], [0, 1]], [0, 1, 1])
    with pytest.warns(DataWarning, match="column 'x0', row .*: 7 is an unknown"):
        np.testing.assert_allclose(codes.predict_proba([[7, 0]]), new)
    with pytest.warns(DataWarning, match="0.5 is an unknown"):
        codes.predict([[0.5, 0.0]])


def test_an_unknown_category_may_be_an_error_or_ignored():
    frame = pd.DataFrame({"town": ["Ulm", "Bonn", "Ulm"]})
    model = CategoricalNB(handle_unknown="error").fit(frame, [0, 1, 1])
    with pytest.raises(DataError, match=r"column 'town', row 1: 'Rome' .*fit on rows that have it"):
        model.predict(pd.DataFrame({"town": ["Ulm", "Rome"]}))
    model.set_params(handle_unknown="ignore").predict(pd.DataFrame({"town": ["Rome"]}))


def test_min_categories_gives_unobserved_categories_their_smoothed_probability():
    model = CategoricalNB(min_categories=3, handle_unknown="error").fit([[0], [1], [0]], [0, 1, 1])
    # alpha / (rows + 3 alpha), with one row of class 0 and two of class 1.
    np.testing.assert_allclose(np.exp([logs[2] for logs in model.feature_log_prob_[0]]), [1 / 4, 1 / 5])
    model.predict([[2]])


def test_integer_categories_go_up_to_the_largest_or_to_min_categories():
    X, y = [[0, 0], [3, 0]], [0, 1]
    assert CategoricalNB().fit(X, y).n_categories_.tolist() == [4, 1]
    assert CategoricalNB(min_categories=2).fit(X, y).n_categories_.tolist() == [4, 2]
    assert CategoricalNB(min_categories=[6, 3]).fit(X, y).n_categories_.tolist() == [6, 3]
    for wrong in ([1, 2, 3], 1.5, "many"):
        with pytest.raises(ParameterError, match="min_categories"):
            CategoricalNB(min_categories=wrong).fit(X, y)


def test_a_category_of_rows_without_weight_is_unknown():
    model = CategoricalNB().fit([[0], [1], [5]], [0, 1, 1], sample_weight=[1, 1, 0])
    assert model.n_categories_.tolist() == [2]


def test_values_without_an_order_are_refused():
    for X in ([["a"], [1]], [[1], ["a"]]):
        with pytest.raises(DataError, match="both strings and numbers"):
            CategoricalNB().fit(np.array(X, dtype=object), [0, 1])
    with pytest.raises(DataError, match="neither strings nor numbers"):
        CategoricalNB().fit(np.array([[(1, 2)], [(3, 4)], [None]], dtype=object), [0, 1, 1])
    with pytest.raises(DataError, match="infinity"):
        CategoricalNB().fit([[np.inf], [1.0]], [0, 1])
    with pytest.raises(DataError, match=r"numbers in others \('a', 0\)"):
        CategoricalNB().fit(np.array([["a"], ["b"]]), [0, 1]).partial_fit([[1], [2]], [0, 1])


def test_a_column_without_any_value_has_no_effect():
    X = np.array([[np.nan, 0.0], [np.nan, 1.0]])
    model = CategoricalNB().fit(X, [0, 1])
    with pytest.warns(DataWarning, match="unknown category"):
        np.testing.assert_allclose(model.predict_proba([[3.0, 0.0]]), [[2 / 3, 1 / 3]])


@settings(max_examples=20)
@given(st.integers(0, 9999))
def test_the_joint_sums_to_one_over_all_rows(seed):
    X, y = coded(40, seed)
    model = CategoricalNB(alpha=0.3).fit(X, y)
    every = np.stack(np.meshgrid(*[np.arange(4)] * 3), axis=-1).reshape(-1, 3)
    np.testing.assert_allclose(model.joint(every).sum(axis=0), np.exp(model.class_log_prior_))
    np.testing.assert_allclose(np.exp(model.score_samples(every)).sum(), 1)


@pytest.mark.parametrize("beside", [[True, False, True, False], [1, 2, 1, 2], ["u", "v", "u", "v"]])
@pytest.mark.parametrize("values", [["a", "b", None, "a"], [1, 2, None, 1], [1.5, 2.5, None, 1.5]])
def test_categoricals_of_pandas_are_their_values_whatever_stands_beside(values, beside):
    frame = pd.DataFrame({"c": pd.Categorical(values), "d": beside})
    plain = pd.DataFrame({"c": np.array(values, dtype=object), "d": np.array(beside, dtype=object)})
    one, other = (CategoricalNB().fit(X, [0, 1, 1, 0]) for X in (frame, plain))
    assert [each.tolist() for each in one.categories_] == [each.tolist() for each in other.categories_]
    np.testing.assert_array_equal(one.predict_proba(frame), other.predict_proba(plain))


def test_a_task_of_categories_and_booleans_can_be_cross_validated():
    random = np.random.default_rng(0)
    X = pd.DataFrame({"town": random.choice(["n", "s"], 40), "old": random.random(40) < 0.5})
    y = np.where((X["town"] == "n") | X["old"], "yes", "no")
    predictions = gn.resample(gn.Task(X, y), CategoricalNB(), gn.k_fold(4))
    assert predictions.estimate("accuracy").value > 0.8
