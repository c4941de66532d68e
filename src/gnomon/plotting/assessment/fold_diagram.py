"""Diagram of a resampling plan: training and held-out rows of each split."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Self

import numpy as np

from gnomon.arrays import Integers
from gnomon.assessment.splits import NestedSplits, Splits, k_fold, nested
from gnomon.errors import DataError
from gnomon.plotting.display import Display
from gnomon.registry import displays

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes

    from gnomon.data.task import Task

ROLES = ("unused", "training", "held out", "test")
_MAX_ROWS = 100
_MAX_LINES = 24


class FoldDiagramDisplay(Display):
    """Cross-validation diagram: one line per split, with the training, held-out and test rows.

    splits: `Splits` or `NestedSplits`. Rows are sorted by the fold that holds them out, or by time for a
    plan in time order. Of many rows and splits, a part is drawn.

    Examples
    --------
    >>> import gnomon as gn
    >>> display = gn.plotting.FoldDiagramDisplay.from_plan(gn.k_fold(5), gn.load("iris"))
    >>> display.frame().query("role == 'held out'")["rows"].tolist()
    [30, 30, 30, 30, 30]
    >>> nested = gn.nested(gn.k_fold(5), gn.k_fold(4))
    >>> gn.plotting.FoldDiagramDisplay.from_plan(nested, gn.load("iris")).frame()["role"].unique().tolist()
    ['training', 'held out', 'test']
    """

    def __init__(self, splits: Splits | NestedSplits) -> None:
        if not isinstance(splits, Splits | NestedSplits):
            raise DataError("pass Splits, such as k_fold(5).split(task)")
        self.splits = splits
        self.names = _names(splits)

    @classmethod
    def from_plan(cls, plan: Any, task: Task) -> Self:
        """The splits of a task by a plan."""
        return cls(plan.split(task))

    @classmethod
    def example(cls) -> Self:
        """Nested cross-validation: five outer folds, four inner folds."""
        from gnomon.plotting.experiments.examples import bundled

        plan = nested(k_fold(5, random_state=0), k_fold(4, random_state=1))
        return cls.from_plan(plan, bundled("iris"))

    @property
    def size(self) -> tuple[float, float]:  # type: ignore[override]
        """A line per split."""
        return 5.4, 1.1 + 0.2 * min(len(self.names), _MAX_LINES)

    def frame(self) -> pd.DataFrame:
        """One row per split and role, with its number of rows."""
        import pandas as pd

        lines = [
            {"split": name, "role": role, "rows": rows}
            for name, sizes in zip(self.names, _sizes(self.splits))
            for role, rows in zip(ROLES[1:], sizes)
            if rows
        ]
        return pd.DataFrame(lines)

    def draw(self, ax: Axes) -> None:
        """A bar per run of rows of one role."""
        n_rows = _outer(self.splits).design.n_rows
        positions = np.linspace(0, n_rows - 1, min(n_rows, _MAX_ROWS)).round().astype(int)
        lines = _ordered(self.splits, _roles(self.splits))[:_MAX_LINES, positions]
        width = n_rows / len(positions)
        for index, line in enumerate(lines):
            for code in range(1, len(ROLES)):
                bars = [
                    (start * width, length * width) for role, start, length in _runs(line) if role == code
                ]
                ax.broken_barh(bars, (index - 0.42, 0.84), **self._bar_style(code))
        for code in np.unique(lines[lines > 0]).tolist():
            ax.broken_barh([], (0, 0), label=ROLES[code], **self._bar_style(code))
        ax.set_yticks(range(len(lines)), self.names[:_MAX_LINES], color=self.theme.ink)
        ax.set(xlim=(0, n_rows), ylim=(len(lines) - 0.4, -0.6), xlabel=self._axis())
        ax.spines["left"].set_visible(False)
        ax.tick_params(axis="y", length=0)
        ax.legend(loc="lower left", bbox_to_anchor=(0.0, 1.0), ncols=4, borderaxespad=0.2)

    def alt(self) -> str:
        """The design as text."""
        n_hidden = len(self.names) - _MAX_LINES
        more = f" The first {_MAX_LINES} of {len(self.names)} splits are drawn." if n_hidden > 0 else ""
        return f"Training and held-out rows of each split: {self.splits!r}.{more}"

    def _bar_style(self, code: int) -> dict[str, Any]:
        """A color, and for test rows a hatch, visible in grayscale."""
        color = (self.theme.paper, self.theme.line, self.theme.color(1), self.theme.color(0))[code]
        hatch = "////" if ROLES[code] == "test" else None
        return {"facecolor": color, "edgecolor": self.theme.paper, "hatch": hatch, "lw": 0}

    def _axis(self) -> str:
        design = _outer(self.splits).design
        if design.by_time:
            return "rows, in time order"
        if isinstance(self.splits, NestedSplits):
            return "rows, sorted for each test set"
        return "rows" if design.folds == 1 else "rows, sorted by fold"


def _names(splits: Splits | NestedSplits) -> list[str]:
    if isinstance(splits, NestedSplits):
        return [
            f"test {index}, fold {part}"
            for index, inner in enumerate(splits.inner, 1)
            for part in range(1, len(inner) + 1)
        ]
    return [_name(index, splits.design.folds, splits.design.repeats) for index in range(len(splits))]


def _sizes(splits: Splits | NestedSplits) -> list[tuple[int, int, int]]:
    """Training, held-out and test rows of each line."""
    if isinstance(splits, Splits):
        return [(int(a), int(b), 0) for a, b in zip(splits.train_sizes, splits.held_out_sizes)]
    return [
        (train, held_out, int(test))
        for inner, test in zip(splits.inner, splits.outer.held_out_sizes)
        for train, held_out, _ in _sizes(inner)
    ]


def _roles(splits: Splits | NestedSplits) -> Integers:
    """The role of each row in each of the first splits, up to the end of a repeat."""
    n_rows = _outer(splits).design.n_rows
    if isinstance(splits, Splits):
        folds = splits.design.folds
        n_lines = folds * -(-_MAX_LINES // folds) if folds <= _MAX_LINES else _MAX_LINES
        return np.array([_line(n_rows, *splits[index]) for index in range(min(n_lines, len(splits)))])
    lines: list[Integers] = []
    for (_, test), inner in zip(splits.outer, splits.inner):
        if len(lines) < _MAX_LINES:
            lines += [_line(n_rows, *pair, test) for pair in inner]
    return np.array(lines)


def _line(n_rows: int, train: Integers, held_out: Integers, test: Integers | None = None) -> Integers:
    line = np.zeros(n_rows, dtype=np.int64)
    line[train] = 1
    line[held_out] = 2
    if test is not None:
        line[test] = 3
    return line


def _name(index: int, folds: int, repeats: int) -> str:
    if folds == 1:
        return f"split {index + 1}"
    fold = f"fold {index % folds + 1}"
    return f"repeat {index // folds + 1}, {fold}" if repeats > 1 else fold


def _outer(splits: Splits | NestedSplits) -> Splits:
    return splits.outer if isinstance(splits, NestedSplits) else splits


def _ordered(splits: Splits | NestedSplits, roles: Integers) -> Integers:
    """Roles with rows sorted by fold, or by time for a plan in time order.

    Rows are sorted for each repeat, and for each test set of nested splits.
    """
    design = _outer(splits).design
    if design.by_time:
        return roles[:, np.lexsort((np.argmax(roles == 2, axis=0), np.argmax(roles != 0, axis=0)))]
    if isinstance(splits, NestedSplits):
        return _ordered_in_tests(splits, roles)
    if design.folds == 1:
        return roles
    starts = range(0, len(roles), design.folds)
    return np.concatenate([_by_fold(roles[start : start + design.folds]) for start in starts])


def _by_fold(block: Integers) -> Integers:
    return block[:, np.argsort(np.argmax(block == 2, axis=0), kind="stable")]


def _ordered_in_tests(splits: NestedSplits, roles: Integers) -> Integers:
    blocks, start, before = [], 0, 0
    for inner in splits.inner:
        if start == len(roles):
            break
        block = roles[start : start + len(inner)]
        is_test = block[0] == 3
        others = _by_fold(block[:, ~is_test])
        # Test rows follow those of previous test sets, so that test sets lie on the diagonal.
        blocks.append(np.concatenate([others[:, :before], block[:, is_test], others[:, before:]], axis=1))
        start, before = start + len(inner), before + int(is_test.sum())
    return np.concatenate(blocks)


def _runs(line: Integers) -> list[tuple[int, int, int]]:
    """Role, start and length of each run of equal roles."""
    starts = np.flatnonzero(np.diff(line, prepend=-1))
    lengths = np.diff(np.append(starts, len(line)))
    return [(int(line[start]), int(start), int(length)) for start, length in zip(starts, lengths)]


displays.add("FoldDiagramDisplay", FoldDiagramDisplay, "training, held-out and test rows of each split")
