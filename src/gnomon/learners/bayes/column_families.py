"""Class-conditional distributions of columns of one type: log p(x_j | c), and sampling.

Each is fitted on sufficient statistics and has `terms`, log p(x_j | c) as (rows, columns, classes), 0 where
a value is missing, and `sample`, random values for rows of these classes.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy.special import gammaln, xlogy

from gnomon.arrays import Array, Floats, Integers
from gnomon.learners.bayes.known_moments import KnownMoments


@dataclass(frozen=True, eq=False)
class PoissonColumns:
    """Poisson rates, (classes, columns): mean counts of a class, shrunk toward the overall mean."""

    rate: Floats

    @classmethod
    def of(cls, moments: KnownMoments, alpha: float) -> PoissonColumns:
        """Rates from moments; alpha: pseudo-count of rows with the overall mean, per class."""
        overall = moments.pooled()[1]
        weight = moments.known + alpha
        total = moments.known * moments.mean + alpha * overall
        return cls(np.divide(total, weight, where=weight > 0, out=np.tile(overall, (len(weight), 1))))

    def terms(self, X: Floats) -> Floats:
        """x log r - r - log x!, where 0 log 0 is 0."""
        x = X[:, :, None]
        with np.errstate(divide="ignore"):
            terms = xlogy(x, self.rate.T) - self.rate.T - gammaln(x + 1)
        return np.where(np.isnan(x), 0.0, terms)

    def sample(self, codes: Integers, random: np.random.Generator) -> Floats:
        """Poisson counts."""
        return random.poisson(self.rate[codes]).astype(np.float64)


@dataclass(frozen=True, eq=False)
class MultinomialColumns:
    """Multinomial log probabilities, (classes, columns), and the mean row total."""

    log_probability: Floats
    length: float

    def terms(self, X: Floats) -> Floats:
        """x log p, without n! / prod x!, which is the same for all classes; 0 log 0 is 0."""
        x = X[:, :, None]
        return np.where(x == 0, 0.0, np.where(x == 0, 1.0, x) * self.log_probability.T)

    def sample(self, codes: Integers, random: np.random.Generator) -> Floats:
        """Multinomial counts, with a Poisson row total."""
        p = np.exp(self.log_probability)[codes]
        lengths = random.poisson(self.length, size=len(codes))
        return random.multinomial(lengths, p / p.sum(axis=1, keepdims=True)).astype(np.float64)


@dataclass(frozen=True, eq=False)
class CategoryColumns:
    """For each column its categories, as codes in the table, and log probabilities (categories, classes)."""

    codes: tuple[Array, ...]
    log_probability: tuple[Floats, ...]

    def terms(self, X: Floats) -> Floats:
        """log P of each category; 0 for an unknown one."""
        terms = np.zeros((*X.shape, self.log_probability[0].shape[1]))
        for j, (codes, logs) in enumerate(zip(self.codes, self.log_probability)):
            if len(codes):
                index = np.minimum(np.searchsorted(codes, X[:, j]), len(codes) - 1)
                known = codes[index] == X[:, j]
                terms[known, j] = logs[index[known]]
        return terms

    def sample(self, codes: Integers, random: np.random.Generator) -> Floats:
        """Category codes; NaN in a column without categories."""
        table = np.full((len(codes), len(self.codes)), np.nan)
        for j, (levels, logs) in enumerate(zip(self.codes, self.log_probability)):
            if len(levels):
                cumulative = np.cumsum(np.exp(logs.T), axis=1)[codes]
                uniform = random.random((len(codes), 1)) * cumulative[:, -1:]
                table[:, j] = levels[(cumulative <= uniform).sum(axis=1)]
        return table
