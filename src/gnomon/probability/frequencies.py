"""Natural frequencies of Bayes' rule, and Venn diagrams of two events."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from gnomon.errors import DataError, ParameterError
from gnomon.probability.bayes import BayesTable
from gnomon.probability.exact import Number, number, shown

if TYPE_CHECKING:
    import pandas as pd


def natural_frequencies(table: BayesTable, n: Any = 10_000) -> pd.DataFrame:
    """Natural frequencies: Bayes' rule as expected counts out of n, with and without the evidence.

    >>> from gnomon.probability import bayes_table
    >>> natural_frequencies(bayes_table({"ill": 0.028, "well": 0.972}, {"ill": 0.95, "well": 0.01}))
           with  without      all
    ill   266.0     14.0    280.0
    well   97.2   9622.8   9720.0
    all   363.2   9636.8  10000.0
    """
    import pandas as pd

    if not isinstance(table, BayesTable):
        raise DataError(f"table is a {type(table).__name__}; pass bayes_table(prior, likelihood)")
    size = number(n, "n")
    if size <= 0:
        raise ParameterError(f"n={n!r}: it must be above 0")
    if any(value > 1 for value in table.likelihood.values()):
        raise DataError("a likelihood above 1 is a density; natural frequencies need probabilities")
    counts = pd.DataFrame(
        {
            "with": [float(size * p) for p in table.product.values()],
            "without": [float(size * (table.prior[each] - table.product[each])) for each in table.prior],
        },
        index=list(table.prior),
    )
    counts.loc["all"] = counts.sum()
    counts["all"] = counts.sum(axis=1)
    return counts


@dataclass(frozen=True)
class VennDiagram:
    """Venn diagram of two sets A and B in a universe U: sizes (counts or probabilities) of four regions.

    >>> people = VennDiagram.of(range(10), {0, 1, 2, 3}, {0, 1, 4, 5})
    >>> people.a_given_b, people.p_both
    (Fraction(1, 2), Fraction(1, 5))
    >>> print(people)
    P(A) = 2/5 = 0.4, P(B) = 2/5 = 0.4, P(AB) = 1/5 = 0.2
    P(A | B) = 1/2 = 0.5, P(B | A) = 1/2 = 0.5
    """

    both: Number
    only_a: Number
    only_b: Number
    neither: Number

    def __post_init__(self) -> None:
        for name in ("both", "only_a", "only_b", "neither"):
            size = number(getattr(self, name), name)
            if size < 0:
                raise ParameterError(f"{name}={size!r}: it must be at least 0")
            object.__setattr__(self, name, size)
        if self.everything == 0:
            raise DataError("all four regions are empty; at least one must be above 0")

    @classmethod
    def of(cls, universe: Collection[Any], a: Collection[Any], b: Collection[Any]) -> VennDiagram:
        """Create from the universe and two of its subsets.

        >>> VennDiagram.of("abcd", "ab", "bc").both
        Fraction(1, 1)
        """
        whole, first, second = set(universe), set(a), set(b)
        outside = (first | second) - whole
        if outside:
            raise DataError(f"{sorted(map(repr, outside))[0]} is in a set but not in the universe")
        sizes = (first & second, first - second, second - first, whole - first - second)
        return cls(*(Fraction(len(region)) for region in sizes))

    @property
    def everything(self) -> Number:
        """Size of the universe, |U|."""
        return self.both + self.only_a + self.only_b + self.neither

    @property
    def p_a(self) -> Number:
        """Probability P(A) = |A| / |U|."""
        return (self.both + self.only_a) / self.everything

    @property
    def p_b(self) -> Number:
        """Probability P(B) = |B| / |U|."""
        return (self.both + self.only_b) / self.everything

    @property
    def p_both(self) -> Number:
        """Joint probability P(AB) = |AB| / |U|."""
        return self.both / self.everything

    @property
    def a_given_b(self) -> Number:
        """Conditional probability P(A | B) = |AB| / |B| = P(AB) / P(B)."""
        return _ratio(self.both, self.both + self.only_b, "B")

    @property
    def b_given_a(self) -> Number:
        """Conditional probability P(B | A) = |AB| / |A| = P(AB) / P(A)."""
        return _ratio(self.both, self.both + self.only_a, "A")

    def frame(self) -> pd.DataFrame:
        """Return one row per region: its size and its probability."""
        import pandas as pd

        regions = {"AB": self.both, "A - AB": self.only_a, "B - AB": self.only_b, "neither": self.neither}
        return pd.DataFrame(
            {
                "size": [float(size) for size in regions.values()],
                "probability": [float(size / self.everything) for size in regions.values()],
            },
            index=pd.Index(list(regions), name="region"),
        )

    def __str__(self) -> str:
        lines = [f"P(A) = {shown(self.p_a)}, P(B) = {shown(self.p_b)}, P(AB) = {shown(self.p_both)}"]
        if self.p_a > 0 and self.p_b > 0:
            lines.append(f"P(A | B) = {shown(self.a_given_b)}, P(B | A) = {shown(self.b_given_a)}")
        return "\n".join(lines)


def _ratio(part: Number, whole: Number, name: str) -> Number:
    if whole == 0:
        raise DataError(f"{name} is empty, so one cannot condition on it")
    return part / whole
