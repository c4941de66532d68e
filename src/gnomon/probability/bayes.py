"""Bayes' rule as a table: prior, likelihood, their product, and the posterior (normalized product)."""

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

Probabilities = dict[Any, Number]


@dataclass(frozen=True)
class BayesTable:
    """Bayes' rule for a discrete set of hypotheses: prior, likelihood and posterior; see `bayes_table`.

    is_exact: whether all inputs are fractions; results are then fractions too, else floats. Arithmetic is
    exact internally, so that products of many small factors do not underflow.

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
    def prior(self) -> Probabilities:
        """Prior P(h) of each hypothesis."""
        return self._output(self._prior)

    @property
    def likelihood(self) -> Probabilities:
        """Likelihood P(e | h) of all the evidence under each hypothesis."""
        return self._output(self._likelihood)

    @property
    def product(self) -> Probabilities:
        """Joint probability P(e, h) = P(e | h) P(h) of each hypothesis."""
        return self._output(self._product())

    @property
    def evidence(self) -> Number:
        """Evidence (marginal likelihood) P(e): the sum of the products."""
        return self._output({0: sum(self._product().values(), Fraction(0))})[0]

    @property
    def posterior(self) -> Probabilities:
        """Posterior P(h | e): each product divided by their sum."""
        product = self._product()
        whole = sum(product.values(), Fraction(0))
        return self._output({each: p / whole for each, p in product.items()})

    @property
    def ml_hypothesis(self) -> Any:
        """Maximum likelihood hypothesis; the first on ties."""
        return max(self._likelihood, key=lambda each: self._likelihood[each])

    @property
    def map_hypothesis(self) -> Any:
        """Maximum a posteriori (MAP) hypothesis; the first on ties."""
        product = self._product()
        return max(product, key=lambda each: product[each])

    def decide(self, weights: Any) -> Any:
        """Hypothesis of the largest weighted likelihood (decision with recalibrated class weights).

        >>> bayes_table({"a": 0.5, "b": 0.5}, {"a": 0.2, "b": 0.3}).decide({"a": 2, "b": 1})
        'a'
        """
        weight = by_name(weights, "weights")
        _check_same(self._prior, weight, "weights")
        return max(self._prior, key=lambda each: Fraction(number(weight[each])) * self._likelihood[each])

    def likelihood_ratio(self, a: Any, b: Any) -> Number:
        """Likelihood ratio P(e | a) / P(e | b).

        >>> bayes_table({"a": "1/2", "b": "1/2"}, {"a": "2/9", "b": "4/27"}).likelihood_ratio("a", "b")
        Fraction(3, 2)
        """
        return self._ratio(self._likelihood, a, b)

    def prior_odds(self, a: Any, b: Any) -> Number:
        """Prior odds P(a) / P(b).

        >>> bayes_table({"a": "1/3", "b": "2/3"}).prior_odds("a", "b")
        Fraction(1, 2)
        """
        return self._ratio(self._prior, a, b)

    def posterior_odds(self, a: Any, b: Any) -> Number:
        """Posterior odds P(a | e) / P(b | e): likelihood ratio times prior odds.

        >>> bayes_table({"a": "1/3", "b": "2/3"}, {"a": "2/9", "b": "4/27"}).posterior_odds("a", "b")
        Fraction(3, 4)
        """
        return self._ratio(self._product(), a, b)

    def break_even_prior(self, a: Any, b: Any) -> Number:
        """Prior of a, against b alone, above which a is more probable than b: 1 / (1 + LR).

        >>> bayes_table({"a": "1/2", "b": "1/2"}, {"a": "2/9", "b": "4/27"}).break_even_prior("a", "b")
        Fraction(2, 5)
        """
        ratio = self.likelihood_ratio(a, b)
        return Fraction(0) if ratio == inf else 1 / (1 + ratio)

    def update(self, *likelihoods: Any) -> BayesTable:
        """Update with further evidence, conditionally independent: the posterior becomes the prior.

        >>> once = bayes_table({"ill": 0.008, "well": 0.992}, {"ill": 0.98, "well": 0.03})
        >>> round(once.update({"ill": 0.98, "well": 0.03}).posterior["ill"], 4)
        0.8959
        """
        return bayes_table(self.posterior, *likelihoods)

    def code_lengths(self) -> pd.DataFrame:
        """Code lengths in bits of hypothesis, evidence given it, and total; MAP is the shortest."""
        import pandas as pd

        product = self._product()
        rows = {
            each: (_bits(self._prior[each]), _bits(self._likelihood[each]), _bits(product[each]))
            for each in self._prior
        }
        return pd.DataFrame.from_dict(rows, orient="index", columns=["hypothesis", "evidence", "total"])

    def frame(self) -> pd.DataFrame:
        """Return one row per hypothesis."""
        import pandas as pd

        columns = ("prior", "likelihood", "product", "posterior")
        return pd.DataFrame(
            {name: [float(p) for p in getattr(self, name).values()] for name in columns},
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
        return {each: p * self._likelihood[each] for each, p in self._prior.items()}

    def _output(self, values: Mapping[Any, Fraction]) -> Probabilities:
        return {each: value if self.is_exact else _rounded(value) for each, value in values.items()}

    def _ratio(self, values: Mapping[Any, Fraction], a: Any, b: Any) -> Number:
        for each in (a, b):
            if each not in values:
                raise NameUnknown(f"there is no hypothesis {each!r}; the hypotheses are {list(values)!r}")
        if values[b] == 0:
            if values[a] == 0:
                raise DataError(f"{a!r} and {b!r} both have probability 0, so their ratio is undefined")
            return inf
        return self._output({0: values[a] / values[b]})[0]


def bayes_table(prior: Any, *likelihoods: Any) -> BayesTable:
    """Bayes' rule: P(h | e) = P(e | h) P(h) / sum of P(e | h) P(h), for any number of hypotheses.

    prior: probability of each hypothesis, by name (or a list, indexed from 0). likelihoods: for each piece of
    evidence its probability or density under each hypothesis; the pieces are conditionally independent.

    >>> bayes_table({"ill": "7/250", "well": "243/250"}, {"ill": "95/100", "well": "1/100"}).posterior["ill"]
    Fraction(665, 908)
    """
    named = by_name(prior, "prior")
    priors = {each: probability(p, f"the prior of {each!r}") for each, p in named.items()}
    if not is_one(total(priors.values())):
        raise DataError(f"priors must sum to 1; these sum to {shown(total(priors.values()))}")
    parts = [_likelihood(priors, by_name(each, "a likelihood")) for each in likelihoods]
    is_exact = all(isinstance(value, Fraction) for part in (priors, *parts) for value in part.values())
    likelihood = {each: prod((Fraction(part[each]) for part in parts), start=Fraction(1)) for each in priors}
    if not any(p and likelihood[each] for each, p in priors.items()):
        raise DataError(
            "the evidence has probability 0 under every hypothesis of positive prior, so there is no "
            "posterior; smooth the likelihoods, or add a hypothesis"
        )
    return BayesTable(is_exact, {each: Fraction(p) for each, p in priors.items()}, likelihood)


def sequential_bayes(prior: Any, *likelihoods: Any) -> pd.DataFrame:
    """Sequential Bayesian updating: the posterior after none, one, two, ... pieces of evidence, by row.

    >>> positive = {"ill": 0.98, "well": 0.03}
    >>> sequential_bayes({"ill": 0.008, "well": 0.992}, positive, positive)["ill"].round(4).tolist()
    [0.008, 0.2085, 0.8959]
    """
    import pandas as pd

    tables = [bayes_table(prior, *likelihoods[:step]) for step in range(len(likelihoods) + 1)]
    rows = [{each: float(p) for each, p in table.posterior.items()} for table in tables]
    return pd.DataFrame(rows).rename_axis("step")


def normalize(products: Any) -> Probabilities:
    """Normalize the products P(e | h) P(h) to posteriors: each is divided by their sum.

    >>> normalize({"yes": "4/192", "no": "2/48"})
    {'yes': Fraction(1, 3), 'no': Fraction(2, 3)}
    """
    named = by_name(products, "products")
    parts = {each: number(part, f"the product of {each!r}") for each, part in named.items()}
    if any(part < 0 for part in parts.values()) or not any(parts.values()):
        raise DataError(f"products must be at least 0 and not all 0; these are {list(named.values())!r}")
    whole = total(parts.values())
    return {each: part / whole for each, part in parts.items()}


def _likelihood(prior: Mapping[Any, Number], values: Mapping[Any, Any]) -> Probabilities:
    _check_same(prior, values, "likelihoods")
    likelihood = {each: number(values[each], f"the likelihood of {each!r}") for each in prior}
    for each, value in likelihood.items():
        if value < 0:
            raise ParameterError(f"the likelihood of {each!r} is {values[each]!r}; it must be at least 0")
    return likelihood


def _check_same(prior: Mapping[Any, Any], values: Mapping[Any, Any], what: str) -> None:
    if set(prior) != set(values):
        raise DataError(f"{what} of {list(values)!r} do not match the hypotheses {list(prior)!r}")


def _bits(p: Fraction) -> float:
    # Logarithms of numerator and denominator, as their quotient may underflow.
    return log2(p.denominator) - log2(p.numerator) if p else inf


def _rounded(value: Fraction) -> float:
    try:
        return float(value)
    except OverflowError:
        return inf
