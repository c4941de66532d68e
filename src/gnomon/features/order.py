"""Ordering: the levels of a column put in order by what they say of the target."""

from __future__ import annotations

from math import inf
from typing import Any

import numpy as np

from gnomon.arrays import Array, Floats
from gnomon.check import between, free, one_of
from gnomon.data.column import Column
from gnomon.errors import DataError, ParameterError
from gnomon.features.binarize import levels_seen
from gnomon.features.class_target import with_weight
from gnomon.features.columnwise import Columnwise, codes_among, say_identifier, say_unseen
from gnomon.registry import transformers
from gnomon.sharing.labels import Labels


class OrderLevels(Columnwise):
    """Give the levels of each categorical or Boolean column an order, by how they go with the target.

    Classes: by the smoothed share of the positive class, (m + smoothing) / (n + 2 smoothing) for a level with
    m positives of n. A quantitative target: by its mean, drawn to the mean of all by `smoothing` rows. Equal
    levels keep their order. A threshold on the order is then any good grouping of the levels in two (Breiman
    et al. 1984). An ordinal column gets a new order if `columns` names it. A level not seen before becomes a
    missing value, and is warned of.

    Attributes
    ----------
    levels_ : the levels of each column in order; None for one that passes as it is

    Examples
    --------
    >>> import pandas as pd
    >>> from gnomon.features.order import OrderLevels
    >>> frame = pd.DataFrame({"town": ["Rome", "Oslo", "Rome", "Bern"]})
    >>> OrderLevels().fit(frame, [0, 1, 0, 0]).levels_
    [('Rome', 'Bern', 'Oslo')]
    """

    takes = ("categorical", "boolean")
    supervised = True

    positive: Any = free(
        default=None,
        help="the class whose share orders the levels; of two classes the last if None",
        kind="label",
    )
    smoothing: float = between(0, inf, default=1.0, help="pseudo-counts of each class", grid=(0.0, 1.0, 5.0))
    output: str = one_of(
        "level", "code", default="level", help="ordered categories, or their places from 0", grid=()
    )
    unseen: str = one_of("warn", "error", default="warn", help="what a level not seen before does", grid=())

    @property
    def levels_(self) -> list[tuple[Any, ...] | None]:
        """The levels of each column in order."""
        return self.learned_

    def learn(self, column: Column, y: Any, weight: Floats | None) -> tuple[Any, ...]:
        """The levels by increasing score."""
        say_identifier(column, "OrderLevels")
        levels = levels_seen(column, weight)
        score = self._scores(codes_among(levels, column), len(levels), y, weight)
        return tuple(levels[place] for place in np.argsort(score.round(12), kind="stable"))

    def change(self, learned: tuple[Any, ...], column: Column) -> list[Column]:
        """The same values with ordered levels."""
        codes = codes_among(learned, column)
        say_unseen(column, codes, self.unseen, "OrderLevels", "a missing value")
        codes = np.maximum(codes, -1)
        if self.output == "code":
            return [Column(column.name, "quantitative", np.where(codes < 0, np.nan, codes))]
        return [Column(column.name, "ordinal", codes.astype(np.int32), learned)]

    def _scores(self, codes: Array, n_levels: int, y: Any, weight: Floats | None) -> Floats:
        known = codes >= 0
        mass = np.ones(len(codes)) if weight is None else weight
        count = np.bincount(codes[known], mass[known], minlength=n_levels)
        if not isinstance(y, Labels):
            center = float(np.average(y, weights=weight))
            total = np.bincount(codes[known], (mass * (y - center))[known], minlength=n_levels)
            return total / (count + self.smoothing)
        present = with_weight(y, weight)
        positive = present.codes == self._positive(present)
        found = np.bincount(codes[known], (mass * positive)[known], minlength=n_levels)
        return (found + self.smoothing) / (count + 2 * self.smoothing)

    def _positive(self, y: Labels) -> int:
        if self.positive is None:
            if y.n_classes > 2:
                raise ParameterError(
                    f"OrderLevels(positive=None): y has {y.n_classes} classes; name the one whose share is "
                    f"to order the levels, such as positive={y.classes[-1]!r}"
                )
            return y.n_classes - 1
        place = np.flatnonzero(y.classes == self.positive)
        if len(place) == 0:
            raise DataError(f"OrderLevels(positive={self.positive!r}) is no class of y: {y.classes.tolist()}")
        return int(place[0])


transformers.add("OrderLevels", OrderLevels, "levels in order of their share of a class", family="kinds")
