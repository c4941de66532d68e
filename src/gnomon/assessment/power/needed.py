"""The number of repeats, rows or data sets needed to detect a difference."""

from collections.abc import Callable
from dataclasses import dataclass

from gnomon.errors import ParameterError

MAX_NUMBER = 10**6


@dataclass(frozen=True)
class Needed:
    """The sample size needed to detect a difference: a number of repeats, rows or data sets.

    number: None where no number suffices. of: "repeats", "rows" or "data sets". floor: the smallest
    difference detectable with arbitrarily many of them; 0 where there is no limit.

    >>> print(Needed(None, "repeats", 0.01, 0.8, 0.023))
    no number of repeats detects a difference of 0.01 with 80 % power: their limit is 0.023
    """

    number: int | None
    of: str
    difference: float
    power: float
    floor: float = 0.0

    def __str__(self) -> str:
        if self.number is None:
            return (
                f"no number of {self.of} detects a difference of {self.difference:.3g} with "
                f"{100 * self.power:g} % power: their limit is {self.floor:.3g}"
            )
        detect = f"detect a difference of {self.difference:.3g} with {100 * self.power:g} % power"
        return f"{self.number} {self.of} {detect}"


def first(is_enough: Callable[[int], bool]) -> int:
    """The smallest number that satisfies a monotone condition, by doubling and bisection.

    >>> first(lambda number: number * number >= 50)
    8
    """
    high = 1
    while not is_enough(high):
        high *= 2
        if high > MAX_NUMBER:
            raise ParameterError(f"more than {MAX_NUMBER} are needed; use a larger difference or less power")
    low = high // 2
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if is_enough(middle) else (middle, high)
    return high


def positive(name: str, value: float) -> float:
    """The absolute value of a finite number other than 0.

    >>> positive("difference", -0.02)
    0.02
    """
    if not 0 < abs(value) < float("inf"):
        raise ParameterError(
            f"{name}={value!r}: it must be a finite number other than 0; a pilot can estimate it"
        )
    return abs(value)
