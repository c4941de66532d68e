"""The rounds of AdaBoost: train on weighted rows, weigh the model by its error, put weight on its mistakes.

Freund & Schapire (1997); many classes by SAMME (Zhu, Zou, Rosset & Hastie 2009); real votes by SAMME.R.
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
from gnomon.learners.ensembles.draws import Draws
from gnomon.sharing.labels import Labels

# An error below this has the vote of this: a faultless model's would be infinite.
LEAST_ERROR = 1e-10
LEAST_SHARE = 1e-15

Train = Callable[[Floats, int], tuple[Any, Integers, Floats | None]]


@dataclass(frozen=True)
class Rules:
    """How rounds go: what the parameters of the same names say."""

    n_rounds: int
    learning_rate: float
    algorithm: str
    worse_than_chance: str
    max_redraws: int
    perfect: str


@dataclass(frozen=True)
class Attempt:
    """One model that was trained: in which round, its weighted error, its vote and what became of it."""

    round: int
    error: float
    vote: float
    outcome: str

    @property
    def is_kept(self) -> bool:
        """Whether the model votes."""
        return self.outcome in ("kept", "inverted", "poor")


@dataclass(frozen=True, eq=False)
class Boosted:
    """The models kept and the weights (models, rows) they were trained under, and every attempt."""

    models: list[Any]
    attempts: list[Attempt]
    weights: Floats | None

    @property
    def kept(self) -> list[Attempt]:
        """The attempts whose models were kept."""
        return [each for each in self.attempts if each.is_kept]

    def first(self, n_rounds: int) -> Boosted:
        """What the same rounds would have left, had they ended here."""
        attempts = [each for each in self.attempts if each.round < n_rounds]
        n_kept = sum(each.is_kept for each in attempts)
        return Boosted(
            self.models[:n_kept], attempts, None if self.weights is None else self.weights[:n_kept]
        )


def boost(
    train: Train,
    labels: Labels,
    weight: Floats,
    draws: Draws | None,
    rules: Rules,
    root: np.random.SeedSequence,
    trace: bool = False,
) -> Boosted:
    """Run the rounds.

    train: for the weights of the rows and the number of the round, a model, the class it names for each row,
    and its shares of the classes. draws: to train on rows drawn by weight, else None. trace: whether to keep
    the weights of each round.

    >>> rules, root = Rules(2, 1.0, "SAMME", "stop", 0, "keep"), np.random.SeedSequence(0)
    >>> always_a = lambda weight, number: ("a", np.zeros(3, dtype=np.int64), None)
    >>> found = boost(always_a, Labels.of(["a", "a", "b"]), np.ones(3), None, rules, root)
    >>> [(each.outcome, round(each.error, 3)) for each in found.attempts]
    [('kept', 0.333), ('discarded', 0.5)]
    """
    uniform, total = rules.algorithm == "uniform", _total(weight)
    share = weight / total
    models: list[Any] = []
    attempts: list[Attempt] = []
    trail: list[Floats] = []
    for round_ in range(rules.n_rounds):
        model, wrong, shares, tried = _attempt(train, labels, share, total, draws, rules, root, round_)
        if not models:
            tried[-1] = _first(tried[-1])
        attempts += tried
        last = tried[-1]
        if last.is_kept:
            models.append(model)
            trail += [share] if trace else []
        if not last.is_kept or last.outcome == "poor" or (not uniform and last.error in (0.0, 1.0)):
            break
        share = _updated(share, labels, wrong, shares, last.vote, rules)
    return Boosted(models, attempts, np.array(trail) if trace else None)


def boosting_vote_weight(
    error: float, n_classes: int, algorithm: str = "SAMME", learning_rate: float = 1.0
) -> float:
    """alpha = learning_rate (ln((1 - error) / error) + ln(K - 1)); without the last term for "M1".

    Half of it is the alpha of texts that write the weights' update as exp(-alpha y h).

    >>> round(boosting_vote_weight(0.28, 2), 3)
    0.944
    """
    if algorithm in ("uniform", "real"):
        return 1.0
    clipped = min(max(error, LEAST_ERROR), 1 - LEAST_ERROR)
    more = log(n_classes - 1) if algorithm == "SAMME" and n_classes > 1 else 0.0
    return learning_rate * (log((1 - clipped) / clipped) + more)


def boosting_weight_factors(error: float) -> tuple[float, float]:
    """What a round multiplies the weights of rows by that were right, 1 / (2 (1 - e)), and wrong, 1 / (2 e).

    After it the wrong ones have half of the weight.

    >>> right, wrong = boosting_weight_factors(0.1)
    >>> round(right, 4), wrong
    (0.5556, 5.0)
    """
    if not 0 < error < 1:
        raise ParameterError(f"error={error!r}: the factors are for an error above 0 and below 1")
    return 1 / (2 * (1 - error)), 1 / (2 * error)


def boosting_training_error_bound(errors: Any) -> Floats:
    """prod_t 2 sqrt(e_t (1 - e_t)), round after round: what the share of training errors cannot exceed.

    >>> boosting_training_error_bound([0.25, 0.1]).round(4)
    array([0.866 , 0.5196])
    """
    each = np.asarray(errors, dtype=np.float64)
    return np.asarray(np.cumprod(2 * np.sqrt(each * (1 - each))))


def boosting_error_limit(n_classes: int, algorithm: str = "SAMME") -> float:
    """The error that a model must stay below: 1/2 for "M1", that of a fair guess, 1 - 1/K, for "SAMME".

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
    share: Floats,
    total: float,
    draws: Draws | None,
    rules: Rules,
    root: np.random.SeedSequence,
    round_: int,
) -> tuple[Any, Flags, Floats | None, list[Attempt]]:
    """Models of one round until one is good enough, or no more may be drawn."""
    tried: list[Attempt] = []
    most = rules.max_redraws if rules.worse_than_chance == "redraw" else 0
    for attempt in range(most + 1):
        place = (round_,) if attempt == 0 else (round_, attempt)
        drawn = None if draws is None else draws.bootstrap(seeds.child(root, *place), weight=share)
        # Weights of mean 1, not of sum 1: a learner with a price of its own should see rows as they are.
        model, named, shares = train(share * total if drawn is None else drawn, round_)
        wrong = named != labels.codes
        tried.append(_judged(round_, float(share @ wrong), labels.n_classes, rules))
        if tried[-1].outcome != "discarded":
            break
    return model, wrong, shares, tried


