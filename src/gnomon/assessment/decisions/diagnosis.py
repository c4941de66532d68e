"""Diagnostic tests: what a positive or a negative result says about a person, by Bayes' rule.

`DiagnosticTest` turns a prior into a posterior and answers the inverse questions; `frequency_tree` shows the
same as counts of people, which is how most of us can follow it (Gigerenzer & Hoffrage 1995).
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
    """A test that finds a share of the ill (sensitivity) and alarms a share of the well (false_alarm).

    >>> diabetes = DiagnosticTest(sensitivity=0.95, false_alarm=0.01)
    >>> round(diabetes.posterior(0.028), 4)
    0.7324
    >>> print(diabetes)
    test that finds 95 % of the ill and alarms 1 % of the well
    """

    sensitivity: float
    false_alarm: float

    def __post_init__(self) -> None:
        _check_share("sensitivity", self.sensitivity)
        _check_share("false_alarm", self.false_alarm)

    @property
    def specificity(self) -> float:
        """The share of the well whose result is negative."""
        return 1 - self.false_alarm

    def likelihood_ratio(self, positive: bool = True) -> float:
        """How many times likelier this result is for the ill than for the well.

        >>> round(DiagnosticTest(0.95, 0.01).likelihood_ratio(), 4)
        95.0
        """
        ill, well = self._chances(positive)
        if ill == well == 0:
            raise _never(positive)
        return ill / well if well else inf

    def chance(self, prior: float, positive: bool = True) -> float:
        """How likely this result is for anyone.

        >>> round(DiagnosticTest(0.8, 0.096).chance(0.01), 5)
        0.10304
        """
        _check_share("prior", prior)
        ill, well = self._chances(positive)
        return prior * ill + (1 - prior) * well

    def posterior(self, prior: float, positive: bool = True) -> float:
        """The probability of being ill after this result.

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
        """The probability of being ill after several results, independent given the state of health.

        >>> round(DiagnosticTest(0.95, 0.01).posterior_after(0.028, [True, True]), 4)
        0.9962
        """
        _check_share("prior", prior)
        for positive in results:
            prior = self.posterior(prior, positive)
        return prior

    def prior_for(self, posterior: float, positive: bool = True) -> float:
        """The prior at which this result leaves this posterior.

        >>> round(DiagnosticTest(0.95, 0.01).prior_for(0.5), 4)
        0.0104
        """
        _check_share("posterior", posterior)
        ill, well = self._chances(positive)
        if ill == 0 or well == 0:
            raise ParameterError(
                f"posterior={posterior!r} says nothing of the prior, as a {_name(positive)} result settles "
                "the matter whatever it was"
            )
        return posterior * well / (posterior * well + (1 - posterior) * ill)

    def repeats_for(self, prior: float, posterior: float) -> int:
        """How many independent positive results in a row lift the prior to at least this posterior.

        >>> DiagnosticTest(0.8, 0.096).repeats_for(0.01, 0.95)
        4
        """
        _check_share("prior", prior)
        _check_share("posterior", posterior)
        if posterior <= prior:
            return 0
        ratio = self.likelihood_ratio()
        if prior == 0 or ratio <= 1 or (posterior == 1 and ratio < inf):
            raise ParameterError(
                f"posterior={posterior!r} is out of reach from prior={prior!r}: a positive result multiplies "
                f"the odds by {ratio:g}; ask for less, or take a better test"
            )
        if ratio == inf:
            return 1
        needed = log(posterior / (1 - posterior)) - log(prior / (1 - prior))
        # A little slack, so that a posterior which is reached exactly is not missed by rounding.
        return max(ceil(needed / log(ratio) - 1e-9), 1)

    def frequency_tree(self, prior: float, n: float = 10_000) -> "FrequencyTree":
        """The same as counts out of n people.

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
        _check_share("prior", prior)
        if not 0 < n < inf:
            raise ParameterError(f"n={n!r}: the number of people is above 0 and finite")
        ill, well = n * prior, n * (1 - prior)
        return FrequencyTree(
            n,
            ill * self.sensitivity,
            ill * (1 - self.sensitivity),
            well * self.false_alarm,
            well * self.specificity,
        )

    def _chances(self, positive: bool) -> tuple[float, float]:
        """Of this result, for the ill and for the well."""
        if positive:
            return self.sensitivity, self.false_alarm
        return 1 - self.sensitivity, self.specificity

    def __str__(self) -> str:
        return (
            f"test that finds {100 * self.sensitivity:g} % of the ill and alarms "
            f"{100 * self.false_alarm:g} % of the well"
        )


@dataclass(frozen=True)
class FrequencyTree:
    """Out of n people, how many are ill or well, and what the test says of each; prints as a tree.

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
        """How many have a positive result."""
        return self.ill_positive + self.well_positive

    @property
    def posterior(self) -> float:
        """The share of the ill among those with a positive result."""
        if self.positive == 0:
            raise _never(True)
        return self.ill_positive / self.positive

    def frame(self) -> "pd.DataFrame":
        """Counts by state (rows) and result (columns), with their sums."""
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
    """The sensitivity that a test needs, for a positive result to leave this posterior.

    >>> round(sensitivity_needed(0.5, prior=0.1, false_alarm=0.05), 4)
    0.45
    """
    needed = _odds("posterior", posterior) / _odds("prior", prior) * _check_share("false_alarm", false_alarm)
    if needed > 1:
        raise ParameterError(
            f"posterior={posterior!r} needs a sensitivity of {needed:.3g}, above 1; at prior={prior!r} only "
            "fewer false alarms can reach it"
        )
    return needed


def false_alarm_rate_needed(posterior: float, *, prior: float, sensitivity: float) -> float:
    """The most false alarms that a test may give, for a positive result to leave this posterior.

    >>> round(false_alarm_rate_needed(0.5, prior=0.1, sensitivity=0.9), 4)
    0.1
    """
    most = _check_share("sensitivity", sensitivity) * _odds("prior", prior) / _odds("posterior", posterior)
    return min(most, 1.0)


def _odds(name: str, share: float) -> float:
    if not 0 < share < 1:
        raise ParameterError(f"{name}={share!r}: must be above 0 and below 1, as 0 and 1 cannot be moved")
    return share / (1 - share)


def _check_share(name: str, value: float) -> float:
    if not 0 <= value <= 1:
        raise ParameterError(f"{name}={value!r}: it is a share, from 0 to 1 (5 % is 0.05)")
    return value


def _never(positive: bool) -> DataError:
    return DataError(f"a {_name(positive)} result cannot happen here, so nothing follows from it")


def _name(positive: bool) -> str:
    return "positive" if positive else "negative"


def _count(people: float) -> str:
    text = f"{people:,.2f}"
    return text.rstrip("0").rstrip(".")
