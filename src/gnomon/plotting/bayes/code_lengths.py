"""The trade-off of description length: bits of the model, bits of the data, and the least sum."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Self

from gnomon.plotting.display import Display
from gnomon.plotting.labels import shown
from gnomon.probability.description_length import ShortestCode
from gnomon.registry import displays

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes


class CodeLengthsDisplay(Display):
    """L(m), L(D | m) and their sum for models of growing complexity; the shortest is marked.

    found: what `minimum_description_length`, `mdl_polynomial_degree`, `tree_size` or `number_of_clusters`
    gave.

    Examples
    --------
    >>> import gnomon as gn
    >>> gn.plotting.CodeLengthsDisplay.example().found.best
    3
    """

    def __init__(self, found: ShortestCode, *, name: str = "complexity") -> None:
        self.found, self.name = found, name

    @classmethod
    def from_codes(cls, found: ShortestCode, *, name: str = "complexity") -> Self:
        """Code lengths that were found already; name: what the models are told apart by."""
        return cls(found, name=name)

    @classmethod
    def example(cls) -> Self:
        """The degree of a noisy cubic."""
        from gnomon.data.generate import make_noisy_polynomial
        from gnomon.learners.description_length import mdl_polynomial_degree

        task: Any = make_noisy_polynomial(60, coefficients=(1.0, -2.0, 0.5, 0.4), noise=6.0, random_state=1)
        return cls(mdl_polynomial_degree(task.encoded, task.y, 7), name="degree of the polynomial")

    def frame(self) -> pd.DataFrame:
        """One row per model."""
        return self.found.frame().reset_index()

    def draw(self, ax: Axes) -> None:
        """Three lines, and the least total."""
        table = self.frame()
        names, positions = [shown(name, 10) for name in table["name"]], range(len(table))
        # The data cost far more than any model: only what they cost beyond the least shows the trade-off.
        least = float(table["data"].min())
        table[["data", "total"]] -= least
        lines = (
            ("model", "L(m), the model"),
            ("data", f"L(D | m) − {least:.4g}"),
            ("total", f"total − {least:.4g}"),
        )
        for number, (column, label) in enumerate(lines):
            ax.plot(
                positions,
                table[column],
                color=self.theme.color(number),
                linestyle=self.theme.dash(number),
                marker=self.theme.marker(number),
                markersize=4,
                label=label,
            )
        best = int(table["total"].argmin())
        ax.axvline(best, color=self.theme.soft, linewidth=0.8)
        ax.set_xticks(positions, names)
        ax.set(xlabel=shown(self.name), ylabel="bits", ylim=(0, None))
        ax.legend(loc="best")

    def alt(self) -> str:
        """Where the total is least."""
        best = self.found.codes[self.found.best]
        return f"Bits against {shown(self.name)}: least, {best.total:.4g}, at {shown(self.found.best, 20)}."


displays.add(
    "CodeLengthsDisplay",
    CodeLengthsDisplay,
    "bits of the model and of the data by complexity",
    figures=("3-P15",),
)
