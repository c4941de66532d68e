from dataclasses import replace

import numpy as np
import pytest
from scipy import stats
from sklearn.dummy import DummyClassifier, DummyRegressor
from sklearn.linear_model import LinearRegression, LogisticRegression
from sklearn.naive_bayes import GaussianNB

from gnomon.assessment.comparison import compare, judge
from gnomon.assessment.resample import resample
from gnomon.assessment.significance.outcome import p_in_words
from gnomon.assessment.significance.student import power_t
from gnomon.assessment.splits import hold_out, k_fold, leave_one_out, repeated
from gnomon.data.task import Task
from gnomon.errors import DesignError, ParameterError

generator = np.random.default_rng(3)
X = generator.normal(size=(200, 2))
task = Task(X, X[:, 0] + generator.normal(size=200) > 0)
numbers = Task(X, X[:, 0] + generator.normal(size=200), kind="regression")
plan = repeated(k_fold(5), times=2)


def both(the_task, a, b, the_plan):
    return resample(the_task, a, the_plan), resample(the_task, b, the_plan)


def test_the_corrected_t_is_the_paired_t_with_the_overlap_put_in():
    a, b = both(task, LogisticRegression(), GaussianNB(), plan)
    result = compare(a, b, "log_loss", test="corrected t")
    differences = a.per_split("log_loss") - b.per_split("log_loss")
    plain = stats.ttest_1samp(differences, 0)
    t = plain.statistic * np.sqrt((1 / 10) / (1 / 10 + 1 / 4))
    assert result.p == pytest.approx(2 * stats.t.sf(abs(t), 9))
    assert result.p > plain.pvalue
    assert result.difference == pytest.approx(differences.mean())
    assert result.effect == pytest.approx(differences.mean() / differences.std(ddof=1))
    assert result.test == "corrected t"


def test_the_verdict_looks_at_the_direction_of_the_measure():
    a, b = both(task, LogisticRegression(), DummyClassifier(), plan)
    assert compare(a, b, "accuracy").verdict == compare(a, b, "log_loss").verdict == "better"
    assert compare(b, a, "accuracy").verdict == compare(b, a, "log_loss").verdict == "worse"
    a, b = both(numbers, LinearRegression(), DummyRegressor(), plan)
    assert compare(a, b, "mean_squared_error").verdict == "better"
    assert compare(a, b, "mean_squared_error").difference < 0


def test_small_sure_differences_are_practically_equal_and_unsure_ones_undecided():
    a, b = both(task, LogisticRegression(), LogisticRegression(C=0.9), plan)
    assert compare(a, b, "brier").verdict == "practically equal"
    a, b = both(task, LogisticRegression(), GaussianNB(), plan)
    result = compare(a, b, "accuracy", rope=0.0001)
    assert result.verdict == "undecided"
    assert result.lower < 0 < result.upper
    assert compare(a, b, "accuracy", rope=0.5).verdict == "practically equal"


def test_how_far_equal_scores_go_depends_on_how_many_rows_there_are():
    few, many = (
        Task(X[rows], np.tile([0, 1], 100)[rows]) for rows in (np.arange(12), np.arange(200).repeat(3))
    )
    for the_task, verdict in ((few, "undecided"), (many, "practically equal")):
        a, b = both(the_task, DummyClassifier(), DummyClassifier(), k_fold(3))
        result = compare(a, b, "accuracy")
        assert result.difference == 0
        assert result.verdict == verdict
        # With 0 of n rows different, a proportion s of such rows is missed with probability (1 - s)^n.
        assert (1 - result.upper) ** the_task.n_rows == pytest.approx(0.05)
        assert result.p == 1
        assert "The variance of the differences is zero" in result.why
    a, b = both(numbers, DummyRegressor(), DummyRegressor(), plan)
    assert compare(a, b, "mean_squared_error").verdict == "practically equal"


