"""Embedded feature selection: importances of a fitted model, and the lasso entry order.

To select features by a model's importances use scikit-learn's `SelectFromModel`, which supports Gnomon's
learners with `coef_` (an L1 penalty sets some to zero) or `feature_importances_`.
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
    """Feature importances of a fitted model, or of the last step of a pipeline.

    The `feature_importances_` of trees; the squared coefficients of a linear model or of a network's first
    layer, summed over outputs; for a binary kernel machine the change of |w|² = α'Kα without the column, with
    α fixed (SVM-RFE; Guyon, Weston, Barnhill & Vapnik 2002). Coefficients require standardized columns.

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
        f"{type(last).__name__} has no feature importances (coef_, feature_importances_ or dual_coef_); "
        "use a linear model, a tree or a support vector machine, or a wrapper such as BackwardElimination"
    )


def selected_columns(model: Any) -> pd.DataFrame:
    """The columns with nonzero importance in a fitted model, the most important first.

    >>> from sklearn.tree import DecisionTreeClassifier
    >>> X = np.array([[0.0, 1.0], [0.0, 2.0], [1.0, 1.0], [1.0, 2.0]])
    >>> selected_columns(DecisionTreeClassifier().fit(X, [0, 0, 1, 1])).values.tolist()
    [['x0', 1.0]]
    """
    import pandas as pd

    importances = feature_importances(model)
    names = names_of(model, len(importances))
    order = [column for column in best_first(importances) if importances[column] > 0]
    lines = [(names[column], float(importances[column])) for column in order]
    return pd.DataFrame(lines, columns=["column", "importance"])


def lasso_entry_order(X: Any, y: Any, names: Any = None) -> pd.DataFrame:
    """Lasso entry order: the columns in the order in which they enter the lasso path, with alpha at entry.

    alpha is the L1 regularization strength. Columns are standardized; the path is computed by LARS (Efron et
    al. 2004). y: numbers; code two classes as 0 and 1.

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
    alphas, _, path = lars_path(scaled, target - target.mean(), method="lasso")
    entered = [(int(np.flatnonzero(row)[0]), column) for column, row in enumerate(path) if row.any()]
    # A coefficient that is nonzero at one knot entered at the knot before.
    lines = [(known[column], float(alphas[knot - 1])) for knot, column in sorted(entered)]
    return pd.DataFrame(lines, columns=["column", "alpha"])


def _margin_changes(machine: Any) -> Floats:
    coefficients = np.atleast_2d(machine.dual_coef_)
    if len(coefficients) > 1:
        raise DesignError(
            f"feature importances of a kernel machine require two classes, and this has "
            f"{len(coefficients) + 1}; fit one class against the rest, or use a linear kernel"
        )
    alpha = np.asarray(coefficients[0])
    rows = np.asarray(machine.support_vectors_)
    whole = alpha @ _gram(machine, rows) @ alpha
    without = [
        alpha @ _gram(machine, np.delete(rows, column, axis=1)) @ alpha for column in range(rows.shape[1])
    ]
    return np.abs(whole - np.array(without)) / 2


def _gram(machine: Any, rows: Floats) -> Floats:
    """The kernel matrix: Gnomon's machines store the kernel, scikit-learn's its parameters."""
    if rows.shape[1] == 0:
        return np.zeros((len(rows), len(rows)))
    if hasattr(machine, "kernel_"):
        return np.asarray(machine.kernel_(rows))
    parameters = {"gamma": machine._gamma, "degree": machine.degree, "coef0": machine.coef0}
    return np.asarray(pairwise_kernels(rows, metric=machine.kernel, filter_params=True, **parameters))
