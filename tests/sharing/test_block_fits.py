"""Fits on blocks: the model is that of all rows at once."""

import numpy as np
import pandas as pd
import pytest
import scipy.sparse
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.base import clone, is_classifier
from sklearn.linear_model import LinearRegression as PeerRegression
from sklearn.utils import get_tags

import gnomon as gn
from gnomon.errors import DataError, ParameterError
from gnomon.registry import learners, transformers
from gnomon.sharing.block_fits import fit_blocks

EVERY = [entry.facts.get("example", entry.thing)() for entry in (*learners.values(), *transformers.values())]
SUMMARIZING = [learner for learner in EVERY if learner.summarizes]
CUTS = (13, 14, 14, 70, 111)


def sample(learner, n_rows=120):
    """Rows far from the origin; the second class is absent from the first two blocks."""
    random = np.random.default_rng(0)
    X = random.normal(size=(n_rows, 4)) * [1, 10, 2, 1] + [50, 0, 3, 1000]
    X[:, 2] = np.round(X[:, 2])
    X = np.abs(X) if get_tags(learner).input_tags.positive_only else X
    signal = (X - X.mean(axis=0)) @ [1.0, 0.1, 0.5, -1.0] + random.normal(size=n_rows)
    if not is_classifier(learner):
        return X, signal
    y = np.array(["lo", "middle", "high"])[np.digitize(signal, [-1.0, 1.0])]
    y[: CUTS[1]] = np.where(y[: CUTS[1]] == "middle", "lo", y[: CUTS[1]])
    return X, y


def cut(*arrays, at=CUTS):
    return zip(*(np.split(array, at) for array in arrays))


def answers(model, X):
    return [
        getattr(model, name)(X) for name in ("predict", "predict_proba", "transform") if hasattr(model, name)
    ]


@pytest.mark.filterwarnings("ignore:column .* is an unknown category")
@pytest.mark.parametrize("learner", SUMMARIZING, ids=lambda learner: type(learner).__name__)
@pytest.mark.parametrize("weighted", [False, True])
def test_a_learner_that_summarizes_fits_blocks_as_it_fits_all_rows(learner, weighted):
    X, y = sample(learner)
    weight = (
        np.random.default_rng(1).integers(0, 3, size=len(X)).astype(float) if weighted else np.ones(len(X))
    )
    weight[CUTS[3] : CUTS[4]] = 0.0
    whole = clone(learner).fit(X, y, sample_weight=weight)
    blocks = fit_blocks(clone(learner), cut(X, y, weight))
    # Both add the same products, grouped otherwise: some units in the last place, times the condition.
    for one, other in zip(answers(blocks, X), answers(whole, X), strict=True):
        if one.dtype.kind == "f":
            np.testing.assert_allclose(one, other, rtol=1e-9, atol=1e-9)
        else:
            assert np.array_equal(one, other)


@settings(max_examples=25)
@given(st.lists(st.integers(0, 60), max_size=6), st.integers(0, 10**6))
def test_ridge_is_the_same_for_any_cut_and_near_the_same_for_any_other(ends, seed):
    random = np.random.default_rng(seed)
    X = random.normal(size=(60, 3)) + 100
    y = X @ [1.0, -2.0, 3.0] + random.normal(size=60)
    at = sorted(ends)
    one = fit_blocks(gn.Ridge(), cut(X, y, at=at))
    assert np.array_equal(one.coef_, fit_blocks(gn.Ridge(), list(cut(X, y, at=at))).coef_)
    np.testing.assert_allclose(one.coef_, gn.Ridge().fit(X, y).coef_, rtol=1e-10)


def test_nearly_collinear_columns_keep_their_digits_however_many_blocks_there_are():
    random = np.random.default_rng(0)
    X = random.normal(size=(4000, 3))
    X[:, 2] = X[:, 0] + 1e-6 * X[:, 2]
    y = X @ [1.0, 2.0, 3.0]
    model = fit_blocks(gn.LinearRegression(), cut(X, y, at=range(50, 4000, 50)))
    # Products of columns alone would leave 4 digits of 16 at a condition of 1e6.
    np.testing.assert_allclose(model.coef_, [1.0, 2.0, 3.0], rtol=1e-8)
    assert len(model.prepared_.parts) == 1


def test_what_a_wide_scatter_takes_does_not_grow_with_the_blocks():
    X = np.random.default_rng(0).normal(size=(600, 20))
    model = fit_blocks(gn.PCA(3), np.split(X, 60))
    assert len(model.prepared_.held.parts) == 1
    np.testing.assert_allclose(model.explained_variance_, gn.PCA(3).fit(X).explained_variance_, rtol=1e-12)


def test_sparse_blocks_are_fitted_as_dense_ones():
    X = np.random.default_rng(0).poisson(0.3, size=(90, 5)).astype(float)
    y = np.arange(90) % 3
    sparse = fit_blocks(gn.MultinomialNB(), ((scipy.sparse.csr_matrix(a), b) for a, b in cut(X, y, at=[40])))
    assert np.array_equal(sparse.feature_log_prob_, gn.MultinomialNB().fit(X, y).feature_log_prob_)


