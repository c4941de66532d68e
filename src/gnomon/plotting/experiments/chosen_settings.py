"""Chosen settings: which setting of each learner won the inner selection, and how often."""

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
    """How many of the outer splits chose each setting, learner by learner.

    choices: of `results.choices()`. Settings that no split chose are left out.

    Examples
    --------
    >>> import gnomon as gn
    >>> design = gn.Design(gn.load("iris"), gn.KNeighborsClassifier(), gn.k_fold(3), inner=gn.k_fold(3))
    >>> gn.plotting.ChosenSettingsDisplay.from_experiment(gn.run(design)).frame()["times"].sum().item()
    3
    """

    def __init__(self, choices: pd.DataFrame) -> None:
        if not len(choices):
            raise DataError("nothing was chosen; run a nested design, and give results.choices()")
        self.choices = choices

    @classmethod
    def from_experiment(
        cls, results: Results, *, task: str | None = None, learners: str | Sequence[str] | None = None
    ) -> Self:
        """The choices of a nested experiment on one task."""
        found = results.choices(only_task(results, task))
        if learners is not None:
            wanted = [learners] if isinstance(learners, str) else list(learners)
            found = found[found["learner"].isin(wanted)]
        return cls(found)

    @classmethod
    def example(cls) -> Self:
        """Two learners on heart."""
        from gnomon.plotting.experiments.examples import example_nested

        return cls.from_experiment(example_nested())

    @property
    def size(self) -> tuple[float, float]:  # type: ignore[override]
        """A line for each setting."""
        return 4.7, 0.9 + 0.26 * len(self.frame())

    def frame(self) -> pd.DataFrame:
        """One row per setting that was chosen: how many times of how many, the most frequent first."""
        counts = self.choices.groupby(["learner", "choice"], sort=False).size().rename("times").reset_index()
        counts["of"] = counts.groupby("learner")["times"].transform("sum")
        order = {name: place for place, name in enumerate(dict.fromkeys(self.choices["learner"]))}
        counts["place"] = counts["learner"].map(order)
        ranked = counts.sort_values(["place", "times"], ascending=[True, False], kind="stable")
        return ranked.drop(columns="place").head(MAX_LINES).reset_index(drop=True)

    def draw(self, ax: Axes) -> None:
        """A bar a setting, with its count."""
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
        ax.set_xlabel("outer splits that chose the setting")
        ax.legend(loc="lower right", bbox_to_anchor=(1.0, 1.0), ncols=2, borderaxespad=0.2)

    def alt(self) -> str:
        """The most frequent choice of each learner."""
        first = self.frame().drop_duplicates("learner")
        said = [
            f"{shown(row.learner)}: {shown(row.choice)} {row.times} of {row.of} times"
            for row in first.itertuples()
        ]
        return f"The setting chosen most often by the inner splits, for {'; for '.join(said)}."


displays.add(
    "ChosenSettingsDisplay",
    ChosenSettingsDisplay,
    "which settings the inner splits chose, and how often",
    figures=("chosen-settings",),
)
