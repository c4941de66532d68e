"""Inference for logistic regression: standard errors from the observed Fisher information."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from scipy import stats

from gnomon.arrays import Floats
from gnomon.errors import DataError, ParameterError

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True, eq=False)
class LogisticInference:
    """Inference of logistic regression: coefficients with their covariance, the inverse Fisher information.

    For more than two classes, coefficients are those of each class less those of the first (the
    reference class). names: of the coefficients, in that order.

    >>> from gnomon import LogisticRegression
    >>> X, y = [[0.0], [1.0], [2.0], [3.0], [4.0], [5.0]], [0, 1, 0, 1, 0, 1]
    >>> model = LogisticRegression(C=float("inf")).fit(X, y)
    >>> model.inference(X).frame()["standard error"].round(3).to_dict()
    {'constant': 1.55, '0': 0.517}
    """

    names: tuple[str, ...]
    coefficients: Floats
    covariance: Floats

    @classmethod
    def of(cls, model: Any, X: Floats, weight: Floats) -> LogisticInference:
        """From a fitted model and its training rows."""
        design = np.column_stack([np.ones(len(X)), X]) if model.fit_intercept else X
        p = model.predict_proba(X)[:, 1:]
        theta = np.column_stack([model.intercept_, model.coef_]) if model.fit_intercept else model.coef_
        theta = theta if len(model.classes_) == 2 else theta[1:] - theta[0]
        inverse = _inverse(information(design, p, weight))
        columns = [
            *(["constant"] * bool(model.fit_intercept)),
            *getattr(model, "feature_names_in_", range(X.shape[1])),
        ]
        if len(model.classes_) == 2:
            names = tuple(map(str, columns))
        else:
            names = tuple(f"{label}: {column}" for label in model.classes_[1:].tolist() for column in columns)
        return cls(names, theta.ravel(), inverse)

    def frame(self, level: float = 0.95) -> pd.DataFrame:
        """Coefficients with standard errors, Wald z, two-sided p-values and confidence intervals."""
        import pandas as pd

        if not 0 < level < 1:
            raise ParameterError(f"level={level!r}: it must be above 0 and below 1, such as 0.95")
        error = np.sqrt(np.diag(self.covariance))
        half = stats.norm.ppf(0.5 + level / 2) * error
        z = self.coefficients / error
        return pd.DataFrame(
            {
                "coefficient": self.coefficients,
                "standard error": error,
                "z": z,
                "p": 2 * stats.norm.sf(np.abs(z)),
                "lower": self.coefficients - half,
                "upper": self.coefficients + half,
            },
            index=list(self.names),
        )


def information(design: Floats, p: Floats, weight: Floats) -> Floats:
    """The observed Fisher information: the Hessian of the loss, blocks X' diag(w p_c (1[c = k] - p_k)) X.

    >>> information(np.array([[2.0]]), np.array([[0.5]]), np.array([1.0]))
    array([[1.]])
    """
    n_scores, d = p.shape[1], design.shape[1]
    blocks = np.empty((n_scores, d, n_scores, d))
    for c in range(n_scores):
        for k in range(c, n_scores):
            curvature = weight * p[:, c] * ((c == k) - p[:, k])
            blocks[c, :, k, :] = design.T @ (curvature[:, None] * design)
            blocks[k, :, c, :] = blocks[c, :, k, :].T
    return blocks.reshape(n_scores * d, n_scores * d)


def _inverse(information: Floats) -> Floats:
    scale = np.sqrt(np.diag(information))
    if not (scale > 0).all():
        raise DataError(
            "the likelihood is flat in some direction, so standard errors are infinite; "
            "check gnomon.linear.is_linearly_separable(X, y)"
        )
    scaled = information / np.outer(scale, scale)
    if np.linalg.cond(scaled) > 1e13:
        raise DataError(
            "the columns are collinear, or the classes nearly separable: standard errors are unbounded; "
            "drop columns"
        )
    return np.linalg.inv(scaled) / np.outer(scale, scale)
