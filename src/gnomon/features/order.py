"""Target-based ordinal encoding: the levels of a column ordered by the target."""

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
from gnomon.features.columnwise import Columnwise, check_unseen_levels, codes_among, warn_identifier
from gnomon.registry import transformers
from gnomon.sharing.labels import Labels


class OrderLevels(Columnwise):
    """Order the levels of categorical and Boolean columns by the target (target-based ordinal encoding).

    Classes: by the smoothed fraction of the positive class, (m + smoothing) / (n + 2 smoothing) for a level
    with m positives of n. A quantitative target: by its mean, shrunk to the overall mean by `smoothing`
    pseudo-rows. Ties preserve the original order. The best binary split of the levels is then a threshold on
    this order (Breiman et al. 1984). An ordinal column is reordered if `columns` names it. An unseen level
    becomes a missing value, with a warning.

    Attributes
    ----------
    levels_ : the ordered levels of each column; None for a column that is passed through

    Examples
    --------
    >>> import pandas as pd
    >>> from gnomon import OrderLevels
    >>> frame = pd.DataFrame({"town": ["Rome", "Oslo", "Rome", "Bern"]})
    >>> OrderLevels().fit(frame, [0, 1, 0, 0]).levels_
    [('Rome', 'Bern', 'Oslo')]
    """

    takes = ("categorical", "boolean")
    supervised = True

    positive: Any = free(
        default=None,
        help="positive class, whose fraction orders the levels; None for the last of two classes",
        kind="label",
    )
    smoothing: float = between(0, inf, default=1.0, help="pseudo-count of each class", grid=(0.0, 1.0, 5.0))
    output: str = one_of(
        "level", "code", default="level", help="ordered categories, or their codes from 0", grid=()
    )
    unseen: str = one_of("warn", "error", default="warn", help="how unseen levels are handled", grid=())

    @property
    def levels_(self) -> list[tuple[Any, ...] | None]:
        """The ordered levels of each column."""
        return self.learned_

    def learn(self, column: Column, y: Any, weight: Floats | None) -> tuple[Any, ...]:
        """The levels by increasing score."""
        warn_identifier(column, "OrderLevels")
        levels = levels_seen(column, weight)
        score = self._scores(codes_among(levels, column), len(levels), y, weight)
        return tuple(levels[code] for code in np.argsort(score.round(12), kind="stable"))

    def change(self, learned: tuple[Any, ...], column: Column) -> list[Column]:
        """The same values with ordered levels."""
        codes = codes_among(learned, column)
        check_unseen_levels(column, codes, self.unseen, "OrderLevels", "a missing value")
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
        positives = np.bincount(codes[known], (mass * positive)[known], minlength=n_levels)
        return (positives + self.smoothing) / (count + 2 * self.smoothing)

    def _positive(self, y: Labels) -> int:
        if self.positive is None:
            if y.n_classes > 2:
                raise ParameterError(
                    f"OrderLevels(positive=None): y has {y.n_classes} classes; set the positive class, such "
                    "as {positive}",
                    settings={"positive": y.classes.tolist()[-1]},
                )
            return y.n_classes - 1
        index = np.flatnonzero(y.classes == self.positive)
        if len(index) == 0:
            raise DataError(
                f"OrderLevels(positive={self.positive!r}) is not a class of y: {y.classes.tolist()}"
            )
        return int(index[0])


transformers.add(
    "OrderLevels",
    OrderLevels,
    "ordinal encoding by the target: levels ordered by class fraction",
    family="kinds",
)
