"""Selected hyperparameters: how often the inner selection of each learner selected each combination."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Self

from gnomon.errors import DataError
from gnomon.plotting.display import Display
from gnomon.plotting.experiments.held_out import only_task
from gnomon.plotting.labels import shown
from gnomon.registry import displays

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes

    from gnomon.experiments.results import Results

MAX_LINES = 30


class ChosenSettingsDisplay(Display):
    """Number of outer splits that selected each combination of hyperparameters, by learner.

    choices: of `results.choices()`. Combinations that no split selected are omitted.

    Examples
    --------
    >>> import gnomon as gn
    >>> design = gn.Design(gn.load("iris"), gn.KNeighborsClassifier(), gn.k_fold(3), inner=gn.k_fold(3))
    >>> gn.plotting.ChosenSettingsDisplay.from_experiment(gn.run(design)).frame()["times"].sum().item()
    3
    """

    def __init__(self, choices: pd.DataFrame) -> None:
        if not len(choices):
            raise DataError("there are no choices; run a nested design, and pass results.choices()")
        self.choices = choices

    @classmethod
    def from_experiment(
        cls, results: Results, *, task: str | None = None, learners: str | Sequence[str] | None = None
    ) -> Self:
        """Plot the selections of a nested experiment on one task."""
        choices = results.choices(only_task(results, task))
        if learners is not None:
            wanted = [learners] if isinstance(learners, str) else list(learners)
            choices = choices[choices["learner"].isin(wanted)]
        return cls(choices)

    @classmethod
    def example(cls) -> Self:
        """Two learners on heart."""
        from gnomon.plotting.experiments.examples import example_nested

        return cls.from_experiment(example_nested())

    @property
    def size(self) -> tuple[float, float]:  # type: ignore[override]
        """A line for each combination."""
        return 4.7, 0.9 + 0.26 * len(self.frame())

    def frame(self) -> pd.DataFrame:
        """One row per selected combination: times selected out of how many, the most frequent first."""
        counts = self.choices.groupby(["learner", "choice"], sort=False).size().rename("times").reset_index()
        counts["of"] = counts.groupby("learner")["times"].transform("sum")
        order = {name: place for place, name in enumerate(dict.fromkeys(self.choices["learner"]))}
        counts["place"] = counts["learner"].map(order)
        ranked = counts.sort_values(["place", "times"], ascending=[True, False], kind="stable")
        return ranked.drop(columns="place").head(MAX_LINES).reset_index(drop=True)

    def draw(self, ax: Axes) -> None:
        """One bar per combination, with its count."""
        table = self.frame()
        names = list(dict.fromkeys(table["learner"]))
        for number, name in enumerate(names):
            part = table[table["learner"] == name]
            color, hatch = self.theme.color(number), self.theme.hatch(number)
            ax.barh(part.index, part["times"], color=color, alpha=0.8, hatch=hatch, label=shown(name, 30))
        for place, (times, of) in enumerate(zip(table["times"], table["of"])):
            ax.annotate(
                f"{times} of {of}",
                (times, place),
                xytext=(4, 0),
                textcoords="offset points",
                va="center",
                fontsize=8,
                color=self.theme.ink,
            )
        ax.set_yticks(table.index, [shown(each, 40) for each in table["choice"]], color=self.theme.ink)
        ax.set_ylim(len(table) - 0.5, -0.5)
        ax.set_xlim(0, 1.25 * float(table["times"].max()))
        ax.locator_params(axis="x", integer=True, nbins=6)
        ax.set_xlabel("number of outer splits")
        ax.legend(loc="lower right", bbox_to_anchor=(1.0, 1.0), ncols=2, borderaxespad=0.2)

    def alt(self) -> str:
        """The most frequent selection of each learner."""
        first = self.frame().drop_duplicates("learner")
        parts = [
            f"{shown(row.learner)}: {shown(row.choice)} {row.times} of {row.of} times"
            for row in first.itertuples()
        ]
        return f"The hyperparameters selected most often by the inner splits, for {'; for '.join(parts)}."


displays.add(
    "ChosenSettingsDisplay",
    ChosenSettingsDisplay,
    "hyperparameters selected by the inner splits, and how often",
)
