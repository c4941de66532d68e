"""Target encoding by calibration: each level of a category becomes its smoothed class probability."""

from __future__ import annotations

from dataclasses import dataclass
from math import inf
from typing import Any, Self

import numpy as np

from gnomon.arrays import Floats, Integers
from gnomon.check import between
from gnomon.features.calibration import Evidence, FeatureCalibration
from gnomon.features.category_columns import CodedRows, coded_categories, level_name, warn_identifiers
from gnomon.features.log_odds import calibrated_log_odds
from gnomon.registry import transformers


@dataclass(frozen=True)
class LevelMap:
    """Log-odds of each level, by its code; the last entry is that of missing values.

    >>> hits, rows, odds = np.array([1.0, 2.0, 0.0]), np.full(3, 2.0), np.array([0.0, 1.1, -1.1])
    >>> level_map = LevelMap(("blue", "red"), hits, rows, odds)
    >>> level_map.log_odds(np.array([1.0, np.nan, 7.0]))
    array([ 1.1, -1.1,  0. ])
    """

    levels: tuple[str, ...]
    positives: Floats
    rows: Floats
    odds: Floats

    def log_odds(self, values: Floats) -> Floats:
        """The log-odds of each code; 0 for a level without training rows."""
        return np.append(self.odds, 0.0)[_level_index(values, len(self.odds) - 1)]

    def table(self) -> dict[str, Any]:
        """One row per level with training rows."""
        seen = self.rows > 0
        return {
            "level": np.array([*self.levels, "missing"], dtype=object)[seen],
            "positives": self.positives[seen],
            "rows": self.rows[seen],
            "log_odds": self.odds[seen],
        }


class CalibrateCategories(FeatureCalibration):
    """Target encoding: replace each level of a category by its smoothed probability of a class.

    The probability is (m + s) / (m + s + c (n - m + s)): m of the n rows of the level are positive, s is the
    smoothing, and c is the odds of positives where `prior` is 1/2. Every column is a category, whatever its
    type; a column of almost only unique values gives a warning. Missing values are a separate level, and an
    unseen level gets probability `prior`. Bins of a discretizer are calibrated in a pipeline. As the encoding
    of a rare level overfits its rows, `fit_transform` is not `fit(X, y).transform(X)`: it is cross-fitted, so
    each training row is encoded by a model fitted without it, unless `cv` is None.

    Attributes
    ----------
    classes_, targets_ : the classes, and those that the output columns are probabilities of
    prior_ : the prior of each target
    categories_ : the levels of each column
    maps_ : a LevelMap per column and target; `frame()` shows all of them

    Examples
    --------
    >>> from gnomon import CalibrateCategories
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
        0, inf, default=1.0, grid=(0.5, 1.0), help="pseudo-count added to both classes of a level"
    )

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.categorical = tags.input_tags.string = tags.input_tags.allow_nan = True
        return tags

    def check_examples(self, X: Any, *, reset: bool) -> Floats:
        """The codes of the levels."""
        return coded_categories(self, X, reset=reset)

    def prepare(self, X: Any, y: Any = None, weight: Floats | None = None) -> CodedRows:
        """The codes with their levels."""
        return CodedRows(X, y, weight, self.categories_)

    def fit_prepared(self, data: Any, start: Self | None = None) -> Self:
        """Calibrate each level of each column for each class."""
        self.categories_ = data.categories
        warn_identifiers(self, data.X)
        super().fit_prepared(data)
        return self

    def _fit_column(self, evidence: Evidence) -> LevelMap:
        levels: Any = self.categories_.levels[evidence.column]
        n_levels = len(levels)
        index = _level_index(evidence.values, n_levels)
        hits: Floats = np.bincount(index, evidence.positive, minlength=n_levels + 1).astype(np.float64)
        rows: Floats = hits + np.bincount(index, evidence.negative, minlength=n_levels + 1)
        seen = rows > 0
        odds = np.zeros(n_levels + 1)
        odds[seen] = calibrated_log_odds(hits[seen], rows[seen], evidence.odds, self.smoothing)
        return LevelMap(tuple(level_name(each) for each in levels.tolist()), hits, rows, odds)


def _level_index(codes: Floats, n_levels: int) -> Integers:
    """Codes as indices: missing values after the levels, unseen levels after those."""
    index = np.where(np.isnan(codes), n_levels, np.where(codes < n_levels, codes, n_levels + 1))
    return index.astype(np.int64)


transformers.add(
    "CalibrateCategories",
    CalibrateCategories,
    "target encoding: categories as smoothed class probabilities",
    family="calibration",
    example=lambda: CalibrateCategories(above="mean", cv=None),
)
