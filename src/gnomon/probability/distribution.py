"""Discrete distributions of one or several named variables, with exact fractions."""

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
    """Discrete joint distribution of named variables: a probability for each combination of values.

    names: of the variables. table: from a tuple of values, one per variable, to its probability.

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
            raise ParameterError(f"names={self.names!r}: each variable needs a distinct name")
        for outcome, p in self.table.items():
            if not isinstance(outcome, tuple) or len(outcome) != len(self.names):
                raise DataError(f"outcome {outcome!r} must have one value for each of {self.names}")
            probability(p, f"the probability of {_formatted(outcome)}")
        whole = total(self.table.values())
        if not is_one(whole):
            raise DataError(f"probabilities must sum to 1; these sum to {shown(whole)}")

    @classmethod
    def of(cls, table: Any, names: str | Sequence[str] = "x") -> Distribution:
        """Create from probabilities by value, or by tuple of values for several variables.

        >>> Distribution.of({("M", "tall"): "1/2", ("F", "tall"): "1/2"}, ("gender", "size")).names
        ('gender', 'size')
        """
        variables = (names,) if isinstance(names, str) else tuple(names)
        return cls(
            variables,
            {
                (value if len(variables) > 1 and isinstance(value, tuple) else (value,)): probability(
                    p, f"the probability of {value!r}"
                )
                for value, p in by_name(table, "table").items()
            },
        )

    @classmethod
    def uniform(cls, values: Iterable[Any], name: str = "x") -> Distribution:
        """Create the uniform distribution over these values.

        >>> Distribution.uniform("ab").probability(x="a")
        Fraction(1, 2)
        """
        listed = list(dict.fromkeys(values))
        if not listed:
            raise DataError("a distribution needs at least one value")
        return cls((name,), {(value,): Fraction(1, len(listed)) for value in listed})

    @classmethod
    def empirical(
        cls, data: Any, names: Sequence[str] | None = None, *, pseudo_count: Any = 0
    ) -> Distribution:
        """Create the empirical distribution of data: relative frequencies, as exact fractions.

        data: a data frame, a mapping of columns, or one sequence of values. names: the columns to use.
        pseudo_count: added to each combination of observed values; 1 is Laplace smoothing.

        >>> Distribution.empirical("aab", pseudo_count=1).table
        {('a',): Fraction(3, 5), ('b',): Fraction(2, 5)}
        """
        variables, columns = _columns(data, names)
        added = number(pseudo_count, "pseudo_count")
        if added < 0:
            raise ParameterError(f"pseudo_count={pseudo_count!r}: it must be at least 0")
        seen = Counter(zip(*columns, strict=True))
        levels = [list(dict.fromkeys(column)) for column in columns]
        cells: Iterable[Outcome] = product(*levels) if added else seen
        n_rows = sum(seen.values()) + (added * prod(map(len, levels)) if added else 0)
        return cls(variables, {cell: (seen[cell] + added) / Fraction(n_rows) for cell in cells})

    def values(self, name: str) -> list[Any]:
        """Values of a variable, in their original order.

        >>> Distribution.uniform("ab").values("x")
        ['a', 'b']
        """
        axis = self._axis(name)
        return list(dict.fromkeys(outcome[axis] for outcome in self.table))

    def probability(self, **values: Any) -> Number:
        """Marginal probability of these values.

        >>> people = Distribution.empirical({"sex": "MMF", "tall": [1, 0, 1]})
        >>> people.probability(sex="M")
        Fraction(2, 3)
        """
        return total(self.table[outcome] for outcome in self._matching(values))

    def marginal(self, *names: str) -> Distribution:
        """Marginal distribution of some variables: the sum over the others.

        >>> pair = Distribution.uniform([0, 1], "a").times(Distribution.uniform([0, 1], "b"))
        >>> pair.marginal("b").table
        {(0,): Fraction(1, 2), (1,): Fraction(1, 2)}
        """
        axes = [self._axis(name) for name in names]
        parts: dict[Outcome, list[Number]] = {}
        for outcome, p in self.table.items():
            parts.setdefault(tuple(outcome[axis] for axis in axes), []).append(p)
        return Distribution(tuple(names), {outcome: total(part) for outcome, part in parts.items()})

    def conditional(self, **values: Any) -> Distribution:
        """Conditional distribution P(others | values) = P(others, values) / P(values).

        >>> Distribution.empirical({"sex": "MMF", "tall": [1, 0, 1]}).conditional(sex="M").table
        {(1,): Fraction(1, 2), (0,): Fraction(1, 2)}
        """
        evidence = self.probability(**values)
        if evidence == 0:
            raise DataError(f"{_formatted(values)} has probability 0, so one cannot condition on it")
        others = [axis for axis, name in enumerate(self.names) if name not in values]
        if not others:
            raise ParameterError(f"{_formatted(values)} includes all variables; use `probability` instead")
        return Distribution(
            tuple(self.names[axis] for axis in others),
            {
                tuple(outcome[axis] for axis in others): self.table[outcome] / evidence
                for outcome in self._matching(values)
            },
        )

    def times(self, other: Distribution) -> Distribution:
        """Joint distribution of two independent distributions: P(a, b) = P(a) P(b).

        >>> die = Distribution.uniform(range(1, 7), "first")
        >>> die.times(Distribution.uniform(range(1, 7), "second")).probability(first=6, second=6)
        Fraction(1, 36)
        """
        return Distribution(
            self.names + other.names,
            {a + b: p * q for (a, p), (b, q) in product(self.table.items(), other.table.items())},
        )

    def is_independent(self) -> bool:
        """Whether the variables are mutually independent: the joint is the product of the marginals.

        >>> Distribution.of({(0, 0): "1/2", (1, 1): "1/2"}, ("a", "b")).is_independent()
        False
        """
        single = [self.marginal(name) for name in self.names]
        cells = product(*(self.values(name) for name in self.names))
        return all(
            is_close(
                self.table.get(cell, Fraction(0)),
                prod((one.table[(value,)] for one, value in zip(single, cell)), start=Fraction(1)),
            )
            for cell in cells
        )

    def expectation(self, function: Callable[..., Any]) -> Number:
        """Expected value of a function of the values.

        >>> Distribution.uniform(range(1, 7)).expectation(lambda x: x)
        Fraction(7, 2)
        """
        return total(p * number(function(*outcome)) for outcome, p in self.table.items())

    def mode(self) -> Outcome:
        """Most probable combination of values; the first on ties.

        >>> Distribution.of({"a": 0.2, "b": 0.8}).mode()
        ('b',)
        """
        return max(self.table, key=lambda outcome: self.table[outcome])

    def sample(self, n: int, *, random_state: Seed = 0) -> list[Outcome]:
        """Sample n outcomes.

        >>> Distribution.of({"a": 0, "b": 1}).sample(2, random_state=0)
        [('b',), ('b',)]
        """
        outcomes, p = list(self.table), np.array([float(each) for each in self.table.values()])
        drawn = generator(random_state).choice(len(outcomes), size=check_draws(n, minimum=0), p=p / p.sum())
        return [outcomes[index] for index in drawn]

    def array(self) -> Floats:
        """Probabilities as a float array, one axis per variable, as for `entropy`.

        >>> Distribution.of({(0, 0): "1/2", (1, 1): "1/2"}, ("a", "b")).array()
        array([[0.5, 0. ],
               [0. , 0.5]])
        """
        levels = [self.values(name) for name in self.names]
        cells = np.array([float(self.table.get(cell, 0)) for cell in product(*levels)])
        return cells.reshape([len(level) for level in levels])

    def frame(self) -> pd.DataFrame:
        """Return one row per combination, with its probability."""
        import pandas as pd

        table = pd.DataFrame([list(outcome) for outcome in self.table], columns=list(self.names))
        return table.assign(probability=[float(p) for p in self.table.values()])

    def __str__(self) -> str:
        labels = [", ".join(map(str, outcome)) for outcome in self.table]
        width = max(map(len, labels))
        lines = [
            f"  {label:<{width}}  {shown(p)}" for label, p in zip(labels, self.table.values(), strict=True)
        ]
        return "\n".join([f"P({', '.join(self.names)})", *lines])

    def _axis(self, name: str) -> int:
        if name not in self.names:
            known = ", ".join(map(repr, self.names))
            raise NameUnknown(f"there is no variable {name!r}; the variables are {known}")
        return self.names.index(name)

    def _matching(self, values: Mapping[str, Any]) -> list[Outcome]:
        wanted = {self._axis(name): value for name, value in values.items()}
        return [
            outcome for outcome in self.table if all(outcome[axis] == value for axis, value in wanted.items())
        ]


def _columns(data: Any, names: Sequence[str] | None) -> tuple[tuple[str, ...], list[list[Any]]]:
    frame = frame_of(data)
    if frame is not None:
        by_column = {str(name): frame[name].to_list() for name in frame.columns}
    elif isinstance(data, Mapping):
        by_column = {str(name): list(column) for name, column in data.items()}
    elif isinstance(data, Iterable) and getattr(data, "ndim", 1) == 1:
        by_column = {names[0] if names else "x": list(data)}
    else:
        raise DataError(
            f"data is a {type(data).__name__}; pass a data frame, columns by name, or one sequence of values"
        )
    variables = tuple(by_column) if names is None else tuple(names)
    for name in variables:
        if name not in by_column:
            raise NameUnknown(
                f"there is no column {name!r}; the columns are {', '.join(map(repr, by_column))}"
            )
    columns = [by_column[name] for name in variables]
    if not columns or not columns[0]:
        raise DataError("the data are empty; pass at least one column and one row")
    for name, column in zip(variables, columns, strict=True):
        if len(column) != len(columns[0]):
            raise DataError(
                f"column {name!r} has {len(column)} rows, but {variables[0]!r} has {len(columns[0])}"
            )
        if not all(isinstance(value, Hashable) for value in column):
            raise DataError(f"column {name!r} has unhashable values, such as lists; use one value per row")
        if any(value is None or value != value for value in column):
            raise DataError(f"column {name!r} has missing values; drop those rows or impute them")
    return variables, columns


def _formatted(values: Any) -> str:
    if isinstance(values, Mapping):
        return ", ".join(f"{name} = {value!r}" for name, value in values.items()) or "nothing"
    return ", ".join(map(repr, values))
