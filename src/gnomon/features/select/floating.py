"""Floating selection: steps forward with steps back in between, so that an early choice can be undone."""

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
from gnomon.features.select.stop_rules import EQUAL, RULES, StopRule, wanted_size
from gnomon.features.select.subset_score import Subset, SubsetScores, all_columns
from gnomon.features.select.wrapper import Found, WrapperSelection
from gnomon.registry import transformers


class FloatingSelection(WrapperSelection):
    """Go `plus` steps on, then back as long as that gives the best subset of its size so far, and so on.

    With minus=1 (or more) it goes back just so many steps instead: plus 2, take away 1. For direction
    "backward" a step on drops a column, and a step back adds one (Pudil, Novovičová & Kittler 1994).

    Attributes
    ----------
    support_ : which columns are kept
    score_, standard_error_ : of the kept subset on the folds that chose it, which is optimistic
    curve_ : every step, a SelectionCurve; `curve_.by_size()` has the best of each size
    n_models_ : how many models were trained

    Examples
    --------
    >>> import numpy as np
    >>> from gnomon.features.select.floating import FloatingSelection
    >>> X = np.random.default_rng(0).normal(size=(100, 4))
    >>> selection = FloatingSelection(LinearRegression(), n_features_to_select=2)
    >>> selection.fit(X, 2 * X[:, 2] - X[:, 0]).get_support(indices=True)
    array([0, 2])
    """

    n_features_to_select: Any = free(
        default=None, help="how many columns to keep: a count, a share, or None for the rule", kind="number"
    )
    direction: str = one_of("forward", "backward", default="forward", help="whether to begin with no column")
    plus: int = between(1, inf, default=1, whole=True, help="steps on before a step back is tried")
    minus: Any = between(
        1, inf, default=None, whole=True, optional=True, help="steps back; None for as many as are of use"
    )
    stop: str = one_of(*RULES, default="no gain", help="when to stop, and what to keep", grid=())
    tol: float = between(0, inf, default=0.0, help="the gain that a size must bring, or the loss it may cost")
    patience: int = between(1, inf, default=1, whole=True, help="sizes without gain before 'no gain' stops")

    def _search(self, scores: SubsetScores) -> Found:
        if self.minus is not None and self.minus >= self.plus:
            raise ParameterError(
                f"FloatingSelection(plus={self.plus}, minus={self.minus}) gets nowhere; minus must be smaller"
            )
        size = wanted_size(self.n_features_to_select, scores.n_columns, type(self).__name__)
        rule = StopRule(size, self.stop, self.tol, self.patience)
        return _floated(scores, rule, self.direction == "forward", self.plus, self.minus)


def _floated(scores: SubsetScores, rule: StopRule, is_forward: bool, plus: int, minus: int | None) -> Found:
    on, back = (added, dropped) if is_forward else (dropped, added)
    last = rule.size or (scores.n_columns if is_forward else 1)
    steps = [] if is_forward else [_whole(scores)]
    best = {len(step.subset): step for step in steps}

    def take(move: Callable[[SubsetScores, Subset], Step], now: Subset) -> Subset:
        step = move(scores, now)
        steps.append(step)
        _keep_better(best, step)
        return step.subset

    now: Subset = () if is_forward else all_columns(scores.n_columns)
    while len(now) != last and (rule.size or not rule.is_reached(_ordered(best, is_forward))):
        for _ in range(plus):
            now = take(on, now) if len(now) != last else now
        if len(now) == last and minus is not None:
            break
        for _ in range(minus or 0):
            now = take(back, now) if _can_go_back(now, is_forward, scores.n_columns) else now
        while minus is None and _can_go_back(now, is_forward, scores.n_columns):
            step = back(scores, now)
            if step.score <= best[len(step.subset)].score + EQUAL * max(1.0, abs(step.score)):
                break
            now = take(back, now)
    return Found(rule.kept(_ordered(best, is_forward)).subset, tuple(steps))


def _whole(scores: SubsetScores) -> Step:
    trial = scores.of([all_columns(scores.n_columns)])[0]
    return Step("start", (), trial.subset, trial.mean, trial.error)


def _keep_better(best: dict[int, Step], step: Step) -> None:
    known = best.get(len(step.subset))
    if known is None or step.score > known.score:
        best[len(step.subset)] = step


def _ordered(best: dict[int, Step], is_forward: bool) -> list[Step]:
    """The best step of each size, in the direction of the search."""
    move = "add" if is_forward else "drop"
    sizes = sorted(best, reverse=not is_forward)
    found = [best[size] for size in sizes]
    return [Step(move, step.moved, step.subset, step.score, step.error) for step in found]


def _can_go_back(now: Subset, is_forward: bool, n_columns: int) -> bool:
    return len(now) > 1 if is_forward else len(now) < n_columns


transformers.add(
    "FloatingSelection",
    FloatingSelection,
    "add columns, and drop those that later ones make needless",
    family="wrapper",
    example=lambda: FloatingSelection(LinearRegression()),
)
