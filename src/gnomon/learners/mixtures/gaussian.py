"""Gaussian mixtures: each row is of one of k normal densities, and which one was not seen."""

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
from gnomon.learners.mixtures.expectation_maximization import Maximized, expectation_maximization
from gnomon.learners.mixtures.gaussian_starts import STARTS, start_of
from gnomon.learners.mixtures.missing import filled, filled_by_means, scores_of
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
# A fall of the mean log likelihood beyond rounding that is worth a word.
FALL = 1e-6


class GaussianMixture(Mixture):
    """Maximize sum_i log sum_k w_k N(x_i | m_k, S_k) by expectation maximization.

    A value that is missing (NaN) is expected from the columns seen, exactly; `known` rows keep their
    component, so that the fit is unsupervised, semi-supervised or, with all known, the quadratic
    discriminant. Where the likelihood ends depends on the start: `starts_` tells how much.

    Attributes
    ----------
    weights_, means_, covariances_ : w, m and S; covariances as covariance_type says
    precisions_cholesky_, precisions_ : P with P P' the inverse of S, and that inverse
    lower_bound_, history_ : log likelihood a row at the end, and at each step
    converged_, n_iter_ : whether the last step changed it by less than tol, and how many steps there were
    starts_ : what each start came to; print it, or ask it for a frame()

    Examples
    --------
    >>> from gnomon.learners.mixtures.gaussian import GaussianMixture
    >>> X = [[0.0], [0.2], [0.4], [9.0], [9.2], [9.4]]
    >>> model = GaussianMixture(n_components=2).fit(X)
    >>> sorted(model.means_.ravel().round(3).tolist()), model.predict_proba([[0.1]]).max().round(6)
    ([0.2, 9.2], np.float64(1.0))
    """

    n_components: int = between(1, inf, whole=True, default=1, kw_only=False, help="how many components")
    covariance_type: str = one_of(
        *KINDS,
        default="full",
        help="full: a matrix each; tied: one for all; diag: variances each; spherical: one variance each",
    )
    tol: float = between(0, inf, default=1e-3, help="stop when a step changes the mean log likelihood less")
    reg_covar: float = between(0, inf, default=1e-6, help="added to every variance")
    max_iter: int = between(1, inf, whole=True, default=100, help="most steps of one start")
    n_init: int = between(1, inf, whole=True, default=1, help="how many starts, of which the best is kept")
    init_params: str = one_of(
        *STARTS,
        default="kmeans",
        help="clusters of k-means, means at rows far apart, random shares, or means at random rows",
    )
    weights_init: Any = free(default=None, help="weights to start from", kind="array or None")
    means_init: Any = free(default=None, help="means to start from", kind="array or None")
    precisions_init: Any = free(default=None, help="inverse covariances to start from", kind="array or None")
    random_state: Any = seed(default=0)

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.allow_nan = True
        return tags

    def fit(self, X: Any, y: Any = None, sample_weight: Any = None, known: Any = None) -> Self:
        """Fit on rows X; y is not looked at.

        known: the component of each row, from 0 to n_components - 1, or -1 where it is not known.
        """
        return self.fit_prepared(self._rows(X, y, sample_weight, known))

    def fit_predict(self, X: Any, y: Any = None, sample_weight: Any = None) -> Integers:
        """Fit, and the likeliest component of each row."""
        return self.fit(X, y, sample_weight).predict(X)

    def check_examples(self, X: Any, *, reset: bool) -> Any:
        """Rows in double precision; NaN is a missing value."""
        X = super().check_examples(X, reset=reset)
        if len(X) and np.nanmax(np.abs(X), initial=0.0) > LARGEST:
            raise DataError(too_large(X))
        return X

    def prepare(self, X: Any, y: Any = None, weight: Floats | None = None) -> Rows:
        """The rows."""
        return Rows(X, None, weight)

    def fit_prepared(self, data: Rows, start: Self | None = None) -> Self:
        """Steps from every start, of which the best is kept; where another setting ended does not matter."""
        self._check_size(data)
        passes = Passes(data.X, data.weight, data.y, self.covariance_type, self.reg_covar)
        root = seeds.sequence(self.random_state)
        runs = [self._run(passes, data, seeds.child(root, place)) for place in range(self.n_init)]
        best = max(range(len(runs)), key=lambda each: runs[each].log_likelihood)
        self.starts_ = Starts.of(runs)
        self._keep(runs[best])
        self._warn(runs[best])
        return self

    def q_function(self, X: Any, at: GaussianMixture | None = None) -> float:
        """Q: the expected log likelihood of rows and components, under the responsibilities of `at` (itself).

        A step of expectation maximization maximizes it; Q plus the entropy of the responsibilities is the log
        likelihood.
        """
        share = (self if at is None else at).predict_proba(X)
        scores = self._scores(X)
        return float(np.sum(share * np.where(share > 0, scores, 0.0)))

    def criteria(self, X: Any) -> Criteria:
        """AIC, BIC, ICL and description length of the model on rows X; the lower the better.

        >>> GaussianMixture().fit([[0.0], [1.0], [3.0]]).criteria([[0.0], [1.0], [3.0]]).n_parameters
        2
        """
        scores = self._scores(X)
        return Criteria.of(scores, self.normals_.n_parameters)

    def aic(self, X: Any) -> float:
        """Akaike's criterion, -2 log L + 2 p."""
        return self.criteria(X).aic

    def bic(self, X: Any) -> float:
        """The Bayesian criterion, -2 log L + p log n."""
        return self.criteria(X).bic

    def sample(self, n_samples: int = 1, random_state: Seed = None) -> tuple[Floats, Integers]:
        """New rows, and the component of each: one drawn by weight, then a row of its density.

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
        """Rows X with each missing value replaced by its expectation, given what the row does show.

        >>> model = GaussianMixture().fit([[0.0, 1.0], [2.0, 3.5], [4.0, 4.5]])
        >>> model.fill([[2.0, float("nan")]]).round(3)
        array([[2., 3.]])
        """
        check_is_fitted(self)
        return filled(self.normals_, self.check_examples(X, reset=False))

    def trace(self, X: Any, y: Any = None, sample_weight: Any = None, known: Any = None) -> pd.DataFrame:
        """Every step from the first start: log likelihood, and each component's weight, mean and variances.

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
        found = np.asarray(known)
        if found.shape != (n_rows,) or found.dtype.kind not in "iub":
            raise DataError(f"known must be {n_rows} whole numbers, one for each row; -1 where not known")
        if found.min() < -1 or found.max() >= self.n_components:
            raise DataError(
                f"known has {found.min()} to {found.max()}; components are 0 to {self.n_components - 1}, "
                "and -1 is not known"
            )
        return found.astype(np.int64)

    def _check_size(self, data: Rows) -> None:
        counted = data.X if data.weight is None else data.X[data.weight > 0]
        if len(counted) < self.n_components:
            raise DataError(
                f"n_samples={len(counted)} rows cannot make n_components={self.n_components} components; "
                "ask for fewer"
            )
        empty = np.flatnonzero(np.isnan(counted).all(axis=0))
        if len(empty):
            names = getattr(self, "feature_names_in_", np.arange(data.X.shape[1])).tolist()
            raise DataError(f"column {names[empty[0]]!r} has no value in any row; drop it")

    def _run(self, passes: Passes, data: Rows, child: Seed, *, traced: bool = False) -> Maximized[Normals]:
        start = start_of(
            filled_by_means(data.X, data.weight), data.weight, data.y, self, seeds.generator(child)
        )
        return expectation_maximization(
            passes.expect, passes.maximize, start, max_iter=self.max_iter, tol=self.tol, traced=traced
        )

    def _keep(self, best: Maximized[Normals]) -> None:
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

    def _warn(self, best: Maximized[Normals]) -> None:
        if not self.converged_ and self.tol > 0:
            warnings.warn(best.unfinished("GaussianMixture", self.max_iter), NumericsWarning, stacklevel=4)
        least = np.array([np.linalg.eigvalsh(each)[0] for each in self.normals_.full_covariances()])
        thin = np.flatnonzero(least < 2 * self.reg_covar)
        if len(thin):
            warnings.warn(
                f"component {thin[0]} has no more spread in some direction than reg_covar="
                f"{self.reg_covar:g} gives it: it sits on few different rows, or columns depend on one "
                "another; its density is not to be trusted there; ask for fewer components, drop columns, or "
                "bring them to a larger scale",
                DataWarning,
                stacklevel=4,
            )
        elif best.largest_fall > FALL * (1 + abs(best.log_likelihood)):
            warnings.warn(
                f"the mean log likelihood fell by {best.largest_fall:.2g} in a step, as reg_covar="
                f"{self.reg_covar:g} is added to variances; lower it",
                NumericsWarning,
                stacklevel=4,
            )

    def _scores(self, X: Any) -> Floats:
        check_is_fitted(self)
        return scores_of(self.normals_, self.check_examples(X, reset=False))


learners.add(
    "GaussianMixture",
    GaussianMixture,
    "rows of one of several normal densities",
    task=("clustering",),
    family="mixtures",
)
