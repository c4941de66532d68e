"""Is a classifier better than chance? Its scores are compared with those of shuffled truths."""

import numpy as np

from gnomon.arrays import Array, Floats
from gnomon.assessment.measures.facts import Measure, find_measure
from gnomon.assessment.predictions import MeasureLike, Predictions
from gnomon.assessment.significance.outcome import Outcome
from gnomon.errors import DesignError, ParameterError
from gnomon.seeds import Seed, generator


def permutation_test_against_chance(
    predictions: Predictions, measure: MeasureLike, *, times: int = 1000, random_state: Seed = 0
) -> Outcome:
    """Permutation test that predictions know nothing of the truth; p is one-sided, as only better counts.

    The truths are shuffled among the held-out rows of each split. It is about one round of splits: in
    repeats, the same rows would be shuffled several times over.

    >>> import gnomon as gn
    >>> from sklearn.naive_bayes import GaussianNB
    >>> predictions = gn.resample(gn.load("iris"), GaussianNB(), gn.hold_out(0.3))
    >>> print(permutation_test_against_chance(predictions, "accuracy", times=200))
    permutation of truths: statistic 0.9556, p = 0.005
    """
    found = find_measure(measure)
    _check(predictions, times)
    truth, given = predictions.given(found)
    observed = predictions.score(found)
    shuffled = _shuffled_scores(predictions, found, truth, given, times, random_state)
    reached = int(np.sum(found.sign * shuffled >= found.sign * observed - 1e-12 * abs(observed)))
    return Outcome("permutation of truths", observed, (reached + 1) / (times + 1))


def _check(predictions: Predictions, times: int) -> None:
    if times < 1:
        raise ParameterError(f"times={times!r}: at least 1 shuffle is needed, and 1000 are usual")
    if predictions.group is not None:
        raise DesignError(
            f"rows of {predictions.task_name!r} come in groups, so their truths cannot be shuffled one by "
            "one; compare with a DummyClassifier or DummyRegressor by compare(a, b, measure)"
        )
    if len(np.unique(predictions.row)) < len(predictions.row):
        raise DesignError(
            f"{predictions.design} holds rows out several times, and shuffles of them are not independent; "
            "use hold_out or one k_fold"
        )


def _shuffled_scores(
    predictions: Predictions, measure: Measure, truth: Array, given: Array, times: int, random_state: Seed
) -> Floats:
    is_whole = predictions.design.method == "leave-one-out"
    ends = np.flatnonzero(np.diff(predictions.split)) + 1
    parts = [np.arange(len(truth))] if is_whole else np.split(np.arange(len(truth)), ends)
    weight = predictions.weight
    random = generator(random_state)
    found = np.zeros(times)
    for place in range(times):
        for rows in parts:
            shuffled = random.permutation(rows)
            found[place] += measure.function(
                truth[shuffled], given[rows], None if weight is None else weight[shuffled]
            )
    return found / len(parts)
