import pytest

from gnomon.errors import ParameterError
from gnomon.learners.ensembles.boosting import chance_error, vote_of, weight_factors


def test_many_classes_may_err_more_and_vote_more_by_samme():
    assert chance_error(4, "M1") == 0.5
    assert vote_of(0.6, 4, "SAMME") > 0 > vote_of(0.6, 4, "M1")
    assert vote_of(0.75, 4) == pytest.approx(0)
    assert vote_of(0.3, 2) == vote_of(0.3, 2, "M1")


def test_a_faultless_model_has_a_vote_that_is_large_and_finite():
    assert 20 < vote_of(0.0, 2) < 30
    assert vote_of(1.0, 2) == pytest.approx(-vote_of(0.0, 2))


def test_factors_of_no_error_are_refused():
    with pytest.raises(ParameterError, match="above 0 and below 1"):
        weight_factors(0.0)
