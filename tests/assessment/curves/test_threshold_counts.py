import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.dummy import DummyClassifier
from sklearn.naive_bayes import GaussianNB
from sklearn.svm import LinearSVC

import gnomon as gn
from gnomon.assessment.curves.threshold_counts import scored, threshold_counts
from gnomon.errors import DataError, DesignError, ParameterError

rows = st.lists(
    st.tuples(st.booleans(), st.integers(0, 5), st.integers(0, 3)), min_size=2, max_size=30
).filter(lambda result: {positive for positive, _, weight in result if weight} == {True, False})


@given(rows)
@settings(max_examples=50)
def test_counts_are_those_of_calling_rows_at_or_above_each_threshold(drawn):
    positive, score, weight = (np.array(column) for column in zip(*drawn))
    table = threshold_counts(positive, score, weight)
    for threshold, true_positives, false_positives in zip(
        table.threshold, table.true_positives, table.false_positives
    ):
        above = score >= threshold
        assert true_positives == weight[above & positive].sum()
        assert false_positives == weight[above & ~positive].sum()


@given(rows)
@settings(max_examples=50)
def test_weights_are_repetition(drawn):
    positive, score, weight = (np.array(column) for column in zip(*drawn))
    table, repeated = (
        threshold_counts(positive, score, weight),
        threshold_counts(np.repeat(positive, weight), np.repeat(score, weight)),
    )
    assert table.frame().equals(repeated.frame())


def test_one_threshold_where_all_scores_are_equal():
    table = threshold_counts([1, 0, 0], [0.3, 0.3, 0.3])
    assert table.threshold.tolist() == [np.inf, 0.3]
    assert table.precision.tolist() == pytest.approx([1 / 3, 1 / 3])
    assert table.prevalence == pytest.approx(1 / 3)


def test_minus_infinity_is_a_score_like_any_other():
    assert threshold_counts([1, 0, 0], [1.0, -np.inf, -np.inf]).false_positives.tolist() == [0, 0, 2]


@pytest.mark.parametrize(
    ("positive", "score", "weight", "message"),
    [
        ([1, 1], [0.1, 0.2], None, "no row is negative"),
        ([1, 0], [0.1, np.nan], None, "NaN"),
        ([1, 0], [np.inf, 0.2], None, "infinite"),
        ([1, 0], [0.1, 0.2], [0, 1], "no row is positive"),
        ([1, 0], [0.1, 0.2], [-1, 1], "weight"),
        (["a", "b"], [0.1, 0.2], None, "positive"),
        ([1, 0], [0.1], None, "shape"),
    ],
)
def test_rows_that_cannot_be_cut_are_refused(positive, score, weight, message):
    with pytest.raises(DataError, match=message):
        threshold_counts(positive, score, weight)


def test_the_way_in_turns_decisions_round_for_the_other_class_and_takes_its_own_probability():
    task = gn.load("breast-cancer")
    other = next(label for label in task.classes.tolist() if label != task.positive)
    machine = gn.resample(task, LinearSVC(max_iter=10_000, dual=False), gn.hold_out(0.5))
    own, turned = (scored(machine, positive=label) for label in (task.positive, other))
    assert np.array_equal(own[0], ~turned[0])
    assert np.array_equal(own[1], -turned[1])
    # 1 - p would tie probabilities such as 1e-19 and 1e-17.
    bayes = gn.resample(task, GaussianNB(), gn.hold_out(0.5))
    for code, label in enumerate(task.classes.tolist()):
        assert np.array_equal(scored(bayes, positive=label)[1], bayes.probability[:, code])


def test_the_way_in_takes_one_class_of_many_one_split_or_all():
    predictions = gn.resample(gn.load("iris"), GaussianNB(), gn.k_fold(3))
    positive, score, weight = scored(predictions, positive=predictions.classes[0].item(), split=1)
    assert len(positive) == 50
    assert weight is None
    assert np.array_equal(score, predictions.probability[predictions.split == 1, 0])
    with pytest.raises(DesignError, match="3 classes; pass it, such as positive='setosa'"):
        scored(predictions)
    with pytest.raises(ParameterError, match="positive='rose'"):
        scored(predictions, positive="rose")
    with pytest.raises(ParameterError, match="split=7"):
        scored(predictions, positive=predictions.classes[0].item(), split=7)


def test_leave_one_out_ranks_nothing():
    task = gn.Task([[0.0], [1.0], [2.0], [3.0]], ["a", "b", "a", "b"])
    predictions = gn.resample(task, DummyClassifier(), gn.leave_one_out())
    with pytest.raises(DesignError, match="k_fold"):
        scored(predictions)
    assert len(scored(predictions, ranks=False)[0]) == 4
