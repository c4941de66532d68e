"""An Estimate is a value with its interval, the method, and one sentence why that is valid."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from math import floor, isfinite, log10
from typing import TYPE_CHECKING

from gnomon import notebook

if TYPE_CHECKING:
    import pandas as pd

MOST_DECIMALS = 8


@dataclass(frozen=True, repr=False)
class Estimate:
    """A value with its interval, how that was found, and in one sentence why this is valid.

    evidence: what simulations say of the method's coverage, where that is known. parts: numbers that the
    value was put together from, by name (a bias, an apparent score).

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
        """Upper less lower bound."""
        return self.upper - self.lower

    def frame(self) -> pd.DataFrame:
        """One line: the value, its bounds, what stands behind them, and the parts."""
        import pandas as pd

        line = {
            "value": self.value,
            "lower": self.lower,
            "upper": self.upper,
            "level": self.level,
            "method": self.method,
            **self.parts,
            "why": self.why,
            "evidence": self.evidence,
        }
        return pd.DataFrame([line])

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
    """Numbers as text, to the digits that their spread bears out.

    >>> rounded(3025.31, 2800.2, 3250.9)
    ('3025', '2800', '3251')
    >>> rounded(3.21e-9, 3.02e-9, 3.4e-9)
    ('3.21e-09', '3.02e-09', '3.40e-09')
    >>> rounded(198_416_680.0, 163_619_147.0, 233_214_214.0)
    ('1.98e+08', '1.64e+08', '2.33e+08')
    """
    finite = [abs(number) for number in numbers if isfinite(number)]
    spread, size = max(numbers) - min(numbers), max(finite, default=0.0)
    decimals = 1 - floor(log10(spread)) if spread > 0 and isfinite(spread) else 3
    if decimals <= -3 and size >= 1e6:
        return tuple(f"{number:.{max(decimals + floor(log10(size)), 1)}e}" for number in numbers)
    if decimals > MOST_DECIMALS and 0 < size < 10.0**-4:
        return tuple(f"{number:.{max(decimals + floor(log10(size)), 2)}e}" for number in numbers)
    if 0 < size < 1e-4 and not 0 < spread < float("inf"):
        return tuple(f"{number:.3g}" for number in numbers)
    if max(abs(number) for number in numbers) < 10:
        decimals = max(decimals, 3)
    return tuple(f"{number:.{min(max(decimals, 0), MOST_DECIMALS)}f}" for number in numbers)
