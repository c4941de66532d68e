"""Permutation test of a model against chance: its score is compared with those on permuted true values."""

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
    """Permutation test that predictions are independent of the truth; p is one-sided (better than chance).

    True values are permuted among the held-out rows of each split, so each row may be held out only once.
    times: number of permutations.

    >>> import gnomon as gn
    >>> from sklearn.naive_bayes import GaussianNB
    >>> predictions = gn.resample(gn.load("iris"), GaussianNB(), gn.hold_out(0.3))
    >>> print(permutation_test_against_chance(predictions, "accuracy", times=200))
    permutation of true values: statistic 0.9556, p = 0.005
    """
    resolved = find_measure(measure)
    _check(predictions, times)
    truth, predicted = predictions.measure_inputs(resolved)
    observed = predictions.score(resolved)
    permuted = _permuted_scores(predictions, resolved, truth, predicted, times, random_state)
    as_extreme = int(np.sum(resolved.sign * permuted >= resolved.sign * observed - 1e-12 * abs(observed)))
    return Outcome("permutation of true values", observed, (as_extreme + 1) / (times + 1))


def _check(predictions: Predictions, times: int) -> None:
    if times < 1:
        raise ParameterError(f"times={times!r}: must be 1 or more; 1000 permutations are usual")
    if predictions.group is not None:
        raise DesignError(
            f"rows of {predictions.task_name!r} are grouped, so they are not exchangeable; compare with a "
            "DummyClassifier or DummyRegressor by compare(a, b, measure)"
        )
    if len(np.unique(predictions.row)) < len(predictions.row):
        raise DesignError(
            f"{predictions.design} holds rows out several times, so their permutations are not independent; "
            "use hold_out or a single k_fold"
        )


def _permuted_scores(
    predictions: Predictions, measure: Measure, truth: Array, predicted: Array, times: int, random_state: Seed
) -> Floats:
    is_whole = predictions.design.method == "leave-one-out"
    ends = np.flatnonzero(np.diff(predictions.split)) + 1
    parts = [np.arange(len(truth))] if is_whole else np.split(np.arange(len(truth)), ends)
    weight = predictions.weight
    random = generator(random_state)
    scores = np.zeros(times)
    for repeat in range(times):
        for rows in parts:
            permuted = random.permutation(rows)
            scores[repeat] += measure.function(
                truth[permuted], predicted[rows], None if weight is None else weight[permuted]
            )
    return scores / len(parts)
