"""Optimism of performance estimates: training, inner, corrected and nested scores of each learner."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Self

import numpy as np

from gnomon.assessment.measures.facts import find_measure
from gnomon.errors import DataError, NameUnknown
from gnomon.experiments.ledger import DRAWS, Account, frame_of
from gnomon.plotting.display import Display
from gnomon.plotting.experiments.held_out import only_task
from gnomon.plotting.labels import shown
from gnomon.registry import displays

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes

    from gnomon.experiments.results import Results


class LedgerDisplay(Display):
    """Five estimates per learner, from the most optimistic to the nested one, each with its interval.

    accounts: of `results.accounts()`. Estimates that the design lacks are omitted.

    Examples
    --------
    >>> import gnomon as gn
    >>> design = gn.Design(gn.load("iris"), gn.KNeighborsClassifier(), gn.k_fold(3), inner=gn.k_fold(3))
    >>> display = gn.plotting.LedgerDisplay.from_experiment(gn.run(design), draws=30)
    >>> display.frame()["figure"].tolist()
    ['training', 'inner', 'Tibshirani', 'BBC-CV', 'nested']
    """

    def __init__(self, accounts: Sequence[Account]) -> None:
        self.accounts = list(accounts)
        if not self.accounts:
            raise DataError("there is no account to draw; run a nested design, and pass results.accounts()")

    @classmethod
    def from_experiment(
        cls,
        results: Results,
        *,
        task: str | None = None,
        learners: str | Sequence[str] | None = None,
        measure: str | None = None,
        level: float = 0.95,
        draws: int = DRAWS,
    ) -> Self:
        """Plot the accounts of a nested experiment on one task."""
        task = only_task(results, task)
        accounts = results.accounts(measure, task=task, level=level, draws=draws)
        if learners is not None:
            wanted = {learners} if isinstance(learners, str) else set(learners)
            strange = wanted - {each.learner for each in accounts}
            if strange:
                raise NameUnknown(
                    f"learner is {min(strange)!r}; {task!r} has {[e.learner for e in accounts]}"
                )
            accounts = [each for each in accounts if each.learner in wanted]
        return cls(accounts)

    @classmethod
    def example(cls) -> Self:
        """Two learners on heart, tuned within each fold."""
        from gnomon.plotting.experiments.examples import example_nested

        return cls.from_experiment(example_nested(), draws=60)

    @property
    def size(self) -> tuple[float, float]:  # type: ignore[override]
        """A block for each learner."""
        return 5.4, 1.3 + 0.85 * len(self.accounts)

    def frame(self) -> pd.DataFrame:
        """One row per estimate of a learner."""
        return frame_of(self.accounts)

    def draw(self, ax: Axes) -> None:
        """A block of intervals per learner; the nested one is drawn thick."""
        table = self.frame().dropna(subset=["value"])
        names = list(dict.fromkeys(figure.name for each in self.accounts for figure in each.figures))
        positions = {each.learner: place for place, each in enumerate(self.accounts)}
        step = 0.8 / len(names)
        for number, name in enumerate(names):
            part = table[table["figure"] == name]
            at = part["learner"].map(positions).to_numpy(dtype=float) + (number - (len(names) - 1) / 2) * step
            ends = np.nan_to_num(np.clip([part.value - part.lower, part.upper - part.value], 0, None))
            is_nested = name == "nested"
            ax.errorbar(
                part["value"],
                at,
                xerr=ends,
                fmt=self.theme.marker(number),
                color=self.theme.ink if is_nested else self.theme.color(number),
                lw=2.0 if is_nested else 1.1,
                capsize=2.5,
                label=name,
            )
        ax.set_yticks(range(len(positions)), [shown(each, 28) for each in positions], color=self.theme.ink)
        ax.set_ylim(len(positions) - 0.5, -0.5)
        ax.set_xlabel(find_measure(self.accounts[0].measure).title.partition(": ")[0])
        ax.grid(axis="x")
        ax.legend(loc="center left", bbox_to_anchor=(1.0, 0.5))

    def alt(self) -> str:
        """The inner and the nested estimate of each learner."""
        parts = []
        for each in self.accounts:
            by_name = {figure.name: figure for figure in each.figures}
            inner, nested = by_name["inner"], by_name["nested"]
            parts.append(
                f"{shown(each.learner)} has inner estimate {inner.value:.3f} and nested estimate "
                f"{nested.value:.3f} ({nested.lower:.3f} to {nested.upper:.3f})"
            )
        return f"Optimism of {self.accounts[0].measure}: {'; '.join(parts)}."


displays.add(
    "LedgerDisplay", LedgerDisplay, "optimism: training, inner, corrected and nested score of each learner"
)
