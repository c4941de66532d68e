"""Feature ranking: a bar chart of filter scores, best first."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Self

import numpy as np

from gnomon.features.select.ranking import FeatureScores, score_features
from gnomon.plotting.display import Display
from gnomon.plotting.labels import shown
from gnomon.plotting.panels import Panels
from gnomon.registry import displays

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes

MAX_BARS = 25


class FeatureScoresDisplay(Display):
    """Bar chart of filter scores by absolute value, with their sign; features used by a model are marked.

    scores: result of `score_features`. used: names of features to mark, as those of a tree.

    Examples
    --------
    >>> import gnomon as gn
    >>> gn.plotting.FeatureScoresDisplay.from_task(gn.load("iris")).frame()["feature"].iloc[0]
    'petal width'
    """

    def __init__(self, scores: FeatureScores, *, used: Sequence[Any] = ()) -> None:
        self.scores, self.used = scores, tuple(used)
        self.size = (5.0, min(7.0, 1.2 + 0.2 * min(len(scores.names), MAX_BARS)))  # type: ignore[misc]

    @classmethod
    def from_scores(cls, scores: FeatureScores, *, used: Sequence[Any] = ()) -> Self:
        """Plot the result of `score_features`."""
        return cls(scores, used=used)

    @classmethod
    def from_task(
        cls, task: Any, *, filter: str = "information_gain", used: Sequence[Any] = (), **options: Any
    ) -> Self:
        """Score the features of a task by a filter; options: those of `score_features`."""
        return cls(score_features(task, filter=filter, **options), used=used)

    @classmethod
    def from_tree(cls, task: Any, tree: Any, *, filter: str = "correlation") -> Self:
        """Score the features of a task, and mark those that a fitted tree uses."""
        return cls.from_task(task, filter=filter, used=tree.columns_used())

    @classmethod
    def example(cls) -> Self:
        """Heart disease: correlations, and the features of a short tree."""
        from gnomon.data.sets import load
        from gnomon.learners.trees.classifier import DecisionTreeClassifier

        heart: Any = load("heart")
        tree = DecisionTreeClassifier(max_depth=3, random_state=0).fit(heart.table.to_pandas(), heart.y)
        return cls.from_tree(heart, tree)

    def frame(self) -> pd.DataFrame:
        """One row per feature, strongest first."""
        return self.scores.signed(self.used)

    def draw(self, ax: Axes) -> None:
        """The largest scores."""
        table = self.frame().head(MAX_BARS)
        positions = np.arange(len(table))
        inks = [self.theme.color(0) if value >= 0 else self.theme.color(1) for value in table["value"]]
        ax.barh(positions, table["value"], 0.72, color=inks)
        ax.axvline(0, color=self.theme.soft, linewidth=0.8)
        names = [
            ("● " if used else "") + shown(name, 26) for name, used in zip(table["feature"], table["used"])
        ]
        ax.set_yticks(positions, names)
        ax.invert_yaxis()
        label = self.scores.filter.replace("_", " ")
        if len(table) < len(self.scores.names):
            label += f" ({len(table)} largest of {len(self.scores.names)})"
        ax.set(xlabel=label + (" — ● used by the model" if table["used"].any() else ""))

    def alt(self) -> str:
        """The first three."""
        table = self.frame().head(3)
        parts = ", ".join(f"{shown(row.feature, 24)} {row.value:.3g}" for row in table.itertuples())
        return f"{len(self.scores.names)} features scored by {self.scores.filter}; largest: {parts}."


class FeatureRankingsDisplay(Panels):
    """Feature rankings by several filters, side by side.

    Examples
    --------
    >>> import gnomon as gn
    >>> gn.plotting.FeatureRankingsDisplay.from_task(
    ...     gn.load("iris"), ("information_gain", "chi_squared")
    ... ).titles
    ['information gain', 'chi squared']
    """

    panel_size = (3.6, 3.0)

    @classmethod
    def from_task(
        cls, task: Any, filters: Sequence[str] = ("information_gain", "chi_squared", "relief")
    ) -> Self:
        """Score the features of a task by each filter."""
        parts = [FeatureScoresDisplay.from_task(task, filter=name) for name in filters]
        return cls(parts, [name.replace("_", " ") for name in filters])

    @classmethod
    def example(cls) -> Self:
        """Heart disease by two filters."""
        from gnomon.data.sets import load

        return cls.from_task(load("heart"), ("information_gain", "chi_squared"))


displays.add("FeatureScoresDisplay", FeatureScoresDisplay, "feature ranking by a filter")
displays.add("FeatureRankingsDisplay", FeatureRankingsDisplay, "feature rankings by several filters")
