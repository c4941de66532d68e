"""Density of a Gaussian mixture of one feature: weighted component densities and their sum."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Self

import numpy as np
from sklearn.utils.validation import check_is_fitted

from gnomon.errors import DataError
from gnomon.learners.mixtures.normals import Normals
from gnomon.plotting.display import Display
from gnomon.plotting.labels import shown
from gnomon.registry import displays

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes


class MixtureDensityDisplay(Display):
    """Histogram of one feature, weighted component densities w_k N(x | m_k, s_k²), and the mixture density.

    normals: weights, means and variances of the components. x: the rows. name: of the feature.

    Examples
    --------
    >>> import gnomon as gn
    >>> gn.plotting.MixtureDensityDisplay.example().frame().columns.tolist()
    ['petal length', 'component 0', 'component 1', 'component 2', 'mixture']
    """

    def __init__(self, normals: Normals, x: Any, *, name: str = "x") -> None:
        self.normals, self.name = normals, name
        self.x = np.asarray(x, dtype=float).reshape(-1)
        if normals.n_columns != 1 or not np.isfinite(self.x).all() or not len(self.x):
            raise DataError(
                f"the mixture has {normals.n_columns} features and x {len(self.x)} values; this figure "
                "needs a mixture of one column, and finite values"
            )

    @classmethod
    def from_estimator(cls, estimator: Any, X: Any, *, name: str = "x") -> Self:
        """Plot a fitted `GaussianMixture` of one feature."""
        check_is_fitted(estimator)
        return cls(estimator.normals_, X, name=name)

    @classmethod
    def example(cls) -> Self:
        """Petal length of iris, without its class labels."""
        from gnomon.data.sets import load
        from gnomon.learners.mixtures.gaussian import GaussianMixture

        iris: Any = load("iris")
        petals = iris.encoded[:, [2]]
        return cls.from_estimator(GaussianMixture(3).fit(petals), petals, name="petal length")

    def frame(self) -> pd.DataFrame:
        """One row per grid point: each weighted component density, and the mixture density."""
        import pandas as pd

        margin = 0.1 * float(np.ptp(self.x)) or 1.0
        grid = np.linspace(self.x.min() - margin, self.x.max() + margin, 301)
        parts = np.exp(self.normals.scores(grid[:, None]))
        columns = {f"component {k}": parts[:, k] for k in range(parts.shape[1])}
        return pd.DataFrame({self.name: grid, **columns, "mixture": parts.sum(axis=1)})

    def draw(self, ax: Axes) -> None:
        """Histogram, component densities, mixture density."""
        table = self.frame()
        bins = min(40, max(8, int(np.sqrt(len(self.x)) * 2)))
        ax.hist(self.x, bins, density=True, color=self.theme.line, label="histogram")
        ax.plot(
            table[self.name], table["mixture"], color=self.theme.soft, linewidth=3, alpha=0.6, label="mixture"
        )
        for k in range(self.normals.n_components):
            ax.plot(
                table[self.name],
                table[f"component {k}"],
                color=self.theme.color(k),
                linestyle=self.theme.dash(k + 1),
                label=f"component {k + 1}, {self.normals.weights[k]:.0%}",
            )
        ax.set(xlabel=shown(self.name), ylabel="density")
        ax.legend(loc="best")

    def alt(self) -> str:
        """Weight and mean of each component."""
        pairs = zip(self.normals.weights, self.normals.means[:, 0])
        parts = ", ".join(f"{weight:.0%} about {mean:.3g}" for weight, mean in pairs)
        return f"Density of {shown(self.name)} as a Gaussian mixture: {parts}."


displays.add(
    "MixtureDensityDisplay",
    MixtureDensityDisplay,
    "density of a Gaussian mixture of one feature, and its components",
)
