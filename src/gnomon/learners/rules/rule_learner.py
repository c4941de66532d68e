"""What rule learners share: numbers, categories and missing values at the door, columns sorted once."""

from __future__ import annotations

from typing import Any

import numpy as np

from gnomon.arrays import Array, Floats
from gnomon.check import free
from gnomon.learners.ensembles.stump_columns import StumpColumns
from gnomon.sharing.learner import Learner
from gnomon.sharing.mixed_table import check_mixed


class RuleLearner(Learner):
    """A learner of rules about columns that are numbers or categories, missing values among them."""

    categorical_features: Any = free(
        default="from_dtype",
        help="categories: by type, or a list of names, numbers or flags; a level never seen meets no "
        "condition on levels",
    )
    shared_by = ("categorical_features",)

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.allow_nan = tags.input_tags.categorical = True
        return tags

    def check_examples(self, X: Any, *, reset: bool) -> Any:
        """Rows as numbers; categories become codes."""
        return check_mixed(self, X, super().check_examples, self.categorical_features, reset=reset)

    def prepare(self, X: Any, y: Any = None, weight: Floats | None = None) -> StumpColumns:
        """Every column sorted."""
        found = getattr(self, "categories_", None)
        return StumpColumns.of(X, y, weight, None if found is None else found.mask)

    def names(self) -> list[str]:
        """The names of the columns; x0, x1, ... where they have none."""
        given = getattr(self, "feature_names_in_", None)
        n_columns = getattr(self, "n_features_in_", 0)
        return (
            [f"x{number}" for number in range(n_columns)] if given is None else [str(each) for each in given]
        )

    def level_names(self, feature: int) -> Array | None:
        """What the codes of a category stand for; None for numbers."""
        categories = getattr(self, "categories_", None)
        return None if categories is None else categories.levels[feature]


def share_in_words(counts: Floats, code: int) -> str:
    """How many rows, by weight, and how many of them the class is right about.

    >>> import numpy as np
    >>> share_in_words(np.array([9.0, 1.0]), 0)
    '9 of 10 right'
    """
    return f"{np.round(counts[code], 6):g} of {np.round(counts.sum(), 6):g} right"
