"""All pairwise comparisons of learners on one task, with correction for multiple testing."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np
from scipy import stats

from gnomon import notebook
from gnomon.arrays import Array, Floats, Integers
from gnomon.assessment.comparison import Comparison
from gnomon.assessment.intervals import check_level
from gnomon.assessment.margin import equivalence_margin
from gnomon.assessment.measures.facts import Measure, find_measure
from gnomon.assessment.paired.pair_result import rule_of_three, zero_variance_note
from gnomon.assessment.paired.pairing import check_paired, names
from gnomon.assessment.paired.spread import Spread, spreads, widest, without_rounding
from gnomon.assessment.predictions import MeasureLike, Predictions
from gnomon.assessment.significance.bayesian import check_rope, student_posterior
from gnomon.assessment.significance.corrections import adjust_p_values
from gnomon.assessment.significance.groups import groups
from gnomon.assessment.significance.student import detectable_t
from gnomon.errors import DesignError, NameUnknown
from gnomon.ties import best_first

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True, repr=False)
class Pairwise:
    """All pairwise comparisons of learners on one task and one measure; prints as a leaderboard.

    scores: one per learner. first, second: indices of the learners of each pair. p: adjusted p-values; raw_p:
    unadjusted. lower, upper: simultaneous confidence intervals (Bonferroni), unless the correction is "none".
    verdict: of first against second: "better" or "worse" if the adjusted p-value is significant,
    "practically equal" if the interval lies within ±rope.

    >>> import gnomon as gn
    >>> from sklearn.dummy import DummyClassifier
    >>> from sklearn.naive_bayes import GaussianNB
    >>> from sklearn.tree import DecisionTreeClassifier
    >>> path = [DummyClassifier(), GaussianNB(), DecisionTreeClassifier(random_state=0)]
    >>> result = compare_all(gn.resample_each(gn.load("iris"), path, gn.k_fold(5)), "accuracy")
    >>> result.comparison("GaussianNB", "DummyClassifier").verdict
    'better'
    >>> result.leaderboard()["against the best"].tolist()
    ['best', 'undecided', 'worse']
    """

    learners: tuple[str, ...]
    measure: Measure
    level: float
    correction: str
    scores: Floats
    first: Integers
    second: Integers
    difference: Floats
    error: Floats
    freedom: Integers
    effect: Floats
    lower: Floats
    upper: Floats
    raw_p: Floats
    p: Floats
    rope: Floats
    verdict: Array
    test: Array
    why: Array

    def frame(self) -> "pd.DataFrame":
        """One row per pair."""
        import pandas as pd

        named = np.array(self.learners, dtype=object)
        columns = ("difference", "lower", "upper", "raw_p", "p", "effect", "verdict", "test")
        return pd.DataFrame(
            {"first": named[self.first], "second": named[self.second]}
            | {name: getattr(self, name) for name in columns}
        )

    def leaderboard(self) -> "pd.DataFrame":
        """One row per learner, best first, with its verdict against the best ("best" for the best itself)."""
        import pandas as pd

        against = np.full(len(self.learners), "best", dtype=object)
        best = self.order[0]
        as_first, as_second = self.first == best, self.second == best
        against[self.second[as_first]] = [OPPOSITE.get(each, each) for each in self.verdict[as_first]]
        against[self.first[as_second]] = self.verdict[as_second]
        return pd.DataFrame(
            {
                "learner": [self.learners[index] for index in self.order],
                self.measure.name: self.scores[self.order],
                "against the best": against[self.order],
            }
        )

    @cached_property
    def order(self) -> Integers:
        """Indices of the learners, best first."""
        return best_first(self.measure.sign * self.scores)

    @cached_property
    def groups(self) -> list[tuple[int, ...]]:
        """Maximal sets of learners (indices) without significant differences, best first."""
        differ = np.zeros((len(self.learners),) * 2, dtype=np.bool_)
        significant = self.p <= 1 - self.level
        differ[self.first[significant], self.second[significant]] = True
        by_rank = (differ | differ.T)[np.ix_(self.order, self.order)]
        return [tuple(self.order[list(each)].tolist()) for each in groups(by_rank)]

    def comparison(self, first: str | int, second: str | int) -> Comparison:
        """The comparison of one pair of learners, by name or index, corrected for all pairs."""
        a, b = self._index(first), self._index(second)
        if a == b:
            raise DesignError(f"{self.learners[a]} cannot be compared with itself; pass two learners")
        flip = -1 if a > b else 1
        pair = int(np.flatnonzero((self.first == min(a, b)) & (self.second == max(a, b)))[0])
        bounds = sorted((flip * float(self.lower[pair]), flip * float(self.upper[pair])))
        difference, error = flip * float(self.difference[pair]), float(self.error[pair])
        freedom, rope = int(self.freedom[pair]), float(self.rope[pair])
        verdict = str(self.verdict[pair])
        return Comparison(
            first=self.learners[a],
            second=self.learners[b],
            measure=self.measure.name,
            difference=difference,
            lower=bounds[0],
            upper=bounds[1],
            level=self.level,
            p=float(self.p[pair]),
            effect=flip * float(self.effect[pair]),
            rope=rope,
            verdict=verdict if flip > 0 else OPPOSITE.get(verdict, verdict),
            test=str(self.test[pair]),
            why=str(self.why[pair]) + self._note,
            detectable=detectable_t(error, freedom, self.level_of_pair),
            posterior=student_posterior(self.measure.sign * difference, error, freedom, rope),
            correction=self.correction,
        )

    @property
    def level_of_pair(self) -> float:
        """The confidence level of each interval, for simultaneous coverage (Bonferroni)."""
        return _level_of_pair(self.level, len(self.p), self.correction)

    @property
    def _note(self) -> str:
        if self.correction == "none":
            return " It is one of several pairs, without correction for multiple testing."
        return (
            f" It is one of {len(self.p)} pairs: p is adjusted ({self.correction.title()}), and the interval "
            "is simultaneous."
        )

    def _index(self, learner: str | int) -> int:
        if isinstance(learner, str) and learner in self.learners:
            return self.learners.index(learner)
        if isinstance(learner, int | np.integer) and 0 <= learner < len(self.learners):
            return int(learner)
        raise NameUnknown(f"{learner!r} is not one of the compared learners: {', '.join(self.learners[:9])}")

    def __str__(self) -> str:
        return self.leaderboard().to_string(index=False, float_format=lambda number: f"{number:.4g}")

    def __repr__(self) -> str:
        heading = f"Pairwise({len(self.learners)} learners in {self.measure.name}, {self.correction})"
        return f"{heading}\n{notebook.first_lines(str(self))}"

    def _repr_html_(self) -> str:
        return notebook.block(
            f"{len(self.learners)} learners compared in {self.measure.name}",
            notebook.frame(self.leaderboard()),
            notebook.frame(self.frame()),
            notebook.note(
                f"p of every pair is adjusted ({self.correction.title()}); .frame() holds all pairs."
            ),
        )


OPPOSITE = {"better": "worse", "worse": "better"}


def compare_all(
    all_predictions: Sequence[Predictions],
    measure: MeasureLike,
    *,
    level: float = 0.95,
    rope: float | None = None,
    correction: str = "holm",
) -> Pairwise:
    """All pairwise comparisons of learners on the same splits, corrected for multiple testing.

    level: confidence level. rope: as in `compare`. correction: "holm", "shaffer" (slightly more powerful),
    "hochberg", "bonferroni" or "none". Each pair is tested as in `compare` with test="auto"; computation is
    shared, so that 200 learners take seconds.

    >>> import gnomon as gn
    >>> from sklearn.dummy import DummyClassifier
    >>> a = gn.resample(gn.load("iris"), DummyClassifier(), gn.k_fold(5))
    >>> compare_all([a, a], "accuracy").verdict.tolist()
    ['undecided']
    """
    measure = find_measure(measure)
    check_level(level)
    check_paired(all_predictions)
    scores = np.array([each.score(measure) for each in all_predictions])
    first, second = np.triu_indices(len(scores), 1)
    ropes = _ropes(measure, scores[first], scores[second], rope)
    candidates = spreads(all_predictions, measure)
    which = widest(candidates)
    deviation, factor, freedom = (
        _selected(candidates, which, name) for name in ("deviation", "factor", "freedom")
    )
    difference, deviation = without_rounding(scores[first], scores[second], deviation)
    half, error, varies = _half_widths(
        deviation * factor,
        freedom,
        _level_of_pair(level, len(first), correction),
        all_predictions[0],
        measure,
    )
    raw_p = np.asarray(2 * stats.t.sf(np.abs(difference) / np.where(error > 0, error, 1.0), freedom))
    p = adjust_p_values(raw_p, correction)
    span = measure.range[1] - measure.range[0]
    return Pairwise(
        learners=tuple(names(all_predictions)),
        measure=measure,
        level=level,
        correction=correction,
        scores=scores,
        first=first,
        second=second,
        difference=difference,
        error=error,
        freedom=freedom.astype(np.int64),
        effect=np.divide(difference, deviation, out=np.zeros_like(difference), where=deviation > 0),
        lower=np.maximum(difference - half, -span),
        upper=np.minimum(difference + half, span),
        raw_p=raw_p,
        p=p,
        rope=ropes,
        verdict=_verdicts(measure.sign, difference, half, p, ropes, level),
        test=np.array([each.test for each in candidates])[which],
        why=_reasons(candidates, which, half, varies),
    )


def _ropes(measure: Measure, first: Floats, second: Floats, rope: float | None) -> Floats:
    if rope is not None:
        return np.full(len(first), check_rope(rope))
    return np.array([equivalence_margin(measure, *pair) for pair in zip(first.tolist(), second.tolist())])


def _selected(candidates: Sequence[Spread], which: Integers, name: str) -> Floats:
    """An attribute of the spread that was selected for each pair."""
    rows = [np.broadcast_to(getattr(each, name), len(which)) for each in candidates]
    return np.array(rows, dtype=np.float64)[which, np.arange(len(which))]


def _half_widths(
    error: Floats, freedom: Floats, level: float, predictions: Predictions, measure: Measure
) -> tuple[Floats, Floats, Array]:
    """Half-widths of the intervals, their standard errors, and whether the variance of a pair is positive."""
    critical = stats.t.ppf(0.5 + level / 2, freedom)
    varies = error > 0
    fallback = 0.0 if varies.all() else rule_of_three(predictions, measure, level)
    half = np.where(varies, critical * error, fallback)
    return half, half / critical, varies


def _verdicts(sign: int, difference: Floats, half: Floats, p: Floats, rope: Floats, level: float) -> Array:
    verdict = np.full(len(p), "undecided", dtype=object)
    significant = p <= 1 - level
    verdict[significant & (sign * difference > 0)] = "better"
    verdict[significant & (sign * difference < 0)] = "worse"
    verdict[np.abs(difference) + half <= rope] = "practically equal"
    return verdict


def _reasons(candidates: Sequence[Spread], which: Integers, half: Floats, varies: Array) -> Array:
    reasons = np.array([each.why for each in candidates], dtype=object)[which]
    for pair in np.flatnonzero(~varies):
        reasons[pair] += zero_variance_note(half[pair])
    return reasons


def _level_of_pair(level: float, n_pairs: int, correction: str) -> float:
    return level if correction == "none" else 1 - (1 - level) / n_pairs
