"""Gaussian mixture models, fitted by expectation maximization."""

from __future__ import annotations

import warnings
from math import inf
from typing import TYPE_CHECKING, Any, Self

import numpy as np
from sklearn.utils import check_consistent_length
from sklearn.utils.validation import check_is_fitted

from gnomon import seeds
from gnomon.arrays import Floats, Integers
from gnomon.check import between, free, one_of, seed
from gnomon.errors import DataError, DataWarning, NumericsWarning
from gnomon.learners.mixtures.criteria import Criteria
from gnomon.learners.mixtures.expectation_maximization import EMResult, expectation_maximization
from gnomon.learners.mixtures.gaussian_starts import STARTS, start_of
from gnomon.learners.mixtures.missing import imputed, imputed_by_means, scores_of
from gnomon.learners.mixtures.mixture import Mixture
from gnomon.learners.mixtures.normals import KINDS, Normals, checked
from gnomon.learners.mixtures.passes import Passes
from gnomon.learners.mixtures.starts_compared import Starts
from gnomon.registry import learners
from gnomon.seeds import Seed
from gnomon.sharing.moments import too_large
from gnomon.sharing.prepared import Rows

if TYPE_CHECKING:
    import pandas as pd

LARGEST = 1e150
# Relative decrease of the mean log likelihood, beyond rounding, that is reported.
MAX_DECREASE = 1e-6


