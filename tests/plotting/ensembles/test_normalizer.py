"""The normalizer of a boosted rule."""

import pytest

import gnomon as gn
from gnomon.errors import ParameterError
from gnomon.learners.rules.boosted import RuleVote


def test_the_normalizer_is_least_at_the_vote():
    display = gn.plotting.NormalizerDisplay.of(0.3, 0.05)
    table = display.frame()
    assert table.loc[table["Z"].idxmin(), "alpha"] == pytest.approx(RuleVote.of(0.3, 0.05).alpha)
    assert table["Z"].min() == pytest.approx(display.vote.normalizer)


def test_a_rule_that_is_never_wrong_is_refused():
    with pytest.raises(ParameterError, match="no finite weight"):
        gn.plotting.NormalizerDisplay.of(0.3, 0.0)
