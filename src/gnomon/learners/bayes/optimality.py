"""The Bayes error and the excess risk of a learner, on rows from a known distribution."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product
from typing import TYPE_CHECKING, Any

import numpy as np
from sklearn.base import clone

from gnomon import seeds
from gnomon.arrays import Array, Floats
from gnomon.errors import ParameterError
from gnomon.learners.bayes.bernoulli import BernoulliNB
from gnomon.learners.bayes.categorical import CategoricalNB
from gnomon.seeds import Seed
from gnomon.ties import first_largest

if TYPE_CHECKING:
    import pandas as pd

MAX_ROWS = 2**16


def bayes_error(source: Any, *, n_rows: int = 100_000, random_state: Seed = 0) -> float:
    """Bayes error rate (irreducible error) of a known distribution: the mean of 1 - max_c P(c | x).

    source: a distribution with a known `bayes_error` (TwoGaussians), or a fitted generative learner. Exact if
    all distinct rows can be enumerated (categorical and binary features), else a Monte Carlo estimate from
    n_rows draws.

    >>> from gnomon import CategoricalNB
    >>> coin = CategoricalNB(alpha=0).fit([[0], [0], [0], [1], [1], [1]], [0, 0, 1, 1, 1, 0])
    >>> round(bayes_error(coin), 4)
    0.3333
    """
    if hasattr(source, "bayes_error"):
        return float(source.bayes_error)
    if not hasattr(source, "sample"):
        raise ParameterError(
            f"{type(source).__name__} is not a generative model; pass a generative learner, such as "
            "GaussianNB, or TwoGaussians"
        )
    rows = _all_rows(source)
    if rows is not None:
        joint = source.joint(rows)
        return float(1 - joint.max(axis=1).sum())
    X = source.sample(n_rows, random_state=random_state)[0]
    return float(np.mean(1 - source.predict_proba(X).max(axis=1)))


@dataclass(frozen=True, eq=False)
class OptimalityGap:
    """Excess risk: error of a learner and of the Bayes-optimal classifier (oracle) on the same new rows.

    n_rows: training sizes. error, oracle_error: (sizes, repeats). bayes_error: the irreducible error.
    """

    n_rows: tuple[int, ...]
    error: Floats
    oracle_error: Floats
    bayes_error: float

    @property
    def gap(self) -> Floats:
        """Excess error over the oracle, (sizes, repeats)."""
        return self.error - self.oracle_error

    def frame(self) -> pd.DataFrame:
        """Return one row per size: mean error, mean oracle error, mean gap and its standard error."""
        import pandas as pd

        repeats = self.error.shape[1]
        standard_error = self.gap.std(axis=1, ddof=1) / np.sqrt(repeats) if repeats > 1 else np.nan
        return pd.DataFrame(
            {
                "n_rows": self.n_rows,
                "error": self.error.mean(axis=1),
                "oracle_error": self.oracle_error.mean(axis=1),
                "gap": self.gap.mean(axis=1),
                "standard_error": standard_error,
            }
        )

    def __str__(self) -> str:
        lines = [f"Bayes error {self.bayes_error:.4f}"]
        for row in self.frame().itertuples():
            lines.append(f"{row.n_rows} rows: error {row.error:.4f}, {row.gap:.4f} above the oracle's")
        return "\n".join(lines)


def bayes_optimality_gap(
    source: Any,
    learner: Any,
    *,
    sizes: Sequence[int] = (50, 200, 1000),
    repeats: int = 10,
    n_new: int = 10_000,
    random_state: Seed = 0,
) -> OptimalityGap:
    """Estimate the excess risk of a learner, by training on samples of a known distribution.

    source: TwoGaussians, or a fitted generative learner such as CategoricalNB. n_new: test rows per repeat.

    >>> import numpy as np
    >>> from gnomon import GaussianNB
    >>> from gnomon.datasets import TwoGaussians
    >>> source = TwoGaussians(np.array([[-1.0, 0.0], [1.0, 0.0]]), np.array([np.eye(2), np.eye(2)]))
    >>> result = bayes_optimality_gap(source, GaussianNB(), sizes=(20, 2000), repeats=5)
    >>> bool(result.gap[0].mean() > result.gap[1].mean())
    True
    """
    bound = bayes_error(source)
    if repeats < 1 or n_new < 1 or not sizes or min(sizes) < 2:
        raise ParameterError(
            f"sizes={sizes!r}, n_new={n_new!r}, repeats={repeats!r}: they must be at least 2, 1 and 1"
        )
    root = seeds.sequence(random_state)
    errors = np.empty((2, len(sizes), repeats))
    for repeat in range(repeats):
        new, truth = _sample(source, n_new, seeds.child(root, repeat, 0))
        oracle = np.mean(_classes(source)[first_largest(_posterior(source, new))] != truth)
        for index, size in enumerate(sizes):
            X, y = _sample(source, size, seeds.child(root, repeat, index + 1))
            model = clone(learner).fit(X, y)
            errors[:, index, repeat] = np.mean(model.predict(new) != truth), oracle
    return OptimalityGap(tuple(sizes), errors[0], errors[1], bound)


def _all_rows(source: Any) -> Array | None:
    if isinstance(source, CategoricalNB):
        levels = [list(each) for each in source.categories_]
    elif isinstance(source, BernoulliNB):
        levels = [[0.0, 1.0 + max(source.binarize or 0.0, 0.0)]] * source.feature_log_prob_.shape[1]
    else:
        return None
    if np.prod([float(len(each)) for each in levels]) > MAX_ROWS:
        return None
    return np.array(list(product(*levels)))


def _sample(source: Any, n_rows: int, random_state: Seed) -> tuple[Array, Array]:
    if hasattr(source, "draw"):
        task = source.draw(n_rows, random_state=random_state)
        return task.X, task.y
    X, y = source.sample(n_rows, random_state=random_state)
    return X, y


def _posterior(source: Any, X: Array) -> Floats:
    method = source.posterior if hasattr(source, "posterior") else source.predict_proba
    return np.asarray(method(X))


def _classes(source: Any) -> Array:
    return np.asarray(getattr(source, "classes_", [0, 1]))