def _judged(round_: int, error: float, n_classes: int, rules: Rules) -> Attempt:
    vote = boosting_vote_weight(error, n_classes, rules.algorithm, rules.learning_rate)
    if error <= 0 and rules.algorithm != "uniform":
        return Attempt(round_, error, vote, "dropped" if rules.perfect == "drop" else "kept")
    # A tie with chance is no better than chance, whatever the rounding.
    good = error < boosting_error_limit(n_classes, rules.algorithm) - 1e-12
    if good or rules.algorithm in ("uniform", "real"):
        return Attempt(round_, error, vote, "kept")
    if rules.worse_than_chance == "invert" and error > 0.5 + 1e-12:
        return Attempt(round_, error, vote, "inverted")
    return Attempt(round_, error, 0.0, "discarded")


def _first(found: Attempt) -> Attempt:
    """A committee has one member at least, so the first stays whatever it is worth."""
    if found.is_kept:
        return found
    if found.error <= 0:
        return replace(found, outcome="kept")
    return replace(found, vote=1.0, outcome="poor")


def _updated(
    share: Floats, labels: Labels, wrong: Flags, shares: Floats | None, vote: float, rules: Rules
) -> Floats:
    """w_i exp(alpha [wrong]), made to sum to 1."""
    if rules.algorithm == "uniform":
        return share
    if shares is None:
        # What is not raised is lowered: the same but for the sum, and nothing overflows.
        grown = np.where(wrong == (vote > 0), share, share * exp(-abs(vote)))
    else:
        power = -rules.learning_rate * _agreement(shares, labels)
        grown = share * np.exp(np.minimum(power - power[share > 0].max(), 0.0))
    return np.asarray(grown / grown.sum())


def _agreement(shares: Floats, labels: Labels) -> Floats:
    """(K-1)/K y'log p, y 1 for the true class and -1/(K-1) for others: log p_true less the mean of log p."""
    logs = np.log(np.maximum(shares, LEAST_SHARE))
    return np.asarray(logs[np.arange(len(labels)), labels.codes] - logs.mean(axis=1))
