"""E-step and M-step of Gaussian mixtures, on complete and incomplete rows."""

from __future__ import annotations

from functools import reduce
from operator import add

import numpy as np

from gnomon.arrays import Floats, Integers
from gnomon.learners.mixtures.missing import incomplete_sums, patterns
from gnomon.learners.mixtures.normals import Normals, Sums, Total, checked, maximized


class Passes:
    """Rows with weights and known components, and the EM steps on them.

    kind, reg_covar: type of the covariances, and regularization added to variances.

    >>> passes = Passes(np.array([[0.0], [2.0]]), None, None, "full", 0.0)
    >>> start = Normals("full", np.array([1.0]), np.array([[5.0]]), np.array([[[1.0]]]))
    >>> passes.maximize(passes.expect(start)[0]).covariances
    array([[[1.]]])
    """

    def __init__(
        self, X: Floats, weight: Floats | None, known: Integers | None, kind: str, reg_covar: float
    ) -> None:
        self.kind, self.reg_covar, self.weight, self.known = kind, reg_covar, weight, known
        self.patterns = patterns(X)
        complete = ~np.isnan(X).any(axis=1) if self.patterns else np.ones(len(X), dtype=np.bool_)
        self.rows = np.ascontiguousarray(X[complete]) if self.patterns else X
        self.rows_weight = None if weight is None else np.ascontiguousarray(weight[complete])
        self.rows_known = None if known is None else np.ascontiguousarray(known[complete])
        self.total = None if self.patterns else Total.of(X, weight)
        self.total_weight = float(len(X) if weight is None else weight.sum())

    def expect(self, normals: Normals) -> tuple[Sums, float]:
        """E-step: expected sufficient statistics, and the mean log likelihood."""
        usable = checked(normals, self.reg_covar)
        parts = [incomplete_sums(usable, each, self.weight, self.known) for each in self.patterns]
        if len(self.rows):
            shape = _as_full(usable) if self.patterns and usable.kind == "tied" else usable
            parts.append(shape.sums(self.rows, self.rows_weight, self.rows_known))
        sums = reduce(add, parts)
        return sums, sums.log_likelihood / self.total_weight

    def maximize(self, sums: Sums) -> Normals:
        """M-step: maximum likelihood parameters."""
        return maximized(sums, self.kind, self.reg_covar, self.total)


def _as_full(normals: Normals) -> Normals:
    """Tied covariances as one matrix per component, so that second sums are computed."""
    return Normals("full", normals.weights, normals.means, np.ascontiguousarray(normals.full_covariances()))
