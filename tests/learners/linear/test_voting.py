import numpy as np
import pytest

from gnomon.errors import DataError
from gnomon.learners.linear import voting
from gnomon.learners.linear.mistakes import MistakeRule, train
from gnomon.learners.linear.voting import Voters


def test_votes_are_as_many_as_visits_and_the_last_hyperplane_is_the_last():
    random = np.random.default_rng(0)
    X, side = random.normal(size=(30, 2)), np.where(random.random(30) < 0.5, 1.0, -1.0)
    start = np.ones(2), 0.5
    run = train(X, side, MistakeRule(), start, 4, with_log=True)
    voters = Voters.of(X, start, run, fit_intercept=True)
    assert voters.votes.sum() == run.n_visits == 120
    np.testing.assert_allclose(voters.planes[-1], [*run.w, run.b], atol=1e-12)
    both = voters + voters
    np.testing.assert_allclose(both.mean_vote(X), voters.mean_vote(X))


def test_a_hyperplane_that_erred_at_once_has_no_vote():
    X, side = np.array([[1.0], [2.0]]), np.array([1.0, 1.0])
    run = train(X, side, MistakeRule(), (np.zeros(1), 0.0), 3, with_log=True)
    voters = Voters.of(X, (np.zeros(1), 0.0), run, fit_intercept=True)
    assert voters.planes.tolist() == [[1.0, 1.0]]
    assert voters.votes.tolist() == [4.0]


def test_more_hyperplanes_than_fit_in_memory_are_refused(monkeypatch):
    monkeypatch.setattr(voting, "MAX_NUMBERS", 3)
    X, side = np.array([[1.0], [2.0]]), np.array([1.0, 1.0])
    run = train(X, side, MistakeRule(), (np.zeros(1), 0.0), 3, with_log=True)
    with pytest.raises(DataError, match="combine='averaged'"):
        Voters.of(X, (np.zeros(1), 0.0), run, fit_intercept=True)
