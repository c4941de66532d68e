"""Coverage of boosted rules: weight of correct, wrong and uncovered rows."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Self

import numpy as np

from gnomon.plotting.display import Display
from gnomon.plotting.labels import shown
from gnomon.registry import displays

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes


class RuleCoverageDisplay(Display):
    """Coverage of boosted rules: fraction of sample weight predicted correctly, wrongly, or not covered.

    rules: table of a fitted `BoostedRules`.

    Examples
    --------
    >>> import gnomon as gn
    >>> table = gn.plotting.RuleCoverageDisplay.example().frame()
    >>> table[["correct", "wrong", "not covered"]].sum(axis=1).round(6).tolist()
    [1.0, 1.0, 1.0, 1.0]
    """

    size = (5.4, 3.0)

    def __init__(self, rules: pd.DataFrame) -> None:
        self.rules = rules

    @classmethod
    def from_estimator(cls, estimator: Any) -> Self:
        """Plot a fitted `BoostedRules`."""
        return cls(_coverage(estimator))

    @classmethod
    def example(cls) -> Self:
        """Four rules on moons."""
        from gnomon.data.generate import make_moons
        from gnomon.learners.rules.boosted import BoostedRules

        task = make_moons(400, noise=0.9, random_state=0)
        return cls.from_estimator(BoostedRules(n_estimators=4, max_conditions=1).fit(task.X, task.y))

    def frame(self) -> pd.DataFrame:
        """One row per rule."""
        return self.rules

    def draw(self, ax: Axes) -> None:
        """Stacked bars, with the weight α and normalizer Z of each rule."""
        positions, start = np.arange(len(self.rules)), np.zeros(len(self.rules))
        for number, name in enumerate(("correct", "wrong", "not covered")):
            color = self.theme.line if name == "not covered" else self.theme.color(number)
            ax.barh(
                positions,
                self.rules[name],
                0.62,
                start,
                color=color,
                hatch=self.theme.hatch(number),
                label=name,
                edgecolor=self.theme.paper,
                linewidth=0.4,
            )
            start += self.rules[name].to_numpy()
        for place, (alpha, z) in enumerate(zip(self.rules["alpha"], self.rules["Z"])):
            ax.text(1.02, place, f"α {alpha:+.2f}, Z {z:.2f}", va="center", fontsize=7, color=self.theme.soft)
        ax.set_yticks(positions, [shown(text, 30) for text in self.rules["rule"]])
        ax.invert_yaxis()
        ax.set(xlabel="fraction of the sample weight", xlim=(0, 1.32), xticks=[0, 0.5, 1])
        ax.legend(loc="lower center", bbox_to_anchor=(0.38, 1.0), ncols=3)

    def alt(self) -> str:
        """The number of rules, and the best one."""
        best = self.rules.iloc[int(self.rules["Z"].argmin())]
        return f"{len(self.rules)} boosted rules; minimum Z {best['Z']:.3g} for {shown(best['rule'])}."


def _coverage(model: Any) -> pd.DataFrame:
    import pandas as pd

    table, votes = model.frame(), [rule.vote for rule in model.rules_]
    return pd.DataFrame(
        {
            "rule": [f"{condition} → {label}" for condition, label in zip(table["if"], table["then"])],
            # A negative weight votes against the class: correct on the negative weight.
            "correct": [max(vote.positive, vote.negative) for vote in votes],
            "wrong": [min(vote.positive, vote.negative) for vote in votes],
            "not covered": [vote.abstained for vote in votes],
            "alpha": [vote.alpha for vote in votes],
            "Z": [vote.normalizer for vote in votes],
        }
    )


displays.add(
    "RuleCoverageDisplay",
    RuleCoverageDisplay,
    "coverage of boosted rules: correct, wrong and uncovered weight",
)
