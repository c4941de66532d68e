"""Sequential covering (separate-and-conquer): learn a rule, remove the rows that it covers, and repeat.

Clark & Niblett (1989), "The CN2 induction algorithm"; Cendrowska (1987), "PRISM", one class at a time.
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
from gnomon.learners.rules.rule_learner import RuleLearner, accuracy_text
from gnomon.learners.rules.search import EQUAL, Candidate, Score, best_conjunctions
from gnomon.registry import learners
from gnomon.sharing.labels import Labels
from gnomon.ties import first_largest

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True, eq=False)
class CoveringRule:
    """Rule: if the conjunction holds, then the class (a code); counts: class weights of its training rows."""

    conjunction: Conjunction
    code: int
    counts: Floats
    score: float


class CoveringRules(ClassifierMixin, RuleLearner):
    """Sequential covering (CN2, PRISM): a decision list or rule set of if-then rules.

    In a decision list the first rule that covers a row predicts it; in a rule set the counts of all rules
    that cover a row are added. Rows without a rule get the default. Probabilities are Laplace estimates
    (n_c + 1) / (n + K) from the training rows of a rule.

    Attributes
    ----------
    classes_ : the classes
    rules_ : the rules, in the order they were learned
    default_counts_ : class weights of the training rows of the default

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
        "list",
        "set",
        default="list",
        help="decision list (ordered rules), or rule set for each class (unordered)",
    )
    heuristic: str = one_of(
        *HEURISTICS, default="laplace", grid=("laplace", "foil"), help="heuristic that scores rules"
    )
    m: float = between(0, inf, default=2.0, help="m of the m-estimate (weight of the prior)")
    max_conditions: int = between(
        1, inf, whole=True, default=3, grid=(1, 3), help="maximum number of conditions of a rule"
    )
    max_rules: int = between(
        1, inf, whole=True, default=50, help="maximum number of rules (of each class for a set)"
    )
    min_weight: float = between(0, inf, default=1.0, help="minimum weight of the rows that a rule covers")
    beam_width: int = between(1, inf, whole=True, default=1, help="beam width of the rule search")

    def fit_prepared(self, data: StumpColumns, start: Self | None = None) -> Self:
        """Learn the rules."""
        labels, weight = in_view(data)
        self.classes_ = labels.classes
        if self.strategy == "list":
            self.rules_, remaining = self._decision_list(data, labels, weight)
        else:
            self.rules_ = [
                rule
                for code in range(labels.n_classes)
                for rule in self._rule_set(data, labels, weight, code)
            ]
            remaining = weight
        self.default_counts_ = _counts(labels, remaining if remaining.any() else weight)
        return self

    def predict_proba(self, X: Any) -> Floats:
        """Class probabilities (n_c + 1) / (n + K), from the counts of the rules that cover the row."""
        check_is_fitted(self)
        X = self.check_examples(X, reset=False)
        counts = np.zeros((len(X), len(self.classes_)))
        is_uncovered = np.ones(len(X), dtype=bool)
        for rule in self.rules_:
            covered = rule.conjunction.covers(X)
            counts[covered & is_uncovered if self.strategy == "list" else covered] += rule.counts
            is_uncovered &= ~covered
        counts[is_uncovered] = self.default_counts_
        return np.asarray((counts + 1) / (counts.sum(axis=1, keepdims=True) + len(self.classes_)))

    def predict(self, X: Any) -> Array:
        """Predict the most probable class; the first on ties."""
        shares = self.predict_proba(X)
        return self.classes_[first_largest(shares)]

    def describe(self) -> str:
        """The rules as text, the default last."""
        check_is_fitted(self)
        categories = getattr(self, "categories_", None)
        lines = [
            f"{'else ' if self.strategy == 'list' and number else ''}if "
            f"{rule.conjunction.words(self.names(), categories)} then {self.classes_[rule.code]} "
            f"({accuracy_text(rule.counts, rule.code)})"
            for number, rule in enumerate(self.rules_)
        ]
        last = int(first_largest(self.default_counts_))
        shown = accuracy_text(self.default_counts_, last)
        head = "else" if self.strategy == "list" and lines else "otherwise" if lines else "always"
        return "\n".join([*lines, f"{head} {self.classes_[last]} ({shown})"])

    def frame(self) -> pd.DataFrame:
        """A data frame with one row per rule: conditions, class, score and covered weight of each class."""
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

    def _decision_list(
        self, data: StumpColumns, labels: Labels, weight: Floats
    ) -> tuple[list[CoveringRule], Floats]:
        """Decision list: each rule for rows that none before it covers; and the uncovered rows."""
        rules: list[CoveringRule] = []
        remaining = weight
        while len(rules) < self.max_rules and (_counts(labels, remaining) > 0).sum() > 1:
            best, code = self._best_of_classes(data, labels, remaining)
            if best is None:
                break
            rules.append(_rule(best, code, labels, remaining))
            remaining = np.where(best.covered, 0.0, remaining)
        return rules, remaining

    def _best_of_classes(
        self, data: StumpColumns, labels: Labels, remaining: Floats
    ) -> tuple[Candidate | None, int]:
        """The best rule of any class; the first class on ties.

        The score of a rule that covers all rows of its class and no other is an upper bound: classes whose
        bound is too low are not searched.
        """
        counts = _counts(labels, remaining)
        none = np.zeros(1)
        bounds = [
            float(self._score(n, counts.sum() - n, labels.n_classes)(none + n, none)[0]) for n in counts
        ]
        best: Candidate | None = None
        chosen = 0
        for code in np.argsort(-np.round(np.array(bounds) / EQUAL), kind="stable"):
            if best is not None and _rank(bounds[code], code) <= _rank(best.score, chosen):
                continue
            candidate = self._best(data, labels, remaining, remaining, int(code))
            if candidate is not None and (
                best is None or _rank(candidate.score, code) > _rank(best.score, chosen)
            ):
                best, chosen = candidate, int(code)
        return best, chosen

    def _rule_set(self, data: StumpColumns, labels: Labels, weight: Floats, code: int) -> list[CoveringRule]:
        """Rule set of one class: each rule for its uncovered rows, against all rows of the other classes."""
        rules: list[CoveringRule] = []
        remaining = weight * (labels.codes == code)
        while len(rules) < self.max_rules and remaining.any():
            best = self._best(data, labels, remaining, weight, code)
            if best is None:
                break
            rules.append(_rule(best, code, labels, weight))
            remaining = np.where(best.covered, 0.0, remaining)
        return rules

    def _best(
        self, data: StumpColumns, labels: Labels, remaining: Floats, negative_weight: Floats, code: int
    ) -> Candidate | None:
        """The best rule of a class, if it scores higher than the rule without conditions."""
        positive, negative = remaining * (labels.codes == code), negative_weight * (labels.codes != code)
        if not positive.any():
            return None
        candidates = best_conjunctions(
            data,
            positive,
            negative,
            self._score(positive.sum(), negative.sum(), labels.n_classes),
            max_conditions=self.max_conditions,
            width=self.beam_width,
            min_weight=self.min_weight,
        )
        # The candidates include the rule without conditions.
        unconditional_score = next(each.score for each in candidates if not each.conjunction.conditions)
        best = next((each for each in candidates if each.conjunction.conditions and each.positive > 0), None)
        return best if best is not None and best.score > unconditional_score + EQUAL else None

    def _score(self, positive: float, negative: float, n_classes: int) -> Score:
        return rule_heuristic(self.heuristic, positive, negative, n_classes, self.m)


def _rank(score: float, code: int) -> tuple[int, int]:
    """Rank by the score up to rounding, then by the first class; higher is better."""
    return round(score / EQUAL), -code


def _counts(labels: Labels, weight: Floats) -> Floats:
    return np.bincount(labels.codes, weight, minlength=labels.n_classes).astype(np.float64)


def _rule(best: Candidate, code: int, labels: Labels, weight: Floats) -> CoveringRule:
    return CoveringRule(best.conjunction, code, _counts(labels, weight * best.covered), best.score)


learners.add(
    "CoveringRules",
    CoveringRules,
    "sequential covering: a decision list or set of if-then rules",
    task=("classification",),
    family="rules",
)
