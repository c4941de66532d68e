"""Covering: learn a rule, set aside the rows that it covers, and go on until no rule is worth having.

Clark & Niblett (1989), "The CN2 induction algorithm"; Cendrowska (1987), "PRISM", for each class apart.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import inf
from typing import TYPE_CHECKING, Any, Self

import numpy as np
from sklearn.base import ClassifierMixin
from sklearn.utils.validation import check_is_fitted

from gnomon.arrays import Array, Floats
from gnomon.check import between, one_of
from gnomon.learners.ensembles.boosting_trainers import in_view
from gnomon.learners.ensembles.stump_columns import StumpColumns
from gnomon.learners.rules.conjunction import Conjunction
from gnomon.learners.rules.heuristics import HEURISTICS, rule_heuristic
from gnomon.learners.rules.rule_learner import RuleLearner, share_in_words
from gnomon.learners.rules.search import EQUAL, Found, Score, best_conjunctions
from gnomon.registry import learners
from gnomon.sharing.labels import Labels
from gnomon.ties import first_largest

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True, eq=False)
class CoveringRule:
    """If the conjunction, then the class (a code); counts: class weights of the rows it was made for."""

    conjunction: Conjunction
    code: int
    counts: Floats
    score: float


class CoveringRules(ClassifierMixin, RuleLearner):
    """Learn rules "if these conditions then this class" one after the other, each for rows not yet covered.

    A list is read from the top, and the first rule that covers a row answers; a set is read as a whole, and
    all rules that cover a row add up their counts. Rows that no rule covers get the default. Probabilities
    are (n_c + 1) / (n + K), by the rows that a rule was made for.

    Attributes
    ----------
    classes_ : the classes
    rules_ : the rules, in the order they were found
    default_counts_ : weight of each class among the rows that the default is for

    Examples
    --------
    >>> from gnomon import CoveringRules
    >>> X = [[1.0], [2.0], [3.0], [4.0], [5.0], [6.0]]
    >>> print(CoveringRules().fit(X, ["a", "a", "b", "b", "a", "a"]).describe())
    if x0 <= 2.5 then a (2 of 2 right)
    else if x0 > 4.5 then a (2 of 2 right)
    else b (2 of 2 right)
    """

    strategy: str = one_of(
        "list", "set", default="list", help="rules in order for any class, or rules for each class apart"
    )
    heuristic: str = one_of(
        *HEURISTICS, default="laplace", grid=("laplace", "foil"), help="what a good rule has much of"
    )
    m: float = between(0, inf, default=2.0, help="for 'm_estimate', how many rows the prior is worth")
    max_conditions: int = between(
        1, inf, whole=True, default=3, grid=(1, 3), help="conditions that a rule may have"
    )
    max_rules: int = between(1, inf, whole=True, default=50, help="rules at most, for a set of each class")
    min_weight: float = between(0, inf, default=1.0, help="weight of rows that a rule must cover")
    beam_width: int = between(1, inf, whole=True, default=1, help="rules kept in mind while one is grown")

    def fit_prepared(self, data: StumpColumns, start: Self | None = None) -> Self:
        """Learn the rules."""
        labels, weight = in_view(data)
        self.classes_ = labels.classes
        if self.strategy == "list":
            self.rules_, left = self._listed(data, labels, weight)
        else:
            self.rules_ = [
                rule
                for code in range(labels.n_classes)
                for rule in self._of_class(data, labels, weight, code)
            ]
            left = weight
        self.default_counts_ = _counts(labels, left if left.any() else weight)
        return self

    def predict_proba(self, X: Any) -> Floats:
        """(n_c + 1) / (n + K), by the counts of the rules that answer."""
        check_is_fitted(self)
        X = self.check_examples(X, reset=False)
        counts = np.zeros((len(X), len(self.classes_)))
        waits = np.ones(len(X), dtype=bool)
        for rule in self.rules_:
            covered = rule.conjunction.covers(X)
            counts[covered & waits if self.strategy == "list" else covered] += rule.counts
            waits &= ~covered
        counts[waits] = self.default_counts_
        return np.asarray((counts + 1) / (counts.sum(axis=1, keepdims=True) + len(self.classes_)))

    def predict(self, X: Any) -> Array:
        """The most probable class; the first of equals."""
        shares = self.predict_proba(X)
        return self.classes_[first_largest(shares)]

    def describe(self) -> str:
        """The rules as sentences, the default last."""
        check_is_fitted(self)
        categories = getattr(self, "categories_", None)
        lines = [
            f"{'else ' if self.strategy == 'list' and number else ''}if "
            f"{rule.conjunction.words(self.names(), categories)} then {self.classes_[rule.code]} "
            f"({share_in_words(rule.counts, rule.code)})"
            for number, rule in enumerate(self.rules_)
        ]
        last = int(first_largest(self.default_counts_))
        shown = share_in_words(self.default_counts_, last)
        head = "else" if self.strategy == "list" and lines else "otherwise" if lines else "always"
        return "\n".join([*lines, f"{head} {self.classes_[last]} ({shown})"])

    def frame(self) -> pd.DataFrame:
        """A row for each rule: conditions, class, score and the weight of each class that it covers."""
        import pandas as pd

        check_is_fitted(self)
        categories = getattr(self, "categories_", None)
        rows = [
            (
                rule.conjunction.words(self.names(), categories),
                self.classes_[rule.code],
                rule.score,
                *rule.counts,
            )
            for rule in self.rules_
        ]
        return pd.DataFrame(rows, columns=["if", "then", "score", *(f"n {each}" for each in self.classes_)])

    def _listed(
        self, data: StumpColumns, labels: Labels, weight: Floats
    ) -> tuple[list[CoveringRule], Floats]:
        """Rules for any class, each for rows that none before it covers, and the rows left over."""
        rules: list[CoveringRule] = []
        left = weight
        while len(rules) < self.max_rules and (_counts(labels, left) > 0).sum() > 1:
            best, code = self._best_of_classes(data, labels, left)
            if best is None:
                break
            rules.append(_rule(best, code, labels, left))
            left = np.where(best.covered, 0.0, left)
        return rules, left

    def _best_of_classes(self, data: StumpColumns, labels: Labels, left: Floats) -> tuple[Found | None, int]:
        """The best rule for any class; the first class of equals.

        No rule scores higher than one that covers all rows of its class and no other: a class for which that
        is not enough is not searched.
        """
        counts = _counts(labels, left)
        none = np.zeros(1)
        most = [float(self._score(n, counts.sum() - n, labels.n_classes)(none + n, none)[0]) for n in counts]
        best: Found | None = None
        chosen = 0
        for code in np.argsort(-np.round(np.array(most) / EQUAL), kind="stable"):
            if best is not None and _rank(most[code], code) <= _rank(best.score, chosen):
                continue
            found = self._best(data, labels, left, left, int(code))
            if found is not None and (best is None or _rank(found.score, code) > _rank(best.score, chosen)):
                best, chosen = found, int(code)
        return best, chosen

    def _of_class(self, data: StumpColumns, labels: Labels, weight: Floats, code: int) -> list[CoveringRule]:
        """Rules for one class, each for rows of it that are not yet covered, against all rows of others."""
        rules: list[CoveringRule] = []
        left = weight * (labels.codes == code)
        while len(rules) < self.max_rules and left.any():
            best = self._best(data, labels, left, weight, code)
            if best is None:
                break
            rules.append(_rule(best, code, labels, weight))
            left = np.where(best.covered, 0.0, left)
        return rules

    def _best(
        self, data: StumpColumns, labels: Labels, left: Floats, against: Floats, code: int
    ) -> Found | None:
        """The best rule for a class that is better than to give that class to every row."""
        positive, negative = left * (labels.codes == code), against * (labels.codes != code)
        if not positive.any():
            return None
        found = best_conjunctions(
            data,
            positive,
            negative,
            self._score(positive.sum(), negative.sum(), labels.n_classes),
            most_conditions=self.max_conditions,
            width=self.beam_width,
            least_weight=self.min_weight,
        )
        # The rule without conditions is one of those found.
        everything = next(each.score for each in found if not each.conjunction.conditions)
        best = next((each for each in found if each.conjunction.conditions and each.positive > 0), None)
        return best if best is not None and best.score > everything + EQUAL else None

    def _score(self, positive: float, negative: float, n_classes: int) -> Score:
        return rule_heuristic(self.heuristic, positive, negative, n_classes, self.m)


def _rank(score: float, code: int) -> tuple[int, int]:
    """Higher is better: the score but for rounding, then the first class."""
    return round(score / EQUAL), -code


def _counts(labels: Labels, weight: Floats) -> Floats:
    return np.bincount(labels.codes, weight, minlength=labels.n_classes).astype(np.float64)


def _rule(best: Found, code: int, labels: Labels, weight: Floats) -> CoveringRule:
    return CoveringRule(best.conjunction, code, _counts(labels, weight * best.covered), best.score)


learners.add(
    "CoveringRules",
    CoveringRules,
    "a list or set of if-then rules, learned one after the other",
    task=("classification",),
    family="rules",
)
