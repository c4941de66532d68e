"""Bayes' rule as a table: prior, likelihood, their product, and the posterior that it is normalized to."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from math import inf, log2, prod
from typing import TYPE_CHECKING, Any

from gnomon.errors import DataError, NameUnknown, ParameterError
from gnomon.probability.exact import Number, by_name, is_one, number, probability, shown, total

if TYPE_CHECKING:
    import pandas as pd

Shares = dict[Any, Number]


@dataclass(frozen=True)
class BayesTable:
    """What some evidence makes of the prior of each hypothesis; made by `bayes_table`.

    is_exact: whether all that was given is fractions; the answers then are too, else floats. Inside all is
    exact, so that a thousand small factors do not vanish.

    >>> print(bayes_table({"spam": "1/3", "ham": "2/3"}, {"spam": "2/9", "ham": "4/27"}))
    hypothesis  prior           likelihood       product           posterior
    spam        1/3 = 0.333333  2/9 = 0.222222   2/27 = 0.0740741  3/7 = 0.428571
    ham         2/3 = 0.666667  4/27 = 0.148148  8/81 = 0.0987654  4/7 = 0.571429
    evidence 14/81 = 0.17284
    """

    is_exact: bool
    _prior: dict[Any, Fraction] = field(repr=False)
    _likelihood: dict[Any, Fraction] = field(repr=False)

    @property
    def prior(self) -> Shares:
        """P(h) of each hypothesis."""
        return self._told(self._prior)

    @property
    def likelihood(self) -> Shares:
        """P(e | h) of all the evidence under each hypothesis."""
        return self._told(self._likelihood)

    @property
    def product(self) -> Shares:
        """P(e | h) P(h)."""
        return self._told(self._product())

    @property
    def evidence(self) -> Number:
        """P(e), whatever the hypothesis: the sum of the products."""
        return self._told({0: sum(self._product().values(), Fraction(0))})[0]

    @property
    def posterior(self) -> Shares:
        """P(h | e): each product divided by their sum."""
        product = self._product()
        whole = sum(product.values(), Fraction(0))
        return self._told({each: share / whole for each, share in product.items()})

    @property
    def most_likely(self) -> Any:
        """The hypothesis of the largest likelihood, the first of equals: the ML decision."""
        return max(self._likelihood, key=lambda each: self._likelihood[each])

    @property
    def most_probable(self) -> Any:
        """The hypothesis of the largest posterior, the first of equals: the MAP decision."""
        product = self._product()
        return max(product, key=lambda each: product[each])

    def decide(self, weights: Any) -> Any:
        """The hypothesis of the largest weighted likelihood: the recalibrated decision.

        >>> bayes_table({"a": 0.5, "b": 0.5}, {"a": 0.2, "b": 0.3}).decide({"a": 2, "b": 1})
        'a'
        """
        weigh = by_name(weights, "weights")
        _check_same(self._prior, weigh, "weights")
        return max(self._prior, key=lambda each: Fraction(number(weigh[each])) * self._likelihood[each])

    def likelihood_ratio(self, a: Any, b: Any) -> Number:
        """How many times likelier the evidence is under a than under b.

        >>> bayes_table({"a": "1/2", "b": "1/2"}, {"a": "2/9", "b": "4/27"}).likelihood_ratio("a", "b")
        Fraction(3, 2)
        """
        return self._ratio(self._likelihood, a, b)

    def prior_odds(self, a: Any, b: Any) -> Number:
        """Prior of a to prior of b.

        >>> bayes_table({"a": "1/3", "b": "2/3"}).prior_odds("a", "b")
        Fraction(1, 2)
        """
        return self._ratio(self._prior, a, b)

    def posterior_odds(self, a: Any, b: Any) -> Number:
        """Likelihood ratio times prior odds: above 1 where a is the more probable.

        >>> bayes_table({"a": "1/3", "b": "2/3"}, {"a": "2/9", "b": "4/27"}).posterior_odds("a", "b")
        Fraction(3, 4)
        """
        return self._ratio(self._product(), a, b)

    def prior_to_tie(self, a: Any, b: Any) -> Number:
        """The prior of a, as a share of a and b, above which a is the more probable: 1 / (1 + LR).

        >>> bayes_table({"a": "1/2", "b": "1/2"}, {"a": "2/9", "b": "4/27"}).prior_to_tie("a", "b")
        Fraction(2, 5)
        """
        ratio = self.likelihood_ratio(a, b)
        return Fraction(0) if ratio == inf else 1 / (1 + ratio)

    def update(self, *likelihoods: Any) -> BayesTable:
        """The table of more evidence, independent given the hypothesis: the posterior becomes the prior.

        >>> once = bayes_table({"ill": 0.008, "well": 0.992}, {"ill": 0.98, "well": 0.03})
        >>> round(once.update({"ill": 0.98, "well": 0.03}).posterior["ill"], 4)
        0.8959
        """
        return bayes_table(self.posterior, *likelihoods)

    def code_lengths(self) -> pd.DataFrame:
        """Bits to say the hypothesis, then the evidence in its code, and both: the MAP one is shortest."""
        import pandas as pd

        product = self._product()
        rows = {
            each: (_bits(self._prior[each]), _bits(self._likelihood[each]), _bits(product[each]))
            for each in self._prior
        }
        return pd.DataFrame.from_dict(rows, orient="index", columns=["hypothesis", "evidence", "total"])

    def frame(self) -> pd.DataFrame:
        """A row for each hypothesis."""
        import pandas as pd

        columns = ("prior", "likelihood", "product", "posterior")
        return pd.DataFrame(
            {name: [float(share) for share in getattr(self, name).values()] for name in columns},
            index=pd.Index(list(self._prior), name="hypothesis"),
        )

    def __str__(self) -> str:
        head = ["hypothesis", "prior", "likelihood", "product", "posterior"]
        parts = (self.prior, self.likelihood, self.product, self.posterior)
        rows = [head, *([str(each), *(shown(part[each]) for part in parts)] for each in self._prior)]
        widths = [max(len(row[column]) for row in rows) for column in range(len(head))]
        lines = ["  ".join(cell.ljust(width) for cell, width in zip(row, widths)).rstrip() for row in rows]
        return "\n".join([*lines, f"evidence {shown(self.evidence)}"])

    def _product(self) -> dict[Any, Fraction]:
        return {each: share * self._likelihood[each] for each, share in self._prior.items()}

    def _told(self, shares: Mapping[Any, Fraction]) -> Shares:
        return {each: share if self.is_exact else _rounded(share) for each, share in shares.items()}

    def _ratio(self, shares: Mapping[Any, Fraction], a: Any, b: Any) -> Number:
        for each in (a, b):
            if each not in shares:
                raise NameUnknown(f"no hypothesis is called {each!r}; there are {list(shares)!r}")
        if shares[b] == 0:
            if shares[a] == 0:
                raise DataError(f"{a!r} and {b!r} are both impossible here, so they have no ratio")
            return inf
        return self._told({0: shares[a] / shares[b]})[0]


def bayes_table(prior: Any, *likelihoods: Any) -> BayesTable:
    """P(h | e) = P(e | h) P(h) / sum of P(e | h) P(h), for any number of hypotheses.

    prior: probability of each hypothesis, by name (or a list, numbered from 0). likelihoods: probabilities or
    densities of each piece of evidence under each hypothesis; pieces are independent given the hypothesis.

    >>> bayes_table({"ill": "7/250", "well": "243/250"}, {"ill": "95/100", "well": "1/100"}).posterior["ill"]
    Fraction(665, 908)
    """
    named = by_name(prior, "prior")
    before = {each: probability(share, f"the prior of {each!r}") for each, share in named.items()}
    if not is_one(total(before.values())):
        raise DataError(f"priors must sum to 1; these sum to {shown(total(before.values()))}")
    given = [_likelihood(before, by_name(each, "a likelihood")) for each in likelihoods]
    is_exact = all(isinstance(value, Fraction) for part in (before, *given) for value in part.values())
    likelihood = {each: prod((Fraction(part[each]) for part in given), start=Fraction(1)) for each in before}
    if not any(share and likelihood[each] for each, share in before.items()):
        raise DataError(
            "the evidence has probability 0 under every hypothesis that the prior allows, so nothing follows "
            "from it; smooth the likelihoods, or look for a hypothesis that is missing"
        )
    return BayesTable(is_exact, {each: Fraction(share) for each, share in before.items()}, likelihood)


def sequential_bayes(prior: Any, *likelihoods: Any) -> pd.DataFrame:
    """The posterior after none, one, two, ... pieces of evidence, a row each.

    >>> positive = {"ill": 0.98, "well": 0.03}
    >>> sequential_bayes({"ill": 0.008, "well": 0.992}, positive, positive)["ill"].round(4).tolist()
    [0.008, 0.2085, 0.8959]
    """
    import pandas as pd

    tables = [bayes_table(prior, *likelihoods[:step]) for step in range(len(likelihoods) + 1)]
    rows = [{each: float(share) for each, share in table.posterior.items()} for table in tables]
    return pd.DataFrame(rows).rename_axis("step")


def normalize(products: Any) -> Shares:
    """Posteriors from the products P(e | h) P(h) alone: each divided by their sum.

    >>> normalize({"yes": "4/192", "no": "2/48"})
    {'yes': Fraction(1, 3), 'no': Fraction(2, 3)}
    """
    named = by_name(products, "products")
    parts = {each: number(part, f"the product of {each!r}") for each, part in named.items()}
    if any(part < 0 for part in parts.values()) or not any(parts.values()):
        raise DataError(f"products must be at least 0 and not all 0; these are {list(named.values())!r}")
    whole = total(parts.values())
    return {each: part / whole for each, part in parts.items()}


def _likelihood(prior: Mapping[Any, Number], given: Mapping[Any, Any]) -> Shares:
    _check_same(prior, given, "likelihoods")
    found = {each: number(given[each], f"the likelihood of {each!r}") for each in prior}
    for each, share in found.items():
        if share < 0:
            raise ParameterError(f"the likelihood of {each!r} is {given[each]!r}; it is at least 0")
    return found


def _check_same(prior: Mapping[Any, Any], given: Mapping[Any, Any], what: str) -> None:
    if set(prior) != set(given):
        raise DataError(f"{what} of {list(given)!r} do not match the hypotheses {list(prior)!r}")


def _bits(share: Fraction) -> float:
    # Numerator and denominator apart, as their quotient may be too small for a float.
    return log2(share.denominator) - log2(share.numerator) if share else inf


def _rounded(share: Fraction) -> float:
    try:
        return float(share)
    except OverflowError:
        return inf
