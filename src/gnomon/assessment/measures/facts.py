"""What a measure is: a plain function with a record of facts."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeVar

import numpy as np

from gnomon.arrays import Array, Floats
from gnomon.errors import DataError, DesignError
from gnomon.registry import measures

Function = TypeVar("Function", bound=Callable[..., float])


Each = Callable[[Array, Array], Floats]


@dataclass(frozen=True)
class Measure:
    """A measure as it is looked up: the function and the facts about it.

    better: "higher" or "lower". range: least and greatest value. needs: "label", "probability", "score" or
    "number". kind: of task. each: what it is the mean of, row by row; None if it is no mean.
    is_share: whether each row counts 0 or 1.
    """

    name: str
    title: str
    function: Callable[..., float]
    better: str
    range: tuple[float, float]
    needs: str
    kind: str
    each: Each | None
    is_share: bool

    @property
    def sign(self) -> int:
        """1 if higher is better, -1 if lower is."""
        return 1 if self.better == "higher" else -1


def measure(
    *,
    better: str,
    range: tuple[float, float],
    needs: str,
    kind: str,
    title: str,
    each: Each | None = None,
    is_share: bool = False,
) -> Callable[[Function], Function]:
    """Register a function (truth, given, weight=None) -> float as a measure; it stays a plain function.

    needs: what is given: "label" (a class code a row), "probability" (rows x classes), "score" (a number a
    row, or rows x classes), "number". each: the function whose mean over rows it is, if it is one.

    >>> find_measure("brier").needs
    'probability'
    """

    def register(function: Function) -> Function:
        return measures.add(
            function.__name__,
            function,
            title,
            better=better,
            range=range,
            needs=needs,
            kind=kind,
            each=each,
            is_share=is_share,
        )

    return register


def find_measure(name: str | Callable[..., float] | Measure) -> Measure:
    """The measure of this name, or of this registered function.

    >>> find_measure("accuracy").better
    'higher'
    """
    if isinstance(name, Measure):
        return name
    entry = measures[name if isinstance(name, str) else getattr(name, "__name__", repr(name))]
    if callable(name) and entry.thing is not name:
        raise DesignError(
            f"the function {entry.name!r} is not the registered measure of that name; "
            "register yours by gnomon.assessment.measures.measure(...) under another name"
        )
    return Measure(entry.name, entry.title, entry.thing, **entry.facts)


def mean(values: Array, weight: Array | None = None) -> float:
    """The weighted mean; an error where there is nothing to average.

    >>> mean(np.array([1.0, 3.0]), np.array([3.0, 1.0]))
    1.5
    """
    if len(values) == 0:
        raise DataError("a measure was asked of 0 rows; give at least one")
    if weight is None:
        return float(np.mean(values))
    total = float(np.sum(weight))
    if total <= 0:
        raise DataError(
            f"the weights of the {len(values)} rows measured add up to {total:g}; give some weight"
        )
    return float(np.dot(values, weight) / total)


def same_length(truth: Any, given: Any) -> tuple[Array, Array]:
    """Both as arrays, of one length."""
    truth, given = np.asarray(truth), np.asarray(given)
    if len(truth) != len(given):
        raise DataError(f"there are {len(truth)} true values and {len(given)} predictions; they must pair up")
    return truth, given
