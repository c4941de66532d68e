"""Minimum description length (MDL): code length of the model, of the data, and their sum."""

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
    """Code lengths L(m), L(D | m) and their sum for models of growing complexity; the minimum is marked.

    result: of `minimum_description_length`, `mdl_polynomial_degree`, `tree_size` or `number_of_clusters`.

    Examples
    --------
    >>> import gnomon as gn
    >>> gn.plotting.CodeLengthsDisplay.example().result.best
    3
    """

    def __init__(self, result: ShortestCode, *, name: str = "complexity") -> None:
        self.result, self.name = result, name

    @classmethod
    def from_codes(cls, result: ShortestCode, *, name: str = "complexity") -> Self:
        """Plot the result of a search; name: label of the complexity axis."""
        return cls(result, name=name)

    @classmethod
    def example(cls) -> Self:
        """The degree of a noisy cubic."""
        from gnomon.data.generate import make_noisy_polynomial
        from gnomon.learners.description_length import mdl_polynomial_degree

        task: Any = make_noisy_polynomial(60, coefficients=(1.0, -2.0, 0.5, 0.4), noise=6.0, random_state=1)
        return cls(mdl_polynomial_degree(task.encoded, task.y, 7), name="degree of the polynomial")

    def frame(self) -> pd.DataFrame:
        """One row per model."""
        return self.result.frame().reset_index()

    def draw(self, ax: Axes) -> None:
        """Three lines, and the minimum of the sum."""
        table = self.frame()
        names, positions = [shown(name, 10) for name in table["name"]], range(len(table))
        # The data take far more bits than any model: their minimum is subtracted to show the trade-off.
        minimum = float(table["data"].min())
        table[["data", "total"]] -= minimum
        lines = (
            ("model", "L(m), the model"),
            ("data", f"L(D | m) − {minimum:.4g}"),
            ("total", f"total − {minimum:.4g}"),
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
        """The minimum and its model."""
        best = self.result.codes[self.result.best]
        return (
            f"Description length in bits against {shown(self.name)}: minimum {best.total:.4g} at "
            f"{shown(self.result.best, 20)}."
        )


displays.add(
    "CodeLengthsDisplay", CodeLengthsDisplay, "description length of the model and of the data by complexity"
)
