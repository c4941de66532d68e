"""How steady a selection is: the same columns from slightly other rows, or others each time."""

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

# Fleiss's words for agreement beyond chance, which Nogueira et al. take over.
EXCELLENT, POOR = 0.75, 0.4


@dataclass(frozen=True, eq=False)
class SelectionStability:
    """Nogueira's index of agreement beyond chance between selections, with its interval.

    index: 1 where all runs chose the same columns, about 0 where they chose at random. chosen: runs x
    columns.

    >>> print(stability_index([[1, 1, 0, 0], [1, 1, 0, 0], [1, 0, 1, 0]]))
    stability 0.33 (95 % interval -0.02 to 0.69) over 3 selections of 4 columns: poor
    most often: x0 (100 %), x1 (67 %), x2 (33 %)
    """

    index: float
    lower: float
    upper: float
    level: float
    chosen: Flags
    names: tuple[str, ...]

    @property
    def frequency(self) -> Floats:
        """The share of the runs that chose each column."""
        return self.chosen.mean(axis=0)

    def frame(self) -> pd.DataFrame:
        """One line a column, the most often chosen first: its name and how often."""
        import pandas as pd

        order = np.argsort(-self.frequency, kind="stable")
        names = [self.names[column] for column in order]
        return pd.DataFrame({"column": names, "frequency": self.frequency[order]})

    @property
    def verdict(self) -> str:
        """In a word: excellent above 0.75, poor below 0.4."""
        return "excellent" if self.index > EXCELLENT else "poor" if self.index < POOR else "fair"

    def __str__(self) -> str:
        most = self.frame().head(5)
        listed = ", ".join(f"{name} ({share:.0%})".replace("%", " %") for name, share in most.values if share)
        return (
            f"stability {self.index:.2f} ({self.level:.0%}".replace("%", " %")
            + f" interval {self.lower:.2f} to {self.upper:.2f}) over {len(self.chosen)} selections of "
            f"{len(self.names)} columns: {self.verdict}\nmost often: {listed}"
        )


def stability_index(chosen: Any, *, level: float = 0.95, names: Any = None) -> SelectionStability:
    """Nogueira, Sechidis & Brown's (2018) index of some selections: 1 - mean variance / that of chance.

    chosen: one row a run, one column a feature, True where it was chosen; runs must be independent draws for
    the interval, which is normal and too wide or too narrow for few runs.

    >>> round(stability_index([[1, 1, 0, 0], [1, 1, 0, 0], [1, 0, 1, 0]]).index, 4)
    0.3333
    """
    table = np.asarray(chosen).astype(bool)
    if table.ndim != 2 or len(table) < 2:
        raise DataError(
            f"stability compares 2 selections or more, one a row; an array of shape {table.shape} was given"
        )
    if not 0 < level < 1:
        raise ParameterError(f"level={level!r}: give a number between 0 and 1, such as 0.95")
    share = table.mean()
    if share in (0.0, 1.0):
        raise DataError(
            "every run chose all columns, or none: there is no choice whose steadiness could be measured; "
            "select fewer"
        )
    index, variance = _nogueira(table, float(share))
    reach = norm.ppf((1 + level) / 2) * np.sqrt(variance)
    known = names_of(None, table.shape[1]) if names is None else tuple(map(str, names))
    return SelectionStability(index, index - reach, index + reach, level, table, known)


def selection_stability(
    selector: Any, X: Any, y: Any, *, times: int = 30, level: float = 0.95, random_state: seeds.Seed = 0
) -> SelectionStability:
    """The stability of a selector over bootstrap samples of the rows.

    selector: any with `get_support`, Gnomon's or scikit-learn's.

    >>> from sklearn.feature_selection import SelectKBest, f_regression
    >>> X = np.random.default_rng(0).normal(size=(60, 5))
    >>> y = X[:, 3] + 0.1 * X[:, 0]
    >>> found = selection_stability(SelectKBest(f_regression, k=1), X, y, times=10)
    >>> found.index, found.frame()["column"][0]
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
    often = table.mean(axis=0)
    by_chance = share * (1 - share)
    index = 1 - n_runs / (n_runs - 1) * float(np.mean(often * (1 - often))) / by_chance
    sizes = table.sum(axis=1) / d
    each = table @ often / d - sizes * share + index / 2 * (2 * share * sizes - sizes - share + 1)
    each = each / by_chance
    return index, float(4 / n_runs**2 * np.sum((each - each.mean()) ** 2))
