"""Small networks, pass for pass, against scikit-learn's at equal settings."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import sklearn.neural_network

import gnomon as gn
from benchmarks.case import Case

# A number of passes that both must do in full.
ALL_PASSES = {"tol": 0.0, "n_iter_no_change": 10**6, "random_state": 0}


def cases(size: str) -> Iterator[Case]:
    scale = 10 if size == "quick" else 1
    yield network("Classifier", 20_000 // scale, 50, 2, hidden_layer_sizes=(100,), max_iter=20)
    yield network("Classifier", 20_000 // scale, 50, 10, hidden_layer_sizes=(100,), max_iter=20)
    yield network("Classifier", 10_000 // scale, 10, 2, hidden_layer_sizes=(10,), batch_size=32, max_iter=20)
    yield network("Regressor", 20_000 // scale, 50, 1, hidden_layer_sizes=(100, 50), max_iter=20)


def network(kind: str, n_rows: int, n_columns: int, n_outputs: int, **options: Any) -> Case:
    random = np.random.default_rng(0)
    X = random.normal(size=(n_rows, n_columns))
    scores = np.tanh(X @ random.normal(size=(n_columns, n_outputs))) + 0.1 * random.normal(
        size=(n_rows, n_outputs)
    )
    y = scores[:, 0] if kind == "Regressor" else scores.argmax(axis=1) if n_outputs > 2 else scores[:, 0] > 0
    ours = getattr(gn, f"MLP{kind}")(scale=False, **ALL_PASSES, **options)
    theirs = getattr(sklearn.neural_network, f"MLP{kind}")(**ALL_PASSES, **options)
    hidden = "-".join(map(str, options["hidden_layer_sizes"]))
    return Case(
        "neural",
        f"MLP{kind}, {n_rows:,} x {n_columns}, {hidden} units, {n_outputs} outputs, 20 passes",
        "scikit-learn",
        _fit(ours, X, y),
        _fit(theirs, X, y),
        lambda model: float(model.score(X, y)),
        "score on the training rows",
        lambda one, other: f"scores differ by {abs(one.score(X, y) - other.score(X, y)):.0e}",
        wanted=1,
    )


def _fit(model: Any, X: Any, y: Any) -> Callable[[], Any]:
    """A fit, without what either side says about stopping after so few passes."""

    def job() -> Any:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return model.fit(X, y)

    return job
