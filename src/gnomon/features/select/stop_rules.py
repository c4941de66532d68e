"""When a search that goes from size to size stops, and which size it keeps."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from gnomon.errors import ParameterError
from gnomon.features.select.curve import Step

RULES = ("no gain", "best", "one standard error")
# Scores closer than this differ by rounding alone.
EQUAL = 1e-12


@dataclass(frozen=True)
class StopRule:
    """When to stop, and what to keep.

    size: how many columns are wanted; None leaves it to the rule. rule: "no gain" stops once `patience` steps
    brought no gain and keeps the best; "best" goes all the way and keeps the size of the best score, the
    smallest of equals; "one standard error" keeps the smallest size whose score is within one standard error
    of the best. tol: the gain of an added column that counts, or the loss for a dropped one that does not.
    enough: stop at the first score that reaches this.

    >>> rule = StopRule(rule="one standard error")
    >>> steps = [Step("add", (1,), (1,), 0.80, 0.02), Step("add", (0,), (0, 1), 0.81, 0.02)]
    >>> rule.kept(steps).subset
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
        return self.rule == "no gain" and len(steps) - 1 - self._last_good(steps) >= self.patience

    def kept(self, steps: Sequence[Step]) -> Step:
        """The step whose subset is kept."""
        if self.enough is not None and steps[-1].score >= self.enough:
            return steps[-1]
        if self.size is not None:
            return next(step for step in reversed(steps) if len(step.subset) == self.size)
        if self.rule == "no gain":
            return steps[self._last_good(steps)]
        best = max(steps, key=lambda step: step.score)
        slack = best.error if self.rule == "one standard error" else EQUAL * max(1.0, abs(best.score))
        good = [step for step in steps if step.score >= best.score - slack]
        return min(good, key=lambda step: (len(step.subset), -step.score))

    def _last_good(self, steps: Sequence[Step]) -> int:
        """The last step that was worth it: an added column gains, a dropped one costs nothing."""
        last, top = 0, steps[0].score
        for place, step in enumerate(steps):
            gain = step.score - top
            slack = EQUAL * max(1.0, abs(top))
            is_worth = gain >= -self.tol - slack if step.move == "drop" else gain > max(self.tol, slack)
            if place and is_worth:
                last, top = place, max(top, step.score) if step.move == "drop" else step.score
        return last


def wanted_size(n_features_to_select: Any, n_columns: int, owner: str) -> int | None:
    """The number of columns asked for: a count, or a share of them; None if it is left to the rule.

    >>> wanted_size(0.5, 10, "ForwardSelection")
    5
    """
    given: Any = n_features_to_select
    if given is None:
        return None
    is_count = isinstance(given, int | np.integer) and not isinstance(given, bool)
    if is_count and 1 <= given <= n_columns:
        return int(given)
    if isinstance(given, float | np.floating) and 0 < given <= 1:
        return max(1, int(given * n_columns))
    raise ParameterError(
        f"{owner}(n_features_to_select={given!r}): there are n_features = {n_columns} columns, so give a "
        f"whole number from 1 to {n_columns}, a share above 0 and up to 1, or None for the stop rule"
    )
