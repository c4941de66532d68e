"""Univariate filter scores, by name."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

import numpy as np

from gnomon.arrays import Floats
from gnomon.errors import DataError, ParameterError, Setting
from gnomon.features.select import chi_squared, correlation, information
from gnomon.features.select.filter_data import FilterData
from gnomon.features.select.relief import regression_relief, relief_weights, relieff
from gnomon.sharing.labels import Labels


class Settings(Protocol):
    """The hyperparameters that scores use."""

    filter: str
    n_bins: int
    n_neighbors: int


@dataclass(frozen=True)
class Score:
    """A univariate score of columns.

    values: function of the values of the columns, NaN for constants. strength: function from values to
    ranking scores. if_constant: the value of a constant column.
    """

    values: Callable[[FilterData, Settings], Floats]
    strength: Callable[[Floats], Floats] = np.asarray
    if_constant: float = 0.0


def _r(data: FilterData, settings: Settings) -> Floats:
    y = data.target_numbers(settings.filter)
    return correlation.correlations(data.numbers(settings.filter), y, data.weight)


def _f(data: FilterData, settings: Settings) -> Floats:
    X = data.numbers(settings.filter)
    if isinstance(data.y, Labels):
        return correlation.f_ratios(X, *data.class_codes(settings.filter), data.weight)
    r = correlation.correlations(X, data.y, data.weight)
    return correlation.f_of_correlation(r, correlation.present_weights(X, data.weight))


def _auc(data: FilterData, settings: Settings) -> Floats:
    codes, n_classes = data.class_codes(settings.filter)
    if n_classes > 2:
        raise ParameterError(
            f"{{filter}} requires two classes, and y has {n_classes}; use {{other}} or 'information_gain'",
            settings={"filter": "auc", "other": Setting("filter", "f")},
        )
    if n_classes < 2:
        return np.full(data.X.shape[1], np.nan)
    return correlation.areas(data.numbers(settings.filter), codes, data.weight)


def _relief(data: FilterData, settings: Settings) -> Floats:
    if data.weight is not None:
        raise ParameterError(
            "{filter} does not support sample_weight; repeat the rows, or use {other}",
            settings={"filter": settings.filter, "other": Setting("filter", "information_gain")},
        )
    X = np.asarray(data.X, dtype=np.float64)
    if np.isnan(X).any():
        row, column = np.argwhere(np.isnan(X))[0]
        raise DataError(
            f"column {data.names[column]!r}, row {{row}}, is missing, and {{filter}} does not support "
            "missing values; impute it first (sklearn.impute.SimpleImputer), or use {other}",
            column=data.names[column],
            row=int(row),
            settings={"filter": settings.filter, "other": Setting("filter", "information_gain")},
        )
    is_first = settings.filter == "relief"
    if not isinstance(data.y, Labels):
        weights = regression_relief(X, data.y, 1 if is_first else settings.n_neighbors, data.is_category)
    elif is_first:
        weights = relief_weights(X, data.y.codes, is_category=data.is_category) / len(X)
    else:
        weights = relieff(X, *data.class_codes(settings.filter), settings.n_neighbors, data.is_category)
    return np.where(X.min(axis=0) < X.max(axis=0), weights, np.nan)


def _of_tables(formula: Callable[[Floats], Floats]) -> Callable[[FilterData, Settings], Floats]:
    return lambda data, settings: formula(data.coded(settings.n_bins).tables)


SCORES = {
    "correlation": Score(_r, np.abs),
    "signed_correlation": Score(_r),
    "f": Score(_f),
    "auc": Score(_auc, lambda area: np.abs(area - 0.5) + 0.5, if_constant=0.5),
    "information_gain": Score(_of_tables(information.information_gain)),
    "gain_ratio": Score(_of_tables(information.gain_ratio)),
    "symmetric_uncertainty": Score(_of_tables(information.symmetric_uncertainty)),
    "chi_squared": Score(_of_tables(chi_squared.chi_squared)),
    "chi_squared_evidence": Score(_of_tables(chi_squared.chi_squared_evidence)),
    "relief": Score(_relief),
    "relieff": Score(_relief),
}
