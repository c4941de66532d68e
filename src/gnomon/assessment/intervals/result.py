"""Estimate: a value with its confidence interval, the method, and one sentence why it is valid."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from math import floor, isfinite, log10
from typing import TYPE_CHECKING

from gnomon import notebook

if TYPE_CHECKING:
    import pandas as pd

MAX_DECIMALS = 8


@dataclass(frozen=True, repr=False)
class Estimate:
    """A point estimate with its confidence interval, the method, and one sentence why it is valid.

    evidence: coverage of the method in simulations, where known. parts: components of the value by name (a
    bias, an apparent score).

    >>> print(Estimate(0.912, 0.884, 0.94, 0.95, "corrected t", "30 splits share training rows."))
    0.912 [0.884, 0.940] (95 %, corrected t)
    """

    value: float
    lower: float
    upper: float
    level: float
    method: str
    why: str
    evidence: str = ""
    parts: Mapping[str, float] = field(default_factory=dict, compare=False)

    @property
    def width(self) -> float:
        """Width of the interval: upper - lower."""
        return self.upper - self.lower

    def frame(self) -> pd.DataFrame:
        """A data frame of one row: value, bounds, method, reason, evidence and parts."""
        import pandas as pd

        record = {
            "value": self.value,
            "lower": self.lower,
            "upper": self.upper,
            "level": self.level,
            "method": self.method,
            **self.parts,
            "why": self.why,
            "evidence": self.evidence,
        }
        return pd.DataFrame([record])

    def __str__(self) -> str:
        value, lower, upper = rounded(self.value, self.lower, self.upper)
        return f"{value} [{lower}, {upper}] ({100 * self.level:g} %, {self.method})"

    def __repr__(self) -> str:
        value, lower, upper = rounded(self.value, self.lower, self.upper)
        return (
            f"Estimate({value}, lower={lower}, upper={upper}, level={self.level:g}, method={self.method!r})"
        )

    def _repr_html_(self) -> str:
        value, lower, upper = rounded(self.value, self.lower, self.upper)
        known = {
            "interval": f"{100 * self.level:g} %, {self.method}",
            **self.parts,
            "why": self.why,
            "evidence": self.evidence,
        }
        return notebook.block(f"{value} [{lower}, {upper}]", notebook.facts(known))


def rounded(*numbers: float) -> tuple[str, ...]:
    """Numbers as text, rounded to the digits that their range supports.

    >>> rounded(3025.31, 2800.2, 3250.9)
    ('3025', '2800', '3251')
    >>> rounded(3.21e-9, 3.02e-9, 3.4e-9)
    ('3.21e-09', '3.02e-09', '3.40e-09')
    >>> rounded(198_416_680.0, 163_619_147.0, 233_214_214.0)
    ('1.98e+08', '1.64e+08', '2.33e+08')
    """
    finite = [abs(number) for number in numbers if isfinite(number)]
    spread, magnitude = max(numbers) - min(numbers), max(finite, default=0.0)
    decimals = 1 - floor(log10(spread)) if spread > 0 and isfinite(spread) else 3
    if decimals <= -3 and magnitude >= 1e6:
        return tuple(f"{number:.{max(decimals + floor(log10(magnitude)), 1)}e}" for number in numbers)
    if decimals > MAX_DECIMALS and 0 < magnitude < 10.0**-4:
        return tuple(f"{number:.{max(decimals + floor(log10(magnitude)), 2)}e}" for number in numbers)
    if 0 < magnitude < 1e-4 and not 0 < spread < float("inf"):
        return tuple(f"{number:.3g}" for number in numbers)
    if max(abs(number) for number in numbers) < 10:
        decimals = max(decimals, 3)
    return tuple(f"{number:.{min(max(decimals, 0), MAX_DECIMALS)}f}" for number in numbers)
