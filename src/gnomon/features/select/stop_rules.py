"""Stopping rules of sequential feature selection, and the size that they select."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from gnomon.errors import ParameterError
from gnomon.features.select.curve import Step

RULES = ("no gain", "best", "one standard error")
# Scores closer than this are tied: they differ by rounding error only.
EQUAL = 1e-12


@dataclass(frozen=True)
class StopRule:
    """Stopping rule of a sequential search: when to stop, and which step to select.

    size: number of features to select; None to apply the rule. rule: "no gain" stops after `patience` steps
    without gain and selects the best; "best" runs to the end and selects the size of the best score, the
    smallest if tied; "one standard error" selects the smallest size whose score is within one standard error
    of the best. tol: minimum gain of an added feature, or maximum loss of a dropped one. enough: stop at the
    first score that reaches this.

    >>> rule = StopRule(rule="one standard error")
    >>> steps = [Step("add", (1,), (1,), 0.80, 0.02), Step("add", (0,), (0, 1), 0.81, 0.02)]
    >>> rule.selected(steps).subset
    (1,)
    """

    size: int | None = None
    rule: str = "no gain"
    tol: float = 0.0
    patience: int = 1
    enough: float | None = None

    def is_reached(self, steps: Sequence[Step]) -> bool:
        """Whether the search stops after these steps."""
        if not steps:
            return False
        if self.enough is not None and steps[-1].score >= self.enough:
            return True
        if self.size is not None:
            return len(steps[-1].subset) == self.size
        return self.rule == "no gain" and len(steps) - 1 - self._last_improvement(steps) >= self.patience

    def selected(self, steps: Sequence[Step]) -> Step:
        """The step whose subset is selected."""
        if self.enough is not None and steps[-1].score >= self.enough:
            return steps[-1]
        if self.size is not None:
            return next(step for step in reversed(steps) if len(step.subset) == self.size)
        if self.rule == "no gain":
            return steps[self._last_improvement(steps)]
        best = max(steps, key=lambda step: step.score)
        slack = best.error if self.rule == "one standard error" else EQUAL * max(1.0, abs(best.score))
        good = [step for step in steps if step.score >= best.score - slack]
        return min(good, key=lambda step: (len(step.subset), -step.score))

    def _last_improvement(self, steps: Sequence[Step]) -> int:
        """The last improvement: an added feature with gain, or a dropped one without loss."""
        last, top = 0, steps[0].score
        for index, step in enumerate(steps):
            gain = step.score - top
            slack = EQUAL * max(1.0, abs(top))
            is_improvement = gain >= -self.tol - slack if step.move == "drop" else gain > max(self.tol, slack)
            if index and is_improvement:
                last, top = index, max(top, step.score) if step.move == "drop" else step.score
        return last


def checked_size(n_features_to_select: Any, n_columns: int, owner: str) -> int | None:
    """The number of features to select, from a count or a fraction; None for the stopping rule.

    >>> checked_size(0.5, 10, "ForwardSelection")
    5
    """
    size: Any = n_features_to_select
    if size is None:
        return None
    is_count = isinstance(size, int | np.integer) and not isinstance(size, bool)
    if is_count and 1 <= size <= n_columns:
        return int(size)
    if isinstance(size, float | np.floating) and 0 < size <= 1:
        return max(1, int(size * n_columns))
    raise ParameterError(
        f"{owner}(n_features_to_select={size!r}): X has n_features = {n_columns} columns, so it must be an "
        f"integer from 1 to {n_columns}, a fraction above 0 and up to 1, or None for the stopping rule"
    )
