"""Worked examples of the chapter on assessment: bagging and boosting."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import gnomon as gn
from gnomon import SVC
from gnomon.learners.ensembles.boosting import boosting_vote_weight
from gnomon.learners.ensembles.votes import count_votes, sign_vote


def versicolor():
    task = gn.load("iris-components")
    return np.asarray(task.X, dtype=float), np.where(np.asarray(task.y) == "versicolor", 1, -1)


@pytest.mark.parametrize(
    ("models", "wrong", "tied", "zero_one", "squared"),
    [
        (3, 7, 0, 0.047, 0.187),
        (5, 6, 0, 0.04, 0.16),
        (8, 3, 3, 0.02, 0.10),
        (10, 4, 1, 0.027, 0.113),
        (15, 4, 0, 0.027, 0.107),
    ],
)
def test_a_tie_costs_one_squared_and_is_no_error(models, wrong, tied, zero_one, squared):
    """Zaki and Meira 2014, section 22.3.1, example 22.13: Votes with these many wrong and tied rows of 150
    have the printed losses.
    """
    truth = np.ones(150, dtype=int)
    answers = np.ones((models, 150), dtype=int)
    answers[:, :wrong] = -1
    answers[: models // 2, wrong : wrong + tied] = -1
    said = sign_vote(answers)
    assert (said == 0).sum() == tied
    assert np.mean(said == -truth) == pytest.approx(zero_one, abs=5e-4)
    assert np.mean((said - truth) ** 2) == pytest.approx(squared, abs=5e-4)


def test_bagged_quadratic_svms_err_on_three_to_seven_of_150():
    """Zaki and Meira 2014, section 22.3.1, example 22.13."""
    X, y = versicolor()
    machine = SVC(kernel="poly", degree=2, gamma=1.0, coef0=0.0, C=1.0)
    for seed in range(3):
        model = gn.BaggingClassifier(machine, n_estimators=15, combine="vote", random_state=seed).fit(X, y)
        errors = np.rint(model.staged_errors(X, y) * 150).astype(int)
        assert all(2 <= errors[models - 1] <= 8 for models in (3, 5, 8, 10, 15))
        even = sign_vote(model.trace(X)["predicted"].to_numpy().reshape(15, 150)[:8])
        assert (even == 0).sum() <= 4


@pytest.mark.parametrize(("error", "alpha"), [(0.280, 0.944), (0.305, 0.826), (0.174, 1.559), (0.282, 0.935)])
def test_votes_of_the_printed_errors(error, alpha):
    """Zaki and Meira 2014, section 22.3.1, example 22.14."""
    assert boosting_vote_weight(error, 2, "M1") == pytest.approx(alpha, abs=0.003)


@settings(max_examples=30)
@given(st.integers(0, 9999))
def test_of_two_members_the_one_of_the_larger_vote_decides(seed):
    """Zaki and Meira 2014, section 22.3.1, example 22.14: So that the printed error of two members, 0.253, is
    off: it must be that of the first, 0.280.
    """
    random = np.random.default_rng(seed)
    answers = random.choice([-1, 1], size=(2, 20))
    alpha = random.uniform(0.1, 2, size=2)
    assert (sign_vote(answers, alpha) == answers[alpha.argmax()]).all()


def boosted(seed, n_rounds=60):
    return gn.AdaBoostClassifier(
        SVC(kernel="linear"),
        n_estimators=n_rounds,
        algorithm="M1",
        sampling="resample",
        worse_than_chance="redraw",
        perfect="drop",
        random_state=seed,
    )


def test_boosted_lines_are_far_better_than_one_and_some_draws_are_discarded():
    """Zaki and Meira 2014, section 22.3.1, example 22.14."""
    X, y = versicolor()
    stages = np.array([boosted(seed, 30).fit(X, y).staged_errors(X, y)[[0, 1, 9, 29]] for seed in range(4)])
    first, second, tenth, thirtieth = stages.mean(axis=0)
    assert 0.2 < first < 0.4
    assert abs(second - first) < 0.05
    assert tenth < first / 2
    assert thirtieth < 0.08
    discarded = boosted(0, 30).fit(X, y).rounds()["outcome"] == "discarded"
    assert discarded.any()


def test_training_error_falls_below_the_held_out_error_that_levels_off():
    """Zaki and Meira 2014, section 22.3.1, example 22.14."""
    X, y = versicolor()
    order = np.random.default_rng(0).permutation(150)
    seen, held_out = [], []
    for fold in range(5):
        test = order[fold::5]
        train = np.setdiff1d(order, test)
        model = boosted(fold).fit(X[train], y[train])
        seen.append(model.staged_errors(X[train], y[train])[[0, 9, -1]])
        held_out.append(model.staged_errors(X[test], y[test])[[0, 9, -1]])
    seen, held_out = np.mean(seen, axis=0), np.mean(held_out, axis=0)
    assert seen[0] > 0.2
    assert held_out[0] > 0.2
    assert seen[2] < 0.06
    assert held_out[2] < 0.10
    assert seen[2] <= held_out[2] + 0.02


@settings(max_examples=30)
@given(st.integers(0, 9999), st.integers(1, 12))
def test_the_larger_vote_is_the_sign_of_the_weighted_sum(seed, members):
    """Zaki and Meira 2014, section 22.5, exercise 3."""
    random = np.random.default_rng(seed)
    answers, alpha = random.choice([-1, 1], size=(members, 25)), random.uniform(0.1, 2, size=members)
    votes = count_votes((answers > 0).astype(int), 2, alpha)
    np.testing.assert_allclose(votes[:, 1] - votes[:, 0], alpha @ answers, atol=1e-12)
    untied = np.abs(alpha @ answers) > 1e-9
    assert (np.where(votes.argmax(axis=1) == 1, 1, -1) == sign_vote(answers, alpha))[untied].all()


def test_bagging_is_boosting_with_uniform_weights_and_equal_votes():
    """Zaki and Meira 2014, section 22.3.1 Ensemble Classifiers."""
    X, y = versicolor()
    for learner in (SVC(kernel="linear"), gn.DecisionStump(), gn.GaussianNB()):
        bagged = gn.BaggingClassifier(learner, n_estimators=9, combine="vote", random_state=3).fit(X, y)
        uniform = gn.AdaBoostClassifier(
            learner, n_estimators=9, algorithm="uniform", sampling="resample", random_state=3
        ).fit(X, y)
        np.testing.assert_allclose(uniform.predict_proba(X), bagged.predict_proba(X), rtol=1e-12)
        assert (uniform.predict(X) == bagged.predict(X)).all()
        assert (uniform.estimator_weights_ == 1).all()
