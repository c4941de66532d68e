"""The Gram matrix as a table, sorted by class: which classes the kernel separates."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from gnomon.learners.kernel.pair_values import dense
from gnomon.learners.kernel.resolving import resolve
from gnomon.sharing.labels import Labels

if TYPE_CHECKING:
    import pandas as pd


def gram_frame(
    X: Any, y: Any, kernel: Any = "rbf", *, gamma: Any = "scale", degree: float = 3, coef0: float = 0.0
) -> pd.DataFrame:
    """The Gram (kernel) matrix, sorted by class: diagonal blocks show which classes the kernel separates.

    >>> gram_frame([[0.0], [5.0], [0.0]], ["a", "b", "a"], "rbf", gamma=1.0).round(3).values.tolist()
    [[1.0, 1.0, 0.0], [1.0, 1.0, 0.0], [0.0, 0.0, 1.0]]
    """
    import pandas as pd

    X = np.asarray(dense(X), dtype=np.float64)
    labels = Labels.of(y)
    order = np.argsort(labels.codes, kind="stable")
    gram = resolve(kernel, gamma=gamma, degree=degree, coef0=coef0, X=X)(X[order])
    names = pd.MultiIndex.from_arrays([labels.classes[labels.codes[order]], order], names=["class", "row"])
    return pd.DataFrame(gram, index=names, columns=names)
