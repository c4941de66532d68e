"""The curve of score against subset size: the steps of a subset search with their scores."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from gnomon.arrays import Flags

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True)
class Step:
    """One step of a subset search.

    move: "add", "drop" or "start". moved: the columns added or dropped. score, error: mean score of the
    subset after the move over the splits, and its standard error.

    >>> len(Step("add", (2,), (0, 2), 0.8, 0.05).subset)
    2
    """

    move: str
    moved: tuple[int, ...]
    subset: tuple[int, ...]
    score: float
    error: float


@dataclass(frozen=True)
class SelectionCurve:
    """The steps of a subset search in order, and the names of the columns.

    >>> steps = Step("add", (1,), (1,), 0.7, 0.1), Step("add", (0,), (0, 1), 0.8, 0.1)
    >>> curve = SelectionCurve(steps, ("a", "b"))
    >>> curve.frame()[["size", "move", "column", "score"]].values.tolist()
    [[1, 'add', 'b', 0.7], [2, 'add', 'a', 0.8]]
    >>> print(curve)
    size  move  column   score  error
       1  add   b       0.7000 0.1000
       2  add   a       0.8000 0.1000
    """

    steps: tuple[Step, ...]
    names: tuple[str, ...]

    def frame(self) -> pd.DataFrame:
        """One row per step: size, move, column, score, standard error and columns of the subset."""
        import pandas as pd

        lines = [
            (
                len(step.subset),
                step.move,
                self._names(step),
                step.score,
                step.error,
                tuple(self.names[column] for column in step.subset),
            )
            for step in self.steps
        ]
        return pd.DataFrame(lines, columns=["size", "move", "column", "score", "standard_error", "columns"])

    def by_size(self) -> pd.DataFrame:
        """One row per size: the best score of subsets of that size, with its standard error."""
        frame = self.frame()
        best = frame.loc[frame.groupby("size")["score"].idxmax()]
        return best[["size", "score", "standard_error", "columns"]].reset_index(drop=True)

    def __str__(self) -> str:
        width = max([6, *(len(self._names(step)) for step in self.steps)])
        lines = [f"size  move  {'column':<{width}}   score  error"]
        lines += [
            f"{len(step.subset):4d}  {step.move:<5} {self._names(step):<{width}} "
            f"{step.score:7.4f} {step.error:.4f}"
            for step in self.steps
        ]
        return "\n".join(lines)

    def _names(self, step: Step) -> str:
        return ", ".join(self.names[column] for column in step.moved)


def names_of(owner: object, n_columns: int) -> tuple[str, ...]:
    """The column names of a fitted transformer; x0, x1, ... without names.

    >>> names_of(object(), 2)
    ('x0', 'x1')
    """
    names = getattr(owner, "feature_names_in_", None)
    return tuple(f"x{column}" for column in range(n_columns)) if names is None else tuple(map(str, names))


def selected_names(is_selected: Flags, names: tuple[str, ...]) -> tuple[str, ...]:
    """The names of the selected columns.

    >>> import numpy as np
    >>> selected_names(np.array([True, False]), ("a", "b"))
    ('a',)
    """
    return tuple(name for name, selected in zip(names, is_selected) if selected)
