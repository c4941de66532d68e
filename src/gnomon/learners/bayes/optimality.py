"""How far a learner is from the best that there can be, on rows whose true distribution is known."""

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

MOST_ROWS = 2**16


def bayes_error(source: Any, *, n_rows: int = 100_000, random_state: Seed = 0) -> float:
    """The least error rate there can be on rows of a source: the mean of 1 - max_c P(c | x).

    source: one that knows its own `bayes_error` (TwoGaussians), or a fitted generative learner. Where all
    different rows can be listed (categories and bits) the answer is exact, else the mean over n_rows draws.

    >>> from gnomon.learners.bayes.categorical import CategoricalNB
    >>> coin = CategoricalNB(alpha=0).fit([[0], [0], [0], [1], [1], [1]], [0, 0, 1, 1, 1, 0])
    >>> round(bayes_error(coin), 4)
    0.3333
    """
    if hasattr(source, "bayes_error"):
        return float(source.bayes_error)
    if not hasattr(source, "sample"):
        raise ParameterError(
            f"{type(source).__name__} does not know how its rows come about; give a generative learner, such "
            "as GaussianNB, or TwoGaussians"
        )
    rows = _every_row(source)
    if rows is not None:
        joint = source.joint(rows)
        return float(1 - joint.max(axis=1).sum())
    X = source.sample(n_rows, random_state=random_state)[0]
    return float(np.mean(1 - source.predict_proba(X).max(axis=1)))


@dataclass(frozen=True, eq=False)
class OptimalityGap:
    """Error of a learner and of the oracle that knows the truth, on the same new rows.

    n_rows: how many rows it was trained on. error, oracle_error: (sizes, repeats). bayes_error: the least
    there can be.
    """

    n_rows: tuple[int, ...]
    error: Floats
    oracle_error: Floats
    bayes_error: float

    @property
    def gap(self) -> Floats:
        """What knowing the truth would save, size by size and repeat by repeat."""
        return self.error - self.oracle_error

    def frame(self) -> pd.DataFrame:
        """One row a size: mean error, mean oracle's error, mean gap and its standard error."""
        import pandas as pd

        repeats = self.error.shape[1]
        spread = self.gap.std(axis=1, ddof=1) / np.sqrt(repeats) if repeats > 1 else np.nan
        return pd.DataFrame(
            {
                "n_rows": self.n_rows,
                "error": self.error.mean(axis=1),
                "oracle_error": self.oracle_error.mean(axis=1),
                "gap": self.gap.mean(axis=1),
                "standard_error": spread,
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
    """Train a learner on rows drawn from a source, and compare it with the oracle on new rows.

    source: TwoGaussians, or a fitted generative learner such as CategoricalNB.

    >>> import numpy as np
    >>> from gnomon import GaussianNB
    >>> from gnomon.data.gaussians import TwoGaussians
    >>> source = TwoGaussians(np.array([[-1.0, 0.0], [1.0, 0.0]]), np.array([np.eye(2), np.eye(2)]))
    >>> found = bayes_optimality_gap(source, GaussianNB(), sizes=(20, 2000), repeats=5)
    >>> bool(found.gap[0].mean() > found.gap[1].mean())
    True
    """
    bound = bayes_error(source)
    if repeats < 1 or n_new < 1 or not sizes or min(sizes) < 2:
        raise ParameterError("ask for 2 training rows, 1 new row and 1 repeat at least")
    root = seeds.sequence(random_state)
    errors = np.empty((2, len(sizes), repeats))
    for repeat in range(repeats):
        new, truth = _drawn(source, n_new, seeds.child(root, repeat, 0))
        oracle = np.mean(_classes(source)[first_largest(_posterior(source, new))] != truth)
        for place, size in enumerate(sizes):
            X, y = _drawn(source, size, seeds.child(root, repeat, place + 1))
            model = clone(learner).fit(X, y)
            errors[:, place, repeat] = np.mean(model.predict(new) != truth), oracle
    return OptimalityGap(tuple(sizes), errors[0], errors[1], bound)


def _every_row(source: Any) -> Array | None:
    if isinstance(source, CategoricalNB):
        levels = [list(each) for each in source.categories_]
    elif isinstance(source, BernoulliNB):
        levels = [[0.0, 1.0 + max(source.binarize or 0.0, 0.0)]] * source.feature_log_prob_.shape[1]
    else:
        return None
    if np.prod([float(len(each)) for each in levels]) > MOST_ROWS:
        return None
    return np.array(list(product(*levels)))


def _drawn(source: Any, n_rows: int, random_state: Seed) -> tuple[Array, Array]:
    if hasattr(source, "draw"):
        task = source.draw(n_rows, random_state=random_state)
        return task.X, task.y
    X, y = source.sample(n_rows, random_state=random_state)
    return X, y


def _posterior(source: Any, X: Array) -> Floats:
    ask = source.posterior if hasattr(source, "posterior") else source.predict_proba
    return np.asarray(ask(X))


def _classes(source: Any) -> Array:
    return np.asarray(getattr(source, "classes_", [0, 1]))
