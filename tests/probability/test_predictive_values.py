from fractions import Fraction

import numpy as np
import pytest
from scipy.stats import binom

from gnomon.errors import DataError, ParameterError
from gnomon.probability.diagnostic_values import predictive_values


def test_known_rates_have_no_interval_and_fractions_stay_exact():
    result = predictive_values(sensitivity="95/100", specificity="99/100", prevalence="28/1000")
    assert result.positive.value == Fraction(665, 908)
    assert result.positive.lower == pytest.approx(665 / 908)
    assert result.negative.value == Fraction(24057, 24092)


def test_bounds_are_quantiles_of_the_posterior():
    result = predictive_values(sensitivity=(45, 50), specificity=(90, 100), prevalence=0.1)
    random = np.random.default_rng(0)
    hits, alarms = random.beta(45.5, 5.5, 400_000), random.beta(10.5, 90.5, 400_000)
    drawn = 0.1 * hits / (0.1 * hits + 0.9 * alarms)
    assert (result.positive.lower, result.positive.upper) == pytest.approx(
        np.quantile(drawn, [0.025, 0.975]), abs=2e-3
    )


def test_the_interval_covers_what_its_docstring_says():
    ill = well = 20
    rates = np.array([0.6, 0.8, 0.9, 0.95, 0.98, 0.995])
    bounds = np.empty((ill + 1, well + 1, 2))
    for k in range(ill + 1):
        for m in range(well + 1):
            if (k, m) in ((0, well), (ill, 0)):
                # One of the two results never came up, which hardly ever happens.
                bounds[k, m] = 0, 1
                continue
            result = predictive_values(sensitivity=(k, ill), specificity=(m, well), prevalence=0.5).positive
            bounds[k, m] = result.lower, result.upper
    covered = []
    for sensitivity in rates:
        for specificity in rates:
            truth = sensitivity / (sensitivity + 1 - specificity)
            chance = np.outer(
                binom.pmf(np.arange(ill + 1), ill, sensitivity),
                binom.pmf(np.arange(well + 1), well, specificity),
            )
            covered.append(chance[(bounds[..., 0] <= truth) & (truth <= bounds[..., 1])].sum())
    assert np.mean(covered) == pytest.approx(0.95, abs=0.005)
    assert min(covered) == pytest.approx(0.905, abs=0.005)


def test_a_counted_prevalence_widens_the_interval():
    known = predictive_values(sensitivity=(45, 50), specificity=(90, 100), prevalence=0.1).positive
    counted = predictive_values(sensitivity=(45, 50), specificity=(90, 100), prevalence=(10, 100)).positive
    assert counted.value == pytest.approx(float(known.value))
    assert counted.lower < known.lower < known.upper < counted.upper


def test_a_perfect_record_is_not_certainty():
    result = predictive_values(sensitivity=(10, 10), specificity=(20, 20), prevalence=0.1)
    assert (result.positive.value, result.positive.upper) == (1, 1)
    assert result.positive.lower < 0.6


def test_a_rate_known_to_be_certain_settles_the_matter():
    result = predictive_values(sensitivity=(10, 12), specificity=1, prevalence=0.1).positive
    assert (result.value, result.lower, result.upper) == (1, 1, 1)


def test_results_have_a_frame_and_a_text():
    result = predictive_values(sensitivity=(9, 10), specificity=(8, 10), prevalence=0.2, level=0.9)
    assert result.frame()["level"].tolist() == [0.9, 0.9]
    assert "ill if positive" in str(result)


@pytest.mark.parametrize(
    ("changed", "error"),
    [
        ({"sensitivity": 1.1}, ParameterError),
        ({"sensitivity": (11, 10)}, ParameterError),
        ({"sensitivity": (1, 2, 3)}, ParameterError),
        ({"specificity": (0, 0)}, ParameterError),
        ({"level": 1}, ParameterError),
        ({"sensitivity": 0, "specificity": 1}, DataError),
    ],
)
def test_rates_that_cannot_be_are_refused(changed, error):
    with pytest.raises(error):
        predictive_values(**{"sensitivity": 0.9, "specificity": 0.8, "prevalence": 0.1, **changed})
