"""Pruned evaluation of a machine: supporting patterns too far to matter are not even looked at.

Kernels that fall with distance make most terms of D(x) negligible. A search tree over the patterns finds
those within the radius beyond which all terms together stay below a tolerance.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy.spatial import cKDTree

from gnomon.arrays import Floats
from gnomon.errors import DataError, ParameterError
from gnomon.learners.kernel.kernels import LaplacianKernel, RBFKernel
from gnomon.learners.kernel.pair_values import dense
from gnomon.learners.kernel.reading.decision import kernel_decision


@dataclass(frozen=True, eq=False)
class PrunedOutput:
    """D(x) of each row without the negligible terms.

    output: within `tolerance` of the full sum. share: the share of kernel values that were computed.
    """

    output: Floats
    tolerance: float
    share: float

    def __str__(self) -> str:
        n, share = len(self.output), f"{self.share:.1%}"
        return f"{n} outputs within {self.tolerance:g}, {share} of kernel values computed"


def pruned_decision(model: Any, X: Any, *, tolerance: float = 1e-3, place: int = 0) -> PrunedOutput:
    """D(x) of each row to within a tolerance, from the supporting patterns near it alone.

    >>> from sklearn.svm import SVC
    >>> model = SVC(gamma=4.0).fit([[0.0], [1.0], [8.0], [9.0]], [0, 1, 0, 1])
    >>> print(pruned_decision(model, [[0.5], [8.5]]))
    2 outputs within 0.001, 50.0% of kernel values computed
    """
    if not tolerance > 0:
        raise ParameterError(f"pruned_decision(tolerance={tolerance!r}): it must be a number above 0")
    machine = kernel_decision(model, place)
    kernel = machine.kernel
    X = np.asarray(dense(X), dtype=np.float64)
    rows, signed = np.asarray(dense(machine.rows)), machine.alpha * machine.side
    # Beyond the radius r, each of m terms is below max|alpha| k(r) = tolerance / m.
    ratio = max(len(rows) * float(machine.alpha.max(initial=0.0)) / tolerance, 1.0)
    if isinstance(kernel, RBFKernel) and kernel.gamma > 0:
        radius = float(np.sqrt(np.log(ratio) / kernel.gamma))
    elif isinstance(kernel, LaplacianKernel) and kernel.norm == "l2" and kernel.gamma > 0:
        radius = float(np.log(ratio) / kernel.gamma)
    else:
        raise DataError(f"pruning is for kernels that fall with distance (RBF, Laplacian), not {kernel}")
    near = cKDTree(rows).query_ball_point(X, radius)
    output = np.full(len(X), machine.b)
    n_values = 0
    for place_of_row, found in enumerate(near):
        if found:
            values = kernel(X[place_of_row : place_of_row + 1], rows[found])[0]
            output[place_of_row] += float(values @ signed[found])
            n_values += len(found)
    return PrunedOutput(output, tolerance, n_values / max(1, len(X) * len(rows)))
