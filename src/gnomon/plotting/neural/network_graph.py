"""The graph of a multilayer perceptron: its units in layers, and the weights between them."""

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

MOST_UNITS = 12


class NetworkGraphDisplay(Display):
    """Units as circles in layers, weights as lines: thick where large, by color and dash where negative.

    coefs: the weights of each layer, units below x units above. Of more than 12 in a layer 12 are shown.

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
        fits = all(a.ndim == 2 for a in self.coefs) and all(
            a.shape[1] == b.shape[0] for a, b in zip(self.coefs, self.coefs[1:])
        )
        if not self.coefs or not fits:
            raise DataError(
                f"weights of shapes {[each.shape for each in self.coefs]} do not follow on each other"
            )
        self.inputs = list(inputs) if inputs is not None else [f"x{j + 1}" for j in range(self.sizes[0])]
        self.outputs = list(outputs) if outputs is not None else [f"y{j + 1}" for j in range(self.sizes[-1])]

    @classmethod
    def from_estimator(cls, estimator: Any, *, inputs: Sequence[Any] | None = None) -> Self:
        """A fitted MLPClassifier or MLPRegressor, ours or scikit-learn's."""
        check_is_fitted(estimator)
        if not hasattr(estimator, "coefs_"):
            raise DataError(
                f"{type(estimator).__name__} has no layers of weights; fit MLPClassifier or MLPRegressor"
            )
        named = getattr(estimator, "feature_names_in_", None) if inputs is None else inputs
        classes = getattr(estimator, "classes_", None)
        n_outputs = estimator.coefs_[-1].shape[1]
        outputs = None
        if classes is not None:
            outputs = list(classes) if n_outputs == len(classes) else [classes[-1]]
        return cls(estimator.coefs_, named, outputs)

    @classmethod
    def example(cls) -> Self:
        """Petals and sepals to three kinds of iris, by five hidden units."""
        from gnomon.data.sets import load
        from gnomon.learners.neural.classifier import MLPClassifier

        task: Any = load("iris")
        model = MLPClassifier(hidden_layer_sizes=(5,), solver="lbfgs", alpha=0.1, random_state=0)
        return cls.from_estimator(model.fit(task.X, task.y), inputs=task.table.names)

    @property
    def sizes(self) -> list[int]:
        """Units in each layer, from the inputs to the outputs."""
        return [len(self.coefs[0]), *(each.shape[1] for each in self.coefs)]

    def frame(self) -> pd.DataFrame:
        """One row a weight: layer, unit below, unit above, weight."""
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
        """Lines for the weights, circles for the units, names at both ends."""
        places = [self._places(size) for size in self.sizes]
        for layer, coef in enumerate(self.coefs):
            largest = float(np.abs(coef).max()) or 1.0
            for i, up in places[layer].items():
                for j, down in places[layer + 1].items():
                    share, is_negative = abs(coef[i, j]) / largest, int(coef[i, j] < 0)
                    ax.plot(
                        [layer, layer + 1],
                        [up, down],
                        color=self.theme.color(is_negative),
                        linestyle=self.theme.dash(is_negative),
                        linewidth=0.3 + 2.2 * share,
                        alpha=0.35 + 0.55 * share,
                        zorder=1,
                    )
        for layer, heights in enumerate(places):
            ax.scatter(
                [layer] * len(heights),
                list(heights.values()),
                s=190,
                color=self.theme.paper,
                edgecolor=self.theme.ink,
                zorder=2,
            )
        self._name(ax, places)
        for number, sign in enumerate(("weight above 0", "below 0")):
            ax.plot([], [], color=self.theme.color(number), linestyle=self.theme.dash(number), label=sign)
        ax.set_axis_off()
        ax.margins(x=0.28, y=0.08)
        ax.legend(loc="upper center", bbox_to_anchor=(0.5, 0.0), ncols=2)

    def alt(self) -> str:
        """The sizes of the layers and the largest weight."""
        largest = max(float(np.abs(each).max()) for each in self.coefs)
        sizes = ", ".join(map(str, self.sizes))
        return f"Network of {sizes} units from inputs to outputs; its largest weight is {largest:.3g}."

    def _places(self, size: int) -> dict[int, float]:
        """Heights of the units that are drawn, by number."""
        shown_units = range(min(size, MOST_UNITS))
        return {unit: (len(shown_units) - 1) / 2 - unit for unit in shown_units}

    def _name(self, ax: Axes, places: list[dict[int, float]]) -> None:
        ends = ((0, self.inputs, "right", -0.12), (len(places) - 1, self.outputs, "left", 0.12))
        for layer, names, side, away in ends:
            for unit, height in places[layer].items():
                ax.text(layer + away, height, shown(names[unit], 18), ha=side, va="center", fontsize=8)
        for layer, size in enumerate(self.sizes):
            if size > MOST_UNITS:
                low = min(places[layer].values())
                ax.text(
                    layer,
                    low - 0.9,
                    f"… {size} in all",
                    ha="center",
                    va="center",
                    fontsize=7,
                    color=self.theme.soft,
                )


displays.add(
    "NetworkGraphDisplay", NetworkGraphDisplay, "layers, units and weights of a network", figures=("1-F15",)
)
