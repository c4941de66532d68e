from dataclasses import replace

import numpy as np
import pytest
from scipy import stats
from sklearn.dummy import DummyClassifier, DummyRegressor
from sklearn.linear_model import LinearRegression, LogisticRegression
from sklearn.naive_bayes import GaussianNB

from gnomon.assessment.comparison import compare, compare_5x2cv
from gnomon.assessment.paired.paired_tests import TESTS
from gnomon.assessment.resample import resample
from gnomon.assessment.significance import bayesian, five_by_two, mcnemar, permutation
from gnomon.assessment.splits import blocked, bootstrap, hold_out, k_fold, leave_one_out, repeated, rolling
from gnomon.data.task import Task
from gnomon.errors import DataError, DesignError, ParameterError

generator = np.random.default_rng(3)
X = generator.normal(size=(200, 2))
task = Task(X, X[:, 0] + generator.normal(size=200) > 0)
few = Task(X[:24], task.y[:24])
grouped = Task(X, task.y, group=np.arange(200) // 10)
weighted = Task(X, task.y, weight=1.0 + np.arange(200) % 3)
broken = Task(X, task.y, weight=0.5 + np.arange(200) % 3)
numbers = Task(X, X[:, 0] + generator.normal(size=200), kind="regression")
repeats = repeated(k_fold(5), times=2)


def both(the_task, plan):
    if the_task.kind == "regression":
        return resample(the_task, LinearRegression(), plan), resample(the_task, DummyRegressor(), plan)
    return resample(the_task, LogisticRegression(), plan), resample(the_task, GaussianNB(), plan)


def row_differences(a, b):
    return (a.predicted == a.truth).astype(float) - (b.predicted == b.truth)


def test_the_paired_t_over_folds_is_the_textbooks():
    for plan in (k_fold(5), repeats, bootstrap(8)):
        a, b = both(task, plan)
        scores = a.per_split("log_loss"), b.per_split("log_loss")
        result = compare(a, b, "log_loss", test="paired t")
        assert result.p == pytest.approx(stats.ttest_rel(*scores).pvalue)
        assert "exceeds the nominal level" in result.why
        wider = compare(a, b, "log_loss", test="corrected t")
        assert wider.p > result.p
        n = len(scores[0])
        by_n = compare(a, b, "log_loss", test="paired t", ddof=0)
        half = [(each.upper - each.lower) / 2 for each in (result, by_n)]
        assert half[0] / half[1] == pytest.approx(np.sqrt(n / (n - 1)))


@pytest.mark.parametrize("variant", mcnemar.VARIANTS)
@pytest.mark.parametrize("plan", [hold_out(0.5), leave_one_out(), k_fold(5)])
def test_mcnemar_counts_the_rows_that_one_gets_right(variant, plan):
    a, b = both(few, plan)
    name = "mcnemar" if variant == "mid-p" else f"mcnemar {variant}"
    result = compare(a, b, "accuracy", test=name)
    differences = row_differences(a, b)
    plus, minus = int(np.sum(differences > 0)), int(np.sum(differences < 0))
    assert result.p == mcnemar.mcnemar_test(plus, minus, variant).p
    assert result.difference == pytest.approx(differences.mean())
    assert result.test == f"McNemar ({variant})"
    turned = compare(a, b, "error", test=name)
    assert (turned.difference, turned.p) == pytest.approx((-result.difference, result.p))
    assert ("not accounted for" in result.why) == (len(a.train_sizes) > 1)


def test_whole_weights_repeat_rows_in_mcnemars_test():
    a, b = both(weighted, hold_out(0.5))
    differences = row_differences(a, b).repeat(a.weight.astype(int))
    result = compare(a, b, "accuracy", test="mcnemar exact")
    expected = mcnemar.mcnemar_test(int(np.sum(differences > 0)), int(np.sum(differences < 0)), "exact")
    assert result.p == expected.p
    assert result.difference == pytest.approx(differences.mean())


def test_permutation_and_bootstrap_agree_with_the_paired_t_over_many_rows():
    for the_task, measure in ((task, "log_loss"), (grouped, "brier"), (numbers, "mean_squared_error")):
        a, b = both(the_task, hold_out(0.5))
        t = compare(a, b, measure)
        for test in ("permutation", "bootstrap"):
            result = compare(a, b, measure, test=test)
            assert result.difference == pytest.approx(t.difference)
            assert result.p == pytest.approx(t.p, abs=0.05)
            assert result.upper - result.lower == pytest.approx(t.upper - t.lower, rel=0.35)
            assert result.effect == pytest.approx(t.effect, rel=0.1)
            assert result.detectable == pytest.approx(t.detectable, rel=0.2)


def test_permutation_flips_whole_groups():
    a, b = both(grouped, hold_out(0.5))
    differences = row_differences(a, b)
    expected, bounds = permutation.sign_flip_test(differences, group=a.group)
    result = compare(a, b, "accuracy", test="permutation")
    assert result.p == expected.p
    assert (result.lower, result.upper) == bounds


def test_areas_are_compared_by_delong_permutation_and_bootstrap_alike():
    a, b = both(task, hold_out(0.5))
    b = replace(b, probability=b.probability[::-1] * 0.2 + b.probability * 0.8)
    delong = compare(a, b, "auc", test="delong")
    assert delong == compare(a, b, "auc")
    for test in ("bootstrap", "permutation"):
        result = compare(a, b, "auc", test=test)
        assert result.difference == pytest.approx(delong.difference)
        assert result.p == pytest.approx(delong.p, abs=0.06)
        assert (result.lower, result.upper) == pytest.approx((delong.lower, delong.upper), abs=0.02)


def test_both_learners_meet_the_same_rows_in_the_bootstrap_of_areas():
    a, b = both(task, hold_out(0.5))
    stretched = replace(a, probability=None, decision=np.exp(3 * a.probability[:, 1]))
    result = compare(a, stretched, "auc", test="bootstrap")
    assert result.difference == 0
    assert "The variance of the differences is zero" in result.why
    again = [compare(a, b, "auc", test="bootstrap", random_state=7).p for _ in range(2)]
    assert again[0] == again[1]


def test_scores_on_another_scale_do_not_change_the_permutation_of_areas():
    a, b = both(task, hold_out(0.5))
    scaled = replace(b, probability=None, decision=np.exp(7 * b.probability[:, 1]))
    assert compare(a, b, "auc", test="permutation").p == compare(a, scaled, "auc", test="permutation").p


def test_a_measure_that_is_no_mean_can_be_compared_on_one_hold_out_by_name():
    a, b = both(numbers, hold_out(0.5))
    result = compare(a, b, "r2", test="bootstrap")
    assert result.verdict == "better"
    assert compare(a, b, "r2", test="permutation").p < 0.01


def test_wilcoxon_and_sign_are_about_rows_or_groups():
    a, b = both(numbers, hold_out(0.5))
    differences = (a.truth - a.predicted) ** 2 - (b.truth - b.predicted) ** 2
    result = compare(a, b, "mean_squared_error", test="wilcoxon")
    assert result.p == pytest.approx(stats.wilcoxon(differences, method="asymptotic").pvalue)
    assert result.verdict == "better"
    assert result.lower < result.difference < result.upper < 0
    result = compare(a, b, "mean_squared_error", test="sign")
    assert result.p == pytest.approx(stats.binomtest(int(np.sum(differences > 0)), 100).pvalue)
    a, b = both(grouped, hold_out(0.5))
    means = [np.mean(each) for each in _losses(a, b)]
    assert compare(a, b, "brier", test="wilcoxon").p == pytest.approx(stats.wilcoxon(means).pvalue)
    a, b = both(weighted, hold_out(0.5))
    assert f"{int(a.weight.sum())} rows" in compare(a, b, "brier", test="wilcoxon").why


def _losses(a, b):
    gap = brier_of_rows(a) - brier_of_rows(b)
    return [gap[a.group == each] for each in np.unique(a.group)]


def brier_of_rows(predictions):
    one_hot = np.eye(2)[predictions.truth]
    return np.sum((predictions.probability - one_hot) ** 2, axis=1)


def test_five_times_two_folds_by_name_and_as_a_procedure():
    plan = repeated(k_fold(2), times=5)
    a, b = both(task, plan)
    table = (a.per_split("accuracy") - b.per_split("accuracy")).reshape(5, 2)
    for name, outcome in (
        ("5x2cv t", five_by_two.five_by_two_t_test),
        ("5x2cv F", five_by_two.five_by_two_f_test),
    ):
        result = compare(a, b, "accuracy", test=name)
        assert result.p == outcome(table).p
        run = compare_5x2cv(task, LogisticRegression(), GaussianNB(), "accuracy", test=name)
        assert run == result
    assert compare(a, b, "accuracy", test="5x2cv t").difference == pytest.approx(table[0, 0])


def test_bayes_gives_a_posterior_that_decides():
    a, b = both(task, repeats)
    result = compare(a, b, "accuracy", test="bayes", rope=0.02)
    differences = a.per_split("accuracy") - b.per_split("accuracy")
    expected = bayesian.bayesian_correlated_t_test(differences, 0.02, 1 / 4)
    assert result.posterior.better == pytest.approx(expected.better)
    assert result.posterior.equal == pytest.approx(expected.equal)
    assert result.verdict == result.posterior.verdict(0.95)
    assert result.test == "Bayesian correlated t"
    assert f"{result.posterior} (Bayesian correlated t)" in result.sentence
    easy = compare(a, resample(task, DummyClassifier(), repeats), "log_loss", test="bayes")
    assert easy.verdict == "better"
    assert easy.posterior.better > 0.95


@pytest.mark.parametrize(
    ("the_task", "plan", "measure", "test", "words"),
    [
        (task, repeats, "accuracy", "mcnemar", "several times; use test='corrected t for repeats'"),
        (task, bootstrap(5), "accuracy", "permutation", "several times"),
        (task, repeats, "log_loss", "bootstrap", "several times"),
        (task, repeats, "log_loss", "wilcoxon", "several times"),
        (grouped, hold_out(0.5), "accuracy", "mcnemar", "are grouped"),
        (grouped, hold_out(0.5), "auc", "delong", "are grouped"),
        (task, hold_out(0.5), "log_loss", "mcnemar exact", "proportion of correct rows"),
        (task, hold_out(0.5), "accuracy", "wilcoxon", "McNemar's; use test='mcnemar'"),
        (task, hold_out(0.5), "accuracy", "sign", "McNemar"),
        (task, hold_out(0.5), "auc", "sign", "not a mean"),
        (task, k_fold(5), "auc", "delong", "not comparable"),
        (task, hold_out(0.5), "accuracy", "delong", "auc of two classes"),
        (task, k_fold(5), "auc", "bootstrap", "a single hold-out"),
        (task, k_fold(5), "balanced_accuracy", "permutation", "a single hold-out"),
        (task, hold_out(0.5), "accuracy", "corrected t", "several splits"),
        (task, hold_out(0.5), "accuracy", "paired t", "several splits"),
        (few, leave_one_out(), "accuracy", "bayes", "several splits"),
        (task, repeated(k_fold(2), times=4), "accuracy", "5x2cv F", "five repeats of two folds"),
        (task, k_fold(10), "accuracy", "5x2cv t", "five repeats of two folds"),
        (task, repeated(hold_out(0.3), times=4), "accuracy", "rows t", "more often than others"),
    ],
)
def test_an_invalid_test_is_refused_with_the_reason_and_the_way_out(the_task, plan, measure, test, words):
    a, b = both(the_task, plan)
    with pytest.raises(DesignError, match=words):
        compare(a, b, measure, test=test)


def test_broken_weights_are_refused_where_rows_are_counted_and_taken_elsewhere():
    a, b = both(broken, hold_out(0.5))
    with pytest.raises(DataError, match="fractional weight"):
        compare(a, b, "accuracy", test="mcnemar")
    with pytest.raises(DataError, match="fractional weight"):
        compare(a, b, "log_loss", test="wilcoxon")
    for test in ("rows t", "permutation", "bootstrap"):
        result = compare(a, b, "log_loss", test=test)
        assert result.difference == pytest.approx(a.score("log_loss") - b.score("log_loss"))


def test_an_unknown_test_and_divisor_are_answered_with_the_known():
    a, b = both(task, k_fold(5))
    with pytest.raises(ParameterError, match="'corrected t'"):
        compare(a, b, "accuracy", test="anova")
    with pytest.raises(ParameterError, match="number of splits, 5, minus 1"):
        compare(a, b, "accuracy", test="paired t", ddof=5)


@pytest.mark.parametrize("test", [name for name in TESTS if name not in ("delong", "wilcoxon", "sign")])
def test_equal_predictions_are_never_better_and_leave_open_what_rows_cannot_tell(test):
    plan = repeated(k_fold(2), times=5) if "5x2" in test else k_fold(4)
    a = resample(Task(X[:20], np.tile([0, 1], 10)), DummyClassifier(), plan)
    result = compare(a, a, "accuracy", test=test)
    assert result.difference == 0
    assert result.p == 1
    assert result.verdict == "undecided"
    assert result.upper == pytest.approx(1 - 0.05 ** (1 / 20))
    assert result.detectable > 0


def test_turning_the_learners_round_turns_the_comparison():
    a, b = both(task, hold_out(0.5))
    for test in ("auto", "mcnemar", "permutation", "bootstrap"):
        there, back = compare(a, b, "accuracy", test=test), compare(b, a, "accuracy", test=test)
        assert there.difference == pytest.approx(-back.difference)
        assert there.p == pytest.approx(back.p)
        assert (there.lower, there.upper) == pytest.approx((-back.upper, -back.lower))


def test_the_names_of_classes_do_not_matter():
    renamed = Task(X, np.where(task.y, "yes", "no"))
    for test in ("auto", "mcnemar", "permutation"):
        old, new = (compare(*both(each, hold_out(0.5)), "accuracy", test=test) for each in (task, renamed))
        assert old.p == pytest.approx(new.p)
        assert old.difference == pytest.approx(new.difference)


@pytest.mark.parametrize("plan", [rolling(4), blocked(4)])
def test_chronological_splits_use_the_variance_between_splits_with_a_caveat(plan):
    timed = Task(X, task.y, time=np.arange(200))
    a, b = both(timed, plan)
    for measure in ("accuracy", "auc"):
        result = compare(a, b, measure)
        if result.test == "corrected t":
            assert "splits are chronological" in result.why
    assert compare(a, b, "auc").test == "corrected t"
    assert "splits are chronological" in compare(a, b, "accuracy", test="paired t").why
    for test in ("rows t", "mcnemar", "permutation", "bootstrap"):
        with pytest.raises(DesignError, match="is chronological; use test='corrected t'"):
            compare(a, b, "accuracy", test=test)


def test_one_hold_out_of_the_last_rows_says_that_they_follow_each_other():
    timed = Task(X, task.y, time=np.arange(200))
    a, b = both(timed, hold_out(0.3, chronological=True))
    for measure, test in (("accuracy", "auto"), ("auc", "auto"), ("accuracy", "mcnemar")):
        assert "interval is too narrow" in compare(a, b, measure, test=test).why
    a, b = both(task, hold_out(0.3))
    assert "interval is too narrow" not in compare(a, b, "accuracy").why


@pytest.mark.parametrize("test", ["auto", "permutation", "bootstrap", "mcnemar", "rows t"])
def test_bounds_are_differences_that_the_measure_can_show(test):
    tiny = Task(X[:8], np.tile([0, 1], 4))
    a, b = (resample(tiny, learner, hold_out(0.5)) for learner in (GaussianNB(), DummyClassifier()))
    result = compare(a, b, "accuracy", test=test)
    assert -1 <= result.lower <= result.difference <= result.upper <= 1
