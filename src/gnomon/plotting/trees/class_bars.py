"""Class distributions of groups, with the entropy of each."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self

import numpy as np

from gnomon.errors import DataError
from gnomon.plotting.display import Display
from gnomon.plotting.labels import shown
from gnomon.probability.entropies import entropy
from gnomon.registry import displays

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes


class ClassBarsDisplay(Display):
    """Class distribution of each group: branches of a split, coins, samples.

    groups: count or probability of each class, by group.

    Examples
    --------
    >>> import gnomon as gn
    >>> gn.plotting.ClassBarsDisplay({"fair": {"heads": 0.5, "tails": 0.5}}).frame()["entropy"].tolist()
    [1.0, 1.0]
    """

    def __init__(self, groups: Mapping[Any, Mapping[Any, float]]) -> None:
        self.classes = list(dict.fromkeys(name for group in groups.values() for name in group))
        self.names = list(groups)
        self.numbers = np.array([[group.get(name, 0) for name in self.classes] for group in groups.values()])
        if not groups or (self.numbers < 0).any() or not (self.numbers.sum(axis=1) > 0).all():
            raise DataError("every group needs counts of at least 0, and not all 0")

    @classmethod
    def from_split(cls, branches: Any, labels: Any) -> Self:
        """Count the classes of each branch of a split, from the branch and the label of each row."""
        branch, classes = np.asarray(branches), np.asarray(labels)
        return cls(
            {
                value: {label: int(np.sum(classes[branch == value] == label)) for label in np.unique(classes)}
                for value in np.unique(branch)
            }
        )

    @classmethod
    def of_coins(cls, *heads: float) -> Self:
        """Plot coins with these probabilities of heads."""
        return cls({f"P(heads) = {p:g}": {"heads": p, "tails": 1 - p} for p in heads})

    @classmethod
    def from_samples(cls, samples: Mapping[Any, Any]) -> Self:
        """Count the labels of samples."""
        return cls(
            {
                name: dict(
                    zip(*(each.tolist() for each in np.unique(np.asarray(labels), return_counts=True)))
                )
                for name, labels in samples.items()
            }
        )

    @classmethod
    def example(cls) -> Self:
        """Tennis, split on the outlook."""
        from gnomon.data.sets import load

        task: Any = load("play-tennis")
        return cls.from_split(task.X["Outlook"], task.y)

    def frame(self) -> pd.DataFrame:
        """One row per group and class."""
        import pandas as pd

        return pd.DataFrame(
            {
                "group": np.repeat(np.array([str(name) for name in self.names]), len(self.classes)),
                "class": np.tile(np.array([str(name) for name in self.classes]), len(self.names)),
                "count": self.numbers.ravel().astype(float),
                "entropy": np.repeat(entropy(self.numbers, axis=1), len(self.classes)),
            }
        )

    def draw(self, ax: Axes) -> None:
        """Grouped bars with their counts."""
        width, places = 0.8 / len(self.classes), np.arange(len(self.names))
        for code, name in enumerate(self.classes):
            bars = ax.bar(
                places + (code - (len(self.classes) - 1) / 2) * width,
                self.numbers[:, code],
                width * 0.92,
                color=self.theme.color(code),
                hatch=self.theme.hatch(code),
                edgecolor=self.theme.paper,
                label=shown(name, 20),
            )
            ax.bar_label(bars, fmt="{:g}", fontsize=7, color=self.theme.soft, padding=1)
        bits = entropy(self.numbers, axis=1)
        ticks = [f"{shown(name, 18)}\nH = {each:.3g} bits" for name, each in zip(self.names, bits)]
        ax.set_xticks(places, ticks)
        ax.set(ylabel="rows" if (self.numbers == self.numbers.round()).all() else "probability")
        ax.margins(y=0.12)
        ax.legend(loc="lower center", bbox_to_anchor=(0.5, 1.0), ncols=min(4, len(self.classes)))

    def alt(self) -> str:
        """The entropy of each group."""
        bits = entropy(self.numbers, axis=1)
        parts = ", ".join(f"{shown(name, 20)} {each:.3g} bits" for name, each in zip(self.names, bits))
        return f"Distribution of {len(self.classes)} classes in {len(self.names)} groups; entropy: {parts}."


displays.add("ClassBarsDisplay", ClassBarsDisplay, "class distributions of groups, with the entropy of each")
