"""Network graph of a multilayer perceptron: units in layers, and the weights between them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Self

import numpy as np
from sklearn.utils.validation import check_is_fitted

from gnomon.arrays import Floats
from gnomon.errors import DataError
from gnomon.plotting.display import Display
from gnomon.plotting.labels import shown
from gnomon.registry import displays

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes

MAX_UNITS = 12


class NetworkGraphDisplay(Display):
    """Network graph of a multilayer perceptron: units as circles, weights as lines, wide where large.

    coefs: weight matrix of each layer, (units of the previous layer, units of the next). inputs, outputs:
    names of the input and output units. At most 12 units per layer are drawn.

    Examples
    --------
    >>> import gnomon as gn
    >>> display = gn.plotting.NetworkGraphDisplay([np.ones((2, 3)), -np.ones((3, 1))])
    >>> display.frame().groupby("layer").size().tolist()
    [6, 3]
    """

    size = (5.6, 3.8)

    def __init__(
        self, coefs: Sequence[Any], inputs: Sequence[Any] | None = None, outputs: Sequence[Any] | None = None
    ) -> None:
        self.coefs: list[Floats] = [np.asarray(each, dtype=np.float64) for each in coefs]
        is_chain = all(a.ndim == 2 for a in self.coefs) and all(
            a.shape[1] == b.shape[0] for a, b in zip(self.coefs, self.coefs[1:])
        )
        if not self.coefs or not is_chain:
            raise DataError(
                f"weight matrices of shapes {[each.shape for each in self.coefs]} do not match; each needs "
                "as many rows as the previous has columns"
            )
        self.inputs = list(inputs) if inputs is not None else [f"x{j + 1}" for j in range(self.sizes[0])]
        self.outputs = list(outputs) if outputs is not None else [f"y{j + 1}" for j in range(self.sizes[-1])]

    @classmethod
    def from_estimator(cls, estimator: Any, *, inputs: Sequence[Any] | None = None) -> Self:
        """Plot a fitted MLPClassifier or MLPRegressor, of Gnomon or of scikit-learn."""
        check_is_fitted(estimator)
        if not hasattr(estimator, "coefs_"):
            raise DataError(
                f"{type(estimator).__name__} has no coefs_ (layer weights); use MLPClassifier or MLPRegressor"
            )
        names = getattr(estimator, "feature_names_in_", None) if inputs is None else inputs
        classes = getattr(estimator, "classes_", None)
        n_outputs = estimator.coefs_[-1].shape[1]
        outputs = None
        if classes is not None:
            outputs = list(classes) if n_outputs == len(classes) else [classes[-1]]
        return cls(estimator.coefs_, names, outputs)

    @classmethod
    def example(cls) -> Self:
        """A network of five hidden units that classifies iris."""
        from gnomon.data.sets import load
        from gnomon.learners.neural.classifier import MLPClassifier

        task: Any = load("iris")
        model = MLPClassifier(hidden_layer_sizes=(5,), solver="lbfgs", alpha=0.1, random_state=0)
        return cls.from_estimator(model.fit(task.X, task.y), inputs=task.table.names)

    @property
    def sizes(self) -> list[int]:
        """Number of units in each layer, from the input layer to the output layer."""
        return [len(self.coefs[0]), *(each.shape[1] for each in self.coefs)]

    def frame(self) -> pd.DataFrame:
        """One row per weight: layer, unit it comes from, unit it goes to, weight."""
        import pandas as pd

        tables = [
            pd.DataFrame(
                {
                    "layer": layer,
                    "from": np.repeat(np.arange(coef.shape[0]), coef.shape[1]),
                    "to": np.tile(np.arange(coef.shape[1]), coef.shape[0]),
                    "weight": coef.ravel(),
                }
            )
            for layer, coef in enumerate(self.coefs, 1)
        ]
        return pd.concat(tables, ignore_index=True)

    def draw(self, ax: Axes) -> None:
        """Weights as lines, units as circles, names of inputs and outputs."""
        positions = [self._positions(size) for size in self.sizes]
        for layer, coef in enumerate(self.coefs):
            largest = float(np.abs(coef).max()) or 1.0
            for i, start in positions[layer].items():
                for j, end in positions[layer + 1].items():
                    strength, is_negative = abs(coef[i, j]) / largest, int(coef[i, j] < 0)
                    ax.plot(
                        [layer, layer + 1],
                        [start, end],
                        color=self.theme.color(is_negative),
                        linestyle=self.theme.dash(is_negative),
                        linewidth=0.3 + 2.2 * strength,
                        alpha=0.35 + 0.55 * strength,
                        zorder=1,
                    )
        for layer, heights in enumerate(positions):
            ax.scatter(
                [layer] * len(heights),
                list(heights.values()),
                s=190,
                color=self.theme.paper,
                edgecolor=self.theme.ink,
                zorder=2,
            )
        self._name(ax, positions)
        for number, sign in enumerate(("positive weight", "negative weight")):
            ax.plot([], [], color=self.theme.color(number), linestyle=self.theme.dash(number), label=sign)
        ax.set_axis_off()
        ax.margins(x=0.28, y=0.08)
        ax.legend(loc="upper center", bbox_to_anchor=(0.5, 0.0), ncols=2)

    def alt(self) -> str:
        """The sizes of the layers and the largest absolute weight."""
        largest = max(float(np.abs(each).max()) for each in self.coefs)
        sizes = ", ".join(map(str, self.sizes))
        return f"Neural network with layers of {sizes} units; the largest absolute weight is {largest:.3g}."

    def _positions(self, size: int) -> dict[int, float]:
        """Vertical position of each unit that is drawn, by index."""
        shown_units = range(min(size, MAX_UNITS))
        return {unit: (len(shown_units) - 1) / 2 - unit for unit in shown_units}

    def _name(self, ax: Axes, positions: list[dict[int, float]]) -> None:
        ends = ((0, self.inputs, "right", -0.12), (len(positions) - 1, self.outputs, "left", 0.12))
        for layer, names, side, away in ends:
            for unit, height in positions[layer].items():
                ax.text(layer + away, height, shown(names[unit], 18), ha=side, va="center", fontsize=8)
        for layer, size in enumerate(self.sizes):
            if size > MAX_UNITS:
                low = min(positions[layer].values())
                ax.text(
                    layer,
                    low - 0.9,
                    f"… {size} units",
                    ha="center",
                    va="center",
                    fontsize=7,
                    color=self.theme.soft,
                )


displays.add(
    "NetworkGraphDisplay",
    NetworkGraphDisplay,
    "network graph of a multilayer perceptron: layers, units and weights",
)
