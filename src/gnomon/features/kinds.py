"""Kinds of feature: what may be computed of each, and which transformation leads from one to another.

The kind is a matter of meaning, not of storage: a house number is a category though it is stored as a number,
and its mean says nothing.
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
_WANTS = {
    "ordinal": "a scale, and the levels of an ordinal column have an order but no distances",
    "categorical": "numbers on a scale, and the levels of a categorical column are mere names",
    "boolean": "numbers on a scale, and a Boolean column holds true and false",
}

# From (row) to (column); "" where nothing is to be done.
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
    """The statistics that mean something for a kind of column.

    >>> permissible_statistics("ordinal")
    ('mode', 'median', 'quantiles')
    """
    if kind not in KINDS:
        raise ParameterError(f"kind is {kind!r}; use one of {', '.join(KINDS)}")
    return _STATISTICS[kind]


def check_permissible(statistic: str, column: Column) -> None:
    """Raise DataError if a statistic means nothing for a column of this kind, and say why.

    >>> from gnomon.data.column import column_of
    >>> check_permissible("mean", column_of("age", [31, 45]))
    """
    if statistic in _STATISTICS[column.kind]:
        return
    wants = _WANTS[column.kind]
    if statistic in _ORDERED:
        wants = "an order, and the levels of a categorical column have none"
    raise DataError(
        f"the {statistic} of column {column.name!r} means nothing: it needs {wants}; ask for "
        f"{' or '.join(_STATISTICS[column.kind])}, or give the column another kind"
    )


def feature_kinds() -> pd.DataFrame:
    """The kinds of feature, whether each has an order and a scale, and the statistics it allows.

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
    """Each pair of kinds: the transformation from one to the other, our name for it, and what it does.

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
