"""Results of significance tests: an Outcome, or, of a Bayesian test, a Posterior."""

from dataclasses import dataclass

# Tail probabilities below this are smaller than the rounding error of their statistics.
_SMALLEST_P = 1e-15


def p_in_words(p: float) -> str:
    """A p-value as text, never as 0.

    >>> p_in_words(0.0312), p_in_words(0.0)
    ('p = 0.031', 'p < 1e-15')
    """
    return f"p < {_SMALLEST_P:g}" if p < _SMALLEST_P else f"p = {p:.2g}"


@dataclass(frozen=True)
class Outcome:
    """Result of a significance test: its statistic and two-sided p-value.

    freedom: degrees of freedom, if any; two for an F statistic.

    >>> print(Outcome("paired t", 1.29099, 0.26627, (4,)))
    paired t: statistic 1.291 (4 degrees of freedom), p = 0.27
    """

    test: str
    statistic: float
    p: float
    freedom: tuple[float, ...] = ()

    def __str__(self) -> str:
        freedom = " and ".join(f"{each:.4g}" for each in self.freedom)
        freedom = f" ({freedom} degrees of freedom)" if freedom else ""
        return f"{self.test}: statistic {self.statistic:.4g}{freedom}, {p_in_words(self.p)}"


@dataclass(frozen=True)
class Posterior:
    """Posterior probabilities that a is worse than b, practically equal (within ±rope), or better.

    >>> Posterior(0.01, 0.03, 0.96, rope=0.01).verdict(0.95)
    'better'
    """

    worse: float
    equal: float
    better: float
    rope: float

    def verdict(self, level: float = 0.95) -> str:
        """The hypothesis whose posterior probability is at least the level, or "undecided"."""
        named = {"better": self.better, "worse": self.worse, "practically equal": self.equal}
        return next((name for name, probability in named.items() if probability >= level), "undecided")

    def __str__(self) -> str:
        return (
            f"worse {self.worse:.3f}, practically equal {self.equal:.3f}, better {self.better:.3f} "
            f"(within ±{self.rope:g} is equal)"
        )
