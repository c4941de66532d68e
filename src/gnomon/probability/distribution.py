"""Discrete distributions of one or several named variables, as small values; fractions stay exact."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from math import prod
from typing import TYPE_CHECKING, Any

import numpy as np

from gnomon.arrays import Floats
from gnomon.errors import DataError, NameUnknown, ParameterError
from gnomon.probability.columns import frame_of
from gnomon.probability.draws import check_draws
from gnomon.probability.exact import Number, by_name, is_close, is_one, number, probability, shown, total
from gnomon.seeds import Seed, generator

if TYPE_CHECKING:
    import pandas as pd

Outcome = tuple[Any, ...]


@dataclass(frozen=True)
class Distribution:
    """The probability of each combination of values of some variables; it sums to 1.

    names: one for each variable. table: from a tuple of values, one a variable, to its probability.

    >>> die = Distribution.uniform(range(1, 7), "die")
    >>> die.probability(die=3)
    Fraction(1, 6)
    >>> print(Distribution.of({"heads": 0.6, "tails": 0.4}, "coin"))
    P(coin)
      heads  0.6
      tails  0.4
    """

    names: tuple[str, ...]
    table: Mapping[Outcome, Number]

    def __post_init__(self) -> None:
        if len(set(self.names)) != len(self.names) or not self.names:
            raise ParameterError(f"names={self.names!r}: give each variable a name of its own")
        for outcome, share in self.table.items():
            if not isinstance(outcome, tuple) or len(outcome) != len(self.names):
                raise DataError(f"outcome {outcome!r} is to have one value for each of {self.names}")
            probability(share, f"the probability of {_named(outcome)}")
        whole = total(self.table.values())
        if not is_one(whole):
            raise DataError(f"probabilities must sum to 1; these sum to {shown(whole)}")

    @classmethod
    def of(cls, table: Any, names: str | Sequence[str] = "x") -> Distribution:
        """From probabilities by value, or by tuple of values where there are several variables.

        >>> Distribution.of({("M", "tall"): "1/2", ("F", "tall"): "1/2"}, ("gender", "size")).names
        ('gender', 'size')
        """
        called = (names,) if isinstance(names, str) else tuple(names)
        return cls(
            called,
            {
                (value if len(called) > 1 and isinstance(value, tuple) else (value,)): probability(
                    share, f"the probability of {value!r}"
                )
                for value, share in by_name(table, "table").items()
            },
        )

    @classmethod
    def uniform(cls, values: Iterable[Any], name: str = "x") -> Distribution:
        """Each value as likely as any other.

        >>> Distribution.uniform("ab").probability(x="a")
        Fraction(1, 2)
        """
        listed = list(dict.fromkeys(values))
        if not listed:
            raise DataError("a distribution needs at least one value")
        return cls((name,), {(value,): Fraction(1, len(listed)) for value in listed})

    @classmethod
    def counted(cls, data: Any, names: Sequence[str] | None = None, *, extra: Any = 0) -> Distribution:
        """Shares of rows: the maximum-likelihood estimate, as exact fractions.

        data: a data frame, a mapping of columns, or one sequence of values. names: the columns to take.
        extra: rows imagined for each combination of the values seen; 1 is the Laplace correction.

        >>> Distribution.counted("aab", extra=1).table
        {('a',): Fraction(3, 5), ('b',): Fraction(2, 5)}
        """
        called, columns = _columns(data, names)
        added = number(extra, "extra")
        if added < 0:
            raise ParameterError(f"extra={extra!r}: imagined rows are at least 0")
        seen = Counter(zip(*columns, strict=True))
        levels = [list(dict.fromkeys(column)) for column in columns]
        cells: Iterable[Outcome] = product(*levels) if added else seen
        n_rows = sum(seen.values()) + (added * prod(map(len, levels)) if added else 0)
        return cls(called, {cell: (seen[cell] + added) / Fraction(n_rows) for cell in cells})

    def values(self, name: str) -> list[Any]:
        """The values of a variable, in the order they were given.

        >>> Distribution.uniform("ab").values("x")
        ['a', 'b']
        """
        place = self._place(name)
        return list(dict.fromkeys(outcome[place] for outcome in self.table))

    def probability(self, **values: Any) -> Number:
        """Of these values, whatever the other variables are.

        >>> people = Distribution.counted({"sex": "MMF", "tall": [1, 0, 1]})
        >>> people.probability(sex="M")
        Fraction(2, 3)
        """
        return total(self.table[outcome] for outcome in self._matching(values))

    def marginal(self, *names: str) -> Distribution:
        """P(some) = the sum of P(some, others) over the others.

        >>> pair = Distribution.uniform([0, 1], "a").times(Distribution.uniform([0, 1], "b"))
        >>> pair.marginal("b").table
        {(0,): Fraction(1, 2), (1,): Fraction(1, 2)}
        """
        places = [self._place(name) for name in names]
        parts: dict[Outcome, list[Number]] = {}
        for outcome, share in self.table.items():
            parts.setdefault(tuple(outcome[place] for place in places), []).append(share)
        return Distribution(tuple(names), {outcome: total(shares) for outcome, shares in parts.items()})

    def given(self, **values: Any) -> Distribution:
        """P(others | values) = P(others, values) / P(values): keep what matches, then count again.

        >>> Distribution.counted({"sex": "MMF", "tall": [1, 0, 1]}).given(sex="M").table
        {(1,): Fraction(1, 2), (0,): Fraction(1, 2)}
        """
        evidence = self.probability(**values)
        if evidence == 0:
            raise DataError(f"{_named(values)} has probability 0, so nothing follows from it")
        others = [place for place, name in enumerate(self.names) if name not in values]
        if not others:
            raise ParameterError(f"{_named(values)} leaves no variable open; ask for `probability` instead")
        return Distribution(
            tuple(self.names[place] for place in others),
            {
                tuple(outcome[place] for place in others): self.table[outcome] / evidence
                for outcome in self._matching(values)
            },
        )

    def times(self, other: Distribution) -> Distribution:
        """P(a, b) = P(a) P(b): both, independent of each other.

        >>> die = Distribution.uniform(range(1, 7), "first")
        >>> die.times(Distribution.uniform(range(1, 7), "second")).probability(first=6, second=6)
        Fraction(1, 36)
        """
        return Distribution(
            self.names + other.names,
            {a + b: p * q for (a, p), (b, q) in product(self.table.items(), other.table.items())},
        )

    def is_independent(self) -> bool:
        """Whether the variables are: whether the product of the marginals is the joint.

        >>> Distribution.of({(0, 0): "1/2", (1, 1): "1/2"}, ("a", "b")).is_independent()
        False
        """
        single = [self.marginal(name) for name in self.names]
        cells = product(*(self.values(name) for name in self.names))
        return all(
            is_close(
                self.table.get(cell, Fraction(0)),
                prod((alone.table[(value,)] for alone, value in zip(single, cell)), start=Fraction(1)),
            )
            for cell in cells
        )

    def expectation(self, function: Callable[..., Any]) -> Number:
        """The mean of a function of the values.

        >>> Distribution.uniform(range(1, 7)).expectation(lambda x: x)
        Fraction(7, 2)
        """
        return total(share * number(function(*outcome)) for outcome, share in self.table.items())

    def mode(self) -> Outcome:
        """The likeliest combination of values, the first of equals.

        >>> Distribution.of({"a": 0.2, "b": 0.8}).mode()
        ('b',)
        """
        return max(self.table, key=lambda outcome: self.table[outcome])

    def sample(self, n: int, *, random_state: Seed = None) -> list[Outcome]:
        """Rows drawn from it.

        >>> Distribution.of({"a": 0, "b": 1}).sample(2, random_state=0)
        [('b',), ('b',)]
        """
        outcomes, shares = list(self.table), np.array([float(share) for share in self.table.values()])
        drawn = generator(random_state).choice(
            len(outcomes), size=check_draws(n, least=0), p=shares / shares.sum()
        )
        return [outcomes[place] for place in drawn]

    def array(self) -> Floats:
        """Probabilities as floats, an axis for each variable: what `entropy` and its kin read.

        >>> Distribution.of({(0, 0): "1/2", (1, 1): "1/2"}, ("a", "b")).array()
        array([[0.5, 0. ],
               [0. , 0.5]])
        """
        levels = [self.values(name) for name in self.names]
        cells = np.array([float(self.table.get(cell, 0)) for cell in product(*levels)])
        return cells.reshape([len(level) for level in levels])

    def frame(self) -> pd.DataFrame:
        """A row for each combination, with its probability."""
        import pandas as pd

        table = pd.DataFrame([list(outcome) for outcome in self.table], columns=list(self.names))
        return table.assign(probability=[float(share) for share in self.table.values()])

    def __str__(self) -> str:
        labels = [", ".join(map(str, outcome)) for outcome in self.table]
        width = max(map(len, labels))
        lines = [
            f"  {label:<{width}}  {shown(p)}" for label, p in zip(labels, self.table.values(), strict=True)
        ]
        return "\n".join([f"P({', '.join(self.names)})", *lines])

    def _place(self, name: str) -> int:
        if name not in self.names:
            raise NameUnknown(f"no variable is called {name!r}; there are {', '.join(map(repr, self.names))}")
        return self.names.index(name)

    def _matching(self, values: Mapping[str, Any]) -> list[Outcome]:
        wanted = {self._place(name): value for name, value in values.items()}
        return [
            outcome
            for outcome in self.table
            if all(outcome[place] == value for place, value in wanted.items())
        ]


def _columns(data: Any, names: Sequence[str] | None) -> tuple[tuple[str, ...], list[list[Any]]]:
    frame = frame_of(data)
    if frame is not None:
        found = {str(name): frame[name].to_list() for name in frame.columns}
    elif isinstance(data, Mapping):
        found = {str(name): list(column) for name, column in data.items()}
    elif isinstance(data, Iterable) and getattr(data, "ndim", 1) == 1:
        found = {names[0] if names else "x": list(data)}
    else:
        raise DataError("give a data frame, columns by name, or one sequence of values")
    called = tuple(found) if names is None else tuple(names)
    for name in called:
        if name not in found:
            raise NameUnknown(f"no column is called {name!r}; there are {', '.join(map(repr, found))}")
    columns = [found[name] for name in called]
    if not columns or not columns[0]:
        raise DataError("nothing to count; give at least one column and one row")
    for name, column in zip(called, columns, strict=True):
        if len(column) != len(columns[0]):
            raise DataError(
                f"column {name!r} has {len(column)} rows where {called[0]!r} has {len(columns[0])}"
            )
        if not all(isinstance(value, Hashable) for value in column):
            raise DataError(f"column {name!r} holds lists or the like; give one value a row")
        if any(value is None or value != value for value in column):
            raise DataError(f"column {name!r} has missing values; drop those rows, or give them a value")
    return called, columns


def _named(values: Any) -> str:
    if isinstance(values, Mapping):
        return ", ".join(f"{name} = {value!r}" for name, value in values.items()) or "nothing"
    return ", ".join(map(repr, values))
