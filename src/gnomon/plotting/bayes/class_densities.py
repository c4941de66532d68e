"""Class-conditional normal densities of one feature, their likelihood ratio and the decision thresholds."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self

import numpy as np

from gnomon.arrays import Floats
from gnomon.errors import DataError
from gnomon.learners.linear.gaussian_density import (
    NormalDensity,
    log_likelihood_ratio,
    normal_decision_thresholds,
)
from gnomon.plotting.display import Display
from gnomon.plotting.labels import shown
from gnomon.registry import displays

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes


class ClassDensitiesDisplay(Display):
    """Class-conditional normal densities of one feature, with a histogram of the rows if there are any.

    densities: a `NormalDensity` of one column for each class. rows: values of each class, or None.
    prior_odds: of the first class against the second. For two classes the decision thresholds and the
    log-likelihood ratio are drawn too.

    Examples
    --------
    >>> import gnomon as gn
    >>> positive, negative = gn.linear.NormalDensity([2.0], [[1.0]]), gn.linear.NormalDensity([0.0], [[1.0]])
    >>> gn.plotting.ClassDensitiesDisplay({"+": positive, "-": negative}).thresholds.tolist()
    [1.0]
    """

    def __init__(
        self,
        densities: Mapping[Any, NormalDensity],
        *,
        rows: Mapping[Any, Any] | None = None,
        prior_odds: float = 1.0,
        name: str = "x",
    ) -> None:
        if not densities or any(np.size(each.mean) != 1 for each in densities.values()):
            raise DataError(
                "class-conditional densities of one feature need a NormalDensity of one column for each class"
            )
        self.densities, self.prior_odds, self.name = dict(densities), prior_odds, name
        self.rows = None if rows is None else {key: np.asarray(each, float) for key, each in rows.items()}
        self.thresholds: Floats = np.empty(0)
        if len(self.densities) == 2:
            self.thresholds = normal_decision_thresholds(*self.densities.values(), prior_odds=prior_odds)

    @classmethod
    def from_columns(cls, x: Any, y: Any, *, name: str = "x", prior_odds: float = 1.0) -> Self:
        """Fit a normal density to each class by maximum likelihood, and add its histogram."""
        values, labels = np.asarray(x, dtype=float), np.asarray(y)
        rows = {label: values[labels == label] for label in np.unique(labels).tolist()}
        made = {label: NormalDensity.of(part[:, None]) for label, part in rows.items()}
        return cls(made, rows=rows, prior_odds=prior_odds, name=name)

    @classmethod
    def example(cls) -> Self:
        """Two classes of unequal variance: two thresholds."""
        return cls({"positive": NormalDensity([2.5], [[2.0]]), "negative": NormalDensity([0.0], [[0.7]])})

    def frame(self) -> pd.DataFrame:
        """One row per point: the density of each class, and with two classes the log-likelihood ratio."""
        import pandas as pd

        at = self._positions()
        columns: dict[str, Floats] = {self.name: at}
        columns |= {f"density {key}": each.density(at[:, None]) for key, each in self.densities.items()}
        if len(self.densities) == 2:
            columns["log-likelihood ratio"] = log_likelihood_ratio(at[:, None], *self.densities.values())
        return pd.DataFrame(columns)

    def draw(self, ax: Axes) -> None:
        """Histograms, densities, thresholds, and the log-likelihood ratio on a second axis."""
        table = self.frame()
        for number, key in enumerate(self.densities):
            color = self.theme.color(number)
            if self.rows is not None:
                ax.hist(self.rows[key], 20, density=True, color=color, alpha=0.25)
            ax.plot(
                table[self.name],
                table[f"density {key}"],
                color=color,
                linestyle=self.theme.dash(number),
                label=shown(key, 20),
            )
        for threshold in self.thresholds:
            ax.axvline(threshold, color=self.theme.ink, linewidth=0.9)
        positions = self._positions()
        ax.set(xlabel=shown(self.name), ylabel="density", ylim=(0, None), xlim=(positions[0], positions[-1]))
        if len(self.densities) == 2:
            self._ratio(ax, table)
        ax.legend(loc="lower center", bbox_to_anchor=(0.5, 1.0), ncols=4)

    def alt(self) -> str:
        """Mean and standard deviation of each class, and the decision thresholds."""
        parts = [f"{shown(key, 20)} {_words(each)}" for key, each in self.densities.items()]
        thresholds = " and ".join(f"{value:.3g}" for value in self.thresholds)
        ending = f"; decision thresholds at {thresholds}" if thresholds else ""
        return f"Normal densities of {shown(self.name)}: {', '.join(parts)}{ending}."

    def _ratio(self, ax: Axes, table: pd.DataFrame) -> None:
        beside = ax.twinx()
        beside.plot(
            table[self.name],
            table["log-likelihood ratio"],
            color=self.theme.soft,
            linewidth=1.2,
            linestyle=self.theme.dash(2),
        )
        beside.axhline(-np.log(self.prior_odds), color=self.theme.line, linewidth=0.8)
        beside.set(ylim=(-6, 6))
        beside.set_ylabel("log-likelihood ratio", color=self.theme.soft)

    def _positions(self) -> Floats:
        means = np.array([float(np.ravel(each.mean)[0]) for each in self.densities.values()])
        spreads = np.array([float(np.sqrt(np.ravel(each.covariance)[0])) for each in self.densities.values()])
        return np.linspace((means - 3.5 * spreads).min(), (means + 3.5 * spreads).max(), 301)


def _words(density: NormalDensity) -> str:
    mean, variance = float(np.ravel(density.mean)[0]), float(np.ravel(density.covariance)[0])
    return f"with mean {mean:.3g} and standard deviation {np.sqrt(variance):.3g}"


displays.add(
    "ClassDensitiesDisplay",
    ClassDensitiesDisplay,
    "class-conditional densities of one feature, and the decision thresholds",
)
