"""Minimum description length (MDL): the best model has the shortest code of itself and the data.

A two-part code has the length L(m) of the model plus L(D | m) of the data given the model (Rissanen 1978).
The optimal precision of a parameter estimated from n rows is log2(n) / 2 bits (Rissanen 1983). The shortest
code belongs to the MAP model under the prior 2^-L(m).
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
    """Code lengths in bits of a model, L(m), and of the data given the model, L(D | m).

    >>> print(CodeLength(model=12.0, data=30.5))
    42.5 bits: 12.0 for the model and 30.5 for the data
    """

    model: float
    data: float

    @property
    def total(self) -> float:
        """Total description length L(m) + L(D | m)."""
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
    """Two-part code of a fitted model, from its log likelihood (natural log), free parameters and rows.

    bits_per_parameter: log2(n) / 2 by default. structure: bits of the model structure, such as `integer_code`
    of its size. The code of continuous data is up to a constant, the rounding precision: it may be negative,
    and only differences are meaningful.

    >>> round(two_part_code(-69.3147, 2, 64).total, 1)
    106.0
    """
    if n_parameters < 0 or not n_rows >= 1 or not log_likelihood < inf:
        raise ParameterError(
            f"log_likelihood={log_likelihood!r}, n_parameters={n_parameters!r}, n_rows={n_rows!r}: they must "
            "be below infinity, at least 0, and at least 1"
        )
    each = log2(n_rows) / 2 if bits_per_parameter is None else bits_per_parameter
    if not 0 <= each < inf:
        raise ParameterError(f"bits_per_parameter={each!r}: it must be at least 0, and finite")
    return CodeLength(structure + n_parameters * each, -log_likelihood / log(2))


def exceptions_code(n_wrong: int, n_rows: int, n_classes: int = 2) -> float:
    """Code length in bits of the misclassified rows (exceptions) and their labels; 0 if there are none.

    log2 of (n choose n_wrong), and log2(K - 1) for the label of each. The number of exceptions is coded with
    the model, by log2(n + 1) bits.

    >>> exceptions_code(0, 100), round(exceptions_code(3, 100), 2)
    (0.0, 17.3)
    """
    if not 0 <= n_wrong <= n_rows or n_classes < 1 or (n_classes == 1 and n_wrong):
        raise ParameterError(
            f"n_wrong={n_wrong!r}, n_rows={n_rows!r}, n_classes={n_classes!r}: n_wrong must be from 0 to "
            "n_rows, and above 0 only with two classes or more"
        )
    which = gammaln(n_rows + 1) - gammaln(n_wrong + 1) - gammaln(n_rows - n_wrong + 1)
    return max(float(which) / log(2), 0.0) + (n_wrong * log2(n_classes - 1) if n_wrong else 0.0)


def label_code(probabilities: ArrayLike) -> float:
    """Code length of labels in bits: the log loss, from the predicted probability of each true label.

    >>> label_code([1.0, 0.5, 0.25])
    3.0
    """
    return float(np.sum(information_content(probabilities)))


def integer_code(k: int) -> float:
    """Universal code length in bits of an integer k >= 1: log2 k + log2 log2 k + ... + 1.52 (Rissanen 1983).

    >>> [round(integer_code(k), 2) for k in (1, 2, 8)]
    [1.52, 2.52, 6.77]
    """
    if k < 1 or k != int(k):
        raise ParameterError(f"k={k!r}: it must be an integer of at least 1")
    bits, term = log2(2.865064), log2(k)
    while term > 0:
        bits, term = bits + term, log2(term)
    return bits


@dataclass(frozen=True)
class ShortestCode:
    """Description lengths of several models of the same data, and the shortest (the first on ties).

    models: the models by name, if available.

    >>> choice = ShortestCode({"line": CodeLength(10, 50), "cubic": CodeLength(20, 30)})
    >>> choice.best
    'cubic'
    >>> print(choice)
    cubic: 50.0 bits: 20.0 for the model and 30.0 for the data; second: line, with 10.0 bits more
    """

    codes: Mapping[Any, CodeLength]
    models: Mapping[Any, Any] = field(default_factory=dict, repr=False, compare=False)

    def __post_init__(self) -> None:
        if not self.codes:
            raise DataError("there is no model to choose from; pass at least one")
        for name, code in self.codes.items():
            if np.isnan(code.total):
                raise DataError(
                    f"the code length of {name!r} is not a number ({code.model!r} + {code.data!r})"
                )

    @property
    def best(self) -> Any:
        """Name of the model with the shortest code."""
        return min(self.codes, key=lambda name: self.codes[name].total)

    @property
    def model(self) -> Any:
        """Model with the shortest code."""
        if self.best not in self.models:
            raise DataError(
                f"the models are not available, only their code lengths; the best is {self.best!r}"
            )
        return self.models[self.best]

    def frame(self) -> pd.DataFrame:
        """Return one row per model: bits, excess bits over the best, and posterior, normalized 2^-excess."""
        import pandas as pd

        table = pd.DataFrame(
            {"model": [c.model for c in self.codes.values()], "data": [c.data for c in self.codes.values()]},
            index=pd.Index(list(self.codes), name="name"),
        )
        table["total"] = table["model"] + table["data"]
        table["excess"] = table["total"] - table["total"].min()
        weight = 2.0 ** -table["excess"]
        return table.assign(posterior=weight / weight.sum())

    def __str__(self) -> str:
        best = f"{self.best}: {self.codes[self.best]}"
        others = [name for name in self.codes if name != self.best]
        if not others:
            return best
        second = min(others, key=lambda name: self.codes[name].total)
        excess = self.codes[second].total - self.codes[self.best].total
        return f"{best}; second: {second}, with {excess:.1f} bits more"
