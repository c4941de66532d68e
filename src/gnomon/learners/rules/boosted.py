"""Boosted rules: conjunctions that vote on the rows they cover and say nothing of the others.

With w of sum 1, a rule covers e+ of the positive and e- of the negative weight and abstains on e0. Its vote
alpha = ln(e+ / e-) / 2 is where Z(alpha) = e0 + e- exp(alpha) + e+ exp(-alpha) is least, and there Z is 1 -
(sqrt e+ - sqrt e-)². So the search looks for the largest |sqrt e+ - sqrt e-|. Cohen & Singer (1999).
"""

from __future__ import annotations

from dataclasses import dataclass
from math import exp, inf, log
from typing import TYPE_CHECKING, Any, Self

import numpy as np
from scipy.special import expit
from sklearn.base import ClassifierMixin
from sklearn.utils.validation import check_is_fitted

from gnomon.arrays import Array, Flags, Floats
from gnomon.check import between
from gnomon.learners.ensembles.boosting_trainers import in_view
from gnomon.learners.ensembles.stump_columns import StumpColumns
from gnomon.learners.rules.conjunction import Conjunction
from gnomon.learners.rules.heuristics import boosting_gain
from gnomon.learners.rules.rule_learner import RuleLearner
from gnomon.learners.rules.search import best_conjunctions
from gnomon.registry import learners
from gnomon.ties import first_largest

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True)
class RuleVote:
    """What a rule is worth in boosting: e+, e- and e0, its vote alpha and the normalizer Z.

    >>> found = RuleVote.of(0.4, 0.1)
    >>> round(found.alpha, 6), round(found.normalizer, 6)
    (0.693147, 0.9)
    """

    positive: float
    negative: float
    abstained: float
    alpha: float
    normalizer: float

    @classmethod
    def of(cls, positive: float, negative: float, smoothing: float = 0.0) -> RuleVote:
        """The vote for these shares of the weight; smoothing is added to both, as a vote must be finite."""
        above, below = positive + smoothing, negative + smoothing
        alpha = log(above / below) / 2 if above > 0 and below > 0 else inf if above > 0 else -inf
        abstained = 1 - positive - negative
        pulls = (negative, alpha), (positive, -alpha)
        normalizer = abstained + sum(share * exp(power) for share, power in pulls if share > 0)
        return cls(positive, negative, abstained, alpha, normalizer)

    def updated(self, weight: Floats, covered: Flags, is_positive: Flags) -> Floats:
        """The weights after the rule: covered rows times exp(-alpha) (positive) or exp(alpha), over Z."""
        factor = np.where(is_positive, exp(-self.alpha), exp(self.alpha))
        return np.asarray(weight * np.where(covered, factor, 1.0) / self.normalizer)


@dataclass(frozen=True, eq=False)
class BoostedRule:
    """If the conjunction, then alpha for the class (a code) whose committee the rule is in."""

    conjunction: Conjunction
    code: int
    vote: RuleVote


