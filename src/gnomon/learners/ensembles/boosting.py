"""The rounds of AdaBoost: fit on weighted rows, compute the voting weight from the error, reweight the rows.

Freund & Schapire (1997); multiclass by SAMME and SAMME.R (Zhu, Zou, Rosset & Hastie 2009).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from math import exp, inf, log
from typing import Any

import numpy as np

from gnomon import seeds
from gnomon.arrays import Flags, Floats, Integers
from gnomon.errors import DataError, ParameterError
from gnomon.learners.ensembles.bootstrap_sampler import BootstrapSampler
from gnomon.sharing.labels import Labels

# Errors are clipped here, as the voting weight of a perfect classifier is infinite.
MIN_ERROR = 1e-10
MIN_PROBABILITY = 1e-15

Train = Callable[[Floats, int], tuple[Any, Integers, Floats | None]]


@dataclass(frozen=True)
class BoostingOptions:
    """The parameters of AdaBoost that the rounds use, by the same names."""

    n_rounds: int
    learning_rate: float
    algorithm: str
    worse_than_chance: str
    max_redraws: int
    perfect: str


@dataclass(frozen=True)
class Attempt:
    """One fitted base estimator: its round, its weighted error, its voting weight and the outcome."""

    round: int
    error: float
    vote: float
    outcome: str

    @property
    def is_accepted(self) -> bool:
        """Whether the base estimator votes."""
        return self.outcome in ("accepted", "inverted", "poor")


@dataclass(frozen=True, eq=False)
class Boosted:
    """The accepted base estimators, their row weights (models, rows), and every attempt."""

    models: list[Any]
    attempts: list[Attempt]
    weights: Floats | None

    @property
    def accepted(self) -> list[Attempt]:
        """The attempts whose base estimators vote."""
        return [each for each in self.attempts if each.is_accepted]

    def first(self, n_rounds: int) -> Boosted:
        """The result of the first rounds alone."""
        attempts = [each for each in self.attempts if each.round < n_rounds]
        n_accepted = sum(each.is_accepted for each in attempts)
        return Boosted(
            self.models[:n_accepted], attempts, None if self.weights is None else self.weights[:n_accepted]
        )


def boost(
    train: Train,
    labels: Labels,
    weight: Floats,
    sampler: BootstrapSampler | None,
    options: BoostingOptions,
    root: np.random.SeedSequence,
    trace: bool = False,
) -> Boosted:
    """Run the boosting rounds.

    train: from the row weights and the round number, a model, its predicted class of each row, and its class
    probabilities. sampler: to resample rows by weight, else None. trace: whether to store the weights of each
    round.

    >>> options, root = BoostingOptions(2, 1.0, "SAMME", "stop", 0, "keep"), np.random.SeedSequence(0)
    >>> always_a = lambda weight, number: ("a", np.zeros(3, dtype=np.int64), None)
    >>> boosted = boost(always_a, Labels.of(["a", "a", "b"]), np.ones(3), None, options, root)
    >>> [(each.outcome, round(each.error, 3)) for each in boosted.attempts]
    [('accepted', 0.333), ('discarded', 0.5)]
    """
    uniform, total = options.algorithm == "uniform", _total(weight)
    weights = weight / total
    models: list[Any] = []
    attempts: list[Attempt] = []
    trail: list[Floats] = []
    for round_ in range(options.n_rounds):
        model, wrong, probabilities, tried = _attempt(
            train, labels, weights, total, sampler, options, root, round_
        )
        if not models:
            tried[-1] = _first(tried[-1])
        attempts += tried
        last = tried[-1]
        if last.is_accepted:
            models.append(model)
            trail += [weights] if trace else []
        if not last.is_accepted or last.outcome == "poor" or (not uniform and last.error in (0.0, 1.0)):
            break
        weights = _updated(weights, labels, wrong, probabilities, last.vote, options)
    return Boosted(models, attempts, np.array(trail) if trace else None)


def boosting_vote_weight(
    error: float, n_classes: int, algorithm: str = "SAMME", learning_rate: float = 1.0
) -> float:
    """AdaBoost's voting weight of a classifier: alpha = learning_rate (ln((1 - error) / error) + ln(K - 1)).

    Without the last term for AdaBoost.M1. Half of it is the alpha of texts that update the weights by
    exp(-alpha y h).

    >>> round(boosting_vote_weight(0.28, 2), 3)
    0.944
    """
    if algorithm in ("uniform", "real"):
        return 1.0
    clipped = min(max(error, MIN_ERROR), 1 - MIN_ERROR)
    more = log(n_classes - 1) if algorithm == "SAMME" and n_classes > 1 else 0.0
    return learning_rate * (log((1 - clipped) / clipped) + more)


def boosting_weight_factors(error: float) -> tuple[float, float]:
    """AdaBoost's weight update factors: 1 / (2 (1 - e)) for correctly classified rows, 1 / (2 e) for errors.

    After the update the misclassified rows have half of the total weight.

    >>> right, wrong = boosting_weight_factors(0.1)
    >>> round(right, 4), wrong
    (0.5556, 5.0)
    """
    if not 0 < error < 1:
        raise ParameterError(f"error={error!r}: it must be above 0 and below 1")
    return 1 / (2 * (1 - error)), 1 / (2 * error)


def boosting_training_error_bound(errors: Any) -> Floats:
    """Upper bound on the training error rate of AdaBoost after each round: prod_t 2 sqrt(e_t (1 - e_t)).

    >>> boosting_training_error_bound([0.25, 0.1]).round(4)
    array([0.866 , 0.5196])
    """
    each = np.asarray(errors, dtype=np.float64)
    return np.asarray(np.cumprod(2 * np.sqrt(each * (1 - each))))


def boosting_error_limit(n_classes: int, algorithm: str = "SAMME") -> float:
    """The error rate of random guessing that a weak learner must beat: 1 - 1/K for "SAMME", 1/2 for "M1".

    >>> boosting_error_limit(4), boosting_error_limit(4, "M1")
    (0.75, 0.5)
    """
    return 0.5 if algorithm == "M1" or n_classes < 2 else 1 - 1 / n_classes


def _total(weight: Floats) -> float:
    largest = float(weight.max())
    total = largest * float((weight / largest).sum())
    if total == inf:
        raise DataError("the weights add up to infinity; divide sample_weight by its largest value")
    return total


def _attempt(
    train: Train,
    labels: Labels,
    weights: Floats,
    total: float,
    sampler: BootstrapSampler | None,
    options: BoostingOptions,
    root: np.random.SeedSequence,
    round_: int,
) -> tuple[Any, Flags, Floats | None, list[Attempt]]:
    """Models of one round until one is better than chance, or `max_redraws` is reached."""
    tried: list[Attempt] = []
    max_redraws = options.max_redraws if options.worse_than_chance == "redraw" else 0
    for attempt in range(max_redraws + 1):
        key = (round_,) if attempt == 0 else (round_, attempt)
        counts = None if sampler is None else sampler.bootstrap(seeds.child(root, *key), weight=weights)
        # Weights of mean 1, not of sum 1, so that a learner's own regularization has its usual strength.
        model, predicted, probabilities = train(weights * total if counts is None else counts, round_)
        wrong = predicted != labels.codes
        tried.append(_outcome(round_, float(weights @ wrong), labels.n_classes, options))
        if tried[-1].outcome != "discarded":
            break
    return model, wrong, probabilities, tried


def _outcome(round_: int, error: float, n_classes: int, options: BoostingOptions) -> Attempt:
    vote = boosting_vote_weight(error, n_classes, options.algorithm, options.learning_rate)
    if error <= 0 and options.algorithm != "uniform":
        return Attempt(round_, error, vote, "dropped" if options.perfect == "drop" else "accepted")
    # An error equal to chance is not better than chance, whatever the rounding.
    good = error < boosting_error_limit(n_classes, options.algorithm) - 1e-12
    if good or options.algorithm in ("uniform", "real"):
        return Attempt(round_, error, vote, "accepted")
    if options.worse_than_chance == "invert" and error > 0.5 + 1e-12:
        return Attempt(round_, error, vote, "inverted")
    return Attempt(round_, error, 0.0, "discarded")


def _first(attempt: Attempt) -> Attempt:
    """An ensemble has at least one member, so the first is accepted whatever its error."""
    if attempt.is_accepted:
        return attempt
    if attempt.error <= 0:
        return replace(attempt, outcome="accepted")
    return replace(attempt, vote=1.0, outcome="poor")


def _updated(
    weights: Floats,
    labels: Labels,
    wrong: Flags,
    probabilities: Floats | None,
    vote: float,
    options: BoostingOptions,
) -> Floats:
    """w_i exp(alpha [wrong]), normalized to sum to 1."""
    if options.algorithm == "uniform":
        return weights
    if probabilities is None:
        # Decrease the other weights instead: the same after normalization, and nothing overflows.
        grown = np.where(wrong == (vote > 0), weights, weights * exp(-abs(vote)))
    else:
        power = -options.learning_rate * _agreement(probabilities, labels)
        grown = weights * np.exp(np.minimum(power - power[weights > 0].max(), 0.0))
    return np.asarray(grown / grown.sum())


def _agreement(probabilities: Floats, labels: Labels) -> Floats:
    """(K-1)/K y'log p, y 1 for the true class and -1/(K-1) for others: log p_true minus the mean of log p."""
    logs = np.log(np.maximum(probabilities, MIN_PROBABILITY))
    return np.asarray(logs[np.arange(len(labels)), labels.codes] - logs.mean(axis=1))