def test_the_margin_is_a_share_of_what_the_better_score_lacks_or_of_an_error_without_bounds():
    a, b = both(task, LogisticRegression(), GaussianNB(), plan)
    best = max(a.score("auc"), b.score("auc"))
    assert compare(a, b, "auc").rope == pytest.approx((1 - best) / 20)
    assert compare(a, b, "auc").rope == compare(b, a, "auc").rope
    smaller = min(a.score("log_loss"), b.score("log_loss"))
    assert compare(a, b, "log_loss").rope == pytest.approx(0.01 * smaller)
    assert "The equivalence margin is ±1." in compare(a, b, "auc", rope=1.0).sentence


def test_one_hold_out_is_compared_row_by_row():
    a, b = both(task, LogisticRegression(), GaussianNB(), hold_out(0.5))
    differences = np.array((a.predicted == a.truth).astype(float) - (b.predicted == b.truth))
    result = compare(a, b, "accuracy")
    assert result.p == pytest.approx(stats.ttest_1samp(differences, 0).pvalue if differences.any() else 1.0)
    assert result.test == "paired t over rows"
    a, b = both(task, GaussianNB(), DummyClassifier(), leave_one_out())
    assert compare(a, b, "brier").verdict == "better"


def test_groups_are_compared_group_by_group():
    grouped = Task(X, task.y, group=np.arange(200) // 10)
    a, b = both(grouped, LogisticRegression(), DummyClassifier(), hold_out(0.5))
    result = compare(a, b, "log_loss")
    assert result.test == "paired t over groups"
    assert "groups are independent" in result.why


def test_delongs_paired_test_has_the_right_size_and_power():
    generator = np.random.default_rng(0)
    positive = np.arange(80) < 40
    rejected = {0.0: 0, 1.0: 0}
    for gain in rejected:
        for _ in range(200):
            shared = generator.normal(size=80) + positive
            scores = (
                shared + generator.normal(size=80) + gain * positive,
                shared + generator.normal(size=80),
            )
            rejected[gain] += compare(*(scored(positive, each) for each in scores), "auc").p < 0.05
    assert rejected[0.0] / 200 <= 0.08
    assert rejected[1.0] / 200 >= 0.6


def scored(positive, score):
    """Predictions of one hold-out of 80 rows with these scores."""
    whole = Task(np.zeros((160, 1)), np.concatenate([positive, positive]))
    predictions = resample(whole, DummyClassifier(), [(np.arange(80), np.arange(80, 160))])
    return replace(predictions, probability=None, decision=score)


def test_the_same_difference_everywhere_is_not_taken_for_certainty():
    x = np.array([0.0, 1.0] * 4 + [5.0] * 2)
    two = Task(x[:, None], np.array([0, 1] * 4 + [0, 1]))
    pairs = [(np.setdiff1d(np.arange(10), rows), np.array(rows)) for rows in ([0, 1], [2, 3])]
    a = resample(two, GaussianNB(), pairs)
    b = resample(two, DummyClassifier(), pairs)
    result = compare(a, b, "accuracy")
    assert a.per_split("accuracy").tolist() == [1, 1]
    assert b.per_split("accuracy").tolist() == [0.5, 0.5]
    assert result.verdict == "undecided"
    assert 0 < result.p < 1


def test_predictions_that_are_not_paired_are_refused():
    a = resample(task, LogisticRegression(), k_fold(5, random_state=0))
    with pytest.raises(DesignError, match="have different splits"):
        compare(a, resample(task, GaussianNB(), k_fold(5, random_state=1)), "accuracy")
    other = Task(X, ~task.y.astype(bool))
    splits = k_fold(5).split(task)
    with pytest.raises(DesignError, match="differ in target"):
        compare(resample(task, GaussianNB(), splits), resample(other, GaussianNB(), splits), "accuracy")


def test_what_one_hold_out_cannot_tell_is_refused_with_a_way_out():
    a, b = both(numbers, LinearRegression(), DummyRegressor(), hold_out(0.5))
    with pytest.raises(DesignError, match="repeated"):
        compare(a, b, "r2")
    with pytest.raises(ParameterError, match="rope"):
        compare(a, b, "mean_squared_error", rope=-1)


def test_the_sentence_names_both_the_measure_and_the_test():
    a, b = both(task, LogisticRegression(), DummyClassifier(), plan)
    sentence = compare(a, b, "accuracy").sentence
    assert sentence.startswith("LogisticRegression is better than DummyClassifier in accuracy: difference 0.")
    assert "95 % interval 0." in sentence
    assert sentence.endswith("(corrected t for repeats).")
    a, b = both(task, LogisticRegression(C=1e-6), LogisticRegression(), plan)
    assert "LogisticRegression(C=1e-06)" in str(compare(a, b, "accuracy"))


def test_the_sentence_has_the_digits_of_a_leaderboard_in_large_units():
    a, b = both(numbers, LinearRegression(), LinearRegression(fit_intercept=False), hold_out(0.5))
    result = replace(
        compare(a, b, "mean_absolute_error"),
        difference=4027.4,
        lower=-48700.2,
        upper=56754.9,
        verdict="undecided",
        detectable=68123.0,
    )
    assert "difference 4,027, 95 % interval −48,700 to 56,755," in result.sentence
    assert "80 % power to detect a difference of 68,123." in result.sentence
    assert "e+0" not in replace(result, detectable=3.2e7, lower=-4e8, upper=5e8).sentence


def test_the_corrected_test_keeps_its_size_where_the_plain_paired_t_does_not():
    generator = np.random.default_rng(0)
    rejected = {"plain": 0, "corrected": 0}
    for _ in range(200):
        differences = np.array(list(two_equal_rules(generator)))
        t = differences.mean() / differences.std(ddof=1)
        for name, factor in (("plain", 1 / 50), ("corrected", 1 / 50 + 1 / 9)):
            rejected[name] += 2 * stats.t.sf(abs(t) / np.sqrt(factor), 49) < 0.05
    assert rejected["corrected"] / 200 <= 0.08
    assert rejected["plain"] / 200 >= 0.2


def two_equal_rules(generator, n_rows=80, k=10, repeats=5):
    """Differences in accuracy of two equally good rules, each of which sees one of two like features."""
    positive = np.arange(n_rows) % 2 == 1
    x = generator.normal(size=(n_rows, 2)) + 1.2 * positive[:, None]
    for _ in range(repeats):
        fold = generator.permutation(np.arange(n_rows) % k)
        for each in range(k):
            train = fold != each
            cut = (x[train & positive].mean(axis=0) + x[train & ~positive].mean(axis=0)) / 2
            right = (x[~train] > cut) == positive[~train][:, None]
            yield right[:, 0].mean() - right[:, 1].mean()


@pytest.mark.parametrize("k", [3, 5, 10])
def test_a_perfect_learner_beats_chance_however_alike_the_folds_are(k):
    x = np.tile([0.0, 1.0], 60)[:, None]
    even = Task(x, np.tile(["p", "q"], 60))
    a, b = both(even, GaussianNB(), DummyClassifier(), k_fold(k))
    result = compare(a, b, "accuracy")
    assert result.verdict == "better"
    assert 1e-40 < result.p < 1e-6
    assert 0.3 < result.lower < 0.5 < result.upper < 0.7


def test_equal_scores_from_unequal_rows_are_not_practically_equal():
    a, b = both(
        Task(np.zeros((600, 1)), np.tile([0, 1], 300)), DummyClassifier(), DummyClassifier(), k_fold(2)
    )
    wrong = np.zeros(len(a.row), dtype=bool)
    wrong[np.arange(60).repeat(2) + np.tile([0, 300], 60)] = True
    a = replace(a, predicted=np.where(wrong, 1 - a.truth, a.truth))
    b = replace(b, predicted=np.where(np.roll(wrong, 60), 1 - b.truth, b.truth))
    result = compare(a, b, "accuracy")
    assert result.difference == 0
    assert result.verdict == "undecided"
    assert result.upper == pytest.approx(1.96 * np.sqrt(240 / 600) / np.sqrt(600), rel=0.01)


def test_few_rows_of_one_class_leave_balanced_accuracy_open():
    labels = np.r_[np.zeros(995, int), np.ones(5, int)]
    a, b = both(Task(np.zeros((1000, 1)), labels), DummyClassifier(), DummyClassifier(), k_fold(5))
    assert compare(a, b, "balanced_accuracy").upper > 0.3
    assert compare(a, b, "accuracy", rope=0.01).verdict == "practically equal"
    # Where five rows in a thousand are wrong, three in a thousand that may differ are no trifle.
    assert compare(a, b, "accuracy").verdict == "undecided"


def test_predictions_with_other_weights_are_not_paired():
    weighted = Task(X, task.y, weight=np.arange(1, 201))
    a, b = (resample(each, DummyClassifier(), plan) for each in (task, weighted))
    with pytest.raises(DesignError, match="differ in target, weights"):
        compare(a, b, "accuracy")


def test_what_the_design_could_see_is_seen_four_times_in_five():
    a, b = both(task, LogisticRegression(), GaussianNB(), plan)
    result = compare(a, b, "auc")
    error = (result.upper - result.lower) / 2 / stats.t.ppf(0.975, 9)
    assert power_t(result.detectable, error, 9) == pytest.approx(0.8, abs=1e-6)
    assert compare(a, b, "auc", level=0.99).detectable > result.detectable


def test_an_undecided_sentence_says_what_could_have_been_seen():
    a, b = both(task, LogisticRegression(), GaussianNB(), plan)
    result = compare(a, b, "accuracy", rope=0.0001)
    assert result.verdict == "undecided"
    assert f"has 80 % power to detect a difference of {result.detectable:.2g}." in result.sentence
    assert "80 % power" not in compare(a, b, "accuracy", rope=0.5).sentence


def test_the_posterior_of_a_t_test_agrees_with_its_interval():
    a, b = both(task, LogisticRegression(), DummyClassifier(), plan)
    result = compare(a, b, "log_loss", rope=0.01)
    assert result.posterior.better > 0.975
    turned = compare(b, a, "log_loss", rope=0.01).posterior
    assert turned.worse == pytest.approx(result.posterior.better)
    total = result.posterior.better + result.posterior.equal + result.posterior.worse
    assert total == pytest.approx(1)
    assert compare(a, b, "accuracy", test="rows t").posterior is not None


def test_a_verdict_needs_both_interval_and_p():
    assert judge(1, 0.02, 0.1, 0.01, 0.01, 0.95) == "better"
    assert judge(1, 0.02, 0.1, 0.2, 0.01, 0.95) == "undecided"
    assert judge(1, -0.02, 0.1, 0.01, 0.01, 0.95) == "undecided"
    assert judge(-1, 0.001, 0.009, 0.01, 0.01, 0.95) == "practically equal"


def test_no_p_value_is_printed_as_zero():
    assert p_in_words(4e-300) == p_in_words(0.0) == "p < 1e-15"


def test_bounds_without_end_are_undecided():
    pair = Task(X[:6], task.y[:6])
    a, b = both(pair, GaussianNB(), DummyClassifier(), [(np.arange(3), np.arange(3, 6))])
    for measure, span in (("brier", 2), ("log_loss", np.inf)):
        result = compare(a, b, measure, test="wilcoxon")
        assert (result.lower, result.upper) == (-span, span)
    assert result.verdict == "undecided"
    assert "95 % interval without bounds" in result.sentence


@pytest.mark.parametrize(
    ("the_plan", "measure", "test"),
    [
        (hold_out(0.5), "accuracy", "auto"),
        (hold_out(0.5), "accuracy", "mcnemar"),
        (hold_out(0.5), "accuracy", "permutation"),
        (hold_out(0.5), "auc", "auto"),
        (hold_out(0.5), "auc", "delong"),
        (k_fold(5), "accuracy", "auto"),
        (k_fold(5), "accuracy", "mcnemar"),
        (k_fold(5), "accuracy", "bayes"),
        (plan, "accuracy", "auto"),
        (repeated(hold_out(0.3), times=5), "accuracy", "auto"),
    ],
)
def test_simulated_evidence_is_reported_with_the_verdict(the_plan, measure, test):
    a, b = both(task, LogisticRegression(), GaussianNB(), the_plan)
    assert compare(a, b, measure, test=test).evidence.startswith("nominal 5 % type-I error, measured")
    assert compare(a, b, measure, test=test, level=0.9).evidence == ""


def test_the_measure_is_words_in_a_sentence():
    a, b = both(task, GaussianNB(), DummyClassifier(), k_fold(5))
    assert " in balanced accuracy: " in compare(a, b, "balanced_accuracy").sentence