class GaussianMixture(Mixture):
    """Gaussian mixture model (GMM), fitted by expectation maximization (EM).

    Maximizes sum_i log sum_k w_k N(x_i | m_k, S_k). Missing values (NaN) are handled exactly, by their
    conditional expectations. Rows with a `known` component are fixed to it, so that the fit is unsupervised,
    semi-supervised or, with all known, quadratic discriminant analysis. The result is a local optimum that
    depends on the initialization; `starts_` compares the runs.

    Attributes
    ----------
    weights_, means_, covariances_ : w, m and S; the shape of S depends on covariance_type
    precisions_cholesky_, precisions_ : Cholesky factors P of the precisions, and the precisions P P'
    lower_bound_, history_ : mean log likelihood, final and by iteration
    converged_, n_iter_ : whether EM converged, and the number of iterations
    starts_ : result of each initialization (a Starts)

    Examples
    --------
    >>> from gnomon import GaussianMixture
    >>> X = [[0.0], [0.2], [0.4], [9.0], [9.2], [9.4]]
    >>> model = GaussianMixture(n_components=2).fit(X)
    >>> sorted(model.means_.ravel().round(3).tolist()), model.predict_proba([[0.1]]).max().round(6)
    ([0.2, 9.2], np.float64(1.0))
    """

    n_components: int = between(1, inf, whole=True, default=1, kw_only=False, help="number of components")
    covariance_type: str = one_of(
        *KINDS,
        default="full",
        help="covariances: full: a matrix per component; tied: one shared matrix; diag: diagonal matrices; "
        "spherical: one variance per component",
    )
    tol: float = between(0, inf, default=1e-3, help="convergence tolerance on the mean log likelihood")
    reg_covar: float = between(
        0, inf, default=1e-6, help="regularization added to the diagonal of the covariances"
    )
    max_iter: int = between(1, inf, whole=True, default=100, help="maximum number of EM iterations of a run")
    n_init: int = between(1, inf, whole=True, default=1, help="number of initializations")
    init_params: str = one_of(
        *STARTS,
        default="kmeans",
        help="initialization: k-means clusters, k-means++ centers, random responsibilities, or random rows "
        "as means",
    )
    weights_init: Any = free(default=None, help="initial weights", kind="array or None")
    means_init: Any = free(default=None, help="initial means", kind="array or None")
    precisions_init: Any = free(
        default=None, help="initial precisions (inverse covariances)", kind="array or None"
    )
    random_state: Any = seed(default=0)

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.allow_nan = True
        return tags

    def fit(self, X: Any, y: Any = None, sample_weight: Any = None, known: Any = None) -> Self:
        """Fit on rows X; y is ignored.

        known: component of each row, from 0 to n_components - 1, or -1 if unknown.
        """
        return self.fit_prepared(self._rows(X, y, sample_weight, known))

    def fit_predict(self, X: Any, y: Any = None, sample_weight: Any = None) -> Integers:
        """Fit, and return the most probable component of each row."""
        return self.fit(X, y, sample_weight).predict(X)

    def check_examples(self, X: Any, *, reset: bool) -> Any:
        """Check rows, in double precision; NaN is a missing value."""
        X = super().check_examples(X, reset=reset)
        if len(X) and np.nanmax(np.abs(X), initial=0.0) > LARGEST:
            raise DataError(too_large(X))
        return X

    def prepare(self, X: Any, y: Any = None, weight: Floats | None = None) -> Rows:
        """Return the rows."""
        return Rows(X, None, weight)

    def fit_prepared(self, data: Rows, start: Self | None = None) -> Self:
        """Run EM from every initialization, and select the best run; a warm start has no effect."""
        self._check_size(data)
        passes = Passes(data.X, data.weight, data.y, self.covariance_type, self.reg_covar)
        root = seeds.sequence(self.random_state)
        runs = [self._run(passes, data, seeds.child(root, start)) for start in range(self.n_init)]
        best = max(range(len(runs)), key=lambda each: runs[each].log_likelihood)
        self.starts_ = Starts.of(runs)
        self._set_result(runs[best])
        self._warn(runs[best])
        return self

    def q_function(self, X: Any, at: GaussianMixture | None = None) -> float:
        """Q function: the expected complete-data log likelihood, under the responsibilities of `at` (itself).

        The M-step maximizes it; Q plus the entropy of the responsibilities is the log likelihood.
        """
        responsibility = (self if at is None else at).predict_proba(X)
        scores = self._scores(X)
        return float(np.sum(responsibility * np.where(responsibility > 0, scores, 0.0)))

    def criteria(self, X: Any) -> Criteria:
        """Return AIC, BIC, ICL and description length of the model on rows X; lower is better.

        >>> GaussianMixture().fit([[0.0], [1.0], [3.0]]).criteria([[0.0], [1.0], [3.0]]).n_parameters
        2
        """
        scores = self._scores(X)
        return Criteria.of(scores, self.normals_.n_parameters)

    def aic(self, X: Any) -> float:
        """Return the Akaike information criterion (AIC), -2 log L + 2 p."""
        return self.criteria(X).aic

    def bic(self, X: Any) -> float:
        """Return the Bayesian information criterion (BIC), -2 log L + p log n."""
        return self.criteria(X).bic

    def sample(self, n_samples: int = 1, random_state: Seed = 0) -> tuple[Floats, Integers]:
        """Sample rows from the mixture, and the component of each.

        >>> rows, component = GaussianMixture().fit([[0.0], [1.0], [3.0]]).sample(4)
        >>> rows.shape, component.tolist()
        ((4, 1), [0, 0, 0, 0])
        """
        check_is_fitted(self)
        random = seeds.generator(self.random_state if random_state is None else random_state)
        normals = self.normals_
        component = random.choice(normals.n_components, size=n_samples, p=normals.weights)
        drawn = random.standard_normal((n_samples, normals.n_columns))
        for k, lower in enumerate(np.linalg.cholesky(normals.full_covariances())):
            own = component == k
            drawn[own] = normals.means[k] + drawn[own] @ lower.T
        return drawn, component

    def fill(self, X: Any) -> Floats:
        """Impute missing values by their conditional expectation given the observed values of the row.

        >>> model = GaussianMixture().fit([[0.0, 1.0], [2.0, 3.5], [4.0, 4.5]])
        >>> model.fill([[2.0, float("nan")]]).round(3)
        array([[2., 3.]])
        """
        check_is_fitted(self)
        return imputed(self.normals_, self.check_examples(X, reset=False))

    def trace(self, X: Any, y: Any = None, sample_weight: Any = None, known: Any = None) -> pd.DataFrame:
        """Return every iteration of the first run: log likelihood, and weight, mean, variances by component.

        >>> steps = GaussianMixture(2).trace([[0.0], [1.0], [8.0], [9.0]])
        >>> steps.columns.tolist()
        ['step', 'log_likelihood', 'component', 'weight', 'mean_0', 'variance_0']
        """
        import pandas as pd

        data = self._rows(X, y, sample_weight, known)
        self._check_size(data)
        passes = Passes(data.X, data.weight, data.y, self.covariance_type, self.reg_covar)
        run = self._run(passes, data, seeds.child(self.random_state, 0), traced=True)
        return pd.DataFrame(
            [
                {"step": step, "log_likelihood": likelihood, "component": k, **normals.described(k)}
                for step, (likelihood, normals) in enumerate(zip(run.history, run.trace, strict=True))
                for k in range(normals.n_components)
            ]
        )

    def _check_target(self, y: Any, n_rows: int, classes: Any) -> Any:
        check_consistent_length(y, np.empty(n_rows))
        return y

    def _rows(self, X: Any, y: Any, sample_weight: Any, known: Any) -> Rows:
        X, _, weight = self.check_rows(X, y, sample_weight)
        return Rows(X, None if known is None else self._checked_known(known, len(X)), weight)

    def _checked_known(self, known: Any, n_rows: int) -> Integers:
        codes = np.asarray(known)
        if codes.shape != (n_rows,) or codes.dtype.kind not in "iub":
            raise DataError(f"known must be {n_rows} integers, one per row; -1 for unknown")
        if codes.min() < -1 or codes.max() >= self.n_components:
            raise DataError(
                f"known has values from {codes.min()} to {codes.max()}; they must be from 0 to "
                f"{self.n_components - 1}, or -1 for unknown"
            )
        return codes.astype(np.int64)

    def _check_size(self, data: Rows) -> None:
        counted = data.X if data.weight is None else data.X[data.weight > 0]
        if len(counted) < self.n_components:
            raise DataError(
                f"n_samples={len(counted)} is less than n_components={self.n_components}; reduce n_components"
            )
        empty = np.flatnonzero(np.isnan(counted).all(axis=0))
        if len(empty):
            names = getattr(self, "feature_names_in_", np.arange(data.X.shape[1])).tolist()
            raise DataError(f"column {names[empty[0]]!r} has missing values only; drop it")

    def _run(self, passes: Passes, data: Rows, child: Seed, *, traced: bool = False) -> EMResult[Normals]:
        start = start_of(
            imputed_by_means(data.X, data.weight), data.weight, data.y, self, seeds.generator(child)
        )
        return expectation_maximization(
            passes.expect, passes.maximize, start, max_iter=self.max_iter, tol=self.tol, traced=traced
        )

    def _set_result(self, best: EMResult[Normals]) -> None:
        normals = checked(best.parameters, self.reg_covar)
        self.normals_ = normals
        self.weights_, self.means_, self.covariances_ = normals.weights, normals.means, normals.covariances
        roots = normals.roots
        self.precisions_cholesky_ = roots
        self.precisions_ = (
            roots @ np.swapaxes(roots, -1, -2) if normals.kind in ("full", "tied") else roots**2
        )
        self.history_, self.lower_bound_ = best.history, best.log_likelihood
        self.n_iter_, self.converged_ = best.n_iter, best.converged

    def _warn(self, best: EMResult[Normals]) -> None:
        if not self.converged_ and self.tol > 0:
            message = best.convergence_message("GaussianMixture", self.max_iter)
            warnings.warn(message, NumericsWarning, stacklevel=4)
        smallest = np.array([np.linalg.eigvalsh(each)[0] for each in self.normals_.full_covariances()])
        singular = np.flatnonzero(smallest < 2 * self.reg_covar)
        if len(singular):
            warnings.warn(
                f"component {singular[0]} has a nearly singular covariance, with a smallest eigenvalue about "
                f"reg_covar={self.reg_covar:g}: it has few distinct rows, or columns are collinear; reduce "
                "n_components, drop columns, or rescale them",
                DataWarning,
                stacklevel=4,
            )
        elif best.max_decrease > MAX_DECREASE * (1 + abs(best.log_likelihood)):
            warnings.warn(
                f"the mean log likelihood decreased by {best.max_decrease:.2g} in an iteration, because "
                f"reg_covar={self.reg_covar:g} is added to variances; reduce it",
                NumericsWarning,
                stacklevel=4,
            )

    def _scores(self, X: Any) -> Floats:
        check_is_fitted(self)
        return scores_of(self.normals_, self.check_examples(X, reset=False))


learners.add(
    "GaussianMixture",
    GaussianMixture,
    "Gaussian mixture model",
    task=("clustering",),
    family="mixtures",
)
