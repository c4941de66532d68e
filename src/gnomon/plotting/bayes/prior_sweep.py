"""Posterior against prior probability of two hypotheses, and the break-even prior."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Self

import numpy as np

from gnomon.errors import DataError
from gnomon.plotting.display import Display
from gnomon.plotting.labels import shown
from gnomon.probability.bayes import BayesTable, bayes_table
from gnomon.registry import displays

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes


class PriorSweepDisplay(Display):
    """Posterior P(a | evidence) for every prior of a, of two hypotheses: MAP against ML.

    table: result of `bayes_table` for two hypotheses; its own prior is marked.

    Examples
    --------
    >>> import gnomon as gn
    >>> display = gn.plotting.PriorSweepDisplay(
    ...     gn.probability.bayes_table({"spam": 0.5, "ham": 0.5}, {"spam": 0.3, "ham": 0.2})
    ... )
    >>> round(display.break_even_prior, 2)
    0.4
    """

    def __init__(self, table: BayesTable) -> None:
        if len(table.prior) != 2:
            raise DataError(
                f"a plot of posterior against prior needs two hypotheses; there are {len(table.prior)}"
            )
        self.table, (self.one, self.other) = table, list(table.prior)
        self.break_even_prior = float(table.break_even_prior(self.one, self.other))

    @classmethod
    def from_likelihoods(
        cls, one: Any, other: Any, names: tuple[Any, Any] = ("a", "b"), prior: Any = 0.5
    ) -> Self:
        """Create from the likelihood of the evidence under each of two hypotheses."""
        return cls(bayes_table({names[0]: prior, names[1]: 1 - prior}, {names[0]: one, names[1]: other}))

    @classmethod
    def example(cls) -> Self:
        """An e-mail 1.5 times as likely under spam."""
        return cls.from_likelihoods(0.3, 0.2, ("spam", "ham"), 0.5)

    def frame(self) -> pd.DataFrame:
        """One row per prior."""
        import pandas as pd

        priors = np.linspace(0, 1, 101)
        likelihood = {name: float(value) for name, value in self.table.likelihood.items()}
        posteriors = [
            float(bayes_table({self.one: prior, self.other: 1 - prior}, likelihood).posterior[self.one])
            for prior in priors
        ]
        return pd.DataFrame({"prior": priors, "posterior": posteriors})

    def draw(self, ax: Axes) -> None:
        """The curve, the break-even prior, and the prior of the table."""
        swept, name = self.frame(), shown(self.one, 16)
        ax.plot(swept["prior"], swept["posterior"], color=self.theme.color(0), label=f"P({name} | evidence)")
        ax.plot([0, 1], [0, 1], color=self.theme.line, linewidth=1, label="no evidence")
        ax.plot(
            [self.break_even_prior, self.break_even_prior, 0],
            [0, 0.5, 0.5],
            color=self.theme.soft,
            linewidth=0.9,
            linestyle=self.theme.dash(1),
        )
        ax.annotate(
            f"break-even prior {self.break_even_prior:.3g}",
            (self.break_even_prior, 0),
            xytext=(4, 6),
            textcoords="offset points",
            fontsize=8,
        )
        here = float(self.table.prior[self.one]), float(self.table.posterior[self.one])
        ax.scatter(
            here[0],
            here[1],
            color=self.theme.color(1),
            marker=self.theme.marker(1),
            zorder=3,
            label="prior and posterior",
        )
        ax.set(xlabel=f"prior P({name})", ylabel="posterior", xlim=(0, 1), ylim=(0, 1))
        ax.legend(loc="best")

    def alt(self) -> str:
        """The break-even prior."""
        one, other = shown(self.one, 20), shown(self.other, 20)
        return (
            f"Posterior of {one} against its prior; it is above that of {other} from a prior of "
            f"{self.break_even_prior:.3g} on."
        )


displays.add(
    "PriorSweepDisplay", PriorSweepDisplay, "posterior against prior probability, and the break-even prior"
)
