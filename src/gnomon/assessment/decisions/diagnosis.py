"""Diagnostic tests by Bayes' rule: sensitivity, specificity, predictive values, likelihood ratios.

`DiagnosticTest` turns a prior (prevalence) into a posterior (predictive value) and back; `frequency_tree`
shows the same as natural frequencies (Gigerenzer & Hoffrage 1995).
"""

from collections.abc import Iterable
from dataclasses import dataclass
from math import ceil, inf, log
from typing import TYPE_CHECKING

from gnomon.errors import DataError, ParameterError

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True)
class DiagnosticTest:
    """A diagnostic test with its sensitivity and false-positive rate.

    sensitivity: P(positive | ill), the true-positive rate. false_alarm: P(positive | well), 1 - specificity.

    >>> diabetes = DiagnosticTest(sensitivity=0.95, false_alarm=0.01)
    >>> round(diabetes.posterior(0.028), 4)
    0.7324
    >>> print(diabetes)
    test with sensitivity 95 % and false-positive rate 1 %
    """

    sensitivity: float
    false_alarm: float

    def __post_init__(self) -> None:
        _check_proportion("sensitivity", self.sensitivity)
        _check_proportion("false_alarm", self.false_alarm)

    @property
    def specificity(self) -> float:
        """P(negative | well), the true-negative rate."""
        return 1 - self.false_alarm

    def likelihood_ratio(self, positive: bool = True) -> float:
        """Likelihood ratio of a positive (or negative) result: P(result | ill) / P(result | well).

        >>> round(DiagnosticTest(0.95, 0.01).likelihood_ratio(), 4)
        95.0
        """
        ill, well = self._chances(positive)
        if ill == well == 0:
            raise _never(positive)
        return ill / well if well else inf

    def chance(self, prior: float, positive: bool = True) -> float:
        """Marginal probability of this result at a prior (prevalence).

        >>> round(DiagnosticTest(0.8, 0.096).chance(0.01), 5)
        0.10304
        """
        _check_proportion("prior", prior)
        ill, well = self._chances(positive)
        return prior * ill + (1 - prior) * well

    def posterior(self, prior: float, positive: bool = True) -> float:
        """Posterior probability of being ill after this result; after a positive one, the PPV.

        >>> round(DiagnosticTest(0.8, 0.096).posterior(0.01), 4)
        0.0776
        >>> round(DiagnosticTest(0.8, 0.096).posterior(0.01, positive=False), 4)
        0.0022
        """
        chance = self.chance(prior, positive)
        if chance == 0:
            raise _never(positive)
        return prior * self._chances(positive)[0] / chance

    def posterior_after(self, prior: float, results: Iterable[bool]) -> float:
        """Posterior probability of being ill after several conditionally independent results.

        >>> round(DiagnosticTest(0.95, 0.01).posterior_after(0.028, [True, True]), 4)
        0.9962
        """
        _check_proportion("prior", prior)
        for positive in results:
            prior = self.posterior(prior, positive)
        return prior

    def prior_for(self, posterior: float, positive: bool = True) -> float:
        """The prior (prevalence) at which this result has this posterior.

        >>> round(DiagnosticTest(0.95, 0.01).prior_for(0.5), 4)
        0.0104
        """
        _check_proportion("posterior", posterior)
        ill, well = self._chances(positive)
        if ill == 0 or well == 0:
            raise ParameterError(
                f"posterior={posterior!r} does not determine the prior, as after a {_name(positive)} result "
                "the posterior is 0 or 1 at every prior"
            )
        return posterior * well / (posterior * well + (1 - posterior) * ill)

    def repeats_for(self, prior: float, posterior: float) -> int:
        """Number of conditionally independent positive results needed to reach at least this posterior.

        >>> DiagnosticTest(0.8, 0.096).repeats_for(0.01, 0.95)
        4
        """
        _check_proportion("prior", prior)
        _check_proportion("posterior", posterior)
        if posterior <= prior:
            return 0
        ratio = self.likelihood_ratio()
        if prior == 0 or ratio <= 1 or (posterior == 1 and ratio < inf):
            raise ParameterError(
                f"posterior={posterior!r} cannot be reached from prior={prior!r}: a positive result "
                f"multiplies the odds by {ratio:g}; use a smaller posterior or a better test"
            )
        if ratio == inf:
            return 1
        needed = log(posterior / (1 - posterior)) - log(prior / (1 - prior))
        # Tolerance, so that a posterior that is reached exactly is not missed by rounding.
        return max(ceil(needed / log(ratio) - 1e-9), 1)

    def frequency_tree(self, prior: float, n: float = 10_000) -> "FrequencyTree":
        """Natural frequencies: expected counts of n people by state and test result.

        >>> print(DiagnosticTest(0.95, 0.01).frequency_tree(0.028))
        10,000 people
        ├── 280 ill
        │   ├── 266 positive
        │   └── 14 negative
        └── 9,720 well
            ├── 97.2 positive
            └── 9,622.8 negative
        Of 363.2 people with a positive result 266 are ill: 73.2 %.
        """
        _check_proportion("prior", prior)
        if not 0 < n < inf:
            raise ParameterError(f"n={n!r}: it must be a finite number above 0")
        ill, well = n * prior, n * (1 - prior)
        return FrequencyTree(
            n,
            ill * self.sensitivity,
            ill * (1 - self.sensitivity),
            well * self.false_alarm,
            well * self.specificity,
        )

    def _chances(self, positive: bool) -> tuple[float, float]:
        """P(result | ill) and P(result | well)."""
        if positive:
            return self.sensitivity, self.false_alarm
        return 1 - self.sensitivity, self.specificity

    def __str__(self) -> str:
        return (
            f"test with sensitivity {100 * self.sensitivity:g} % and false-positive rate "
            f"{100 * self.false_alarm:g} %"
        )


