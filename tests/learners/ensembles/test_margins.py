import numpy as np
import pytest

from gnomon import AdaBoostClassifier
from gnomon.errors import DataError, ParameterError
from gnomon.learners.ensembles.margins import MarginDistribution


def test_the_fraction_at_or_below_0_is_the_training_error_of_boosting():
    random = np.random.default_rng(0)
    X = random.normal(size=(200, 3))
    y = (X.sum(axis=1) + random.normal(size=200) > 0).astype(int)
    model = AdaBoostClassifier(n_estimators=15).fit(X, y)
    distribution = MarginDistribution.of(model.voting_margins(X, y))
    assert distribution.cdf(0) == pytest.approx(1 - model.score(X, y))
    frame = distribution.frame()
    assert frame["margin"].is_monotonic_increasing
    assert frame["share"].iloc[-1] == 1
    assert "of 200 rows" in str(distribution)


def test_the_bound_falls_with_rows_and_with_a_wider_margin():
    few, many = MarginDistribution.of(np.full(100, 0.6)), MarginDistribution.of(np.full(10_000, 0.6))
    assert many.bound(0.5, 3) < few.bound(0.5, 3)
    assert few.bound(0.5, 3) < few.bound(0.1, 3)
    assert few.bound(0.5, 3, delta=0.5) < few.bound(0.5, 3, delta=0.01)
    expected = 0 + np.sqrt((3 / 0.25 + np.log(20)) / 100)
    assert few.bound(0.5, 3) == pytest.approx(expected)


def test_invalid_margins_is_refused():
    with pytest.raises(DataError, match="from -1 to 1"):
        MarginDistribution.of([2.0])
    with pytest.raises(ParameterError, match="delta above 0"):
        MarginDistribution.of([0.2]).bound(0.1, 2, delta=1.0)
