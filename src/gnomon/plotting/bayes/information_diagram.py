"""Information diagram: two entropies as circles to scale, their mutual information as the overlap."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Self

import numpy as np

from gnomon.plotting.bayes.circles import distance_for
from gnomon.plotting.display import Display
from gnomon.plotting.labels import shown
from gnomon.probability.shared_information import MutualInformationForms
from gnomon.registry import displays

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes


class InformationDiagramDisplay(Display):
    """Information diagram: entropies H(X) and H(Y) as circles to scale, mutual information as the overlap.

    information: `MutualInformationForms` of a joint table. names: of the two variables.

    Examples
    --------
    >>> import gnomon as gn
    >>> gn.plotting.InformationDiagramDisplay.from_table([[4, 0], [0, 4]]).frame()["bits"].tolist()
    [1.0, 1.0, 1.0, 1.0, 0.0, 0.0]
    """

    size = (4.4, 3.0)

    def __init__(self, information: MutualInformationForms, names: tuple[str, str] = ("X", "Y")) -> None:
        self.information, self.names = information, names

    @classmethod
    def from_table(cls, joint: Any, names: tuple[str, str] = ("X", "Y")) -> Self:
        """Create from a joint table of counts or probabilities, X in rows and Y in columns."""
        return cls(MutualInformationForms.of(joint), names)

    @classmethod
    def example(cls) -> Self:
        """Outlook and play."""
        return cls.from_table([[0, 4], [2, 3], [3, 2]], ("outlook", "play"))

    def frame(self) -> pd.DataFrame:
        """Marginal, joint and conditional entropies and the mutual information, in bits."""
        import pandas as pd

        forms, (x, y) = self.information, self.names
        mutual = forms.of_rows - forms.rows_given_columns
        rows = {
            f"H({x})": forms.of_rows,
            f"H({y})": forms.of_columns,
            f"H({x}, {y})": forms.joint,
            f"I({x}; {y})": max(mutual, 0.0),
            f"H({x} | {y})": forms.rows_given_columns,
            f"H({y} | {x})": forms.columns_given_rows,
        }
        return pd.DataFrame({"quantity": list(rows), "bits": list(rows.values())})

    def draw(self, ax: Axes) -> None:
        """Two circles, and a number in each part."""
        from matplotlib.patches import Circle

        bits = self.frame()["bits"].to_numpy()
        h_x, h_y, _, mutual, only_x, only_y = bits
        apart, radii = distance_for(h_x, h_y, mutual), np.sqrt(np.maximum([h_x, h_y], 1e-9) / np.pi)
        for number, center in enumerate((-apart / 2, apart / 2)):
            disc = Circle((center, 0), radii[number], facecolor=self.theme.color(number), alpha=0.3)
            ax.add_patch(disc)
        left, right = -apart / 2 - radii[0], apart / 2 + radii[1]
        reach = float(max(radii)) * 1.35
        x, y = (shown(name, 12) for name in self.names)
        for place, side, text in (
            (left, "left", f"H({x}) = {h_x:.3f}"),
            (right, "right", f"H({y}) = {h_y:.3f}"),
        ):
            ax.text(place, max(radii) * 1.05, text, ha=side, va="bottom", fontsize=8)
        edges = np.array([left, apart / 2 - radii[1], -apart / 2 + radii[0], right])
        for place, value in zip((edges[:-1] + edges[1:]) / 2, (only_x, mutual, only_y)):
            ax.text(place, 0, f"{value:.3f}", ha="center", va="center", fontsize=8)
        ax.text(
            0,
            -max(radii) * 1.08,
            f"I({x}; {y}) = {mutual:.3f} bits (overlap)",
            ha="center",
            va="top",
            fontsize=8,
        )
        ax.set(xlim=(left - 0.2, right + 0.2), ylim=(-reach, reach), aspect="equal")
        ax.axis("off")

    def alt(self) -> str:
        """The six quantities."""
        parts = [f"{shown(row.quantity, 40)} = {row.bits:.3f}" for row in self.frame().itertuples()]
        return f"Information diagram to scale, in bits: {', '.join(parts)}."


displays.add(
    "InformationDiagramDisplay",
    InformationDiagramDisplay,
    "entropies of two variables and their mutual information, to scale",
)