@dataclass(frozen=True)
class FrequencyTree:
    """Natural frequency tree: expected counts of n people by state and test result; prints as a tree.

    >>> FrequencyTree(100, 9, 1, 18, 72).posterior
    0.3333333333333333
    """

    n: float
    ill_positive: float
    ill_negative: float
    well_positive: float
    well_negative: float

    @property
    def positive(self) -> float:
        """Number of positive results."""
        return self.ill_positive + self.well_positive

    @property
    def posterior(self) -> float:
        """Positive predictive value: the proportion of ill among positive results."""
        if self.positive == 0:
            raise _never(True)
        return self.ill_positive / self.positive

    def frame(self) -> "pd.DataFrame":
        """Counts by state (rows) and result (columns), with margins."""
        import pandas as pd

        counts = pd.DataFrame(
            {
                "positive": [self.ill_positive, self.well_positive],
                "negative": [self.ill_negative, self.well_negative],
            },
            index=["ill", "well"],
        )
        counts.loc["all"] = counts.sum()
        counts["all"] = counts.sum(axis=1)
        return counts

    def __str__(self) -> str:
        tree = [
            f"{_count(self.n)} people",
            f"├── {_count(self.ill_positive + self.ill_negative)} ill",
            f"│   ├── {_count(self.ill_positive)} positive",
            f"│   └── {_count(self.ill_negative)} negative",
            f"└── {_count(self.well_positive + self.well_negative)} well",
            f"    ├── {_count(self.well_positive)} positive",
            f"    └── {_count(self.well_negative)} negative",
        ]
        if self.positive == 0:
            return "\n".join([*tree, "No one has a positive result."])
        return "\n".join(
            [
                *tree,
                f"Of {_count(self.positive)} people with a positive result {_count(self.ill_positive)} are "
                f"ill: {100 * self.posterior:.3g} %.",
            ]
        )


def sensitivity_needed(posterior: float, *, prior: float, false_alarm: float) -> float:
    """The sensitivity needed for a positive result to have this posterior.

    >>> round(sensitivity_needed(0.5, prior=0.1, false_alarm=0.05), 4)
    0.45
    """
    needed = (
        _odds("posterior", posterior) / _odds("prior", prior) * _check_proportion("false_alarm", false_alarm)
    )
    if needed > 1:
        raise ParameterError(
            f"posterior={posterior!r} needs a sensitivity of {needed:.3g}, above 1, at prior={prior!r}; use "
            "a smaller false_alarm"
        )
    return needed


def false_alarm_rate_needed(posterior: float, *, prior: float, sensitivity: float) -> float:
    """The maximum false-positive rate for a positive result to have this posterior.

    >>> round(false_alarm_rate_needed(0.5, prior=0.1, sensitivity=0.9), 4)
    0.1
    """
    rate = (
        _check_proportion("sensitivity", sensitivity) * _odds("prior", prior) / _odds("posterior", posterior)
    )
    return min(rate, 1.0)


def _odds(name: str, share: float) -> float:
    if not 0 < share < 1:
        raise ParameterError(f"{name}={share!r}: it must be above 0 and below 1")
    return share / (1 - share)


def _check_proportion(name: str, value: float) -> float:
    if not 0 <= value <= 1:
        raise ParameterError(f"{name}={value!r}: it must be a proportion from 0 to 1 (5 % is 0.05)")
    return value


def _never(positive: bool) -> DataError:
    return DataError(f"a {_name(positive)} result has probability 0, so the posterior is undefined")


def _name(positive: bool) -> str:
    return "positive" if positive else "negative"


def _count(people: float) -> str:
    text = f"{people:,.2f}"
    return text.rstrip("0").rstrip(".")
