import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import gnomon as gn
from gnomon.errors import DataError, ParameterError
from gnomon.learners.projections.dimension import choose_components
from gnomon.learners.projections.directions import project_onto
from gnomon.learners.projections.noise_dimensions import noise_dimensions


def factor_data(n_rows=200, n_columns=8, rank=2, seed=0):
    random = np.random.default_rng(seed)
    signal = random.normal(size=(n_rows, rank)) @ random.normal(size=(rank, n_columns)) * 3
    return signal + random.normal(size=(n_rows, n_columns))


def by_refitting(X, folds, standardize, random_state=0):
    """Both criteria the long way: a PCA a fold, and a regression a value that is left out."""
    fold = np.random.default_rng(np.random.SeedSequence(random_state)).permutation(np.arange(len(X)) % folds)
    likelihood, error = [], []
    for each in range(folds):
        train, test = X[fold != each], X[fold == each]
        scale = train.std(axis=0) if standardize else np.ones(X.shape[1])
        rows = (test - train.mean(axis=0)) / scale
        of_fold, squares = [], []
        for k in range(1, X.shape[1]):
            model = gn.PCA(k, ddof=0, standardize=standardize).fit(train)
            of_fold.append(model.score(test))
            W = model.components_.T
            total = 0.0
            for column in range(X.shape[1]):
                others = np.delete(np.arange(X.shape[1]), column)
                scores = np.linalg.lstsq(W[others], rows[:, others].T, rcond=None)[0]
                total += np.mean((rows[:, column] - W[column] @ scores) ** 2)
            squares.append(total / X.shape[1])
        likelihood.append(of_fold)
        error.append(squares)
    return np.array(likelihood), np.array(error)


@pytest.mark.parametrize("standardize", [False, True])
def test_sums_give_what_refitting_and_leaving_values_out_give(standardize):
    X = factor_data(40, 5) * [1, 2, 1, 3, 1] + 50
    result = choose_components(X, folds=4, standardize=standardize)
    likelihood, error = by_refitting(X, 4, standardize)
    np.testing.assert_allclose(result.likelihood[:, 1:], likelihood, rtol=1e-8)
    # With all but one direction kept the others decide exactly, and rounding is magnified.
    np.testing.assert_allclose(result.error[:, 1:-1], error[:, :-1], rtol=1e-6)


@pytest.mark.parametrize("rank", [1, 2, 4])
def test_both_criteria_find_the_rank_while_rebuilding_would_not(rank):
    X = factor_data(400, 10, rank, seed=3)
    result = choose_components(X)
    assert result.by_one_standard_error == result.by_error == rank
    assert rank <= result.by_likelihood <= rank + 1
    rebuilt = [gn.PCA(k).fit(X[:200]).reconstruction_error(X[200:]).mean() for k in range(1, 10)]
    assert np.argmin(rebuilt) == 8
    frame = result.frame()
    assert frame["n_components"].tolist() == list(range(10))
    assert frame["percent"].is_monotonic_increasing
    assert result.by_explained_variance(0.5) <= result.by_explained_variance(0.99)
    assert f"{rank} by held-out values" in str(result)


def test_rows_without_any_structure_need_no_component():
    X = np.random.default_rng(0).normal(size=(500, 6))
    assert choose_components(X).by_error == 0


@pytest.mark.parametrize(
    "wrong", [{"folds": 1}, {"folds": 500}, {"max_components": 0}, {"max_components": 8}]
)
def test_impossible_numbers_are_refused(wrong):
    with pytest.raises(ParameterError, match=next(iter(wrong))):
        choose_components(factor_data(), **wrong)
    with pytest.raises(ParameterError, match="share"):
        choose_components(factor_data()).by_explained_variance(0)


def test_constant_columns_and_too_large_numbers_have_a_clear_answer():
    X = np.column_stack([factor_data(50, 4), np.ones(50)])
    assert np.isfinite(choose_components(X, standardize=True).error).all()
    with pytest.raises(DataError, match="too large"):
        choose_components(X * 1e200)


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 999), st.integers(2, 30), st.integers(1, 5))
def test_no_direction_has_more_variance_than_the_first_component(seed, n_rows, n_columns):
    random = np.random.default_rng(seed)
    X, w = random.normal(size=(n_rows, n_columns)), random.normal(size=n_columns)
    result = project_onto(X, w)
    first = gn.PCA(1, ddof=0).fit(X)
    assert result.variance[0] <= first.explained_variance_[0] * (1 + 1e-9)
    along = project_onto(X, first.components_.T)
    assert along.variance == pytest.approx(first.explained_variance_)
    np.testing.assert_allclose(along.coordinates, first.transform(X), atol=1e-10)


def test_orthonormal_directions_share_all_of_the_variance():
    X = factor_data()
    result = project_onto(X, np.linalg.qr(np.random.default_rng(0).normal(size=(8, 8)))[0], ddof=1)
    assert result.share.sum() == pytest.approx(1.0)
    assert result.frame()["percent"].sum() == pytest.approx(100.0)
    assert str(result).startswith("direction 0: variance")
    np.testing.assert_allclose(project_onto(X, np.eye(8), center=False).coordinates, X)


def test_directions_that_do_not_fit_are_refused():
    for wrong in ([1.0, 2.0, 3.0], [0.0, 0.0], [np.nan, 1.0]):
        with pytest.raises(ParameterError, match="direction"):
            project_onto([[1.0, 2.0], [3.0, 4.0]], wrong)
    with pytest.raises(DataError, match="ddof=1"):
        project_onto([[1.0, 2.0]], [1.0, 0.0], ddof=1)


def test_draws_do_not_depend_on_how_many_there_are():
    few, many = noise_dimensions(draws=2), noise_dimensions(draws=5)
    assert np.array_equal(few.variances, many.variances[:2])
    assert few.X.shape == (60, 7)
    with pytest.raises(ParameterError, match="draws=0"):
        noise_dimensions(draws=0)
