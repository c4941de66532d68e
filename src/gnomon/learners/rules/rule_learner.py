"""Shared part of rule learners: numeric, categorical and missing values, and columns sorted once."""

from __future__ import annotations

from typing import Any

import numpy as np

from gnomon.arrays import Array, Floats
from gnomon.check import free
from gnomon.learners.ensembles.stump_columns import StumpColumns
from gnomon.sharing.learner import Learner
from gnomon.sharing.mixed_table import check_mixed


class RuleLearner(Learner):
    """Rule learner on numeric and categorical columns, with missing values."""

    categorical_features: Any = free(
        default="from_dtype",
        help="categorical columns: by dtype, or a list of names, indices or flags; unseen levels satisfy no "
        "condition",
    )
    shared_by = ("categorical_features",)

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.allow_nan = tags.input_tags.categorical = True
        return tags

    def check_examples(self, X: Any, *, reset: bool) -> Any:
        """Rows as numbers, with categories as codes."""
        return check_mixed(self, X, super().check_examples, self.categorical_features, reset=reset)

    def prepare(self, X: Any, y: Any = None, weight: Floats | None = None) -> StumpColumns:
        """Sort every column."""
        categories = getattr(self, "categories_", None)
        return StumpColumns.of(X, y, weight, None if categories is None else categories.mask)

    def names(self) -> list[str]:
        """Column names; x0, x1, ... if there are none."""
        names = getattr(self, "feature_names_in_", None)
        n_columns = getattr(self, "n_features_in_", 0)
        return (
            [f"x{number}" for number in range(n_columns)] if names is None else [str(each) for each in names]
        )

    def level_names(self, feature: int) -> Array | None:
        """Level names of a categorical column; None for a numeric column."""
        categories = getattr(self, "categories_", None)
        return None if categories is None else categories.levels[feature]


def accuracy_text(counts: Floats, code: int) -> str:
    """Number of rows (by weight) that the class predicts correctly, as text.

    >>> import numpy as np
    >>> accuracy_text(np.array([9.0, 1.0]), 0)
    '9 of 10 right'
    """
    return f"{np.round(counts[code], 6):g} of {np.round(counts.sum(), 6):g} right"