def test_several_targets_are_fitted_jointly():
    random = np.random.default_rng(0)
    X, y = random.normal(size=(50, 2)), random.normal(size=(50, 3))
    model = fit_blocks(gn.LinearRegression(), cut(X, y, at=[20]))
    np.testing.assert_allclose(model.coef_, PeerRegression().fit(X, y).coef_, rtol=1e-10)


def test_names_of_columns_are_those_of_the_blocks():
    frame = pd.DataFrame({"age": [1.0, 2.0, 4.0], "dose": [3.0, 1.0, 0.0]})
    blocks = [(frame[:2], [1.0, 2.0]), (frame[2:], [3.0])]
    assert fit_blocks(gn.Ridge(), blocks).feature_names_in_.tolist() == ["age", "dose"]
    model = gn.Ridge().fit(frame, [1.0, 2.0, 3.0])
    assert not hasattr(fit_blocks(model, [(frame.to_numpy(), [1.0, 2.0, 3.0])]), "feature_names_in_")


@pytest.mark.parametrize("other", [{"age": [1.0], "size": [3.0]}, {"age": [1.0]}])
def test_blocks_of_other_columns_are_refused_by_name(other):
    blocks = [(pd.DataFrame({"age": [1.0], "dose": [3.0]}), [0.0]), (pd.DataFrame(other), [1.0])]
    with pytest.raises(DataError, match="the columns age, dose; all blocks need the same"):
        fit_blocks(gn.Ridge(), blocks)


@pytest.mark.parametrize(
    ("learner", "bad", "message"),
    [
        (gn.Ridge(), np.nan, r"NaN \(column 2, row 75\), which Ridge does not accept"),
        (gn.PCA(2), np.inf, r"infinity \(column 2, row 75\), which PCA does not accept"),
        (gn.LinearDiscriminantAnalysis(), np.nan, r"NaN \(column 2, row 75\)"),
        (gn.MultinomialNB(), -1.0, r"-1 \(column 2, row 75\)"),
    ],
    ids=lambda value: type(value).__name__,
)
def test_a_bad_value_is_named_by_its_row_among_all(learner, bad, message):
    X, y = sample(gn.MultinomialNB())
    X[75, 2] = bad
    with pytest.raises(DataError, match=message):
        fit_blocks(learner, cut(X, np.arange(len(y)) % 2))


def test_a_missing_label_is_named_by_its_row_among_all():
    X, y = sample(gn.GaussianNB())
    y = y.astype(object)
    y[75] = None
    with pytest.raises(DataError, match="row 75 has no label"):
        fit_blocks(gn.GaussianNB(), cut(X, y))


def test_no_rows_and_no_weight_are_refused():
    with pytest.raises(DataError, match="all blocks are empty"):
        fit_blocks(gn.PCA(), [np.ones((0, 2))])
    with pytest.raises(DataError, match="zero for every row"):
        fit_blocks(gn.Ridge(), [(np.ones((2, 1)), np.ones(2), np.zeros(2))] * 2)


def test_one_class_in_every_block_but_two_in_all_is_no_error():
    blocks = [(np.array([[0.0], [1.0]]), ["a", "a"]), (np.array([[8.0], [9.0]]), ["bb", "bb"])]
    assert fit_blocks(gn.GaussianNB(), blocks).predict([[0.5], [8.5]]).tolist() == ["a", "bb"]


def test_a_bad_parameter_is_refused_as_in_memory():
    with pytest.raises(ParameterError, match="alpha"):
        fit_blocks(gn.Ridge(alpha=-1.0), [(np.ones((2, 1)), np.ones(2))])


@pytest.mark.parametrize("model", [gn.PCA(1, svd_solver="arpack"), gn.PCA(1, svd_solver="gram")])
def test_a_solver_that_keeps_rows_is_refused_by_name(model):
    with pytest.raises(DataError, match=r"PCA\(svd_solver='(arpack|gram)'\) needs all its rows in memory"):
        fit_blocks(model, [np.random.default_rng(0).normal(size=(20, 3))] * 2)


def test_a_learner_that_needs_its_rows_raises_an_error_with_a_fix():
    with pytest.raises(
        DataError, match=r"SVC needs all its rows in memory; .* or use a learner that supports blocks"
    ):
        fit_blocks(gn.SVC(), [(np.ones((2, 1)), [0, 1])])
    with pytest.raises(DataError, match="call partial_fit block by block"):
        fit_blocks(gn.MiniBatchKMeans(), [np.ones((2, 1))])


def test_a_learner_of_others_is_refused():
    with pytest.raises(ParameterError, match="LinearRegression, which cannot be fitted block by block"):
        fit_blocks(PeerRegression(), [(np.ones((2, 1)), np.ones(2))])
