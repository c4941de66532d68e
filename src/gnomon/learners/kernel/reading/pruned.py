"""Fast approximate decision function: only support vectors near the query are evaluated.

For kernels that decrease with distance most terms of D(x) are negligible. A k-d tree over the support vectors
finds those within the radius beyond which all terms together stay below a tolerance.
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
    """Approximate D(x) of each row, without the negligible terms.

    output: within `tolerance` of the full sum. fraction: the fraction of kernel values that were computed.
    """

    output: Floats
    tolerance: float
    fraction: float

    def __str__(self) -> str:
        n, fraction = len(self.output), f"{self.fraction:.1%}"
        return f"{n} outputs within {self.tolerance:g}, {fraction} of kernel values computed"


def pruned_decision(model: Any, X: Any, *, tolerance: float = 1e-3, index: int = 0) -> PrunedOutput:
    """Approximate decision function: D(x) within a tolerance, from the nearby support vectors only.

    >>> from sklearn.svm import SVC
    >>> model = SVC(gamma=4.0).fit([[0.0], [1.0], [8.0], [9.0]], [0, 1, 0, 1])
    >>> print(pruned_decision(model, [[0.5], [8.5]]))
    2 outputs within 0.001, 50.0% of kernel values computed
    """
    if not tolerance > 0:
        raise ParameterError(f"pruned_decision(tolerance={tolerance!r}): it must be a number above 0")
    decision = kernel_decision(model, index)
    kernel = decision.kernel
    X = np.asarray(dense(X), dtype=np.float64)
    rows, signed = np.asarray(dense(decision.rows)), decision.alpha * decision.side
    # Beyond the radius r, each of m terms is below max|alpha| k(r) = tolerance / m.
    ratio = max(len(rows) * float(decision.alpha.max(initial=0.0)) / tolerance, 1.0)
    if isinstance(kernel, RBFKernel) and kernel.gamma > 0:
        radius = float(np.sqrt(np.log(ratio) / kernel.gamma))
    elif isinstance(kernel, LaplacianKernel) and kernel.norm == "l2" and kernel.gamma > 0:
        radius = float(np.log(ratio) / kernel.gamma)
    else:
        raise DataError(
            f"pruned_decision needs a kernel that decreases with distance (RBF, Laplacian), not {kernel}"
        )
    near = cKDTree(rows).query_ball_point(X, radius)
    output = np.full(len(X), decision.b)
    n_values = 0
    for row, neighbors in enumerate(near):
        if neighbors:
            values = kernel(X[row : row + 1], rows[neighbors])[0]
            output[row] += float(values @ signed[neighbors])
            n_values += len(neighbors)
    return PrunedOutput(output, tolerance, n_values / max(1, len(X) * len(rows)))