class BoostedRules(ClassifierMixin, RuleLearner):
    """Add up the votes of rules that cover a row; a class wins that has the higher sum.

    Each rule speaks for a class (alpha above 0) or against it, and abstains on rows it does not cover; the
    rule "anything" is a candidate of every round, and is the default of rows that no other covers. Two
    classes have one committee, for the second of them; more have one each, against all others.

    Attributes
    ----------
    classes_ : the classes
    rules_ : the rules, class by class in the order they were found
    n_iter_ : rules in all
    converged_ : whether the rounds ended as no rule was better than none, and not by n_estimators

    Examples
    --------
    >>> from gnomon import BoostedRules
    >>> X = [[1.0], [2.0], [3.0], [4.0], [5.0], [6.0]]
    >>> model = BoostedRules(n_estimators=2).fit(X, ["no", "no", "yes", "yes", "no", "no"])
    >>> print(model.describe())
    if x0 <= 2.5 then no by 0.80
    if x0 > 4.5 then no by 0.89
    """

    n_estimators: int = between(
        1, inf, whole=True, default=20, grid=(5, 20), help="rules of each committee, if none ends them early"
    )
    max_conditions: int = between(
        1, inf, whole=True, default=3, grid=(1, 3), help="conditions that a rule may have"
    )
    smoothing: float = between(
        0, inf, open=True, default=0.5, help="rows added to each side of a rule's vote, so that it is finite"
    )
    beam_width: int = between(1, inf, whole=True, default=1, help="rules kept in mind while one is grown")

    def fit_prepared(self, data: StumpColumns, start: Self | None = None) -> Self:
        """Boost the rules of every committee."""
        labels, weight = in_view(data)
        self.classes_ = labels.classes
        codes = [1] if labels.n_classes == 2 else list(range(labels.n_classes))
        committees = [self._boosted(data, labels.codes == code, weight, code) for code in codes]
        self.rules_ = [rule for rules, _ in committees for rule in rules]
        self.n_iter_ = len(self.rules_)
        self.converged_ = all(ended for _, ended in committees)
        return self

    def decision_function(self, X: Any) -> Floats:
        """The sum of votes for the second class of two, or for each class."""
        check_is_fitted(self)
        X = self.check_examples(X, reset=False)
        scores = np.zeros((len(X), len(self.classes_)))
        for rule in self.rules_:
            scores[rule.conjunction.covers(X), rule.code] += rule.vote.alpha
        return scores[:, 1] if len(self.classes_) == 2 else scores

    def predict_proba(self, X: Any) -> Floats:
        """1 / (1 + exp(-2 votes)) of each class, made to sum to 1."""
        scores = self.decision_function(X)
        each = expit(2 * scores)
        if each.ndim == 1:
            return np.column_stack([1 - each, each])
        return np.asarray(each / each.sum(axis=1, keepdims=True))

    def predict(self, X: Any) -> Array:
        """The class of the highest sum of votes; the first of equals."""
        scores = self.decision_function(X)
        codes = (scores > 0).astype(np.int64) if scores.ndim == 1 else first_largest(scores)
        return self.classes_[codes]

    def describe(self) -> str:
        """The rules as sentences, in the order they were found."""
        check_is_fitted(self)
        categories = getattr(self, "categories_", None)
        return "\n".join(
            f"if {rule.conjunction.words(self.names(), categories)} then {self._side(rule)} "
            f"by {abs(rule.vote.alpha):.2f}"
            for rule in self.rules_
        )

    def frame(self) -> pd.DataFrame:
        """A row for each rule: conditions, class, e+, e-, e0, alpha and Z."""
        import pandas as pd

        check_is_fitted(self)
        categories = getattr(self, "categories_", None)
        rows = [
            {
                "if": rule.conjunction.words(self.names(), categories),
                "then": self._side(rule),
                "positive": rule.vote.positive,
                "negative": rule.vote.negative,
                "abstained": rule.vote.abstained,
                "alpha": rule.vote.alpha,
                "Z": rule.vote.normalizer,
            }
            for rule in self.rules_
        ]
        return pd.DataFrame(rows)

    def _side(self, rule: BoostedRule) -> str:
        if rule.vote.alpha >= 0:
            return str(self.classes_[rule.code])
        return str(self.classes_[0]) if len(self.classes_) == 2 else f"not {self.classes_[rule.code]}"

    def _boosted(
        self, data: StumpColumns, is_positive: Flags, given: Floats, code: int
    ) -> tuple[list[BoostedRule], bool]:
        """The rules of one committee, and whether no rule was left that is better than none."""
        total = float(given.sum())
        weight = given / total
        rules: list[BoostedRule] = []
        for _ in range(self.n_estimators):
            best = best_conjunctions(
                data,
                weight * is_positive,
                weight * ~is_positive,
                boosting_gain,
                most_conditions=self.max_conditions,
                width=self.beam_width,
            )[0]
            vote = RuleVote.of(best.positive, best.negative, self.smoothing / total)
            if not vote.normalizer < 1 - 1e-9:
                return rules, True
            rules.append(BoostedRule(best.conjunction, code, vote))
            weight = vote.updated(weight, best.covered, is_positive)
            weight = weight / weight.sum()
        return rules, False


learners.add(
    "BoostedRules",
    BoostedRules,
    "if-then rules that vote on the rows they cover and abstain on others",
    task=("classification",),
    family="rules",
)
