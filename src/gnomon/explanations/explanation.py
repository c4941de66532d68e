"""The explanation of one prediction: the output, and the table of contributions, rules or neighbors."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from gnomon.arrays import Floats
from gnomon.features.automatic.wording import printable

if TYPE_CHECKING:
    import pandas as pd

CAVEAT = "Explanations describe the model (association), not causes of the outcome."
_MAX_LINES = 12
_MAX_WIDTH = 60


@dataclass(frozen=True, eq=False)
class Explanation:
    """A local explanation of one prediction.

    kind: path, rules, neighbors, factors, contributions, support vectors or Shapley values. predicted: the
    prediction. table: the columns of `frame()`. output: name of the explained output. base, value: base value
    of the contributions and explained value, their sum; NaN if not additive. note: description of the method.

    >>> print(contributions("contributions", "ill", ["age"], [63.0], [0.5], 0.2, 0.7, "score of ill", ""))
    predicted: ill
    score of ill: 0.7 = 0.2 (base) and
      age = 63  +0.5
    Explanations describe the model (association), not causes of the outcome.
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
        """The table, one row per feature, neighbor, rule, or step of a path."""
        import pandas as pd

        return pd.DataFrame(dict(self.table))

    def __str__(self) -> str:
        return self.text("frame()")

    def text(self, whole: str) -> str:
        """The explanation as text, with its largest contributions; whole: what shows all of them."""
        shown = [f"predicted: {printable(in_words(self.predicted))}"]
        if self.output and np.isfinite(self.value):
            begin = f" = {_number(self.base)} (base) and" if np.isfinite(self.base) else ""
            shown.append(f"{printable(self.output, 80)}: {_number(self.value)}{begin}")
        shown += [f"  {printable(line, 100)}" for line in self.lines[:_MAX_LINES]]
        if len(self.lines) > _MAX_LINES:
            shown.append(f"  and {len(self.lines) - _MAX_LINES} more: see {whole}")
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
    """An additive explanation: contributions that sum to value - base, the largest first.

    error: the standard error of each contribution, if sampled.

    >>> parts = [0.5, -2.0]
    >>> explanation = contributions("contributions", 3.0, ["a", "b"], [1, 2], parts, 4.5, 3.0, "number", "")
    >>> explanation.frame()["feature"].tolist()
    ['b', 'a']
    """
    contribution = np.asarray(amounts, dtype=np.float64)
    order = np.argsort(-np.abs(contribution), kind="stable")
    table: dict[str, list[Any]] = {
        "feature": [str(names[index]) for index in order],
        "value": [values[index] for index in order],
        "contribution": contribution[order].tolist(),
    }
    if error is not None:
        table["standard error"] = error[order].tolist()
    heads = [f"{name} = {in_words(each)}" for name, each in zip(table["feature"], table["value"])]
    texts = [f"{_number(contribution[index], sign='+')}{_plus_minus(error, index)}" for index in order]
    return Explanation(
        kind, predicted, table, output, float(base), float(value), note, in_columns(heads, texts)
    )


def in_columns(heads: Sequence[str], amounts: Sequence[str]) -> tuple[str, ...]:
    """Lines of two aligned columns.

    >>> in_columns(["age", "size"], ["1", "2"])
    ('age   1', 'size  2')
    """
    safe = [printable(head, _MAX_WIDTH) for head in heads]
    width = max(map(len, safe), default=0)
    return tuple(f"{head.ljust(width)}  {amount}" for head, amount in zip(safe, amounts))


def in_words(value: Any) -> str:
    """A feature value or a prediction as text.

    >>> in_words(63.0), in_words(None)
    ('63', 'missing')
    """
    if isinstance(value, float | np.floating):
        return "missing" if np.isnan(value) else _number(float(value), 6)
    return "missing" if value is None else str(value)


def _number(value: float, digits: int = 4, *, sign: str = "") -> str:
    """A number with this many significant digits; large ones as integers without exponent.

    >>> _number(241_747.3), _number(-0.09703, sign="+"), _number(1.5e15)
    ('241,747', '-0.09703', '1.5e+15')
    """
    if 10**digits <= abs(value) < 1e12:
        return f"{value:{sign},.0f}"
    return f"{value:{sign}.{digits}g}"


def _plus_minus(error: Floats | None, index: int) -> str:
    return "" if error is None else f" ± {error[index]:.1g}"
