"""The distributions of all columns of a table, side by side."""

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
    """A small histogram, or bars of levels, for each column that has values; the first 24.

    found: a `Profile`, of `gn.profile`.

    Examples
    --------
    >>> import gnomon as gn
    >>> gn.plotting.ProfileDisplay(gn.profile(gn.load("iris"))).titles
    ['target', 'sepal length', 'sepal width', 'petal length', 'petal width']
    """

    panel_size: ClassVar[tuple[float, float]] = (3.0, 2.3)

    def __init__(self, found: Profile, *, columns: int = 3) -> None:
        first = [] if found.target is None else [found.target]
        some = [each for each in (*first, *found.columns) if each.counts or each.levels][:MAX_COLUMNS]
        if not some:
            raise DataError("no column has a value to count")
        self.profile = found
        super().__init__(
            [_Small(each) for each in some],
            distinct_labels([each.name for each in some], 26),
            columns=columns,
        )

    @classmethod
    def from_task(cls, task: Any, **options: Any) -> Self:
        """The columns of a task or a table."""
        return cls(profile(task), **options)

    @classmethod
    def example(cls) -> Self:
        """Iris."""
        from gnomon.plotting.experiments.examples import bundled

        return cls.from_task(bundled("iris"))


class _Small(ColumnBarsDisplay):
    """The same with nothing but the bars and the ends of its axis."""

    def draw(self, ax: Any) -> None:
        """Bars without a legend and without names that the title has."""
        super().draw(ax)
        if ax.get_legend() is not None:
            ax.get_legend().remove()
        ax.set(xlabel="", ylabel="")
        for label in ax.get_xticklabels():
            label.set_fontsize(7)


displays.add(
    "ProfileDisplay",
    ProfileDisplay,
    "the distribution of each column of a table, side by side",
    figures=("profile",),
)
