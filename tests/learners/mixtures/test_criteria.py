import numpy as np
import pytest

from gnomon.errors import ParameterError
from gnomon.learners.mixtures.categorical import CategoricalMixture
from gnomon.learners.mixtures.criteria import choose_mixture_components
from gnomon.learners.mixtures.gaussian import GaussianMixture
from gnomon.learners.mixtures.normals import KINDS


def groups(n=300, seed=0):
    random = np.random.default_rng(seed)
    return random.normal(size=(n, 2)) + 8 * np.eye(3, 2)[random.integers(3, size=n)]


def test_bic_and_icl_find_groups_that_lie_apart():
    choice = choose_mixture_components(GaussianMixture(n_init=2, max_iter=500), groups(), range(1, 6))
    assert choice.best("bic").n_components == choice.best("icl").n_components == 3
    frame = choice.frame()
    assert frame["n_components"].tolist() == [1, 2, 3, 4, 5]
    # A larger mixture is never less likely; only its penalty speaks against it.
    assert frame["log_likelihood"].iloc[2] > frame["log_likelihood"].iloc[1]
    assert "BIC 3" in str(choice)


def test_criteria_are_their_formulas():
    X = groups()
    model = GaussianMixture(2).fit(X)
    result = model.criteria(X)
    total, p, n = model.score_samples(X).sum(), 1 + 4 + 6, len(X)
    assert result.n_parameters == p
    assert result.aic == pytest.approx(-2 * total + 2 * p)
    assert result.bic == pytest.approx(-2 * total + p * np.log(n))
    doubt = -np.log(model.predict_proba(X).max(axis=1)).sum()
    assert result.icl == pytest.approx(result.bic + 2 * doubt)
    assert result.mdl == pytest.approx((-total + p / 2 * np.log(n)) / np.log(2))


@pytest.mark.parametrize(("kind", "free"), list(zip(KINDS, (18, 6, 9, 3), strict=True)))
def test_free_numbers_are_counted_by_kind(kind, free):
    X = np.random.default_rng(0).normal(size=(50, 3))
    assert GaussianMixture(3, covariance_type=kind).fit(X).criteria(X).n_parameters == 2 + 9 + free


def test_mixtures_of_categories_are_compared_too():
    X = np.repeat([["a", "u"], ["b", "v"]], 30, axis=0)
    choice = choose_mixture_components(CategoricalMixture(n_init=3, max_iter=999), X, [1, 2])
    assert choice.best().n_components == 2
    assert choice.criteria[1].n_parameters == 1 + 2 * 2


def test_unknown_criteria_and_no_numbers_are_refused():
    with pytest.raises(ParameterError, match="by='gap'"):
        choose_mixture_components(GaussianMixture(), groups(), [1]).best("gap")
    with pytest.raises(ParameterError, match="empty"):
        choose_mixture_components(GaussianMixture(), groups(), [])
