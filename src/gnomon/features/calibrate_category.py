"""Calibration of categories: each level becomes its smoothed probability of a class."""

from __future__ import annotations

from dataclasses import dataclass
from math import inf
from typing import Any, Self

import numpy as np

from gnomon.arrays import Floats, Integers
from gnomon.check import between
from gnomon.features.calibration import Evidence, FeatureCalibration
from gnomon.features.category_columns import CodedRows, coded_categories, level_words, say_identifiers
from gnomon.features.log_odds import calibrated_log_odds
from gnomon.registry import transformers


@dataclass(frozen=True)
class LevelMap:
    """Log-odds of each level, by its code; the last place is that of missing values.

    >>> hits, rows, odds = np.array([1.0, 2.0, 0.0]), np.full(3, 2.0), np.array([0.0, 1.1, -1.1])
    >>> found = LevelMap(("blue", "red"), hits, rows, odds)
    >>> found.log_odds(np.array([1.0, np.nan, 7.0]))
    array([ 1.1, -1.1,  0. ])
    """

    levels: tuple[str, ...]
    positives: Floats
    rows: Floats
    odds: Floats

    def log_odds(self, values: Floats) -> Floats:
        """Of each code; 0 for a level that had no rows, and so says nothing."""
        place = _places(values, len(self.odds) - 1)
        return np.append(self.odds, 0.0)[place]

    def table(self) -> dict[str, Any]:
        """A row for each level that had rows."""
        seen = self.rows > 0
        return {
            "level": np.array([*self.levels, "missing"], dtype=object)[seen],
            "positives": self.positives[seen],
            "rows": self.rows[seen],
            "log_odds": self.odds[seen],
        }


class CalibrateCategories(FeatureCalibration):
    """Give each level of a category its probability v = (m + s) / (m + s + c (n - m + s)) of a class.

    m of the n rows of the level are positive, s smooths, and c is the odds of positives where `prior` is 1/2.
    Every column is a category, whatever its type, and one with almost no value twice is warned of; missing
    values are a level of their own, and a level that was not seen says nothing: probability `prior`. Bins of
    a discretizer are calibrated in a pipeline. As a rare level knows its own rows too well, `fit_transform`
    is not `fit(X, y).transform(X)`: each training row gets the value of a calibration that did not see it,
    unless `cv` is None.

    Attributes
    ----------
    classes_, targets_ : the classes, and those that columns speak of
    prior_ : the prior of each target
    categories_ : the levels of each column
    maps_ : a LevelMap for each column and target; `frame()` has them all

    Examples
    --------
    >>> from gnomon.features.calibrate_category import CalibrateCategories
    >>> model = CalibrateCategories().fit([["red"], ["red"], ["blue"], ["blue"]], [1, 1, 0, 1])
    >>> model.transform([["red"], ["blue"], ["green"]]).round(3).ravel()
    array([0.5 , 0.25, 0.5 ])
    >>> from sklearn.pipeline import make_pipeline
    >>> from sklearn.preprocessing import KBinsDiscretizer
    >>> bins = KBinsDiscretizer(2, encode="ordinal", strategy="uniform")
    >>> binned = make_pipeline(bins, CalibrateCategories(cv=None))
    >>> binned.fit_transform([[1.0], [2.0], [8.0], [9.0]], [0, 0, 1, 1]).ravel()
    array([0.25, 0.25, 0.75, 0.75])
    """

    smoothing: float = between(
        0, inf, default=1.0, grid=(0.5, 1.0), help="rows added to either side of a level"
    )

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.categorical = tags.input_tags.string = tags.input_tags.allow_nan = True
        return tags

    def check_examples(self, X: Any, *, reset: bool) -> Floats:
        """The codes of the levels."""
        return coded_categories(self, X, reset=reset)

    def prepare(self, X: Any, y: Any = None, weight: Floats | None = None) -> CodedRows:
        """The codes, with the levels that they stand for."""
        return CodedRows(X, y, weight, self.categories_)

    def fit_prepared(self, data: Any, start: Self | None = None) -> Self:
        """Calibrate each level of each column for each class."""
        self.categories_ = data.categories
        say_identifiers(self, data.X)
        super().fit_prepared(data)
        return self

    def _fit_column(self, evidence: Evidence) -> LevelMap:
        levels: Any = self.categories_.levels[evidence.column]
        n_levels = len(levels)
        place = _places(evidence.values, n_levels)
        hits: Floats = np.bincount(place, evidence.positive, minlength=n_levels + 1).astype(np.float64)
        rows: Floats = hits + np.bincount(place, evidence.negative, minlength=n_levels + 1)
        seen = rows > 0
        odds = np.zeros(n_levels + 1)
        odds[seen] = calibrated_log_odds(hits[seen], rows[seen], evidence.odds, self.smoothing)
        return LevelMap(tuple(level_words(each) for each in levels.tolist()), hits, rows, odds)


def _places(codes: Floats, n_levels: int) -> Integers:
    """Codes as places in a table: missing values after the levels, new levels after those."""
    place = np.where(np.isnan(codes), n_levels, np.where(codes < n_levels, codes, n_levels + 1))
    return place.astype(np.int64)


transformers.add(
    "CalibrateCategories",
    CalibrateCategories,
    "categories as probabilities of a class, smoothed",
    family="calibration",
    example=lambda: CalibrateCategories(above="mean", cv=None),
)
