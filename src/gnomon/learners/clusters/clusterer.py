"""Base class of the clusterers: targets are ignored, and single precision is preserved."""

from __future__ import annotations

from typing import Any

import numpy as np
from sklearn.base import ClusterMixin
from sklearn.utils import check_consistent_length, get_tags
from sklearn.utils.validation import validate_data

from gnomon.arrays import Array, Floats
from gnomon.errors import DataError
from gnomon.sharing.learner import Learner
from gnomon.sharing.moments import too_large

# The squares of these, summed over any number of columns, do not overflow.
LARGEST = {np.dtype(np.float64): 1e150, np.dtype(np.float32): 1e18}


class Clusterer(ClusterMixin, Learner):
    """A clustering learner; a target, as in a pipeline, is ignored."""

    def fit_predict(self, X: Any, y: Any = None, sample_weight: Any = None) -> Array:
        """Fit, and return the cluster of each row."""
        labels: Array = self.fit(X, y, sample_weight).labels_
        return labels

    def check_examples(self, X: Any, *, reset: bool) -> Any:
        """Check that rows are finite numbers, in single or double precision."""
        is_sparse = get_tags(self).input_tags.sparse
        X = validate_data(
            self,
            X,
            reset=reset,
            dtype=[np.float64, np.float32],
            order="C",
            accept_sparse="csr" if is_sparse else False,
            ensure_all_finite=False,
        )
        self.refuse_not_finite(X)
        if X.shape[0] and max(X.max(), -X.min()) > LARGEST[X.dtype]:
            raise DataError(too_large(X))
        return X

    def check_number(self, n_clusters: int, X: Any, weight: Floats | None = None) -> None:
        """Raise DataError if there are fewer rows (of positive weight) than clusters."""
        n_rows = X.shape[0] if weight is None else int(np.count_nonzero(weight))
        if n_rows < n_clusters:
            raise DataError(f"n_samples={n_rows} is less than n_clusters={n_clusters}; reduce n_clusters")

    def _check_target(self, y: Any, n_rows: int, classes: Any) -> Any:
        target = np.asarray(y)
        check_consistent_length(target, np.empty(n_rows))
        return target
