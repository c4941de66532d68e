"""Cells, the stored results: coverage or rejection rate of a method in one simulated setting."""

import csv
import io
from collections.abc import Iterable
from dataclasses import asdict, dataclass, fields
from functools import cache
from math import hypot
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import pandas as pd

STORED = Path(__file__).with_name("cells.csv")


@dataclass(frozen=True)
class Cell:
    """One method in one simulated setting.

    kind: "coverage" (of intervals), "type-I error" or "power" (of tests). target: the estimand of the
    interval: "this model", "expected" (over training sets of the design's size) or, for tests, "difference".
    world: the population. truth: mean true value of the target (0 for tests). rate: share of simulations in
    which the interval contained the target, or the test rejected. error: Monte Carlo standard error of the
    rate. width: mean width of the interval (0 for tests). refused: simulations in which the method raised an
    error; they do not count in the rate.

    >>> {cell.nominal for cell in stored() if cell.kind == "coverage"}
    {0.95}
    """

    kind: str
    method: str
    measure: str
    target: str
    design: str
    folds: int
    repeats: int
    stratified: bool
    n: int
    prevalence: float
    world: str
    learner: str
    level: float
    truth: float
    rate: float
    error: float
    width: float
    refused: int
    simulations: int
    seed: int

    @property
    def nominal(self) -> float:
        """The nominal rate: the confidence level, or for tests the significance level."""
        return self.level if self.kind == "coverage" else round(1 - self.level, 10)

    @property
    def family(self) -> tuple[str, bool]:
        """The family of designs: the resampling method, and whether it is repeated."""
        return self.design, self.repeats > 1

    @property
    def key(self) -> tuple[Any, ...]:
        """The fields that identify the cell."""
        results = ("truth", "rate", "error", "width", "refused", "simulations", "seed")
        return tuple(value for name, value in asdict(self).items() if name not in results)


@cache
def stored() -> tuple[Cell, ...]:
    """The cells shipped with the package.

    >>> {cell.kind for cell in stored()} == {"coverage", "type-I error", "power"}
    True
    """
    return read(STORED.read_text(encoding="utf-8"))


def frame() -> "pd.DataFrame":
    """The stored cells as a data frame, a row per cell.

    >>> frame().loc[0, "level"]
    np.float64(0.95)
    """
    import pandas as pd

    return pd.DataFrame([asdict(cell) for cell in stored()])


def read(text: str) -> tuple[Cell, ...]:
    """Cells from text written by `write`.

    >>> read(write(stored())) == stored()
    True
    """
    types = {each.name: each.type for each in fields(Cell)}
    lines = csv.DictReader(io.StringIO(text))
    return tuple(Cell(**{name: _value(types[name], word) for name, word in line.items()}) for line in lines)


def write(cells: Iterable[Cell]) -> str:
    """Cells as CSV text, sorted by key.

    >>> write([]).split(",")[:3]
    ['kind', 'method', 'measure']
    """
    buffer = io.StringIO()
    table = csv.DictWriter(buffer, [each.name for each in fields(Cell)], lineterminator="\n")
    table.writeheader()
    table.writerows(asdict(cell) for cell in sorted(cells, key=lambda cell: cell.key))
    return buffer.getvalue()


def standardized_distance(first: Cell, second: Cell) -> float:
    """The distance of two rates in standard errors of their difference.

    >>> standardized_distance(stored()[0], stored()[0])
    0.0
    """
    return abs(first.rate - second.rate) / hypot(first.error, second.error)


def _value(kind: Any, word: str) -> Any:
    return word == "True" if kind is bool else kind(word)
