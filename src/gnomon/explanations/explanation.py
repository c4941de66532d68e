"""The explanation of one answer: what the model said, and the table of what it rests on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from gnomon.arrays import Floats
from gnomon.features.automatic.wording import printable

if TYPE_CHECKING:
    import pandas as pd

CAVEAT = "This is what the model goes by (association), not what would change the outcome (cause)."
_MOST_LINES = 12
_WIDEST_HEAD = 60


@dataclass(frozen=True, eq=False)
class Explanation:
    """Why a model answers one case as it does.

    kind: path, rules, neighbors, factors, contributions, support vectors or Shapley values. predicted: the
    answer. table: the columns of `frame()`. output: what the numbers are about. base, value: where
    contributions begin and what they add up to; NaN where nothing is added. note: how it was found.

    >>> print(contributions("contributions", "ill", ["age"], [63.0], [0.5], 0.2, 0.7, "score of ill", ""))
    predicted: ill
    score of ill: 0.7 = 0.2 (base) and
      age = 63  +0.5
    This is what the model goes by (association), not what would change the outcome (cause).
    """

    kind: str
    predicted: Any
    table: Mapping[str, Sequence[Any]]
    output: str = ""
    base: float = np.nan
    value: float = np.nan
    note: str = ""
    lines: tuple[str, ...] = field(default=(), repr=False)

    def frame(self) -> pd.DataFrame:
        """The table: a row a feature, a neighbor, a rule, or a step of a path."""
        import pandas as pd

        return pd.DataFrame(dict(self.table))

    def __str__(self) -> str:
        shown = [f"predicted: {printable(in_words(self.predicted))}"]
        if self.output and np.isfinite(self.value):
            begin = f" = {_amount(self.base)} (base) and" if np.isfinite(self.base) else ""
            shown.append(f"{printable(self.output, 80)}: {_amount(self.value)}{begin}")
        shown += [f"  {printable(line, 100)}" for line in self.lines[:_MOST_LINES]]
        if len(self.lines) > _MOST_LINES:
            shown.append(f"  and {len(self.lines) - _MOST_LINES} more: see frame()")
        return "\n".join([*shown, *([self.note] if self.note else []), CAVEAT])


def contributions(
    kind: str,
    predicted: Any,
    names: Sequence[str],
    values: Sequence[Any],
    amounts: Any,
    base: float,
    value: float,
    output: str,
    note: str,
    error: Floats | None = None,
) -> Explanation:
    """An explanation by amounts that add up to value - base, the largest first.

    error: the standard error of each amount, where it was sampled.

    >>> found = contributions("contributions", 3.0, ["a", "b"], [1, 2], [0.5, -2.0], 4.5, 3.0, "number", "")
    >>> found.frame()["feature"].tolist()
    ['b', 'a']
    """
    found = np.asarray(amounts, dtype=np.float64)
    order = np.argsort(-np.abs(found), kind="stable")
    table: dict[str, list[Any]] = {
        "feature": [str(names[place]) for place in order],
        "value": [values[place] for place in order],
        "contribution": found[order].tolist(),
    }
    if error is not None:
        table["standard error"] = error[order].tolist()
    heads = [f"{name} = {in_words(each)}" for name, each in zip(table["feature"], table["value"])]
    said = [f"{_amount(found[place], sign='+')}{_plus_minus(error, place)}" for place in order]
    return Explanation(
        kind, predicted, table, output, float(base), float(value), note, in_columns(heads, said)
    )


def in_columns(heads: Sequence[str], amounts: Sequence[str]) -> tuple[str, ...]:
    """Lines in which the amounts stand below each other.

    >>> in_columns(["age", "size"], ["1", "2"])
    ('age   1', 'size  2')
    """
    safe = [printable(head, _WIDEST_HEAD) for head in heads]
    width = max(map(len, safe), default=0)
    return tuple(f"{head.ljust(width)}  {amount}" for head, amount in zip(safe, amounts))


def in_words(value: Any) -> str:
    """A value of a case, or an answer, as text.

    >>> in_words(63.0), in_words(None)
    ('63', 'missing')
    """
    if isinstance(value, float | np.floating):
        return "missing" if np.isnan(value) else _amount(value, 6)
    return "missing" if value is None else str(value)


def _amount(value: float, digits: int = 4, *, sign: str = "") -> str:
    """A number with so many significant digits, but whole and without a power of ten where it is large.

    >>> _amount(241_747.3), _amount(-0.09703, sign="+"), _amount(1.5e15)
    ('241,747', '-0.09703', '1.5e+15')
    """
    if 10**digits <= abs(value) < 1e12:
        return f"{value:{sign},.0f}"
    return f"{value:{sign}.{digits}g}"


def _plus_minus(error: Floats | None, place: int) -> str:
    return "" if error is None else f" ± {error[place]:.1g}"
