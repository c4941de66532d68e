"""Embedded selection: what a fitted model says of its columns, and the order in which lasso takes them.

The transformer that keeps columns by a model's importances is scikit-learn's `SelectFromModel`, which takes
Gnomon's learners as they are: those with `coef_` (an L1 price sets some to zero) or `feature_importances_`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from sklearn.linear_model import lars_path
from sklearn.metrics.pairwise import pairwise_kernels

from gnomon.arrays import Floats
from gnomon.errors import DesignError, ParameterError
from gnomon.features.select.curve import names_of
from gnomon.ties import best_first

if TYPE_CHECKING:
    import pandas as pd


def feature_importances(model: Any) -> Floats:
    """How much each column counts in a fitted model; of a pipeline, in its last step.

    A tree's own measure; the squared weights of a linear model or of a network's first layer, summed over
    outputs; for a kernel machine of two classes the change of |w|² = α'Kα without the column, the
    coefficients α held (Guyon, Weston, Barnhill & Vapnik 2002). Weights compare columns on one scale only.

    >>> from sklearn.linear_model import LinearRegression
    >>> X = np.array([[0.0, 1.0], [1.0, 0.0], [2.0, 5.0], [4.0, 2.0]])
    >>> feature_importances(LinearRegression().fit(X, 3 * X[:, 0])).round(6) + 0
    array([9., 0.])
    """
    last = model.steps[-1][1] if hasattr(model, "steps") else model
    if hasattr(last, "feature_importances_"):
        return np.asarray(last.feature_importances_, dtype=np.float64)
    if hasattr(last, "coef_"):
        coefficients = last.coef_.toarray() if hasattr(last.coef_, "toarray") else np.asarray(last.coef_)
        return np.sum(np.atleast_2d(coefficients) ** 2, axis=0)
    if hasattr(last, "coefs_"):
        return np.sum(np.asarray(last.coefs_[0]) ** 2, axis=1)
    if hasattr(last, "dual_coef_") and hasattr(last, "support_vectors_"):
        return _margin_changes(last)
    raise ParameterError(
        f"{type(last).__name__} says nothing of its columns (no coef_, feature_importances_ or dual_coef_); "
        "use a linear model, a tree or a support vector machine, or a wrapper such as BackwardElimination"
    )


def selected_columns(model: Any) -> pd.DataFrame:
    """The columns that a fitted model uses, the most important first.

    >>> from sklearn.tree import DecisionTreeClassifier
    >>> X = np.array([[0.0, 1.0], [0.0, 2.0], [1.0, 1.0], [1.0, 2.0]])
    >>> selected_columns(DecisionTreeClassifier().fit(X, [0, 0, 1, 1])).values.tolist()
    [['x0', 1.0]]
    """
    import pandas as pd

    found = feature_importances(model)
    names = names_of(model, len(found))
    order = [column for column in best_first(found) if found[column] > 0]
    lines = [(names[column], float(found[column])) for column in order]
    return pd.DataFrame(lines, columns=["column", "importance"])


def lasso_entry_order(X: Any, y: Any, names: Any = None) -> pd.DataFrame:
    """The columns in the order in which lasso takes them up as its price falls, with the price at entry.

    Columns are put on one scale first; the whole path is found at once (Efron et al. 2004). y: numbers; of
    two classes give 0 and 1.

    >>> X = np.random.default_rng(0).normal(size=(50, 3))
    >>> lasso_entry_order(X, 3 * X[:, 2] + X[:, 0])["column"].tolist()[:2]
    ['x2', 'x0']
    """
    import pandas as pd

    table = np.asarray(X, dtype=np.float64)
    target = np.asarray(y, dtype=np.float64)
    known = names_of(X, table.shape[1]) if names is None else tuple(names)
    if hasattr(X, "columns") and names is None:
        known = tuple(map(str, X.columns))
    spread = table.std(axis=0)
    scaled = (table - table.mean(axis=0)) / np.where(spread > 0, spread, 1.0)
    prices, _, path = lars_path(scaled, target - target.mean(), method="lasso")
    entered = [(int(np.flatnonzero(row)[0]), column) for column, row in enumerate(path) if row.any()]
    # A coefficient that is not zero at one knot began to grow at the knot before.
    lines = [(known[column], float(prices[knot - 1])) for knot, column in sorted(entered)]
    return pd.DataFrame(lines, columns=["column", "price"])


def _margin_changes(machine: Any) -> Floats:
    coefficients = np.atleast_2d(machine.dual_coef_)
    if len(coefficients) > 1:
        raise DesignError(
            f"the columns of a kernel machine of {len(coefficients) + 1} classes are not ranked by one "
            "margin; give two classes (one against the rest), or a linear kernel"
        )
    alpha = np.asarray(coefficients[0])
    rows = np.asarray(machine.support_vectors_)
    whole = alpha @ _gram(machine, rows) @ alpha
    without = [
        alpha @ _gram(machine, np.delete(rows, column, axis=1)) @ alpha for column in range(rows.shape[1])
    ]
    return np.abs(whole - np.array(without)) / 2


def _gram(machine: Any, rows: Floats) -> Floats:
    """The kernel between rows: Gnomon's machines keep it as a value, scikit-learn's by its parameters."""
    if rows.shape[1] == 0:
        return np.zeros((len(rows), len(rows)))
    if hasattr(machine, "kernel_"):
        return np.asarray(machine.kernel_(rows))
    given = {"gamma": machine._gamma, "degree": machine.degree, "coef0": machine.coef0}
    return np.asarray(pairwise_kernels(rows, metric=machine.kernel, filter_params=True, **given))
