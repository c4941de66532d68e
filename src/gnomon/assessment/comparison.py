"""Statistical comparison of two learners from their paired predictions on the same splits.

Pairing is by construction: both must have predicted the same rows, trained on the same rows. `paired` lists
the tests and the designs for which they are valid.
"""

from dataclasses import dataclass
from math import inf, isfinite
from typing import Any

from gnomon import notebook
from gnomon.assessment.estimation import evidence_for
from gnomon.assessment.intervals import Estimate, check_level, rounded
from gnomon.assessment.intervals.rounding import decimals, shown, significant
from gnomon.assessment.intervals.rounding import interval as in_words
from gnomon.assessment.margin import equivalence_margin
from gnomon.assessment.measures.facts import find_measure
from gnomon.assessment.paired.pair_result import Options, clipped, widened
from gnomon.assessment.paired.paired_tests import paired_test
from gnomon.assessment.paired.pairing import check_paired, names
from gnomon.assessment.predictions import MeasureLike, Predictions
from gnomon.assessment.resample import resample
from gnomon.assessment.significance.bayesian import check_rope
from gnomon.assessment.significance.outcome import Posterior, p_in_words
from gnomon.assessment.splits import k_fold, repeated
from gnomon.assessment.validity import is_by_splits, valid_over_splits
from gnomon.data.task import Task
from gnomon.seeds import Seed

BAYESIAN = "Bayesian correlated t"
VERBS = {
    "better": "is better than",
    "worse": "is worse than",
    "practically equal": "is practically equal to",
    "undecided": "cannot be distinguished from",
}


@dataclass(frozen=True, repr=False)
class Comparison:
    """The result of a statistical test of two learners: difference, interval, p-value and verdict.

    difference: score of a minus score of b, in the units of the measure. p: two-sided p-value of the null
    hypothesis of no difference. effect: standardized effect size; 0 where there is none.
    verdict: of a against b: "better", "worse", "practically equal" (the whole interval lies within ±rope)
    or "undecided". detectable: the smallest difference that this design detects with 80 % power.
    posterior: probabilities that a is worse, practically equal and better; None unless test="bayes".
    correction: the method that adjusted p for multiple comparisons, or "none".

    >>> import gnomon as gn
    >>> task, plan = gn.load("iris"), gn.k_fold(5)
    >>> first, second = (gn.resample(task, each, plan) for each in (gn.GaussianNB(), gn.Baseline()))
    >>> comparison = gn.compare(first, second, "accuracy")
    >>> comparison.verdict, comparison.p < 0.001
    ('better', True)
    """

    first: str
    second: str
    measure: str
    difference: float
    lower: float
    upper: float
    level: float
    p: float
    effect: float
    rope: float
    verdict: str
    test: str
    why: str
    detectable: float = 0.0
    posterior: Posterior | None = None
    evidence: str = ""
    correction: str = "none"

    @property
    def procedure(self) -> str:
        """The test, and how its p-value is adjusted for multiple comparisons."""
        return self.test if self.correction == "none" else f"{self.test}, {self.correction.title()}-adjusted"

    @property
    def sentence(self) -> str:
        """The result in words, for a report."""
        interval = Estimate(self.difference, self.lower, self.upper, self.level, self.test, self.why)
        places = decimals([interval])
        is_bounded = isfinite(self.lower) and isfinite(self.upper)
        bounds = in_words(interval, places) if is_bounded else "without bounds"
        sure = p_in_words(self.p) if self.test != BAYESIAN else f"{self.posterior}"
        measure = self.measure.replace("_", " ")
        text = (
            f"{self.first} {VERBS[self.verdict]} {self.second} in {measure}: difference "
            f"{shown(self.difference, places)}, {100 * self.level:g} % interval "
            f"{bounds}, {sure} ({self.procedure})."
        )
        if self.verdict == "undecided" and 0 < self.detectable < inf:
            text += (
                f" This design has 80 % power to detect a difference of {significant(self.detectable, 2)}."
            )
        if self.verdict == "practically equal":
            text += f" The equivalence margin is ±{significant(self.rope, 2)}."
        return text

    def __str__(self) -> str:
        return self.sentence

    def __repr__(self) -> str:
        difference, lower, upper = rounded(self.difference, self.lower, self.upper)
        return (
            f"Comparison({self.first} and {self.second} in {self.measure}: {self.verdict}, "
            f"difference={difference}, lower={lower}, upper={upper}, p={self.p:.2g}, test={self.procedure!r})"
        )

    def _repr_html_(self) -> str:
        difference, lower, upper = rounded(self.difference, self.lower, self.upper)
        facts = {
            f"difference in {self.measure}": difference,
            f"{100 * self.level:g} % interval": f"{lower} to {upper}",
            "p": f"{self.p:.2g}",
            "posterior": self.posterior,
            "effect": f"{self.effect:.2g} standard deviations",
            "equivalence margin": f"±{self.rope:.2g}",
            "test": self.procedure,
            "why": self.why,
            "evidence": self.evidence,
        }
        return notebook.block(self.sentence, notebook.facts(facts))


