"""Kinds of features (levels of measurement), their permissible statistics, and transformations between them.

The kind depends on meaning, not on storage: a house number is a category though it is stored as a number, and
its mean is meaningless.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gnomon.data.column import KINDS, Column
from gnomon.errors import DataError, ParameterError

if TYPE_CHECKING:
    import pandas as pd

_NOMINAL = ("mode",)
_ORDERED = (*_NOMINAL, "median", "quantiles")
_SCALED = (
    *_ORDERED,
    "mean",
    "midrange",
    "range",
    "interquartile range",
    "variance",
    "standard deviation",
    "central moment",
    "skewness",
    "kurtosis",
)
_STATISTICS = {"categorical": _NOMINAL, "boolean": _NOMINAL, "ordinal": _ORDERED, "quantitative": _SCALED}
_REQUIREMENTS = {
    "ordinal": "an interval scale, and an ordinal column has an order but no distances",
    "categorical": "an interval scale, and a categorical column has unordered levels",
    "boolean": "an interval scale, and a Boolean column is true or false",
}

# From kind, to kind; "" where no transformation is needed.
_TRANSFORMATIONS = {
    ("quantitative", "quantitative"): ("normalization", "Normalize"),
    ("ordinal", "quantitative"): ("calibration", "CalibrateCategories"),
    ("categorical", "quantitative"): ("calibration", "CalibrateCategories"),
    ("boolean", "quantitative"): ("calibration", "CalibrateCategories"),
    ("quantitative", "ordinal"): ("discretization", "EqualFrequency, RecursivePartition, AgglomerativeMerge"),
    ("ordinal", "ordinal"): ("ordering", "OrderLevels"),
    ("categorical", "ordinal"): ("ordering", "OrderLevels"),
    ("boolean", "ordinal"): ("ordering", "OrderLevels"),
    ("quantitative", "categorical"): ("discretization", "EqualFrequency then Unorder"),
    ("ordinal", "categorical"): ("unordering", "Unorder"),
    ("categorical", "categorical"): ("grouping", "GroupLevels"),
    ("boolean", "categorical"): ("", ""),
    ("quantitative", "boolean"): ("thresholding", "Threshold"),
    ("ordinal", "boolean"): ("thresholding", "Threshold"),
    ("categorical", "boolean"): ("binarization", "Binarize"),
    ("boolean", "boolean"): ("", ""),
}
_DEDUCTIVE = ("unordering", "binarization")
_ADDS = ("thresholding", "discretization", "ordering", "calibration")


def permissible_statistics(kind: str) -> tuple[str, ...]:
    """The permissible statistics of a kind of column (Stevens' levels of measurement).

    >>> permissible_statistics("ordinal")
    ('mode', 'median', 'quantiles')
    """
    if kind not in KINDS:
        raise ParameterError(f"kind={kind!r}: use one of {', '.join(KINDS)}")
    return _STATISTICS[kind]


def check_permissible(statistic: str, column: Column) -> None:
    """Raise DataError if a statistic is not permissible for a column of this kind.

    >>> from gnomon.data.column import column_of
    >>> check_permissible("mean", column_of("age", [31, 45]))
    """
    if statistic in _STATISTICS[column.kind]:
        return
    requirement = _REQUIREMENTS[column.kind]
    if statistic in _ORDERED:
        requirement = "an order, and a categorical column has unordered levels"
    raise DataError(
        f"the {statistic} of column {column.name!r} is not permissible: it requires {requirement}; use "
        f"{' or '.join(_STATISTICS[column.kind])}, or pass another kind for the column"
    )


def feature_kinds() -> pd.DataFrame:
    """The kinds of features (levels of measurement): order, scale, and permissible statistics of each.

    >>> feature_kinds()["center"].tolist()
    ['mode, median, mean, midrange', 'mode, median', 'mode', 'mode']
    """
    import pandas as pd

    groups = (("mode", "median", "mean", "midrange"), _SCALED[5:9], ("quantiles", *_SCALED[9:]))
    rows = {
        kind: (
            kind in ("ordinal", "quantitative"),
            kind == "quantitative",
            *(", ".join(each for each in group if each in _STATISTICS[kind]) for group in groups),
        )
        for kind in KINDS
    }
    return pd.DataFrame.from_dict(
        rows, orient="index", columns=["order", "scale", "center", "spread", "shape"]
    )


def feature_transformations() -> pd.DataFrame:
    """The transformations between kinds of features: the term, the class that does it, and its nature.

    >>> frame = feature_transformations()
    >>> frame[(frame["from"] == "categorical") & (frame["to"] == "boolean")].values.tolist()
    [['categorical', 'boolean', 'binarization', 'Binarize', 'follows from the data']]
    """
    import pandas as pd

    rows = [
        (source, target, transformation, name, _nature(transformation))
        for (source, target), (transformation, name) in _TRANSFORMATIONS.items()
    ]
    return pd.DataFrame(rows, columns=["from", "to", "transformation", "by", "nature"])


def _nature(transformation: str) -> str:
    if transformation in _DEDUCTIVE:
        return "follows from the data"
    return "adds information" if transformation in _ADDS else "changes no order" if transformation else ""
