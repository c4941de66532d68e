"""The likelihoods of columns of one kind: log p(x_j | c), and draws from it.

Each is fitted on a summary and has `terms`, log p(x_j | c) as (rows, columns, classes), 0 where a value is
missing, and `drawn`, new values for rows of given classes.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy.special import gammaln, xlogy

from gnomon.arrays import Array, Floats, Integers
from gnomon.learners.bayes.known_moments import KnownMoments


@dataclass(frozen=True, eq=False)
class PoissonColumns:
    """Rates, (classes, columns): the mean of a class's counts, with virtual rows of the mean of all."""

    rate: Floats

    @classmethod
    def of(cls, moments: KnownMoments, alpha: float) -> PoissonColumns:
        """Rates from moments and alpha virtual rows a class."""
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

    def drawn(self, codes: Integers, random: np.random.Generator) -> Floats:
        """Poisson counts."""
        return random.poisson(self.rate[codes]).astype(np.float64)


@dataclass(frozen=True, eq=False)
class WordColumns:
    """Shares of words, (classes, columns), and how many words a row has on average."""

    log_share: Floats
    length: float

    def terms(self, X: Floats) -> Floats:
        """x log p of each word, which leaves out n! / prod x! as all classes share it; 0 log 0 is 0."""
        x = X[:, :, None]
        return np.where(x == 0, 0.0, np.where(x == 0, 1.0, x) * self.log_share.T)

    def drawn(self, codes: Integers, random: np.random.Generator) -> Floats:
        """Counts of words."""
        share = np.exp(self.log_share)[codes]
        lengths = random.poisson(self.length, size=len(codes))
        return random.multinomial(lengths, share / share.sum(axis=1, keepdims=True)).astype(np.float64)


@dataclass(frozen=True, eq=False)
class LevelChances:
    """For each column its levels, as codes in the table, and their log chances (levels, classes)."""

    codes: tuple[Array, ...]
    log_chance: tuple[Floats, ...]

    def terms(self, X: Floats) -> Floats:
        """log P of each level; 0 for a level that is not known."""
        terms = np.zeros((*X.shape, self.log_chance[0].shape[1]))
        for j, (codes, logs) in enumerate(zip(self.codes, self.log_chance)):
            if len(codes):
                place = np.minimum(np.searchsorted(codes, X[:, j]), len(codes) - 1)
                known = codes[place] == X[:, j]
                terms[known, j] = logs[place[known]]
        return terms

    def drawn(self, codes: Integers, random: np.random.Generator) -> Floats:
        """Levels, by their codes; NaN in a column that has none."""
        table = np.full((len(codes), len(self.codes)), np.nan)
        for j, (levels, logs) in enumerate(zip(self.codes, self.log_chance)):
            if len(levels):
                heaped = np.cumsum(np.exp(logs.T), axis=1)[codes]
                least = random.random((len(codes), 1)) * heaped[:, -1:]
                table[:, j] = levels[(heaped <= least).sum(axis=1)]
        return table
