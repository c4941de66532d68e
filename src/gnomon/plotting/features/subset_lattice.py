"""Lattice (Hasse diagram) of all feature subsets: an edge adds one feature."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import TYPE_CHECKING, Any, Self

import numpy as np
from sklearn.utils.validation import check_is_fitted

from gnomon.errors import ParameterError
from gnomon.features.select.exhaustive import n_subsets
from gnomon.plotting.display import Display
from gnomon.plotting.labels import shown
from gnomon.plotting.tints import tints
from gnomon.registry import displays

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes

MAX_FEATURES = 6


class SubsetLatticeDisplay(Display):
    """Lattice of feature subsets as bit strings, from the empty set to all features, with scores.

    names: of the features. scores: of some subsets (tuples of column indices), or None. path: subsets along a
    search.

    Examples
    --------
    >>> import gnomon as gn
    >>> len(gn.plotting.SubsetLatticeDisplay(["a", "b", "c", "d"]).frame())
    16
    """

    def __init__(
        self,
        names: Sequence[Any],
        scores: Mapping[tuple[int, ...], float] | None = None,
        *,
        path: Sequence[tuple[int, ...]] = (),
    ) -> None:
        self.names = [str(name) for name in names]
        if not 1 <= len(self.names) <= MAX_FEATURES:
            raise ParameterError(
                f"{len(self.names)} features have {n_subsets(len(self.names))} subsets, too many to "
                f"read; pass up to {MAX_FEATURES} features"
            )
        self.scores, self.path = dict(scores or {}), [tuple(sorted(each)) for each in path]
        d = len(self.names)
        self.subsets = [each for size in range(d + 1) for each in combinations(range(d), size)]
        self.size = (max(4.0, 0.62 * max(np.bincount([len(each) for each in self.subsets]))), 0.7 * (d + 1))  # type: ignore[misc]

    @classmethod
    def from_estimator(cls, estimator: Any) -> Self:
        """Plot a fitted search: the subsets evaluated, their scores, and the path."""
        check_is_fitted(estimator)
        names = list(estimator.curve_.names)
        trials = estimator.trials()
        scores = {
            tuple(sorted(names.index(name) for name in row.columns)): float(row.score)
            for row in trials.rename(
                columns={trials.columns[1]: "columns", trials.columns[2]: "score"}
            ).itertuples()
        }
        return cls(names, scores, path=[step.subset for step in estimator.curve_.steps])

    @classmethod
    def example(cls) -> Self:
        """Forward selection on iris."""
        from gnomon.data.sets import load
        from gnomon.features.select.forward import ForwardSelection
        from gnomon.learners.bayes.gaussian import GaussianNB

        iris: Any = load("iris")
        search = ForwardSelection(GaussianNB(), n_features_to_select=4, cv=3)
        return cls.from_estimator(search.fit(iris.table.to_pandas(), iris.y))

    def frame(self) -> pd.DataFrame:
        """One row per subset: its bits, size and score."""
        import pandas as pd

        return pd.DataFrame(
            {
                "subset": [self._bits(each) for each in self.subsets],
                "size": [len(each) for each in self.subsets],
                "score": [self.scores.get(each, np.nan) for each in self.subsets],
            }
        )

    def draw(self, ax: Axes) -> None:
        """Edges, the path of the search, and subsets."""
        at = self._positions()
        path = {frozenset(pair) for pair in zip(self.path, self.path[1:])}
        for subset in self.subsets:
            for more in self.subsets:
                if len(more) == len(subset) + 1 and set(subset) < set(more):
                    is_on_path = frozenset((subset, more)) in path
                    ax.plot(
                        *zip(at[subset], at[more]),
                        color=self.theme.ink if is_on_path else self.theme.line,
                        linewidth=1.8 if is_on_path else 0.8,
                        zorder=1,
                    )
        self._nodes(ax, at)
        ax.set(ylim=(-0.4, len(self.names) + 0.4))
        ax.margins(x=0.08)
        ax.axis("off")
        ax.set_title(
            "  ".join(f"{place + 1} {shown(name, 14)}" for place, name in enumerate(self.names)), fontsize=8
        )

    def alt(self) -> str:
        """The number of subsets, and the best."""
        text = f"A lattice of {len(self.subsets)} subsets of {len(self.names)} features"
        if not self.scores:
            return f"{text}."
        best = max(self.scores, key=lambda each: self.scores[each])
        selected = ", ".join(shown(self.names[place], 16) for place in best)
        score = self.scores[best]
        return f"{text}; of {len(self.scores)} evaluated the best is {selected}, with score {score:.3f}."

    def _nodes(self, ax: Axes, at: dict[tuple[int, ...], tuple[float, float]]) -> None:
        scores = list(self.scores.values())
        low, high = (min(scores), max(scores)) if scores else (0.0, 1.0)
        for subset in self.subsets:
            score = self.scores.get(subset)
            share = 0.0 if score is None else 0.2 + 0.8 * (score - low) / max(high - low, 1e-12)
            box = {
                "boxstyle": "round,pad=0.25",
                "facecolor": tints(self.theme)(share),
                "edgecolor": self.theme.soft,
                "linewidth": 0.7,
            }
            text = self._bits(subset) + ("" if score is None else f"\n{score:.3f}")
            ax.text(*at[subset], text, ha="center", va="center", fontsize=7, bbox=box, zorder=2)

    def _positions(self) -> dict[tuple[int, ...], tuple[float, float]]:
        positions: dict[tuple[int, ...], tuple[float, float]] = {}
        for size in range(len(self.names) + 1):
            row = [each for each in self.subsets if len(each) == size]
            positions |= {each: (place - (len(row) - 1) / 2, float(size)) for place, each in enumerate(row)}
        return positions

    def _bits(self, subset: tuple[int, ...]) -> str:
        return "".join("1" if place in subset else "0" for place in range(len(self.names)))


displays.add("SubsetLatticeDisplay", SubsetLatticeDisplay, "lattice of all feature subsets, with scores")
