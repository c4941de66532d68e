from dataclasses import replace
from itertools import combinations

import numpy as np
import pytest
from sklearn.dummy import DummyClassifier, DummyRegressor
from sklearn.linear_model import LinearRegression, LogisticRegression
from sklearn.naive_bayes import GaussianNB
from sklearn.tree import DecisionTreeClassifier

from gnomon.assessment.comparing.pairwise import compare_all
from gnomon.assessment.comparison import compare
from gnomon.assessment.resample import resample, resample_each
from gnomon.assessment.significance.corrections import METHODS, adjust_p_values
from gnomon.assessment.splits import hold_out, k_fold, repeated
from gnomon.data.task import Task
from gnomon.errors import DesignError, NameUnknown, ParameterError

random = np.random.default_rng(0)
X = random.normal(size=(120, 2))
task = Task(X, X[:, 0] + random.normal(size=120) > 0)
path = [LogisticRegression(), GaussianNB(), DecisionTreeClassifier(random_state=0), DummyClassifier()]
folds = resample_each(task, path, repeated(k_fold(4), times=2))
held = resample_each(task, path, hold_out(0.5))


@pytest.mark.parametrize(
    ("all_predictions", "measure"),
    [(folds, "accuracy"), (folds, "log_loss"), (folds, "auc"), (held, "accuracy"), (held, "auc")],
)
def test_without_correction_each_pair_is_what_compare_finds(all_predictions, measure):
    result = compare_all(all_predictions, measure, correction="none")
    for a, b in combinations(range(4), 2):
        one = compare(all_predictions[a], all_predictions[b], measure)
        pair = result.comparison(a, b)
        for name in ("difference", "lower", "upper", "p", "effect", "rope", "detectable"):
            assert getattr(pair, name) == pytest.approx(getattr(one, name)), name
        assert (pair.verdict, pair.test, pair.first) == (one.verdict, one.test, one.first)
        assert pair.posterior.better == pytest.approx(one.posterior.better)


def test_p_is_adjusted_over_all_pairs_and_intervals_hold_together():
    raw = compare_all(folds, "accuracy", correction="none")
    for method in METHODS:
        result = compare_all(folds, "accuracy", correction=method)
        assert np.allclose(result.p, adjust_p_values(raw.raw_p, method))
        assert np.allclose(result.raw_p, raw.raw_p)
    bonferroni = compare(folds[0], folds[1], "accuracy", level=1 - 0.05 / 6)
    one = compare_all(folds, "accuracy").comparison(0, 1)
    assert (one.lower, one.upper) == pytest.approx((bonferroni.lower, bonferroni.upper))
    assert "one of 6 pairs" in one.why
    assert one.procedure.endswith(", Holm-adjusted")


def test_twenty_equal_learners_give_no_verdict_where_plain_tests_do():
    # Equally good guesses, each wrong on its own rows.
    false = {"none": 0, "holm": 0}
    for seed in range(20):
        generator = np.random.default_rng(seed)
        equals = [guess(0.75, generator, 60) for _ in range(12)]
        for correction in false:
            verdicts = compare_all(equals, "accuracy", correction=correction).verdict
            false[correction] += bool(np.isin(verdicts, ("better", "worse")).any())
    assert false["none"] >= 15
    assert false["holm"] <= 3


def guess(right, generator, n):
    """Predictions of a hold-out of n rows with this chance to be right."""
    whole = Task(np.zeros((2 * n, 1)), np.tile([0, 1], n))
    predictions = resample(whole, DummyClassifier(), [(np.arange(n), np.arange(n, 2 * n))])
    is_right = generator.random(n) < right
    return replace(predictions, predicted=np.where(is_right, predictions.truth, 1 - predictions.truth))


def test_turning_a_pair_round_turns_its_comparison():
    result = compare_all(folds, "accuracy")
    there, back = (
        result.comparison("LogisticRegression", "DummyClassifier"),
        result.comparison("DummyClassifier", "LogisticRegression"),
    )
    assert (there.verdict, back.verdict) == ("better", "worse")
    assert there.difference == -back.difference
    assert (there.lower, there.upper) == (-back.upper, -back.lower)
    assert there.effect == -back.effect
    assert there.posterior.better == pytest.approx(back.posterior.worse)


def test_the_order_of_learners_does_not_matter():
    there, back = compare_all(folds, "log_loss"), compare_all(folds[::-1], "log_loss")
    for a, b in combinations(there.learners, 2):
        assert there.comparison(a, b).verdict == back.comparison(a, b).verdict
        assert there.comparison(a, b).p == pytest.approx(back.comparison(a, b).p)
    named = [
        {tuple(sorted(result.learners[place] for place in each)) for each in result.groups}
        for result in (there, back)
    ]
    assert named[0] == named[1]


def test_the_leaderboard_looks_at_the_direction_and_judges_against_the_best():
    result = compare_all(folds, "log_loss")
    board = result.leaderboard()
    assert board["log_loss"].is_monotonic_increasing
    assert board["against the best"].iloc[0] == "best"
    worst = board.set_index("learner")["against the best"]["DummyClassifier"]
    assert worst == result.comparison("DummyClassifier", board["learner"][0]).verdict
    assert str(result).splitlines()[1].split()[0] == board["learner"][0]
    numbers = Task(X, X[:, 0], kind="regression")
    two = resample_each(numbers, [DummyRegressor(), LinearRegression()], k_fold(10))
    board = compare_all(two, "mean_squared_error").leaderboard()
    assert board["learner"].tolist() == ["LinearRegression", "DummyRegressor"]
    assert board["against the best"].tolist() == ["best", "worse"]


def test_the_table_of_pairs_has_a_line_a_pair():
    frame = compare_all(folds, "accuracy").frame()
    assert len(frame) == 6
    assert (frame["lower"] <= frame["difference"]).all()
    assert (frame["p"] >= frame["raw_p"]).all()


def test_equal_learners_leave_open_what_the_rows_cannot_tell():
    result = compare_all([held[0], held[0], held[3]], "accuracy").comparison(0, 1)
    assert result.difference == 0
    assert result.p == 1
    assert result.verdict == "undecided"
    assert result.upper == pytest.approx(1 - (0.05 / 3) ** (1 / 60))
    assert "The variance of the differences is zero" in result.why


def test_two_hundred_learners_are_compared_at_once():
    generator = np.random.default_rng(0)
    many = [guess(0.6 + each / 1000, generator, 2000) for each in range(200)]
    result = compare_all(many, "accuracy")
    assert len(result.p) == 19900
    assert result.comparison(199, 0).verdict == "better"


def test_what_cannot_be_compared_is_refused():
    with pytest.raises(DesignError, match="at least 2 learners"):
        compare_all(folds[:1], "accuracy")
    with pytest.raises(DesignError, match="have different splits"):
        compare_all([folds[0], held[0]], "accuracy")
    with pytest.raises(ParameterError, match="correction='fdr'"):
        compare_all(folds, "accuracy", correction="fdr")
    with pytest.raises(NameUnknown, match="'SVC' is not one of the compared learners"):
        compare_all(folds, "accuracy").comparison("SVC", 0)
    with pytest.raises(DesignError, match="itself"):
        compare_all(folds, "accuracy").comparison(1, "GaussianNB")
    with pytest.raises(ParameterError, match="rope"):
        compare_all(folds, "accuracy", rope=-1)
