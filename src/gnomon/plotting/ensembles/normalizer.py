"""Normalizer Z of a boosted rule against its weight."""

from __future__ import annotations

from typing import TYPE_CHECKING, Self

import numpy as np

from gnomon.errors import ParameterError
from gnomon.learners.rules.boosted import RuleVote
from gnomon.plotting.display import Display
from gnomon.registry import displays

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes


class NormalizerDisplay(Display):
    """Normalizer Z(α) = e₀ + e₋ exp(α) + e₊ exp(-α) of a boosted rule, minimal at the rule's weight α.

    vote: `RuleVote` of the rule.

    Examples
    --------
    >>> import gnomon as gn
    >>> display = gn.plotting.NormalizerDisplay.of(0.4, 0.1)
    >>> round(display.vote.alpha, 3), round(float(display.frame()["Z"].min()), 3)
    (0.693, 0.9)
    """

    def __init__(self, vote: RuleVote) -> None:
        if not np.isfinite(vote.alpha):
            raise ParameterError(
                f"alpha={vote.alpha}: a rule without errors has no finite weight; use smoothing"
            )
        self.vote = vote

    @classmethod
    def of(cls, positive: float, negative: float, smoothing: float = 0.0) -> Self:
        """Create from the fractions of positive and of negative weight that the rule covers."""
        return cls(RuleVote.of(positive, negative, smoothing))

    @classmethod
    def example(cls) -> Self:
        """A rule that covers 0.4 positive and 0.1 negative weight."""
        return cls.of(0.4, 0.1)

    def frame(self) -> pd.DataFrame:
        """One row per weight."""
        import pandas as pd

        vote = self.vote
        alphas = vote.alpha + np.linspace(-1.5, 1.5, 121)
        normalizer = vote.abstained + vote.negative * np.exp(alphas) + vote.positive * np.exp(-alphas)
        return pd.DataFrame({"alpha": alphas, "Z": normalizer})

    def draw(self, ax: Axes) -> None:
        """The curve and its minimum."""
        table = self.frame()
        ax.plot(table["alpha"], table["Z"], color=self.theme.color(0))
        ax.axhline(1, color=self.theme.soft, linewidth=0.8, linestyle=self.theme.dash(2))
        ax.scatter([self.vote.alpha], [self.vote.normalizer], color=self.theme.color(1), zorder=3)
        ax.annotate(
            f"α = {self.vote.alpha:.3f}, Z = {self.vote.normalizer:.3f}",
            (self.vote.alpha, self.vote.normalizer),
            xytext=(0, -8),
            textcoords="offset points",
            ha="center",
            va="top",
            fontsize=8,
        )
        ax.margins(y=0.16)
        ax.set(xlabel="weight α of the rule", ylabel="normalizer Z")

    def alt(self) -> str:
        """The minimum of Z."""
        return (
            "Normalizer Z against the weight of a rule: minimum "
            f"{self.vote.normalizer:.3g} at {self.vote.alpha:.3g}."
        )


displays.add("NormalizerDisplay", NormalizerDisplay, "normalizer Z of a boosted rule against its weight")
