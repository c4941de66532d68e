"""Conditional distributions, and their inversion by Bayes' rule."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from gnomon.errors import DataError, NameUnknown, ParameterError
from gnomon.probability.bayes import BayesTable, bayes_table
from gnomon.probability.distribution import Distribution
from gnomon.probability.exact import Number

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True)
class ConditionalDistribution:
    """Conditional distribution P(name | given): a distribution for each value of the conditioning variable.

    >>> test = ConditionalDistribution.of(
    ...     {"ill": {"+": "19/20", "-": "1/20"}, "well": {"+": "1/100", "-": "99/100"}},
    ...     "result",
    ...     given="health",
    ... )
    >>> prior = Distribution.of({"ill": "28/1000", "well": "972/1000"}, "health")
    >>> test.marginal(prior).probability(result="+")
    Fraction(227, 6250)
    >>> test.bayes(prior, "+").posterior["ill"]
    Fraction(665, 908)
    """

    name: str
    given: str
    rows: Mapping[Any, Distribution]

    @classmethod
    def of(
        cls, table: Mapping[Any, Mapping[Any, Any]], name: str = "x", *, given: str = "y"
    ) -> ConditionalDistribution:
        """Create from probabilities of values, for each value of the conditioning variable.

        >>> ConditionalDistribution.of({0: {"a": 1}}).rows[0].probability(x="a")
        Fraction(1, 1)
        """
        if not table:
            raise DataError(
                "a conditional distribution needs at least one value of the conditioning variable"
            )
        return cls(name, given, {value: Distribution.of(row, name) for value, row in table.items()})

    @classmethod
    def from_joint(cls, joint: Distribution, name: str, *, given: str) -> ConditionalDistribution:
        """Conditional of a joint distribution: P(name, given) / P(given), where P(given) > 0.

        >>> joint = Distribution.empirical({"sex": "MMF", "tall": [1, 0, 1]})
        >>> ConditionalDistribution.from_joint(joint, "tall", given="sex").rows["M"].probability(tall=1)
        Fraction(1, 2)
        """
        if name == given:
            raise ParameterError(f"name and given are both {name!r}; they must be different variables")
        pair = joint.marginal(name, given)
        possible = [value for value in pair.values(given) if pair.probability(**{given: value}) > 0]
        return cls(name, given, {value: pair.conditional(**{given: value}) for value in possible})

    def probability(self, value: Any, given: Any) -> Number:
        """Conditional probability P(value | given).

        >>> ConditionalDistribution.of({0: {"a": "1/3", "b": "2/3"}}).probability("b", given=0)
        Fraction(2, 3)
        """
        if given not in self.rows:
            raise NameUnknown(
                f"there is no value {self.given} = {given!r}; the values are {list(self.rows)!r}"
            )
        return self.rows[given].probability(**{self.name: value})

    def times(self, prior: Distribution) -> Distribution:
        """Joint distribution by the product rule: P(name, given) = P(name | given) P(given).

        >>> tall = ConditionalDistribution.of({"M": {1: "1/2", 0: "1/2"}, "F": {1: 1}}, "tall", given="sex")
        >>> tall.times(Distribution.of({"M": "2/3", "F": "1/3"}, "sex")).probability(tall=1)
        Fraction(2, 3)
        """
        priors = self._prior(prior)
        return Distribution(
            (self.name, self.given),
            {
                (value, known): p * priors[known]
                for known, row in self.rows.items()
                for (value,), p in row.table.items()
            },
        )

    def marginal(self, prior: Distribution) -> Distribution:
        """Marginal distribution by the law of total probability: sum of P(name | given) P(given).

        >>> coin = ConditionalDistribution.of(
        ...     {"fair": {"H": 0.5, "T": 0.5}, "two-headed": {"H": 1}}, given="coin"
        ... )
        >>> coin.marginal(Distribution.uniform(["fair", "two-headed"], "coin")).probability(x="H")
        0.75
        """
        return self.times(prior).marginal(self.name)

    def bayes(self, prior: Distribution, *observed: Any) -> BayesTable:
        """Bayes' rule for the conditioning variable, from conditionally independent observed values.

        >>> coin = ConditionalDistribution.of(
        ...     {"fair": {"H": "1/2", "T": "1/2"}, "two-headed": {"H": 1}}, given="coin"
        ... )
        >>> coin.bayes(Distribution.uniform(["fair", "two-headed"], "coin"), "H", "H").posterior
        {'fair': Fraction(1, 5), 'two-headed': Fraction(4, 5)}
        """
        priors = self._prior(prior)
        return bayes_table(
            {known: priors[known] for known in self.rows},
            *({known: self.probability(value, known) for known in self.rows} for value in observed),
        )

    def reversed(self, prior: Distribution) -> ConditionalDistribution:
        """Inverse conditional P(given | name) by Bayes' rule, for every value of positive probability.

        >>> tall = ConditionalDistribution.of({"M": {1: "1/2", 0: "1/2"}, "F": {1: 1}}, "tall", given="sex")
        >>> tall.reversed(Distribution.of({"M": "2/3", "F": "1/3"}, "sex")).probability("M", given=1)
        Fraction(1, 2)
        """
        return ConditionalDistribution.from_joint(self.times(prior), self.given, given=self.name)

    def frame(self) -> pd.DataFrame:
        """Return one row per value of the conditioning variable and one column per value of the other."""
        import pandas as pd

        values = dict.fromkeys(value for row in self.rows.values() for value in row.values(self.name))
        cells = [[float(self.probability(value, known)) for value in values] for known in self.rows]
        return pd.DataFrame(
            cells,
            index=pd.Index(list(self.rows), name=self.given),
            columns=pd.Index(list(values), name=self.name),
        )

    def _prior(self, prior: Distribution) -> dict[Any, Number]:
        if prior.names != (self.given,):
            raise DataError(f"the prior is of {prior.names}; it must be of {self.given!r}")
        for (known,), p in prior.table.items():
            if p > 0 and known not in self.rows:
                raise DataError(
                    f"the prior has {self.given} = {known!r}, which has no conditional distribution"
                )
        return {known: prior.probability(**{self.given: known}) for known in self.rows}
