"""Description length: the best model is the one that says itself and the data in the fewest bits.

A two-part code tells the model first, L(m), and then the data in the model's code, L(D | m) (Rissanen 1978).
Parameters of n rows deserve half a log n bits each: more digits than the rows can tell cost more than they
save (Rissanen 1983). The shortest code is the most probable model, with 2^-L(m) for its prior.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from math import inf, log, log2
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike
from scipy.special import gammaln

from gnomon.errors import DataError, ParameterError
from gnomon.probability.entropies import information_content

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True)
class CodeLength:
    """Bits that say the model, and bits that say the data once the model is known.

    >>> print(CodeLength(model=12.0, data=30.5))
    42.5 bits: 12.0 for the model and 30.5 for the data
    """

    model: float
    data: float

    @property
    def total(self) -> float:
        """L(m) + L(D | m)."""
        return self.model + self.data

    def __str__(self) -> str:
        return f"{self.total:.1f} bits: {self.model:.1f} for the model and {self.data:.1f} for the data"


def two_part_code(
    log_likelihood: float,
    n_parameters: int,
    n_rows: float,
    *,
    bits_per_parameter: float | None = None,
    structure: float = 0.0,
) -> CodeLength:
    """From a fitted model's log likelihood (natural logarithm), its free numbers and its rows.

    bits_per_parameter: half a log2 n if not given. structure: bits that say which model it is, such as
    `integer_code` of its size. Densities have no code until values are rounded, which costs the same for
    every model: data bits of a density may be below 0, and only differences count.

    >>> round(two_part_code(-69.3147, 2, 64).total, 1)
    106.0
    """
    if n_parameters < 0 or not n_rows >= 1 or not log_likelihood < inf:
        raise ParameterError(
            f"log_likelihood={log_likelihood!r}, n_parameters={n_parameters!r}, n_rows={n_rows!r}: give a "
            "log likelihood below infinity, no less than 0 parameters, and at least one row"
        )
    each = log2(n_rows) / 2 if bits_per_parameter is None else bits_per_parameter
    if not 0 <= each < inf:
        raise ParameterError(f"bits_per_parameter={each!r}: it is at least 0, and finite")
    return CodeLength(structure + n_parameters * each, -log_likelihood / log(2))


def exceptions_code(n_wrong: int, n_rows: int, n_classes: int = 2) -> float:
    """Bits that say which rows a model gets wrong, and their labels: 0 if none is wrong.

    log2 of (n choose wrong), and log2(K - 1) for the label of each. How many are wrong belongs to the model,
    for log2(n + 1) bits.

    >>> exceptions_code(0, 100), round(exceptions_code(3, 100), 2)
    (0.0, 17.3)
    """
    if not 0 <= n_wrong <= n_rows or n_classes < 1 or (n_classes == 1 and n_wrong):
        raise ParameterError(
            f"n_wrong={n_wrong!r} of n_rows={n_rows!r} with n_classes={n_classes!r}: wrong rows are from "
            "none to all, and need two classes"
        )
    which = gammaln(n_rows + 1) - gammaln(n_wrong + 1) - gammaln(n_rows - n_wrong + 1)
    return max(float(which) / log(2), 0.0) + (n_wrong * log2(n_classes - 1) if n_wrong else 0.0)


def label_code(probabilities: ArrayLike) -> float:
    """Bits that say the labels, from the probability a model gave to each true one: 0 if all were certain.

    >>> label_code([1.0, 0.5, 0.25])
    3.0
    """
    return float(np.sum(information_content(probabilities)))


def integer_code(k: int) -> float:
    """Bits that say a whole number from 1, however large: log2 k + log2 log2 k + ... + 1.52 (Rissanen 1983).

    >>> [round(integer_code(k), 2) for k in (1, 2, 8)]
    [1.52, 2.52, 6.77]
    """
    if k < 1 or k != int(k):
        raise ParameterError(f"k={k!r}: give a whole number from 1")
    bits, left = log2(2.865064), log2(k)
    while left > 0:
        bits, left = bits + left, log2(left)
    return bits


@dataclass(frozen=True)
class ShortestCode:
    """Code lengths of several models of the same data, and the shortest: of equals the first.

    models: the models themselves, by name, where they are at hand.

    >>> choice = ShortestCode({"line": CodeLength(10, 50), "cubic": CodeLength(20, 30)})
    >>> choice.best
    'cubic'
    >>> print(choice)
    cubic: 50.0 bits: 20.0 for the model and 30.0 for the data; line is next with 10.0 more
    """

    codes: Mapping[Any, CodeLength]
    models: Mapping[Any, Any] = field(default_factory=dict, repr=False, compare=False)

    def __post_init__(self) -> None:
        if not self.codes:
            raise DataError("no model to choose from; give at least one")
        for name, code in self.codes.items():
            if np.isnan(code.total):
                raise DataError(f"the code of {name!r} is {code.model!r} + {code.data!r} bits: not a number")

    @property
    def best(self) -> Any:
        """The name of the shortest."""
        return min(self.codes, key=lambda name: self.codes[name].total)

    @property
    def model(self) -> Any:
        """The model of the shortest code."""
        if self.best not in self.models:
            raise DataError(f"only code lengths were given, no models; the best is {self.best!r}")
        return self.models[self.best]

    def frame(self) -> pd.DataFrame:
        """A row for each model: bits, bits more than the best, and its share, 2^-more made to sum to 1."""
        import pandas as pd

        table = pd.DataFrame(
            {"model": [c.model for c in self.codes.values()], "data": [c.data for c in self.codes.values()]},
            index=pd.Index(list(self.codes), name="name"),
        )
        table["total"] = table["model"] + table["data"]
        table["more"] = table["total"] - table["total"].min()
        share = 2.0 ** -table["more"]
        return table.assign(share=share / share.sum())

    def __str__(self) -> str:
        found = f"{self.best}: {self.codes[self.best]}"
        others = [name for name in self.codes if name != self.best]
        if not others:
            return found
        second = min(others, key=lambda name: self.codes[name].total)
        more = self.codes[second].total - self.codes[self.best].total
        return f"{found}; {second} is next with {more:.1f} more"
