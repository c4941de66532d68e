"""The data of filters: the rows, and their contingency tables, computed on first use."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from gnomon.arrays import Array, Flags, Floats, Integers
from gnomon.errors import DataError, ParameterError, Setting
from gnomon.features.select.coded import Coded
from gnomon.features.select.coding import MAX_LEVELS, code_columns, equal_frequency
from gnomon.sharing.labels import Labels
from gnomon.sharing.row_weights import in_rows

MIN_IDENTIFIER_ROWS = 10


@dataclass(frozen=True)
class FilterData:
    """The rows that filters score: X may be integers, categories are codes, NaN is missing.

    y: Labels of classes, or numbers. names: column names, for messages.
    """

    X: Array
    y: Labels | Floats
    weight: Floats | None
    is_category: Flags
    names: tuple[Any, ...]
    _coded: dict[int, Coded] = field(default_factory=dict, repr=False, compare=False)
    exact = True

    def rows(self, index: Integers) -> FilterData:
        """These rows only, without the cached tables."""
        weight = None if self.weight is None else self.weight[index]
        return replace(self, X=self.X[index], y=self.y[index], weight=weight, _coded={})

    def with_weight(self) -> FilterData:
        """The rows with positive weight, with weights scaled to counts of rows."""
        if self.weight is None:
            return self
        some = self if self.weight.all() else self.rows(np.flatnonzero(self.weight))
        return replace(some, weight=in_rows(some.weight), _coded={})

    def examples(self, index: Integers) -> Array:
        """The features of these rows."""
        return self.X[index]

    def shuffled(self, order: Integers) -> FilterData:
        """The same features with permuted targets: data of the null hypothesis."""
        y = self.y[order]
        coded = {n_bins: _relabeled(each, y, n_bins) for n_bins, each in self._coded.items()}
        return replace(self, y=y, _coded=coded)

    def coded(self, n_bins: int) -> Coded:
        """Columns, and a numeric target too, as codes of at most n_bins levels."""
        if n_bins not in self._coded:
            codes, n_levels = code_columns(self.X, n_bins, self.is_category, self.weight)
            labels, n_labels = _label_codes(self.y, n_bins, self.weight)
            self._coded[n_bins] = Coded(codes, n_levels, labels, n_labels, self.weight)
        return self._coded[n_bins]

    def identifiers(self) -> list[int]:
        """Categorical columns with one level per row, of many rows."""
        if len(self.X) < MIN_IDENTIFIER_ROWS:
            return []
        return [
            int(column)
            for column in np.flatnonzero(self.is_category)
            if len(np.unique(self.X[:, column])) == len(self.X)
        ]

    def numbers(self, name: str) -> Floats:
        """The features as float64; ParameterError for a category of more than two levels."""
        for column in np.flatnonzero(self.is_category):
            levels = np.unique(self.X[:, column])
            if (~np.isnan(levels)).sum() > 2:
                raise ParameterError(
                    f"{{filter}} requires numbers, and column {self.names[column]!r} is categorical; "
                    "encode it (sklearn.preprocessing.OneHotEncoder), or use {other}",
                    column=self.names[column],
                    settings={"filter": name, "other": Setting("filter", "information_gain")},
                )
        return np.asarray(self.X, dtype=np.float64)

    def class_codes(self, name: str) -> tuple[Integers, int]:
        """The classes that occur, as codes."""
        if not isinstance(self.y, Labels):
            raise ParameterError(
                "{filter} requires classes, and y is numeric; use {other}, or target='classes' if the "
                "numbers are class labels",
                settings={"filter": name, "other": Setting("filter", "correlation")},
            )
        present, codes = np.unique(self.y.codes, return_inverse=True)
        return codes, len(present)

    def target_numbers(self, name: str) -> Floats:
        """The target as numbers: unchanged, or two classes as 0 and 1, the last one as 1."""
        if not isinstance(self.y, Labels):
            return self.y
        codes, n_classes = self.class_codes(name)
        if n_classes > 2:
            raise ParameterError(
                f"{{filter}} requires two classes or numbers, and y has {n_classes} classes; use {{other}} "
                "or 'information_gain', or target='numbers' if the classes are quantities",
                settings={"filter": name, "other": Setting("filter", "f")},
            )
        return codes.astype(np.float64)


def _label_codes(y: Labels | Floats, n_bins: int, weight: Floats | None) -> tuple[Array, int]:
    if isinstance(y, Labels):
        if y.n_classes > MAX_LEVELS:
            raise DataError(
                f"y has {y.n_classes} classes, and these filters support {MAX_LEVELS}; group them, or set "
                "target='numbers' if they are quantities"
            )
        return y.codes.astype(np.uint16), y.n_classes
    order = np.argsort(y, kind="stable")
    levels = np.unique(y[order])
    ordered_weight = None if weight is None else weight[order]
    cuts = levels[:-1] if len(levels) <= n_bins else equal_frequency(y[order], n_bins, ordered_weight)
    return np.searchsorted(cuts, y).astype(np.uint16), len(cuts) + 1


def _relabeled(coded: Coded, y: Labels | Floats, n_bins: int) -> Coded:
    labels, n_labels = _label_codes(y, n_bins, coded.weight)
    return replace(coded, labels=labels, n_labels=n_labels)
