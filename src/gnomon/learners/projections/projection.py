"""Shared part of linear projections: coordinates, reconstruction, scree table and loadings."""

from __future__ import annotations

from abc import abstractmethod
from typing import TYPE_CHECKING, Any, Self

import numpy as np
from sklearn.base import ClassNamePrefixFeaturesOutMixin, TransformerMixin
from sklearn.utils.validation import check_is_fitted

from gnomon.arrays import Floats
from gnomon.errors import DataError, ParameterError
from gnomon.learners.projections.scatter import Scatter
from gnomon.learners.projections.scores import centered_products
from gnomon.sharing.learner import Learner
from gnomon.sharing.moments import too_large
from gnomon.sharing.prepared import Rows

if TYPE_CHECKING:
    import pandas as pd


class Projection(ClassNamePrefixFeaturesOutMixin, TransformerMixin, Learner):
    """Linear projection onto `components_`, with `explained_variance_` along each."""

    summarizes = True
    shows_not_finite = True

    def check_rows(
        self, X: Any, y: Any = None, sample_weight: Any = None, *, reset: bool = True, classes: Any = None
    ) -> tuple[Any, Any, Floats | None]:
        """Check the rows; targets are ignored."""
        X, _, weight = super().check_rows(X, None, sample_weight, reset=reset)
        return X, y, weight

    def forget(self, X: Any, y: Any = None, sample_weight: Any = None) -> Self:
        """Remove rows from the fit (decremental learning); only for solvers that store sums."""
        if isinstance(getattr(self, "prepared_", None), Rows):
            (solver,) = self.shared_by
            raise ParameterError(
                f"{type(self).__name__}({solver}={getattr(self, solver)!r}) stores rows, not sums, so rows "
                "cannot be removed; refit on the other rows"
            )
        return super().forget(X, y, sample_weight)

    @abstractmethod
    def transform(self, X: Any) -> Floats:
        """Project rows onto the components."""

    @abstractmethod
    def inverse_transform(self, X: Any) -> Floats:
        """Reconstruct rows from their coordinates."""

    def reconstruction_error(self, X: Any) -> Floats:
        """Squared reconstruction error of each row.

        >>> from gnomon import PCA
        >>> float(PCA(1).fit([[0.0, 0.0], [2.0, 2.0], [4.0, 4.0]]).reconstruction_error([[1.0, 3.0]])[0])
        2.0
        """
        check_is_fitted(self)
        X = self.check_examples(X, reset=False)
        dense = X if isinstance(X, np.ndarray) else X.toarray()
        return np.sum((dense - self.inverse_transform(self.transform(X))) ** 2, axis=1)

    def scree(self) -> pd.DataFrame:
        """Scree table: variance, percentage and cumulative percentage of each component.

        >>> from gnomon import PCA
        >>> PCA(2).fit([[0.0, 0.0], [2.0, 0.0], [0.0, 1.0], [2.0, 1.0]]).scree()["percent"].tolist()
        [80.0, 20.0]
        """
        import pandas as pd

        check_is_fitted(self)
        percent = 100 * self.explained_variance_ratio_
        return pd.DataFrame(
            {
                "component": np.arange(1, len(percent) + 1),
                "variance": self.explained_variance_,
                "percent": percent,
                "cumulative_percent": np.cumsum(percent),
            }
        )

    def loadings(self) -> pd.DataFrame:
        """Loadings: the coefficient of each column (row of the frame) in each component (column)."""
        import pandas as pd

        check_is_fitted(self)
        names = getattr(self, "feature_names_in_", np.arange(self.n_features_in_))
        return pd.DataFrame(self.components_.T, index=names, columns=self.get_feature_names_out())

    def _finite(self, X: Any, data: Scatter) -> Scatter:
        """The scatter, if it is finite; else an error that names the value."""
        if not data.is_finite:
            self.refuse_not_finite(X)
            raise DataError(too_large(X))
        return data

    def _coordinates(self, X: Any, loadings: Floats | None = None) -> Floats:
        """(x - mean) times the loadings, by default the components."""
        check_is_fitted(self)
        X = self.check_examples(X, reset=False)
        center = getattr(self, "mean_", None)
        scores = centered_products(
            X,
            np.zeros(X.shape[1]) if center is None else center,
            self.components_.T if loadings is None else loadings,
        )
        if not np.isfinite(scores).all():
            self.refuse_not_finite(X)
        return scores

    @property
    def _n_features_out(self) -> int:
        return len(self.components_)

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.sparse = True
        return tags
