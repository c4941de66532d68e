"""Boosted rules (SLIPPER, Cohen & Singer 1999): an additive model of rules that abstain on uncovered rows.

With weights of sum 1, a rule covers e+ of the positive and e- of the negative weight and abstains on e0. Its
vote alpha = ln(e+ / e-) / 2 minimizes Z(alpha) = e0 + e- exp(alpha) + e+ exp(-alpha), with minimum Z = 1 -
(sqrt e+ - sqrt e-)². So the search maximizes |sqrt e+ - sqrt e-|.
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
    """Vote of a boosted rule: covered weights e+ and e-, abstained weight e0, vote alpha and normalizer Z.

    >>> vote = RuleVote.of(0.4, 0.1)
    >>> round(vote.alpha, 6), round(vote.normalizer, 6)
    (0.693147, 0.9)
    """

    positive: float
    negative: float
    abstained: float
    alpha: float
    normalizer: float

    @classmethod
    def of(cls, positive: float, negative: float, smoothing: float = 0.0) -> RuleVote:
        """The vote for these covered weights; smoothing is added to both, so that the vote is finite."""
        correct, wrong = positive + smoothing, negative + smoothing
        alpha = log(correct / wrong) / 2 if correct > 0 and wrong > 0 else inf if correct > 0 else -inf
        abstained = 1 - positive - negative
        terms = (negative, alpha), (positive, -alpha)
        normalizer = abstained + sum(share * exp(power) for share, power in terms if share > 0)
        return cls(positive, negative, abstained, alpha, normalizer)

    def updated(self, weight: Floats, covered: Flags, is_positive: Flags) -> Floats:
        """Updated row weights: covered rows times exp(-alpha) (positive) or exp(alpha), divided by Z."""
        factor = np.where(is_positive, exp(-self.alpha), exp(self.alpha))
        return np.asarray(weight * np.where(covered, factor, 1.0) / self.normalizer)


@dataclass(frozen=True, eq=False)
class BoostedRule:
    """A boosted rule: if the conjunction holds, add alpha to the score of the class (a code)."""

    conjunction: Conjunction
    code: int
    vote: RuleVote


class BoostedRules(ClassifierMixin, RuleLearner):
    """Boosted rules (SLIPPER): a weighted vote of if-then rules, learned by confidence-rated boosting.

    Each rule votes for a class (alpha > 0) or against it, and abstains on rows that it does not cover; the
    rule "anything" (no conditions) is a candidate in every round, and serves as the default rule. Two classes
    have one ensemble, for the second class; more classes have one ensemble each (one-vs-rest).

    Attributes
    ----------
    classes_ : the classes
    rules_ : the rules, class by class in the order they were learned
    n_iter_ : number of rules
    converged_ : whether boosting stopped because no rule reduced the loss, before n_estimators

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
        1,
        inf,
        whole=True,
        default=20,
        grid=(5, 20),
        help="maximum number of boosted rules (per class if there are more than two)",
    )
    max_conditions: int = between(
        1, inf, whole=True, default=3, grid=(1, 3), help="maximum number of conditions of a rule"
    )
    smoothing: float = between(
        0, inf, open=True, default=0.5, help="pseudo-count of both classes in a rule's vote (smoothing)"
    )
    beam_width: int = between(1, inf, whole=True, default=1, help="beam width of the rule search")

    def fit_prepared(self, data: StumpColumns, start: Self | None = None) -> Self:
        """Learn the rules of every ensemble by boosting."""
        labels, weight = in_view(data)
        self.classes_ = labels.classes
        codes = [1] if labels.n_classes == 2 else list(range(labels.n_classes))
        ensembles = [self._boosted(data, labels.codes == code, weight, code) for code in codes]
        self.rules_ = [rule for rules, _ in ensembles for rule in rules]
        self.n_iter_ = len(self.rules_)
        self.converged_ = all(ended for _, ended in ensembles)
        return self

    def decision_function(self, X: Any) -> Floats:
        """Decision function: sum of votes for the second of two classes, or for each class."""
        check_is_fitted(self)
        X = self.check_examples(X, reset=False)
        scores = np.zeros((len(X), len(self.classes_)))
        for rule in self.rules_:
            scores[rule.conjunction.covers(X), rule.code] += rule.vote.alpha
        return scores[:, 1] if len(self.classes_) == 2 else scores

    def predict_proba(self, X: Any) -> Floats:
        """Class probabilities 1 / (1 + exp(-2 score)), normalized to sum to 1."""
        scores = self.decision_function(X)
        each = expit(2 * scores)
        if each.ndim == 1:
            return np.column_stack([1 - each, each])
        return np.asarray(each / each.sum(axis=1, keepdims=True))

    def predict(self, X: Any) -> Array:
        """Predict the class of the highest sum of votes; the first on ties."""
        scores = self.decision_function(X)
        codes = (scores > 0).astype(np.int64) if scores.ndim == 1 else first_largest(scores)
        return self.classes_[codes]

    def describe(self) -> str:
        """The rules as text, in the order they were learned."""
        check_is_fitted(self)
        categories = getattr(self, "categories_", None)
        return "\n".join(
            f"if {rule.conjunction.words(self.names(), categories)} then {self._predicted_class(rule)} "
            f"by {abs(rule.vote.alpha):.2f}"
            for rule in self.rules_
        )

    def frame(self) -> pd.DataFrame:
        """A data frame with one row per rule: conditions, class, e+, e-, e0, alpha and Z."""
        import pandas as pd

        check_is_fitted(self)
        categories = getattr(self, "categories_", None)
        rows = [
            {
                "if": rule.conjunction.words(self.names(), categories),
                "then": self._predicted_class(rule),
                "positive": rule.vote.positive,
                "negative": rule.vote.negative,
                "abstained": rule.vote.abstained,
                "alpha": rule.vote.alpha,
                "Z": rule.vote.normalizer,
            }
            for rule in self.rules_
        ]
        return pd.DataFrame(rows)

    def _predicted_class(self, rule: BoostedRule) -> str:
        if rule.vote.alpha >= 0:
            return str(self.classes_[rule.code])
        return str(self.classes_[0]) if len(self.classes_) == 2 else f"not {self.classes_[rule.code]}"

    def _boosted(
        self, data: StumpColumns, is_positive: Flags, row_weight: Floats, code: int
    ) -> tuple[list[BoostedRule], bool]:
        """The rules of one ensemble, and whether boosting converged."""
        total = float(row_weight.sum())
        weight = row_weight / total
        rules: list[BoostedRule] = []
        for _ in range(self.n_estimators):
            best = best_conjunctions(
                data,
                weight * is_positive,
                weight * ~is_positive,
                boosting_gain,
                max_conditions=self.max_conditions,
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
    "boosted if-then rules (SLIPPER), which abstain on rows they do not cover",
    task=("classification",),
    family="rules",
)
