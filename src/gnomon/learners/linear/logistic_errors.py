"""Inference for logistic regression: standard errors from the observed Fisher information."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
import scipy.sparse
from scipy import stats

from gnomon.arrays import Floats
from gnomon.errors import DataError, ParameterError
from gnomon.learners.linear.information_criteria import LikelihoodInference

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True, eq=False, repr=False)
class LogisticInference(LikelihoodInference):
    """Inference of logistic regression: coefficients with their covariance, the inverse Fisher information.

    For more than two classes, coefficients are those of each class less those of the first (the
    reference class). names: of the coefficients, in that order. log_likelihood: at its maximum. weight:
    number of observations.

    >>> from gnomon import LogisticRegression
    >>> X, y = [[0.0], [1.0], [2.0], [3.0], [4.0], [5.0]], [0, 1, 0, 1, 0, 1]
    >>> model = LogisticRegression(C=float("inf")).fit(X, y)
    >>> model.inference().frame()["standard error"].round(3).to_dict()
    {'constant': 1.55, '0': 0.517}
    >>> round(model.inference().aic, 3)
    11.79
    """

    names: tuple[str, ...]
    coefficients: Floats
    covariance: Floats
    log_likelihood: float
    weight: float

    @classmethod
    def of(cls, model: Any) -> LogisticInference:
        """From a model fitted without a penalty, which stores its Fisher information."""
        theta = np.column_stack([model.intercept_, model.coef_]) if model.fit_intercept else model.coef_
        theta = theta if len(model.classes_) == 2 else theta[1:] - theta[0]
        columns = [
            *(["constant"] * bool(model.fit_intercept)),
            *getattr(model, "feature_names_in_", range(model.coef_.shape[1])),
        ]
        if len(model.classes_) == 2:
            names = tuple(map(str, columns))
        else:
            names = tuple(f"{label}: {column}" for label in model.classes_[1:].tolist() for column in columns)
        covariance = _inverse(model.information_)
        return cls(names, theta.ravel(), covariance, model.log_likelihood_, model.weight_)

    @property
    def n_parameters(self) -> int:
        """The number of coefficients."""
        return len(self.coefficients)

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


def information(design: Any, p: Floats, weight: Floats) -> Floats:
    """The observed Fisher information: the Hessian of the loss, blocks X' diag(w p_c (1[c = k] - p_k)) X.

    >>> information(np.array([[2.0]]), np.array([[0.5]]), np.array([1.0]))
    array([[1.]])
    """
    n_scores, d, dense = p.shape[1], design.shape[1], isinstance(design, np.ndarray)
    blocks = np.empty((n_scores, d, n_scores, d))
    for c in range(n_scores):
        for k in range(c, n_scores):
            curvature = weight * p[:, c] * ((c == k) - p[:, k])
            scaled = curvature[:, None] * design if dense else design.multiply(curvature[:, None])
            block = design.T @ scaled
            blocks[c, :, k, :] = block if dense else block.toarray()
            blocks[k, :, c, :] = blocks[c, :, k, :].T
    return blocks.reshape(n_scores * d, n_scores * d)


def with_constant(X: Any) -> Any:
    """The design matrix: a column of ones, then the columns of X, dense or sparse."""
    parts: Any = [np.ones((X.shape[0], 1)), X]
    return np.hstack(parts) if isinstance(X, np.ndarray) else scipy.sparse.hstack(parts, format="csr")


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
