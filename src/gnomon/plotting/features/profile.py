"""Distributions of all columns of a table, side by side."""

from __future__ import annotations

from typing import Any, ClassVar, Self

from gnomon.errors import DataError
from gnomon.features.profiles.table import Profile, profile
from gnomon.plotting.features.column_bars import ColumnBarsDisplay
from gnomon.plotting.labels import distinct_labels
from gnomon.plotting.panels import Panels
from gnomon.registry import displays

MAX_COLUMNS = 24


class ProfileDisplay(Panels):
    """Small histograms or bar charts of the first 24 columns.

    profiled: a `Profile`, from `gn.profile`.

    Examples
    --------
    >>> import gnomon as gn
    >>> gn.plotting.ProfileDisplay(gn.profile(gn.load("iris"))).titles
    ['target', 'sepal length', 'sepal width', 'petal length', 'petal width']
    """

    panel_size: ClassVar[tuple[float, float]] = (3.0, 2.3)

    def __init__(self, profiled: Profile, *, columns: int = 3) -> None:
        first = [] if profiled.target is None else [profiled.target]
        some = [each for each in (*first, *profiled.columns) if each.counts or each.levels][:MAX_COLUMNS]
        if not some:
            raise DataError("no column has a value to count")
        self.profile = profiled
        super().__init__(
            [_Small(each) for each in some],
            distinct_labels([each.name for each in some], 26),
            columns=columns,
        )

    @classmethod
    def from_task(cls, task: Any, **options: Any) -> Self:
        """Plot the columns of a task or table."""
        return cls(profile(task), **options)

    @classmethod
    def example(cls) -> Self:
        """Iris."""
        from gnomon.plotting.experiments.examples import bundled

        return cls.from_task(bundled("iris"))


class _Small(ColumnBarsDisplay):
    """The same without labels and legend."""

    def draw(self, ax: Any) -> None:
        """Bars without a legend and axis labels."""
        super().draw(ax)
        if ax.get_legend() is not None:
            ax.get_legend().remove()
        ax.set(xlabel="", ylabel="")
        for label in ax.get_xticklabels():
            label.set_fontsize(7)


displays.add("ProfileDisplay", ProfileDisplay, "distributions of the columns of a table")
