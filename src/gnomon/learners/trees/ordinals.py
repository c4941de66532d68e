"""Ordinal encoding of ordered categories: the rank of each level, so that thresholds respect the order."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

Orders = Mapping[str, tuple[Any, ...]]


def orders_of(X: Any) -> Orders:
    """The levels, lowest first, of each ordered category column of a pandas frame; none in other tables.

    >>> import pandas as pd
    >>> orders_of(pd.DataFrame({"size": pd.Categorical(["s", "l"], ["s", "m", "l"], ordered=True)}))
    {'size': ('s', 'm', 'l')}
    """
    if not hasattr(X, "dtypes") or not hasattr(X, "columns"):
        return {}
    types = zip(X.columns, X.dtypes, strict=True)
    return {name: tuple(kind.categories) for name, kind in types if getattr(kind, "ordered", False) is True}


def numbered(X: Any, orders: Orders) -> Any:
    """The table with ordered categories as ranks 0, 1, ...; unknown levels are missing.

    >>> import pandas as pd
    >>> numbered(pd.DataFrame({"size": ["l", "s", "xl"]}), {"size": ("s", "m", "l")})["size"].tolist()
    [2.0, 0.0, nan]
    """
    present = [name for name in orders if hasattr(X, "columns") and name in X.columns]
    if not present:
        return X
    changed = {}
    for name in present:
        rank = {level: float(number) for number, level in enumerate(orders[name])}
        changed[name] = np.array([rank.get(value, np.nan) for value in X[name].tolist()])
    return X.assign(**changed)
