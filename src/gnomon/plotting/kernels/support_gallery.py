"""Support vectors of one class as images, the largest multipliers first."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Self

import numpy as np

from gnomon.errors import DataError, ParameterError
from gnomon.learners.kernel.reading.support_table import support_table
from gnomon.plotting.display import Display
from gnomon.plotting.labels import shown
from gnomon.registry import displays

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes


class SupportGalleryDisplay(Display):
    """Support vectors as images in descending order of their Lagrange multipliers alpha, printed below each.

    images: (images, height, width). alpha: the multiplier of each image. rows: their indices in the training
    set. label: their class. columns: images per row of the figure.

    Examples
    --------
    >>> import gnomon as gn
    >>> gn.plotting.SupportGalleryDisplay.example().frame()["alpha"].is_monotonic_decreasing
    True
    """

    size = (5.6, 2.6)

    def __init__(self, images: Any, alpha: Any, rows: Any, label: Any, *, columns: int = 8) -> None:
        self.images, self.alpha = np.asarray(images, dtype=np.float64), np.asarray(alpha, dtype=np.float64)
        if self.images.ndim != 3 or len(self.images) != len(self.alpha) or not len(self.images):
            raise DataError(
                f"images of shape {self.images.shape} and {len(self.alpha)} multipliers: pass one per image"
            )
        if columns < 1:
            raise ParameterError(f"columns={columns!r}: it must be at least 1")
        self.rows, self.label, self.columns = np.asarray(rows), label, columns

    @classmethod
    def from_estimator(
        cls,
        estimator: Any,
        X: Any,
        y: Any,
        *,
        label: Any,
        shape: Sequence[int] | None = None,
        max_images: int = 16,
        columns: int = 8,
    ) -> Self:
        """Plot the support vectors of one class of a binary SVM.

        shape: height and width of an image, square by default. max_images: maximum number of images.
        """
        X = np.asarray(X, dtype=np.float64)
        ranked = support_table(estimator, X, y).ranked()
        of_class = ranked[ranked["class"] == label].head(max_images)
        if of_class.empty:
            raise DataError(
                f"label={label!r} has no support vectors; the classes are {estimator.classes_.tolist()}"
            )
        edge = round(X.shape[1] ** 0.5)
        height, width = (edge, edge) if shape is None else shape
        if height * width != X.shape[1]:
            raise ParameterError(
                f"shape={shape!r}: rows have {X.shape[1]} columns; pass the height and width of an image"
            )
        rows = of_class["row"].to_numpy()
        return cls(X[rows].reshape(-1, height, width), of_class["alpha"], rows, label, columns=columns)

    @classmethod
    def example(cls) -> Self:
        """Digits 2 in an SVM that separates them from digits 3."""
        from gnomon.data.sets import load
        from gnomon.learners.kernel.svc import SVC

        task: Any = load("digits")
        y = np.asarray(task.y).astype(str)
        chosen = np.flatnonzero(np.isin(y, ["2", "3"]))[:160]
        X = task.X[chosen] / 16
        machine = SVC(kernel="poly", degree=2, C=1e3, random_state=None).fit(X, y[chosen])
        return cls.from_estimator(machine, X, y[chosen], label="2")

    def frame(self) -> pd.DataFrame:
        """One row per image: rank, row index and multiplier."""
        import pandas as pd

        return pd.DataFrame(
            {"rank": np.arange(1, len(self.alpha) + 1), "row": self.rows, "alpha": self.alpha}
        )

    def draw(self, ax: Axes) -> None:
        """Images on a grid, in shades of gray."""
        from matplotlib.colors import LinearSegmentedColormap

        _, height, width = self.images.shape
        lines = -(-len(self.images) // self.columns)
        across, down = width + 1.0, height + 3.0
        low, high = self.images.min(), self.images.max()
        ink = LinearSegmentedColormap.from_list("ink", [self.theme.paper, self.theme.ink])
        for index, (image, alpha) in enumerate(zip(self.images, self.alpha)):
            left, top = (index % self.columns) * across, (index // self.columns) * down
            ax.imshow(image, cmap=ink, vmin=low, vmax=high, extent=(left, left + width, top + height, top))
            ax.text(left + width / 2, top + height + 0.3, f"{alpha:.2g}", ha="center", va="top", fontsize=7)
        ax.set(xlim=(-0.5, self.columns * across), ylim=(lines * down, -0.5), aspect="equal")
        ax.set_title(f"class {shown(self.label)}, by multiplier α")
        ax.set_axis_off()

    def alt(self) -> str:
        """The number of images, and the range of their multipliers."""
        return (
            f"{len(self.images)} support vectors of class {shown(self.label)} as images, with multipliers "
            f"from {self.alpha[0]:.3g} to {self.alpha[-1]:.3g}."
        )


displays.add(
    "SupportGalleryDisplay", SupportGalleryDisplay, "support vectors as images, by Lagrange multiplier"
)
