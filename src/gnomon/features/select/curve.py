"""The curve of score against size: what a search added or dropped at each step, and how good that was."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from gnomon.arrays import Flags

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True)
class Step:
    """One step of a search.

    move: "add", "drop" or "start". moved: the columns that it moved. score, error: of the subset after
    the move, the mean over splits and its standard error.

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
    """The steps of a search in their order, and the names of the columns.

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
        """One line a step: size, move, column, score, standard error and the columns of the subset."""
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
        """One line a size: the best score that a subset of that many columns reached, with its error."""
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
    """The names of a fitted transformer's columns; x0, x1, ... where they have none.

    >>> names_of(object(), 2)
    ('x0', 'x1')
    """
    names = getattr(owner, "feature_names_in_", None)
    return tuple(f"x{column}" for column in range(n_columns)) if names is None else tuple(map(str, names))


def named(is_kept: Flags, names: tuple[str, ...]) -> tuple[str, ...]:
    """The names of the columns that are kept.

    >>> import numpy as np
    >>> named(np.array([True, False]), ("a", "b"))
    ('a',)
    """
    return tuple(name for name, kept in zip(names, is_kept) if kept)
