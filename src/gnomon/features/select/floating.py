"""Sequential floating selection (SFFS, SFBS) and plus-l take-away-r selection."""

from __future__ import annotations

from collections.abc import Callable
from math import inf
from typing import Any

from sklearn.linear_model import LinearRegression

from gnomon.check import between, free, one_of
from gnomon.errors import ParameterError
from gnomon.features.select.backward import dropped
from gnomon.features.select.curve import Step
from gnomon.features.select.forward import added
from gnomon.features.select.stop_rules import EQUAL, RULES, StopRule, checked_size
from gnomon.features.select.subset_score import Subset, SubsetScores, all_columns
from gnomon.features.select.wrapper import SearchResult, WrapperSelection
from gnomon.registry import transformers


class FloatingSelection(WrapperSelection):
    """Sequential floating selection (SFFS, SFBS; wrapper): forward steps with conditional backward steps.

    After `plus` steps it goes back as long as that gives the best subset of its size so far. With `minus` it
    goes back that number of steps instead (plus-l take-away-r). With direction "backward" a step drops a
    column, and a step back adds one (Pudil, Novovičová & Kittler 1994).

    Attributes
    ----------
    support_ : mask of the selected features
    score_, standard_error_ : cross-validated score of the selected subset, which is optimistic
    curve_ : the steps, a SelectionCurve; `curve_.by_size()` returns the best of each size
    n_models_ : number of fitted models

    Examples
    --------
    >>> import numpy as np
    >>> from gnomon import FloatingSelection
    >>> X = np.random.default_rng(0).normal(size=(100, 4))
    >>> selection = FloatingSelection(LinearRegression(), n_features_to_select=2)
    >>> selection.fit(X, 2 * X[:, 2] - X[:, 0]).get_support(indices=True)
    array([0, 2])
    """

    n_features_to_select: Any = free(
        default=None,
        help="number of features to select: a count, a fraction, or None for the stopping rule",
        kind="number",
    )
    direction: str = one_of(
        "forward",
        "backward",
        default="forward",
        help="direction of the search: start from no features, or from all",
    )
    plus: int = between(1, inf, default=1, whole=True, help="number of steps before going back")
    minus: Any = between(
        1,
        inf,
        default=None,
        whole=True,
        optional=True,
        help="number of steps back; None for conditional (floating) steps",
    )
    stop: str = one_of(*RULES, default="no gain", help="stopping rule; see StopRule", grid=())
    tol: float = between(
        0,
        inf,
        default=0.0,
        help="tolerance: minimum gain of the score per size, or maximum loss going backward",
    )
    patience: int = between(
        1, inf, default=1, whole=True, help="number of sizes without gain before 'no gain' stops"
    )

    def _search(self, scores: SubsetScores) -> SearchResult:
        if self.minus is not None and self.minus >= self.plus:
            raise ParameterError(
                f"FloatingSelection(plus={self.plus}, minus={self.minus}): minus must be less than plus"
            )
        size = checked_size(self.n_features_to_select, scores.n_columns, type(self).__name__)
        rule = StopRule(size, self.stop, self.tol, self.patience)
        return _floated(scores, rule, self.direction == "forward", self.plus, self.minus)


def _floated(
    scores: SubsetScores, rule: StopRule, is_forward: bool, plus: int, minus: int | None
) -> SearchResult:
    step_on, step_back = (added, dropped) if is_forward else (dropped, added)
    last = rule.size or (scores.n_columns if is_forward else 1)
    steps = [] if is_forward else [_all_columns_step(scores)]
    best = {len(step.subset): step for step in steps}

    def take(move: Callable[[SubsetScores, Subset], Step], current: Subset) -> Subset:
        step = move(scores, current)
        steps.append(step)
        _update_best(best, step)
        return step.subset

    current: Subset = () if is_forward else all_columns(scores.n_columns)
    while len(current) != last and (rule.size or not rule.is_reached(_ordered(best, is_forward))):
        for _ in range(plus):
            current = take(step_on, current) if len(current) != last else current
        if len(current) == last and minus is not None:
            break
        for _ in range(minus or 0):
            current = (
                take(step_back, current) if _can_go_back(current, is_forward, scores.n_columns) else current
            )
        while minus is None and _can_go_back(current, is_forward, scores.n_columns):
            step = step_back(scores, current)
            if step.score <= best[len(step.subset)].score + EQUAL * max(1.0, abs(step.score)):
                break
            current = take(step_back, current)
    return SearchResult(rule.selected(_ordered(best, is_forward)).subset, tuple(steps))


def _all_columns_step(scores: SubsetScores) -> Step:
    trial = scores.of([all_columns(scores.n_columns)])[0]
    return Step("start", (), trial.subset, trial.mean, trial.error)


def _update_best(best: dict[int, Step], step: Step) -> None:
    previous = best.get(len(step.subset))
    if previous is None or step.score > previous.score:
        best[len(step.subset)] = step


def _ordered(best: dict[int, Step], is_forward: bool) -> list[Step]:
    """The best step of each size, in the direction of the search."""
    move = "add" if is_forward else "drop"
    sizes = sorted(best, reverse=not is_forward)
    steps = [best[size] for size in sizes]
    return [Step(move, step.moved, step.subset, step.score, step.error) for step in steps]


def _can_go_back(current: Subset, is_forward: bool, n_columns: int) -> bool:
    return len(current) > 1 if is_forward else len(current) < n_columns


transformers.add(
    "FloatingSelection",
    FloatingSelection,
    "sequential floating selection (SFFS, SFBS)",
    family="wrapper",
    example=lambda: FloatingSelection(LinearRegression()),
)
