import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats
from scipy.optimize import minimize_scalar
from statsmodels.stats.proportion import confint_proportions_2indep

from gnomon.assessment.intervals import newcombe_interval, tango_interval
from gnomon.errors import DataError


@given(st.integers(1, 80), st.integers(1, 80), st.data())
def test_newcombe_agrees_with_statsmodels(n_first, n_second, data):
    first, second = data.draw(st.integers(0, n_first)), data.draw(st.integers(0, n_second))
    result = newcombe_interval(first / n_first, n_first, second / n_second, n_second)
    expected = confint_proportions_2indep(first, n_first, second, n_second, method="newcomb")
    assert np.allclose(result, expected)


def test_newcombe_gives_the_figures_of_the_paper():
    # Newcombe (1998), Statistics in Medicine 17, 873-890, Table II, example (a): 56/70 against 48/80.
    assert newcombe_interval(56 / 70, 70, 48 / 80, 80) == pytest.approx((0.0524, 0.3339), abs=5e-5)


def likelihood_score(difference, b, c, n):
    """The score statistic with the share of c found by maximizing the likelihood itself."""
    low, high = max(0.0, -difference), (1 - difference) / 2

    def loss(share):
        cells = np.array([share + difference, share, 1 - 2 * share - difference])
        counts = np.array([b, c, n - b - c])
        with np.errstate(divide="ignore", invalid="ignore"):
            terms = np.where(counts > 0, counts * np.log(np.maximum(cells, 1e-300)), 0.0)
        return -terms.sum()

    share = minimize_scalar(loss, bounds=(low, high), method="bounded", options={"xatol": 1e-12}).x
    return (b - c - n * difference) / np.sqrt(n * (2 * share + difference * (1 - difference)))


@settings(max_examples=40)
@given(st.integers(1, 20), st.integers(1, 20), st.integers(1, 60))
def test_at_tangos_bounds_the_score_is_critical(b, c, rest):
    n = b + c + rest
    lower, upper = tango_interval(b, c, n)
    assert likelihood_score(lower, b, c, n) == pytest.approx(stats.norm.ppf(0.975), abs=1e-3)
    assert likelihood_score(upper, b, c, n) == pytest.approx(-stats.norm.ppf(0.975), abs=1e-3)


@given(st.integers(0, 20), st.integers(0, 20), st.integers(0, 60))
def test_changing_the_two_about_mirrors_tangos_interval(b, c, rest):
    n = max(b + c + rest, 1)
    lower, upper = tango_interval(b, c, n)
    assert -1 <= lower <= (b - c) / n <= upper <= 1
    assert np.allclose(tango_interval(c, b, n), (-upper, -lower), atol=1e-8)


def test_no_case_that_tells_the_two_apart_leaves_a_difference_open():
    lower, upper = tango_interval(0, 0, 50)
    assert -0.1 < lower < 0 < upper < 0.1


def test_tango_covers_at_its_level():
    random = np.random.default_rng(0)
    draws = random.multinomial(60, [0.2, 0.1, 0.7], size=400)
    bounds = np.array([tango_interval(b, c, 60) for b, c, _ in draws])
    assert np.mean((bounds[:, 0] <= 0.1) & (bounds[:, 1] >= 0.1)) == pytest.approx(0.95, abs=0.03)


@pytest.mark.parametrize("counts", [(-1, 2, 10), (6, 6, 10), (0, 0, 0)])
def test_counts_that_cannot_be_are_refused(counts):
    with pytest.raises(DataError, match="add up to at most n"):
        tango_interval(*counts)
