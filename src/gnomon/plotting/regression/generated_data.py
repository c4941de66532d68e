"""Targets simulated from a fitted model under several noise distributions, beside the observed ones."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Self

import numpy as np

from gnomon.arrays import Floats
from gnomon.errors import ParameterError
from gnomon.plotting.display import Display
from gnomon.plotting.panels import Panels
from gnomon.plotting.regression.fit import FittedRows
from gnomon.registry import displays
from gnomon.seeds import Seed, generator

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes


class GeneratedDataDisplay(Panels):
    """A panel for each noise distribution: the fitted mean, simulated targets and observed targets.

    Examples
    --------
    >>> import gnomon as gn
    >>> gn.plotting.GeneratedDataDisplay.example().titles
    ['N(0, 0.05)', 'N(0, 0.01)', 'N(1, 0.01)']
    """

    panel_size: ClassVar[tuple[float, float]] = (2.8, 2.5)

    @classmethod
    def from_estimator(
        cls, estimator: Any, X: Any, y: Any, noises: Sequence[tuple[float, float]], *, random_state: Seed = 0
    ) -> Self:
        """Simulate targets from a fitted regressor of one feature; noises: mean and variance of each."""
        if not noises or any(not variance >= 0 for _, variance in noises):
            raise ParameterError(f"noises={noises!r}: pass pairs of a mean and a variance of at least 0")
        fit = FittedRows.of("model", estimator, X, y)
        random = generator(random_state)
        means = np.asarray(estimator.predict(X), dtype=np.float64)
        parts = [
            _Generated(fit, means, means + random.normal(mean, np.sqrt(variance), len(means)))
            for mean, variance in noises
        ]
        parts[-1].legend = True
        titles = [f"N({mean:g}, {variance:g})" for mean, variance in noises]
        return cls(parts, titles, shared=True)

    @classmethod
    def example(cls) -> Self:
        """Winning times simulated by a line under three noise distributions."""
        from gnomon.data.sets import load
        from gnomon.learners.linear.least_squares import LinearRegression

        task: Any = load("olympic-men")
        line = LinearRegression().fit(task.X, task.y)
        return cls.from_estimator(line, task.X, task.y, [(0, 0.05), (0, 0.01), (1, 0.01)])


class _Generated(Display):
    """Fitted mean, simulated and observed targets over one feature."""

    legend = False

    def __init__(self, fit: FittedRows, means: Floats, simulated: Floats) -> None:
        self.fit, self.means, self.simulated = fit, means, simulated

    def frame(self) -> pd.DataFrame:
        """One row per row: x, the fitted mean, the simulated and the observed target."""
        import pandas as pd

        return pd.DataFrame(
            {"x": self.fit.x, "mean": self.means, "simulated": self.simulated, "observed": self.fit.y}
        )

    def draw(self, ax: Axes) -> None:
        """The fitted mean, and both kinds of targets."""
        table = self.frame().sort_values("x")
        ax.plot(table["x"], table["mean"], color=self.theme.ink, linewidth=1.2, label="model")
        for number, name in enumerate(("observed", "simulated")):
            ax.scatter(
                table["x"],
                table[name],
                s=14,
                marker=self.theme.marker(number),
                color=self.theme.color(number),
                linewidth=0,
                label=name,
            )
        ax.set(xlabel="x", ylabel="target")
        if self.legend:
            ax.legend(loc="upper left", bbox_to_anchor=(1.0, 1.02))

    def alt(self) -> str:
        """Mean and standard deviation of the simulated and observed residuals."""
        simulated, observed = np.std(self.simulated - self.means), np.std(self.fit.y - self.means)
        shift = np.mean(self.simulated - self.means)
        return (
            f"simulated residuals have mean {shift:.3g} and standard deviation {simulated:.3g}; observed "
            f"ones have standard deviation {observed:.3g}."
        )


displays.add(
    "GeneratedDataDisplay",
    GeneratedDataDisplay,
    "targets simulated from a fitted model, beside the observed ones",
)
