"""Gaussian mixtures against scikit-learn's, from the same start and for the same number of steps."""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from typing import Any

import numpy as np
import sklearn.mixture

from benchmarks.case import Case
from gnomon.learners.mixtures.gaussian import GaussianMixture

STEPS = 20


def cases(size: str) -> Iterator[Case]:
    scale = 10 if size == "quick" else 1
    yield mixture("full", 100_000 // scale, 10, wanted=6)
    yield mixture("full", 100_000 // scale, 50, wanted=4)
    for kind in ("tied", "diag", "spherical"):
        yield mixture(kind, 100_000 // scale, 10, wanted=2)


def mixture(kind: str, n_rows: int, n_columns: int, wanted: float, k: int = 10) -> Case:
    random = np.random.default_rng(0)
    centers = 2 * random.normal(size=(k, n_columns))
    X = random.normal(size=(n_rows, n_columns)) + centers[random.integers(k, size=n_rows)]
    precisions = {
        "full": np.tile(np.eye(n_columns), (k, 1, 1)),
        "tied": np.eye(n_columns),
        "diag": np.ones((k, n_columns)),
        "spherical": np.ones(k),
    }
    settings = {
        "n_components": k,
        "covariance_type": kind,
        "weights_init": np.full(k, 1 / k),
        "means_init": X[:k],
        "precisions_init": precisions[kind],
        "max_iter": STEPS,
        "tol": 0.0,
    }

    def fitted(learner: Any) -> Any:
        with warnings.catch_warnings():
            # All steps are wanted, converged or not.
            warnings.simplefilter("ignore")
            return learner(**settings).fit(X)

    return Case(
        "mixtures",
        f"GaussianMixture {kind}, {n_rows:,} x {n_columns}, k = {k}, {STEPS} steps",
        "scikit-learn",
        lambda: fitted(GaussianMixture),
        lambda: fitted(sklearn.mixture.GaussianMixture),
        lambda model: float(model.lower_bound_),
        "log likelihood a row",
        lambda ours, peer: f"likelihoods differ by {abs(ours.lower_bound_ - peer.lower_bound_):.0e}",
        wanted,
    )
