"""Stability of feature selection: agreement of the selected features between samples of the rows."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from scipy.stats import norm
from sklearn.base import clone

from gnomon import seeds
from gnomon.arrays import Flags, Floats
from gnomon.errors import DataError, ParameterError
from gnomon.features.select.curve import names_of
from gnomon.sharing.prepared import take

if TYPE_CHECKING:
    import pandas as pd

# Fleiss's thresholds of agreement beyond chance, as used by Nogueira et al.
EXCELLENT, POOR = 0.75, 0.4


@dataclass(frozen=True, eq=False)
class SelectionStability:
    """Stability of feature selection (Nogueira index), with its confidence interval.

    index: 1 if all runs select the same features, about 0 for random selections. chosen: runs x columns.

    >>> print(stability_index([[1, 1, 0, 0], [1, 1, 0, 0], [1, 0, 1, 0]]))
    stability 0.33 (95 % interval -0.02 to 0.69) over 3 selections of 4 columns: poor
    most frequent: x0 (100 %), x1 (67 %), x2 (33 %)
    """

    index: float
    lower: float
    upper: float
    level: float
    chosen: Flags
    names: tuple[str, ...]

    @property
    def frequency(self) -> Floats:
        """The fraction of runs that select each feature."""
        return self.chosen.mean(axis=0)

    def frame(self) -> pd.DataFrame:
        """One row per feature, the most frequent first: name and selection frequency."""
        import pandas as pd

        order = np.argsort(-self.frequency, kind="stable")
        names = [self.names[column] for column in order]
        return pd.DataFrame({"column": names, "frequency": self.frequency[order]})

    @property
    def verdict(self) -> str:
        """Verdict: excellent above 0.75, poor below 0.4, else fair."""
        return "excellent" if self.index > EXCELLENT else "poor" if self.index < POOR else "fair"

    def __str__(self) -> str:
        top = self.frame().head(5)
        listed = ", ".join(f"{name} ({share:.0%})".replace("%", " %") for name, share in top.values if share)
        return (
            f"stability {self.index:.2f} ({self.level:.0%}".replace("%", " %")
            + f" interval {self.lower:.2f} to {self.upper:.2f}) over {len(self.chosen)} selections of "
            f"{len(self.names)} columns: {self.verdict}\nmost frequent: {listed}"
        )


def stability_index(chosen: Any, *, level: float = 0.95, names: Any = None) -> SelectionStability:
    """Stability index of selections: 1 - mean variance / expected variance (Nogueira, Sechidis & Brown 2018).

    chosen: one row per run, one column per feature, True where selected. The confidence interval is
    asymptotically normal, assumes independent runs, and is inaccurate for few runs.

    >>> round(stability_index([[1, 1, 0, 0], [1, 1, 0, 0], [1, 0, 1, 0]]).index, 4)
    0.3333
    """
    table = np.asarray(chosen).astype(bool)
    if table.ndim != 2 or len(table) < 2:
        raise DataError(
            f"chosen has shape {table.shape}; stability requires at least 2 selections, one per row"
        )
    if not 0 < level < 1:
        raise ParameterError(f"level={level!r}: it must be between 0 and 1, such as 0.95")
    share = table.mean()
    if share in (0.0, 1.0):
        raise DataError(
            "every run selects all features, or none, so stability is not defined; select fewer features"
        )
    index, variance = _nogueira(table, float(share))
    half_width = norm.ppf((1 + level) / 2) * np.sqrt(variance)
    feature_names = names_of(None, table.shape[1]) if names is None else tuple(map(str, names))
    return SelectionStability(index, index - half_width, index + half_width, level, table, feature_names)


def selection_stability(
    selector: Any, X: Any, y: Any, *, times: int = 30, level: float = 0.95, random_state: seeds.Seed = 0
) -> SelectionStability:
    """Stability of a feature selector over bootstrap samples of the rows.

    selector: any selector with `get_support`, Gnomon's or scikit-learn's. times: number of bootstrap samples.

    >>> from sklearn.feature_selection import SelectKBest, f_regression
    >>> X = np.random.default_rng(0).normal(size=(60, 5))
    >>> y = X[:, 3] + 0.1 * X[:, 0]
    >>> stability = selection_stability(SelectKBest(f_regression, k=1), X, y, times=10)
    >>> stability.index, stability.frame()["column"][0]
    (1.0, 'x3')
    """
    y = np.asarray(y)
    runs = []
    for time in range(times):
        random = seeds.generator(seeds.child(random_state, time))
        drawn = random.integers(len(y), size=len(y))
        runs.append(clone(selector).fit(take(X, drawn), y[drawn]).get_support())
    names = getattr(X, "columns", None)
    return stability_index(np.array(runs), level=level, names=names)


def _nogueira(table: Flags, share: float) -> tuple[float, float]:
    """The index and its variance (equations 4 and 7 of the paper)."""
    n_runs, d = table.shape
    frequency = table.mean(axis=0)
    expected = share * (1 - share)
    index = 1 - n_runs / (n_runs - 1) * float(np.mean(frequency * (1 - frequency))) / expected
    sizes = table.sum(axis=1) / d
    each = table @ frequency / d - sizes * share + index / 2 * (2 * share * sizes - sizes - share + 1)
    each = each / expected
    return index, float(4 / n_runs**2 * np.sum((each - each.mean()) ** 2))
