"""Predictions for Dask input are lazy, of known dtype, and equal to those for rows in memory."""

import dask.array as da
import dask.dataframe as dd
import numpy as np
import pandas as pd
import pytest
import scipy.sparse
from sklearn.base import clone
from sklearn.exceptions import NotFittedError

import gnomon as gn
from gnomon.errors import DataError, DataWarning
from gnomon.registry import learners, transformers
from gnomon.sharing.lazy_predictions import METHODS

EVERY = [entry.facts.get("example", entry.thing)() for entry in (*learners.values(), *transformers.values())]


def sample(n_rows=120):
    X = np.abs(np.random.default_rng(0).normal(size=(n_rows, 3))) + 1
    return X, np.where(X[:, 0] > X[:, 0].mean(), "high", "low")


# Some learners warn of a fit on few rows; what counts here is what they answer.
@pytest.mark.filterwarnings("ignore::gnomon.errors.GnomonWarning")
@pytest.mark.parametrize("learner", EVERY, ids=lambda learner: type(learner).__name__)
def test_every_learner_predicts_lazily_what_it_predicts_in_memory(learner):
    X, y = sample()
    model = clone(learner).fit(X, y == "high")
    lazy = da.from_array(X, chunks=(50, 2))
    for name in METHODS:
        if hasattr(model, name) and name != "inverse_transform":
            put_off, wanted = getattr(model, name)(lazy), getattr(model, name)(X)
            assert isinstance(put_off, da.Array)
            assert (put_off.shape, put_off.dtype) == (wanted.shape, wanted.dtype)
            # Products of 50 rows may round otherwise than those of 120.
            found = put_off.compute()
            assert (
                np.allclose(found, wanted, rtol=1e-12) if found.dtype.kind == "f" else (found == wanted).all()
            )


def test_nothing_is_read_before_it_is_asked_for():
    X, y = sample()
    reads = []

    def read(block):
        reads.append(len(block))
        return block

    lazy = da.from_array(X, chunks=(40, 3)).map_blocks(read, dtype=float, meta=np.empty((0, 3)))
    put_off = gn.GaussianNB().fit(X, y).predict(lazy)
    assert reads == []
    assert put_off.dtype == np.dtype("<U4")
    put_off[:40].compute()
    assert reads == [40]


def test_rows_of_a_data_frame_of_unknown_length():
    X, y = sample()
    frame = pd.DataFrame(X, columns=list("abc"))
    model = gn.LinearDiscriminantAnalysis().fit(frame, y)
    lazy = dd.from_pandas(frame, npartitions=5)
    some = model.predict_proba(lazy[lazy["a"] > 1.5])
    assert some.shape[1] == 2
    np.testing.assert_allclose(some.compute(), model.predict_proba(frame[frame["a"] > 1.5]), rtol=1e-12)


def test_sparse_predictions_stay_sparse():
    X, y = sample()
    rows = da.from_array(np.round(X), chunks=(50, 3)).map_blocks(scipy.sparse.csr_matrix)
    model = gn.MultinomialNB().fit(np.round(X), y)
    assert np.array_equal(model.predict(rows).compute(), model.predict(np.round(X)))


def test_a_made_up_row_that_a_model_finds_impossible_is_no_error():
    X, y = np.array([[0.0, 1.0], [0.0, 1.0], [1.0, 0.0]]), ["a", "a", "b"]
    model = gn.BernoulliNB(alpha=0.0).fit(X, y)
    assert model.predict(da.from_array(X, chunks=(2, 2))).compute().tolist() == ["a", "a", "b"]


def test_a_made_up_row_far_from_the_training_rows_warns_of_nothing():
    X = np.linspace(50, 60, 40)[:, None]
    model = gn.PolynomialRegression(3).fit(X, X[:, 0])
    assert model.predict(da.from_array(X, chunks=(20, 1))).shape == (40,)


def test_a_bad_value_is_named_by_its_row_among_all_where_lengths_are_known():
    X = sample()[0]
    model = gn.Ridge().fit(X, X[:, 0])
    X[101, 1] = np.nan
    with pytest.raises(DataError, match=r"NaN \(column 1, row 101\)"):
        model.predict(da.from_array(X, chunks=(50, 3))).compute()
    with pytest.raises(DataError, match=r"row 41\), .* \(in block 1, rows counted from its first\)"):
        model.predict(dd.from_pandas(pd.DataFrame(X), npartitions=2).values).compute()


def test_wrong_rows_are_refused_at_once():
    X = sample()[0]
    with pytest.raises(NotFittedError):
        gn.Ridge().predict(da.ones((4, 3)))
    with pytest.raises(ValueError, match="2 features, but Ridge is expecting 3"):
        gn.Ridge().fit(X, X[:, 0]).predict(da.ones((4, 2)))


def test_a_warning_of_a_prediction_names_the_line_that_asked_for_it():
    model = gn.PolynomialRegression(3).fit(np.linspace(0, 1, 30)[:, None], np.linspace(0, 1, 30))
    with pytest.warns(DataWarning, match="far outside") as caught:
        model.predict([[50.0]])
    even = gn.KNeighborsClassifier(2).fit([[0.0], [1.0]], [0, 1])
    with pytest.warns(DataWarning, match="an even number of votes") as tied:
        even.predict([[0.5]])
    assert [warning.filename for warning in (*caught, *tied)] == [__file__, __file__]
