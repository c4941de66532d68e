import numpy as np
import pytest

from gnomon.errors import DataError
from gnomon.learners.linear import voting
from gnomon.learners.linear.mistakes import MistakeRule, learn
from gnomon.learners.linear.voting import Voters


def test_votes_are_as_many_as_visits_and_the_last_plane_is_the_last():
    random = np.random.default_rng(0)
    X, side = random.normal(size=(30, 2)), np.where(random.random(30) < 0.5, 1.0, -1.0)
    start = np.ones(2), 0.5
    found = learn(X, side, MistakeRule(), start, 4, keep_log=True)
    voters = Voters.of(X, start, found, constant=True)
    assert voters.votes.sum() == found.n_visits == 120
    np.testing.assert_allclose(voters.planes[-1], [*found.w, found.b], atol=1e-12)
    both = voters + voters
    np.testing.assert_allclose(both.mean_vote(X), voters.mean_vote(X))


def test_a_plane_that_was_wrong_at_once_has_no_vote():
    X, side = np.array([[1.0], [2.0]]), np.array([1.0, 1.0])
    found = learn(X, side, MistakeRule(), (np.zeros(1), 0.0), 3, keep_log=True)
    voters = Voters.of(X, (np.zeros(1), 0.0), found, constant=True)
    assert voters.planes.tolist() == [[1.0, 1.0]]
    assert voters.votes.tolist() == [4.0]


def test_more_planes_than_can_be_kept_are_refused(monkeypatch):
    monkeypatch.setattr(voting, "MOST_NUMBERS", 3)
    X, side = np.array([[1.0], [2.0]]), np.array([1.0, 1.0])
    found = learn(X, side, MistakeRule(), (np.zeros(1), 0.0), 3, keep_log=True)
    with pytest.raises(DataError, match="combine='averaged'"):
        Voters.of(X, (np.zeros(1), 0.0), found, constant=True)
