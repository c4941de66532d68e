"""AdaBoost by boosting round: weighted error and weight of each estimator, and the sample weights."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Self

import numpy as np

from gnomon.arrays import Floats
from gnomon.plotting.display import Display
from gnomon.plotting.labels import shown
from gnomon.plotting.panels import Panels
from gnomon.plotting.plane_points import codes_of
from gnomon.registry import displays

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes

MAX_ROWS = 60


class BoostingRoundsDisplay(Panels):
    """AdaBoost by boosting round: weighted error ε, estimator weight α, and sample weights.

    Examples
    --------
    >>> import gnomon as gn
    >>> task = gn.datasets.make_xor(40, random_state=0)
    >>> model = gn.AdaBoostClassifier(n_estimators=4)
    >>> gn.plotting.BoostingRoundsDisplay.from_estimator(model, task.X, task.y).titles
    ['errors and estimator weights', 'sample weights']
    """

    panel_size = (4.0, 3.2)

    @classmethod
    def from_estimator(cls, estimator: Any, X: Any, y: Any) -> Self:
        """Fit an AdaBoost classifier on these rows and trace it."""
        steps = estimator.trace(X, y)
        weights = steps.pivot(index="round", columns="row", values="weight").to_numpy()
        rounds = estimator.rounds()
        accepted = rounds[rounds["outcome"] != "redrawn"]
        codes, classes = codes_of(y, weights.shape[1])
        parts = [_Votes(accepted), _Weights(weights, codes, classes)]
        return cls(parts, ["errors and estimator weights", "sample weights"], columns=2)

    @classmethod
    def example(cls) -> Self:
        """Twelve stumps on moons."""
        from gnomon.data.generate import make_moons
        from gnomon.learners.ensembles.adaboost import AdaBoostClassifier

        task = make_moons(40, noise=0.3, random_state=0)
        return cls.from_estimator(AdaBoostClassifier(n_estimators=12, random_state=0), task.X, task.y)


class _Votes(Display):
    def __init__(self, rounds: pd.DataFrame) -> None:
        self.rounds = rounds

    def frame(self) -> pd.DataFrame:
        return self.rounds[["round", "error", "vote"]].reset_index(drop=True)

    def draw(self, ax: Axes) -> None:
        table = self.frame()
        for number, (name, label) in enumerate(
            (("error", "weighted error ε"), ("vote", "estimator weight α"))
        ):
            ax.plot(
                table["round"] + 1,
                table[name],
                color=self.theme.color(number),
                marker=self.theme.marker(number),
                linestyle=self.theme.dash(number),
                markersize=4,
                label=label,
            )
        ax.axhline(0.5, color=self.theme.soft, linewidth=0.8, linestyle=self.theme.dash(2))
        ax.set(xlabel="boosting round", ylim=(0, None))
        ax.legend(loc="best")

    def alt(self) -> str:
        errors = self.rounds["error"]
        first, last = errors.iloc[0], errors.iloc[-1]
        return f"Weighted errors of {len(errors)} boosting rounds from {first:.3g} to {last:.3g}."


class _Weights(Display):
    def __init__(self, weights: Floats, codes: Any, classes: Any) -> None:
        self.weights, self.codes, self.classes = weights, codes, classes

    def frame(self) -> pd.DataFrame:
        import pandas as pd

        rounds, rows = self.weights.shape
        return pd.DataFrame(
            {
                "round": np.repeat(np.arange(rounds), rows),
                "row": np.tile(np.arange(rows), rounds),
                "weight": self.weights.ravel(),
            }
        )

    def draw(self, ax: Axes) -> None:
        # The rows of largest final weight: the others overlap near 0.
        heaviest = np.argsort(-self.weights[-1], kind="stable")[:MAX_ROWS]
        named: set[int] = set()
        for row in heaviest:
            code = int(self.codes[row])
            label = None if code in named else shown(self.classes[code], 20)
            named.add(code)
            ax.plot(
                np.arange(1, len(self.weights) + 1),
                self.weights[:, row],
                color=self.theme.color(code),
                linestyle=self.theme.dash(code),
                linewidth=0.8,
                alpha=0.8,
                label=label,
            )
        ax.set(xlabel="boosting round", ylabel="sample weight", ylim=(0, None))
        ax.legend(loc="best", title="class of the row", title_fontsize=8)

    def alt(self) -> str:
        return f"The largest sample weight in the last round is {self.weights[-1].max():.3g} of the total."


displays.add(
    "BoostingRoundsDisplay",
    BoostingRoundsDisplay,
    "weighted errors, estimator weights and sample weights by boosting round",
)