def compare(
    a: Predictions,
    b: Predictions,
    measure: MeasureLike,
    *,
    test: str = "auto",
    level: float = 0.95,
    rope: float | None = None,
    ddof: int = 1,
    random_state: Seed = 0,
) -> Comparison:
    """Compare two learners on the same splits by a statistical test that is valid for the design.

    test: "auto", or one of "corrected t", "corrected t for repeats", "paired t" (uncorrected), "bayes",
    "5x2cv t", "5x2cv F", "rows t", "mcnemar", "mcnemar exact", "mcnemar chi-squared", "permutation",
    "bootstrap", "delong", "wilcoxon", "sign"; `gnomon.assessment.paired` lists where each is valid and which
    one "auto" selects.
    rope: half-width of the region of practical equivalence; by default a twentieth of the distance from the
    better score to the best possible value, at most 0.01, or 1 % of an unbounded error (see
    `gnomon.assessment.margin`). The verdict is "better" or "worse" where the interval excludes 0, and
    "practically equal" where it lies entirely within ±rope. With "bayes" the posterior decides.
    ddof: delta degrees of freedom of "paired t": the divisor is the number of splits minus ddof.

    >>> import gnomon as gn
    >>> from sklearn.dummy import DummyClassifier
    >>> from sklearn.naive_bayes import GaussianNB
    >>> task, plan = gn.load("iris"), gn.repeated(gn.k_fold(10), times=3)
    >>> a, b = (gn.resample(task, learner, plan) for learner in (GaussianNB(), DummyClassifier()))
    >>> compare(a, b, "accuracy").verdict
    'better'
    """
    measure = find_measure(measure)
    check_level(level)
    check_paired([a, b])
    rope = check_rope(
        equivalence_margin(measure, a.score(measure), b.score(measure)) if rope is None else rope
    )
    result = widened(paired_test(a, b, measure, test, Options(level, ddof, random_state)), a, measure, level)
    result = clipped(result, measure)
    posterior = result.posterior(measure.sign, rope)
    verdict = judge(measure.sign, result.lower, result.upper, result.p, rope, level)
    first, second = names([a, b])
    return Comparison(
        first=first,
        second=second,
        measure=measure.name,
        difference=result.difference,
        lower=result.lower,
        upper=result.upper,
        level=level,
        p=result.p,
        effect=result.effect,
        rope=rope,
        verdict=posterior.verdict(level) if test == "bayes" and posterior else verdict,
        test=BAYESIAN if test == "bayes" else result.test,
        why=result.why,
        detectable=result.detectable(level),
        posterior=posterior,
        evidence=evidence_for(a, measure, _studied(test, a, result.test), level, "type-I error"),
    )


def compare_5x2cv(
    task: Task,
    a: Any,
    b: Any,
    measure: MeasureLike,
    *,
    test: str = "5x2cv F",
    level: float = 0.95,
    rope: float | None = None,
    random_state: Seed = 0,
    prepare: bool = True,
) -> Comparison:
    """Compare two learners by 5x2 cross-validation: five repeats of 2-fold cross-validation.

    test: "5x2cv F" (Alpaydin 1999) or "5x2cv t" (Dietterich 1998). prepare: as in `resample`.

    >>> import gnomon as gn
    >>> from sklearn.dummy import DummyClassifier
    >>> from sklearn.naive_bayes import GaussianNB
    >>> print(compare_5x2cv(gn.load("iris"), GaussianNB(), DummyClassifier(), "accuracy").verdict)
    better
    """
    splits = repeated(k_fold(2), times=5, random_state=random_state).split(task)
    first, second = (resample(task, learner, splits, prepare=prepare) for learner in (a, b))
    return compare(first, second, measure, test=test, level=level, rope=rope)


def judge(sign: int, lower: float, upper: float, p: float, rope: float, level: float) -> str:
    """The verdict on a difference; sign: 1 where higher is better. Interval and p-value must agree.

    >>> judge(-1, 0.02, 0.08, 0.01, 0.01, 0.95)
    'worse'
    """
    if -rope <= lower and upper <= rope:
        return "practically equal"
    if lower <= 0 <= upper or p > 1 - level:
        return "undecided"
    return "better" if sign * lower > 0 else "worse"


def _studied(test: str, predictions: Predictions, used: str) -> str:
    """The name of a test in the simulated evidence; of the wider of two by "auto", that over splits."""
    if test not in ("auto", "bayes"):
        return test
    if is_by_splits(predictions):
        return valid_over_splits(predictions) if test == "auto" else "corrected t"
    return "delong" if used == "DeLong" else "rows t"
