"""Flowchart of training, testing and evaluating a model."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Self

from gnomon.errors import DataError
from gnomon.plotting.display import Display
from gnomon.plotting.labels import shown
from gnomon.registry import displays

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes


class FlowDiagramDisplay(Display):
    """Flowchart (flow diagram): boxes on a grid, and arrows between them.

    boxes: column and row of each box, by name. arrows: pairs of names (from, to).

    Examples
    --------
    >>> import gnomon as gn
    >>> gn.plotting.FlowDiagramDisplay.training_and_testing().frame().iloc[0].tolist()
    ['training data', 'learning algorithm']
    """

    size = (6.4, 2.4)

    def __init__(self, boxes: Mapping[str, tuple[float, float]], arrows: Sequence[tuple[str, str]]) -> None:
        self.boxes, self.arrows = dict(boxes), list(arrows)
        unknown = [name for pair in self.arrows for name in pair if name not in self.boxes]
        if unknown or not self.boxes:
            raise DataError(
                f"an arrow refers to {unknown[0]!r}, which is not a box"
                if unknown
                else "pass at least one box"
            )

    @classmethod
    def training_and_testing(cls) -> Self:
        """A model is fitted on training data and evaluated on separate test data."""
        boxes = {
            "training data": (0.0, 0.0),
            "learning algorithm": (1.0, 0.0),
            "model": (2.0, 0.5),
            "testing data": (0.0, 1.0),
            "predicted labels": (3.0, 0.5),
            "evaluation": (4.0, 0.5),
        }
        arrows = [
            ("training data", "learning algorithm"),
            ("learning algorithm", "model"),
            ("testing data", "model"),
            ("model", "predicted labels"),
            ("predicted labels", "evaluation"),
        ]
        return cls(boxes, arrows)

    @classmethod
    def learning_and_deployed(cls) -> Self:
        """Online learning updates a rule by its mistakes; the deployed rule classifies new cases."""
        boxes = {
            "training case": (0.0, 0.0),
            "rule in training": (1.0, 0.0),
            "mistake": (2.0, 0.0),
            "new case": (0.0, 1.0),
            "rule deployed": (1.0, 1.0),
            "decision": (2.0, 1.0),
        }
        arrows = [
            ("training case", "rule in training"),
            ("rule in training", "mistake"),
            ("mistake", "rule in training"),
            ("rule in training", "rule deployed"),
            ("new case", "rule deployed"),
            ("rule deployed", "decision"),
        ]
        return cls(boxes, arrows)

    @classmethod
    def split(cls, n_rows: int, n_testing: int) -> Self:
        """Holdout split: a table split into a training set and a test set."""
        table, training = f"table of {n_rows} rows", f"{n_rows - n_testing} rows to train"
        testing = f"{n_testing} rows to test"
        boxes = {table: (0.0, 0.5), training: (1.0, 0.0), testing: (1.0, 1.0)}
        return cls(boxes, [(table, training), (table, testing)])

    @classmethod
    def example(cls) -> Self:
        """Training and testing."""
        return cls.training_and_testing()

    def frame(self) -> pd.DataFrame:
        """One row per arrow: from, to."""
        import pandas as pd

        return pd.DataFrame(self.arrows, columns=["from", "to"])

    def draw(self, ax: Axes) -> None:
        """Boxes with their names, and arrows between them."""
        box = {"boxstyle": "round,pad=0.45", "facecolor": self.theme.wash, "edgecolor": self.theme.soft}
        drawn = {
            name: ax.text(
                x, -y, shown(name).replace(" ", "\n", 1), ha="center", va="center", fontsize=8, bbox=box
            )
            for name, (x, y) in self.boxes.items()
        }
        for start, end in self.arrows:
            bend = 0.25 if (end, start) in self.arrows else 0.0
            ax.annotate(
                "",
                (self.boxes[end][0], -self.boxes[end][1]),
                (self.boxes[start][0], -self.boxes[start][1]),
                arrowprops={
                    "arrowstyle": "-|>",
                    "color": self.theme.ink,
                    "linewidth": 1.1,
                    "patchA": drawn[start].get_bbox_patch(),
                    "patchB": drawn[end].get_bbox_patch(),
                    "connectionstyle": f"arc3,rad={bend}",
                },
            )
        across, down = zip(*self.boxes.values())
        ax.set(xlim=(min(across) - 0.5, max(across) + 0.5), ylim=(-max(down) - 0.45, -min(down) + 0.45))
        ax.set_axis_off()

    def alt(self) -> str:
        """The arrows as text."""
        return "Flow: " + "; ".join(f"{shown(start)} to {shown(end)}" for start, end in self.arrows) + "."


displays.add("FlowDiagramDisplay", FlowDiagramDisplay, "flowchart of training, testing and evaluation")
