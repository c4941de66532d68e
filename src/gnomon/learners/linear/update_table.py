"""The perceptron's update table: every visit of a row, its prediction, and the updated weights."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import TYPE_CHECKING, Any

import numpy as np

from gnomon.arrays import Floats
from gnomon.learners.linear.mistakes import MistakeRule, Pass, Start, passes
from gnomon.sharing.labels import Labels

if TYPE_CHECKING:
    import pandas as pd

HEAD = ("epoch", "row", "truth", "predicted", "amount")


def update_table(
    X: Floats,
    labels: Labels,
    rule: MistakeRule,
    start: Start,
    max_iter: int,
    *,
    names: Sequence[Any],
    gram: Floats | None = None,
    random: np.random.Generator | None = None,
) -> pd.DataFrame:
    """One row per visit, after one for the initial weights, for at most `max_iter` epochs.

    labels: of two classes. names: of the columns. gram, random: as in `passes`.

    >>> X, labels = np.array([[2.0], [-1.0]]), Labels.of(["up", "down"])
    >>> table = update_table(X, labels, MistakeRule(), (np.zeros(1), 0.0), 9, names=["x"])
    >>> table[["predicted", "amount", "x", "constant"]].values.tolist()[1:3]
    [['down', 1.0, 2.0, 1.0], ['down', 0.0, 2.0, 1.0]]
    """
    import pandas as pd

    side = np.where(labels.codes == 1, 1.0, -1.0)
    lines: list[tuple[Any, ...]] = [(0, -1, None, None, 0.0, *start[0], start[1])]
    weights = start
    for epoch, each in enumerate(islice(passes(X, side, rule, start, gram=gram, random=random), max_iter), 1):
        for row, is_positive, amount, updated in _visits(X, each, weights, rule.constant):
            weights = updated
            truth, predicted = labels.classes[labels.codes[row]], labels.classes[int(is_positive)]
            lines.append((epoch, row, truth, predicted, amount, *weights[0], weights[1]))
        if not len(each.visits):
            break
    return pd.DataFrame(lines, columns=[*HEAD, *map(str, names), "constant"])


def _visits(
    X: Floats, each: Pass, weights: Start, constant: bool
) -> Iterator[tuple[int, bool, float, Start]]:
    """For each row visited: whether its score was positive, the size of its update, and the new weights."""
    amounts = np.zeros(len(X))
    amounts[each.rows] = each.amounts
    for row in each.order.tolist():
        w, b = weights
        is_positive, amount = bool(X[row] @ w + b > 0), float(amounts[row])
        weights = w + amount * X[row], b + amount * constant
        yield row, is_positive, amount, weights
