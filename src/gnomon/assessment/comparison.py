"""Which of two learners is better, from their predictions for the same splits.

Pairing is by construction: both must have predicted the same rows, trained on the same rows. Which tests
there are, and for which designs they are valid, is said in `paired`.
"""

from dataclasses import dataclass
from typing import Any

from gnomon import notebook
from gnomon.assessment.estimation import evidence_for
from gnomon.assessment.intervals import check_level, rounded
from gnomon.assessment.margin import equivalence_margin
from gnomon.assessment.measures.facts import find_measure
from gnomon.assessment.paired.choice import find
from gnomon.assessment.paired.finding import Asked, clipped, widened
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
    "undecided": "cannot be told from",
}


@dataclass(frozen=True, repr=False)
class Comparison:
    """How a differs from b on a measure, and what that comes to.

    difference: score of a less score of b, in the measure's own direction. p: two-sided, of no difference.
    effect: the difference in standard deviations of what it is the mean of; 0 where there is none.
    verdict: of a against b: "better", "worse", "practically equal" (the whole interval lies within ±rope)
    or "undecided". detectable: the smallest difference that this design could have seen with 80 % power.
    posterior: how probable it is that a is worse, equal, better; None for tests that have none.
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

    @property
    def sentence(self) -> str:
        """The result in words, for a report."""
        difference, lower, upper = rounded(self.difference, self.lower, self.upper)
        sure = p_in_words(self.p) if self.test != BAYESIAN else f"{self.posterior}"
        measure = self.measure.replace("_", " ")
        told = (
            f"{self.first} {VERBS[self.verdict]} {self.second} in {measure}: difference {difference}, "
            f"{100 * self.level:g} % interval [{lower}, {upper}], {sure} ({self.test})."
        )
        if self.verdict == "undecided" and self.detectable > 0:
            told += f" This design sees differences of {self.detectable:.2g} four times in five."
        if self.verdict == "practically equal":
            told += f" Differences up to {self.rope:.2g} do not matter here."
        return told

    def __str__(self) -> str:
        return self.sentence

    def __repr__(self) -> str:
        difference, lower, upper = rounded(self.difference, self.lower, self.upper)
        return (
            f"Comparison({self.first} and {self.second} in {self.measure}: {self.verdict}, "
            f"difference={difference}, lower={lower}, upper={upper}, p={self.p:.2g}, test={self.test!r})"
        )

    def _repr_html_(self) -> str:
        difference, lower, upper = rounded(self.difference, self.lower, self.upper)
        known = {
            f"difference in {self.measure}": difference,
            f"{100 * self.level:g} % interval": f"{lower} to {upper}",
            "p": f"{self.p:.2g}",
            "posterior": self.posterior,
            "effect": f"{self.effect:.2g} standard deviations",
            "equivalence margin": f"±{self.rope:.2g}",
            "test": self.test,
            "why": self.why,
            "evidence": self.evidence,
        }
        return notebook.block(self.sentence, notebook.facts(known))


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
    """Compare two learners on the same splits, by a test that is valid for the design.

    test: "auto", or one of "corrected t", "corrected t for repeats", "paired t" (the textbook's), "bayes",
    "5x2cv t", "5x2cv F", "rows t", "mcnemar", "mcnemar exact", "mcnemar chi-squared", "permutation",
    "bootstrap", "delong", "wilcoxon", "sign"; which is valid where, and what "auto" takes, is said in
    `gnomon.assessment.paired`.
    rope: differences up to this size do not matter in practice; if not given, a twentieth of what the better
    score lacks to the best value, at most 0.01, or of errors without bounds 1 % (see
    `gnomon.assessment.margin`). The verdict is "better" or "worse" where the interval leaves out 0, unless
    the whole of it lies within ±rope: that is "practically equal". With "bayes" the posterior decides.
    ddof: the divisor of "paired t" is the number of splits less this.

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
    found = widened(find(a, b, measure, test, Asked(level, ddof, random_state)), a, measure, level)
    found = clipped(found, measure)
    posterior = found.posterior(measure.sign, rope)
    verdict = judge(measure.sign, found.lower, found.upper, found.p, rope, level)
    first, second = names([a, b])
    return Comparison(
        first=first,
        second=second,
        measure=measure.name,
        difference=found.difference,
        lower=found.lower,
        upper=found.upper,
        level=level,
        p=found.p,
        effect=found.effect,
        rope=rope,
        verdict=posterior.verdict(level) if test == "bayes" and posterior else verdict,
        test=BAYESIAN if test == "bayes" else found.test,
        why=found.why,
        detectable=found.detectable(level),
        posterior=posterior,
        evidence=evidence_for(a, measure, _studied(test, a, found.test), level, "type-I error"),
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
    """Train two learners on five times two folds, and compare them by the tests made for that.

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
    """The verdict on a difference: its direction is `sign`, and interval and p must agree on one.

    >>> judge(-1, 0.02, 0.08, 0.01, 0.01, 0.95)
    'worse'
    """
    if -rope <= lower and upper <= rope:
        return "practically equal"
    if lower <= 0 <= upper or p > 1 - level:
        return "undecided"
    return "better" if sign * lower > 0 else "worse"


def _studied(test: str, predictions: Predictions, found: str) -> str:
    """The name that a test has in the evidence; of the wider of two, which "auto" takes, that over splits."""
    if test not in ("auto", "bayes"):
        return test
    if is_by_splits(predictions):
        return valid_over_splits(predictions) if test == "auto" else "corrected t"
    return "delong" if found == "DeLong" else "rows t"
