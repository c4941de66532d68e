"""Bootstrap samples as a heat map: count of each row in each sample, 0 for out-of-bag rows."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Self

import numpy as np

from gnomon import seeds
from gnomon.errors import DataError
from gnomon.learners.ensembles.bootstrap_sampler import BootstrapSampler
from gnomon.plotting.display import Display
from gnomon.plotting.labels import shown
from gnomon.plotting.tints import tints
from gnomon.registry import displays

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes

MAX_ROWS, MAX_SAMPLES = 60, 20


class BootstrapSamplesDisplay(Display):
    """Bootstrap samples: a cell for each sample and row, with the count of the row.

    counts: (samples, rows). names: of the rows.

    Examples
    --------
    >>> import gnomon as gn
    >>> gn.plotting.BootstrapSamplesDisplay([[2, 0, 1], [1, 1, 1]]).frame()["count"].tolist()
    [2, 0, 1, 1, 1, 1]
    """

    size = (5.0, 2.6)

    def __init__(self, counts: Any, names: Sequence[Any] | None = None) -> None:
        self.counts = np.asarray(counts)
        if self.counts.ndim != 2 or not self.counts.size or (self.counts < 0).any():
            raise DataError(
                f"counts of shape {self.counts.shape}: pass one row per sample and one count per row"
            )
        self.names = [str(row) for row in (range(self.counts.shape[1]) if names is None else names)]

    @classmethod
    def from_estimator(cls, estimator: Any) -> Self:
        """Plot the samples of a fitted bagging learner."""
        return cls(estimator.counts_)

    @classmethod
    def drawn(cls, X: Any, y: Any, samples: int = 2, *, random_state: Any = 0) -> Self:
        """Draw bootstrap samples of these rows, as bagging does."""
        draws = BootstrapSampler.of(np.asarray(X, dtype=float), np.asarray(y))
        return cls([draws.bootstrap(seeds.child(random_state, each)) for each in range(samples)])

    @classmethod
    def example(cls) -> Self:
        """Four samples of fourteen rows."""
        return cls.drawn(np.arange(14.0)[:, None], np.arange(14), 4)

    def frame(self) -> pd.DataFrame:
        """One row per sample and row."""
        import pandas as pd

        samples, rows = self.counts.shape
        return pd.DataFrame(
            {
                "sample": np.repeat(np.arange(samples), rows),
                "row": np.tile(np.array(self.names), samples),
                "count": self.counts.ravel(),
            }
        )

    def draw(self, ax: Axes) -> None:
        """A heat map with the counts in the cells."""
        part = self.counts[:MAX_SAMPLES, :MAX_ROWS]
        largest = max(1, part.max())
        ax.pcolormesh(
            part, cmap=tints(self.theme), vmin=0, vmax=largest, edgecolors=self.theme.paper, linewidth=1
        )
        if part.size <= 200:
            for sample, row in np.ndindex(*part.shape):
                ax.text(
                    row + 0.5, sample + 0.5, f"{part[sample, row]:g}", ha="center", va="center", fontsize=8
                )
        if part.shape[1] <= 30:
            ax.set_xticks(
                np.arange(part.shape[1]) + 0.5, [shown(name, 8) for name in self.names[: part.shape[1]]]
            )
        ax.set_yticks(np.arange(len(part)) + 0.5, [f"sample {number + 1}" for number in range(len(part))])
        hidden = self.counts.shape[1] > part.shape[1]
        ax.set(xlabel=f"the first {part.shape[1]} of {self.counts.shape[1]} rows" if hidden else "row")
        ax.tick_params(length=0)
        ax.invert_yaxis()

    def alt(self) -> str:
        """The fraction of out-of-bag rows of each sample."""
        out_of_bag = (self.counts == 0).mean(axis=1)
        shares = ", ".join(f"{share:.0%}" for share in out_of_bag[:MAX_SAMPLES])
        return (
            f"Counts of {self.counts.shape[1]} rows in {len(self.counts)} bootstrap samples; out of bag: "
            f"{shares}."
        )


displays.add("BootstrapSamplesDisplay", BootstrapSamplesDisplay, "counts of the rows in bootstrap samples")
