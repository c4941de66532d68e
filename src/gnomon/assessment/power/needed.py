"""How many repeats, rows or data sets a difference asks for: a Needed."""

from collections.abc import Callable
from dataclasses import dataclass

from gnomon.errors import ParameterError

MOST = 10**6


@dataclass(frozen=True)
class Needed:
    """How many of something a difference asks for.

    number: None where no number is enough. of: "repeats", "rows" or "data sets". floor: the smallest
    difference that any number of them could see; 0 where there is no such end.

    >>> print(Needed(None, "repeats", 0.01, 0.8, 0.023))
    no number of repeats sees a difference of 0.01 with 80 % power: they end at 0.023
    """

    number: int | None
    of: str
    difference: float
    power: float
    floor: float = 0.0

    def __str__(self) -> str:
        if self.number is None:
            return (
                f"no number of {self.of} sees a difference of {self.difference:.3g} with "
                f"{100 * self.power:g} % power: they end at {self.floor:.3g}"
            )
        sees = f"see a difference of {self.difference:.3g} with {100 * self.power:g} % power"
        return f"{self.number} {self.of} {sees}"


def first(is_enough: Callable[[int], bool]) -> int:
    """The smallest number that is enough, where every larger one is too.

    >>> first(lambda number: number * number >= 50)
    8
    """
    high = 1
    while not is_enough(high):
        high *= 2
        if high > MOST:
            raise ParameterError(
                f"more than {MOST} would be needed; ask for a larger difference or less power"
            )
    low = high // 2
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if is_enough(middle) else (middle, high)
    return high


def positive(name: str, value: float) -> float:
    """The size of a number that may not be 0.

    >>> positive("difference", -0.02)
    0.02
    """
    if not 0 < abs(value) < float("inf"):
        raise ParameterError(f"{name}={value!r}: it must be a number other than 0; a pilot shows its size")
    return abs(value)
