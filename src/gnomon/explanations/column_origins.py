"""Tracing of preprocessed columns to the original columns of the table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from sklearn.base import OneToOneFeatureMixin
from sklearn.compose import ColumnTransformer
from sklearn.feature_selection import SelectorMixin
from sklearn.pipeline import Pipeline
from sklearn.preprocessing import OneHotEncoder

from gnomon.arrays import Integers
from gnomon.features.automatic.prepare_table import PrepareTable


def origins_of(step: Any, n_columns: int) -> Integers | None:
    """The index of the original column of each output column; None if unknown.

    >>> from sklearn.preprocessing import StandardScaler
    >>> origins_of(StandardScaler().fit([[1.0, 2.0], [3.0, 5.0]]), 2)
    array([0, 1])
    """
    same = np.arange(n_columns)
    if step is None or isinstance(step, str):
        return same if step != "drop" else same[:0]
    if isinstance(step, PrepareTable):
        return np.asarray(step.origin_, dtype=np.int64)
    if isinstance(step, Pipeline):
        return joined_origins([each for _, each in step.steps], n_columns)
    if isinstance(step, ColumnTransformer):
        return _of_columns(step)
    if isinstance(step, OneHotEncoder):
        return np.repeat(same, step._n_features_outs)
    if isinstance(step, SelectorMixin) or hasattr(step, "get_support"):
        return np.asarray(step.get_support(indices=True), dtype=np.int64)
    if isinstance(step, OneToOneFeatureMixin) or _keeps_names(step, n_columns):
        return same
    return None


def joined_origins(steps: Sequence[Any], n_columns: int) -> Integers | None:
    """The origins through several consecutive steps.

    >>> joined_origins([], 2)
    array([0, 1])
    """
    origin = np.arange(n_columns)
    for step in steps:
        of_step = origins_of(step, len(origin))
        if of_step is None:
            return None
        origin = origin[of_step]
    return origin


def _keeps_names(step: Any, n_columns: int) -> bool:
    """Whether a transformer returns its columns under the same names, as imputers do."""
    try:
        default = [f"x{index}" for index in range(n_columns)]
        names = getattr(step, "feature_names_in_", default)
        return list(step.get_feature_names_out()) == list(names)
    except (AttributeError, TypeError, ValueError):
        return False


def _of_columns(step: Any) -> Integers | None:
    total = max((part.stop for part in step.output_indices_.values()), default=0)
    origin = np.full(total, -1)
    index_of = {name: index for index, name in enumerate(getattr(step, "feature_names_in_", ()))}
    for name, transformer, columns in step.transformers_:
        part = step.output_indices_[name]
        if part.stop == part.start:
            continue
        listed = [columns] if isinstance(columns, str | int) else list(columns)
        inputs = np.array([index_of.get(each, each) for each in listed])
        of_part = origins_of(transformer, len(inputs))
        if of_part is None or inputs.dtype.kind not in "iu" or len(of_part) != part.stop - part.start:
            return None
        origin[part] = inputs[of_part]
    return origin
