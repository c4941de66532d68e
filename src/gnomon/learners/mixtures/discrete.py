"""Common parameters and methods of the mixtures of discrete data."""

from __future__ import annotations

import warnings
from abc import abstractmethod
from math import inf
from typing import Any, Self

import numpy as np
from sklearn.utils import check_consistent_length
from sklearn.utils.validation import check_is_fitted

from gnomon import seeds
from gnomon.arrays import Floats, Integers
from gnomon.check import between, seed
from gnomon.errors import DataError, NumericsWarning
from gnomon.learners.mixtures.criteria import Criteria
from gnomon.learners.mixtures.expectation_maximization import EMResult, expectation_maximization
from gnomon.learners.mixtures.mixture import Mixture
from gnomon.learners.mixtures.multinomials import CountSteps, Multinomials
from gnomon.learners.mixtures.starts_compared import Starts
from gnomon.seeds import Seed
from gnomon.sharing.prepared import Rows
from gnomon.sharing.row_weights import in_rows
from gnomon.ties import first_largest


class DiscreteMixture(Mixture):
    """Mixture of multinomial distributions over counts, which a subclass derives from its rows."""

    n_components: int = between(1, inf, whole=True, default=2, kw_only=False, help="number of components")
    alpha: float = between(
        0, inf, default=1.0, help="additive (Laplace) smoothing: pseudo-count of each outcome"
    )
    tol: float = between(
        0, inf, default=1e-4, help="convergence tolerance on the change of the mean log likelihood"
    )
    max_iter: int = between(1, inf, whole=True, default=500, help="maximum number of EM iterations of a run")
    n_init: int = between(1, inf, whole=True, default=1, help="number of initializations")
    random_state: Any = seed(default=0)

    @abstractmethod
    def _counts(self, X: Any) -> tuple[Any, Integers]:
        """Counts (n, m) of rows, and the group (variable) of each of the m outcomes."""

    def fit_predict(self, X: Any, y: Any = None, sample_weight: Any = None) -> Integers:
        """Fit, and return the most probable component of each row."""
        return self.fit(X, y, sample_weight).predict(X)

    def prepare(self, X: Any, y: Any = None, weight: Floats | None = None) -> Rows:
        """Return the rows."""
        return Rows(X, None, weight)

    def fit_prepared(self, data: Rows, start: Self | None = None) -> Self:
        """Run EM from every initialization, and select the best run; a warm start has no effect."""
        n_rows = data.X.shape[0] if data.weight is None else np.count_nonzero(data.weight)
        if n_rows < self.n_components:
            raise DataError(
                f"n_samples={n_rows} is less than n_components={self.n_components}; reduce n_components"
            )
        self._fit_categories(data.X if data.weight is None else data.X[data.weight > 0])
        counts, group = self._counts(data.X)
        steps = CountSteps(counts, group, in_rows(data.weight), self.alpha)
        root = seeds.sequence(self.random_state)
        runs = [self._run(steps, seeds.child(root, start)) for start in range(self.n_init)]
        best = runs[int(first_largest([each.log_likelihood for each in runs]))]
        self.starts_ = Starts.of(runs)
        self.multinomials_ = best.parameters
        self.weights_ = best.parameters.weights
        self.history_, self.lower_bound_ = best.history, best.log_likelihood
        self.n_iter_, self.converged_ = best.n_iter, best.converged
        if not self.converged_ and self.tol > 0:
            text = best.convergence_message(type(self).__name__, self.max_iter)
            warnings.warn(text, NumericsWarning, stacklevel=3)
        return self

    def criteria(self, X: Any) -> Criteria:
        """Return AIC, BIC, ICL and description length of the model on rows X; lower is better."""
        scores = self._scores(X)
        k, m = self.multinomials_.probabilities.shape
        return Criteria.of(scores, k - 1 + k * (m - self._n_groups()))

    def _fit_categories(self, X: Any) -> None:
        """Store the categories of the columns, if there are any."""

    def _n_groups(self) -> int:
        return 1

    def _run(self, steps: CountSteps, child: Seed) -> EMResult[Multinomials]:
        start = steps.start(self.n_components, seeds.generator(child))
        return expectation_maximization(
            steps.expect, steps.maximize, start, max_iter=self.max_iter, tol=self.tol
        )

    def _scores(self, X: Any) -> Floats:
        check_is_fitted(self)
        counts, _ = self._counts(self.check_examples(X, reset=False))
        return self.multinomials_.scores(counts)

    def _check_target(self, y: Any, n_rows: int, classes: Any) -> Any:
        check_consistent_length(y, np.empty(n_rows))
        return y
