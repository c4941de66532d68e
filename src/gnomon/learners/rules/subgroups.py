"""Subgroup discovery (CN2-SD): conjunctions in which a class is unusually frequent, as binary features.

Lavrač, Kavšek, Flach & Todorovski (2004), "Subgroup discovery with CN2-SD".
"""

from __future__ import annotations

from dataclasses import dataclass
from math import inf
from typing import TYPE_CHECKING, Any, Self

import numpy as np
from sklearn.base import TransformerMixin
from sklearn.utils import check_consistent_length, column_or_1d
from sklearn.utils.validation import check_is_fitted

from gnomon.arrays import Array, Floats
from gnomon.check import between
from gnomon.learners.ensembles.boosting_trainers import in_view
from gnomon.learners.ensembles.stump_columns import StumpColumns
from gnomon.learners.rules.conjunction import Conjunction
from gnomon.learners.rules.heuristics import rule_heuristic
from gnomon.learners.rules.rule_learner import RuleLearner
from gnomon.learners.rules.search import EQUAL, best_conjunctions
from gnomon.sharing.labels import Labels

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True, eq=False)
class Subgroup:
    """Subgroup of a class: a conjunction, the share of rows it covers, and the class rate there and overall.

    quality: weighted relative accuracy (WRAcc), share (rate - base_rate).
    """

    conjunction: Conjunction
    code: int
    share: float
    rate: float
    base_rate: float

    @property
    def quality(self) -> float:
        """Weighted relative accuracy (WRAcc)."""
        return self.share * (self.rate - self.base_rate)


class SubgroupFeatures(TransformerMixin, RuleLearner):
    """Subgroup discovery (CN2-SD): membership in discovered subgroups of each class as binary features.

    Weighted covering: the weight of covered rows of the class is multiplied by `decay`, so that the next
    subgroup covers other rows.

    Attributes
    ----------
    classes_ : the classes
    subgroups_ : the subgroups, class by class, best first

    Examples
    --------
    >>> from gnomon import SubgroupFeatures
    >>> X = [[1.0, 0.0], [2.0, 1.0], [3.0, 0.0], [4.0, 1.0]]
    >>> model = SubgroupFeatures(n_subgroups=1).fit(X, ["low", "low", "high", "high"])
    >>> print(model.describe())
    high where x0 > 2.5: 100% of 50% of the rows, 50% in all
    low where x0 <= 2.5: 100% of 50% of the rows, 50% in all
    >>> model.transform([[5.0, 1.0]])
    array([[1., 0.]])
    """

    n_subgroups: int = between(
        1, inf, whole=True, default=5, help="maximum number of subgroups of each class"
    )
    max_conditions: int = between(
        1, inf, whole=True, default=2, help="maximum number of conditions of a subgroup"
    )
    min_weight: float = between(0, inf, default=1.0, help="minimum weight of the rows that a subgroup covers")
    beam_width: int = between(1, inf, whole=True, default=5, help="beam width of the search")
    decay: float = between(0, 1, default=0.5, help="factor of the weight of covered rows (weighted covering)")

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.target_tags.required = True
        return tags

    def fit(self, X: Any, y: Any = None, sample_weight: Any = None) -> Self:
        """Discover subgroups of rows X with classes y."""
        if y is None:
            return super().fit(X, y, sample_weight)
        classes = column_or_1d(y)
        check_consistent_length(X, classes)
        return super().fit(X, Labels.of(classes), sample_weight)

    def fit_prepared(self, data: StumpColumns, start: Self | None = None) -> Self:
        """Discover the subgroups of every class."""
        labels, weight = in_view(data)
        self.classes_ = labels.classes
        self.subgroups_ = [
            subgroup
            for code in range(labels.n_classes)
            for subgroup in self._of_class(data, labels, weight, code)
        ]
        return self

    def transform(self, X: Any) -> Floats:
        """Membership features: 1 if the row is in the subgroup, else 0, (rows, subgroups)."""
        check_is_fitted(self)
        X = self.check_examples(X, reset=False)
        members = [each.conjunction.covers(X) for each in self.subgroups_]
        return np.array(members, dtype=np.float64).reshape(len(members), len(X)).T

    def get_feature_names_out(self, input_features: Any = None) -> Array:
        """The conditions of each subgroup as its name."""
        check_is_fitted(self)
        categories = getattr(self, "categories_", None)
        names = [each.conjunction.words(self.names(), categories) for each in self.subgroups_]
        return np.array(names, dtype=object)

    def describe(self) -> str:
        """The subgroups as text."""
        rows = self.frame().to_dict("records")
        return "\n".join(
            f"{row['class']} where {row['if']}: {row['rate']:.0%} of {row['share']:.0%} of the rows, "
            f"{row['base_rate']:.0%} in all"
            for row in rows
        )

    def frame(self) -> pd.DataFrame:
        """A data frame with one row per subgroup: class, conditions, share of rows, rates and quality."""
        import pandas as pd

        rows = [
            (self.classes_[each.code], name, each.share, each.rate, each.base_rate, each.quality)
            for each, name in zip(self.subgroups_, self.get_feature_names_out())
        ]
        return pd.DataFrame(rows, columns=["class", "if", "share", "rate", "base_rate", "quality"])

    def _of_class(self, data: StumpColumns, labels: Labels, weight: Floats, code: int) -> list[Subgroup]:
        is_class = labels.codes == code
        positive, negative = weight * is_class, weight * ~is_class
        total, base = float(weight.sum()), float(positive.sum() / weight.sum())
        decayed, subgroups, seen = positive.copy(), list[Subgroup](), set[Conjunction]()
        while len(subgroups) < self.n_subgroups and decayed.any():
            candidates = best_conjunctions(
                data,
                decayed,
                negative,
                rule_heuristic("weighted_accuracy", decayed.sum(), negative.sum()),
                max_conditions=self.max_conditions,
                width=self.beam_width,
                min_weight=min(self.min_weight, total),
            )
            unseen = [each for each in candidates if each.conjunction not in seen and each.score > EQUAL]
            if not unseen:
                break
            best = unseen[0]
            seen.add(best.conjunction)
            covered = float(weight @ best.covered)
            rate = float(positive @ best.covered) / covered
            subgroups.append(Subgroup(best.conjunction, code, covered / total, rate, base))
            decayed = np.where(best.covered, decayed * self.decay, decayed)
        return sorted(subgroups, key=lambda each: -each.quality)
