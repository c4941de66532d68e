import pytest

from gnomon.errors import ParameterError
from gnomon.learners.ensembles.boosting import (
    boosting_error_limit,
    boosting_vote_weight,
    boosting_weight_factors,
)


def test_many_classes_may_err_more_and_vote_more_by_samme():
    assert boosting_error_limit(4, "M1") == 0.5
    assert boosting_vote_weight(0.6, 4, "SAMME") > 0 > boosting_vote_weight(0.6, 4, "M1")
    assert boosting_vote_weight(0.75, 4) == pytest.approx(0)
    assert boosting_vote_weight(0.3, 2) == boosting_vote_weight(0.3, 2, "M1")


def test_a_perfect_classifier_has_a_vote_that_is_large_and_finite():
    assert 20 < boosting_vote_weight(0.0, 2) < 30
    assert boosting_vote_weight(1.0, 2) == pytest.approx(-boosting_vote_weight(0.0, 2))


def test_weight_factors_need_an_error_between_0_and_1():
    with pytest.raises(ParameterError, match="above 0 and below 1"):
        boosting_weight_factors(0.0)
