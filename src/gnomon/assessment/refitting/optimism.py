"""Estimates from bootstrap samples of all rows: optimistic, pessimistic, and corrected ones.

A model measured on rows that trained it looks too good. The bootstrap of the textbook measures on all rows,
63 % of which did; the rows out of the bag did not, but the model had fewer distinct rows than it will have.
.632 and .632+ (Efron & Tibshirani 1997) weigh the two; Harrell (1996) takes the mean optimism off the
apparent score. All come from one `bootstrap_scores`, or each by a function of task and learner.

Take .632+, or out-of-bag for a learner that recalls its training rows, such as one neighbor or a tree grown
to the end: of such, .632 and the optimism correction lean on an apparent score that says nothing. No interval
is more hopeful at its worse end than that of the rows out of the bag, which trained no model.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np

from gnomon.assessment.evidence.sentence import measured
from gnomon.assessment.intervals import (
    Bounds,
    Estimate,
    check_level,
    critical_t,
    percentile_interval,
    t_interval,
)
from gnomon.assessment.predictions import MeasureLike
from gnomon.assessment.refitting.bootstrap_scores import BootstrapScores, bootstrap_scores
from gnomon.data.task import Task
from gnomon.seeds import Seed

# The overfitting of .632+ from which on the apparent score is called misleading.
MUCH = 0.2
REACHING = "the worse bound is no better than that of the rows out of the bag"


def all_rows_bootstrap(
    task: Task,
    learner: Any,
    measure: MeasureLike,
    times: int = 50,
    *,
    level: float = 0.95,
    random_state: Seed = 0,
) -> Estimate:
    """The textbook's bootstrap: the mean score on all rows of models trained on samples of them. Optimistic.

    parts: the variance over samples, and what the rows out of the bag say.

    >>> import gnomon as gn
    >>> from sklearn.naive_bayes import GaussianNB
    >>> found = all_rows_bootstrap(gn.load("iris"), GaussianNB(), "error", times=20)
    >>> found.value < found.parts["out of bag"]
    True
    """
    return read_on_all(bootstrap_scores(task, learner, measure, times, random_state=random_state), level)


def out_of_bag_bootstrap(
    task: Task,
    learner: Any,
    measure: MeasureLike,
    times: int = 200,
    *,
    level: float = 0.95,
    random_state: Seed = 0,
) -> Estimate:
    """The score on the rows that each sample missed. A little pessimistic: models have 63 % of the rows.

    >>> import gnomon as gn
    >>> from sklearn.naive_bayes import GaussianNB
    >>> print(out_of_bag_bootstrap(gn.load("iris"), GaussianNB(), "error", times=20).method)
    out-of-bag
    """
    return read_out_of_bag(bootstrap_scores(task, learner, measure, times, random_state=random_state), level)


def bootstrap_632(
    task: Task,
    learner: Any,
    measure: MeasureLike,
    times: int = 200,
    *,
    level: float = 0.95,
    random_state: Seed = 0,
) -> Estimate:
    """0.368 x the apparent score + 0.632 x the score out of the bag (Efron 1983).

    >>> import gnomon as gn
    >>> from sklearn.naive_bayes import GaussianNB
    >>> found = bootstrap_632(gn.load("iris"), GaussianNB(), "error", times=20)
    >>> found.parts["apparent"] < found.value < found.parts["out of bag"]
    True
    """
    return read_632(bootstrap_scores(task, learner, measure, times, random_state=random_state), level)


def bootstrap_632_plus(
    task: Task,
    learner: Any,
    measure: MeasureLike,
    times: int = 200,
    *,
    level: float = 0.95,
    random_state: Seed = 0,
) -> Estimate:
    """.632 that leans on the rows out of the bag as far as the learner overfits (Efron & Tibshirani 1997).

    >>> import gnomon as gn
    >>> from sklearn.naive_bayes import GaussianNB
    >>> found = bootstrap_632_plus(gn.load("iris"), GaussianNB(), "error", times=20)
    >>> 0.632 <= found.parts["weight"] <= 1
    True
    """
    return read_632_plus(bootstrap_scores(task, learner, measure, times, random_state=random_state), level)


def optimism_corrected_bootstrap(
    task: Task,
    learner: Any,
    measure: MeasureLike,
    times: int = 200,
    *,
    level: float = 0.95,
    random_state: Seed = 0,
) -> Estimate:
    """The apparent score less its mean optimism: on the sample against on all rows (Harrell et al. 1996).

    >>> import gnomon as gn
    >>> from sklearn.naive_bayes import GaussianNB
    >>> found = optimism_corrected_bootstrap(gn.load("iris"), GaussianNB(), "accuracy", times=20)
    >>> found.value < found.parts["apparent"]
    True
    """
    return read_optimism(bootstrap_scores(task, learner, measure, times, random_state=random_state), level)


def read_on_all(scores: BootstrapScores, level: float = 0.95) -> Estimate:
    """The textbook's bootstrap, from scores that are there.

    >>> import gnomon as gn
    >>> from sklearn.naive_bayes import GaussianNB
    >>> scores = bootstrap_scores(gn.load("iris"), GaussianNB(), "error", times=10)
    >>> read_on_all(scores).method
    'bootstrap of all rows'
    """
    why = (
        f"mean over {len(scores.on_all)} bootstrap samples, measured on all {scores.n_rows} rows by request; "
        f"about 63 % of them trained the model, so it is optimistic: out of the bag {scores.measure.name} is "
        f"{scores.out_of_bag:.4g}; and the interval takes samples as independent, so it is too narrow."
    )
    parts = {"variance": float(np.var(scores.on_all, ddof=1)) if len(scores.on_all) > 1 else 0.0}
    bounds = t_interval(scores.on_all, level)
    return _estimate(
        scores, float(np.mean(scores.on_all)), bounds, level, "bootstrap of all rows", why, parts
    )


def read_out_of_bag(scores: BootstrapScores, level: float = 0.95) -> Estimate:
    """The score out of the bag, from scores that are there.

    >>> import gnomon as gn
    >>> from sklearn.naive_bayes import GaussianNB
    >>> scores = bootstrap_scores(gn.load("iris"), GaussianNB(), "error", times=10)
    >>> read_out_of_bag(scores).method
    'out-of-bag'
    """
    why = (
        f"each row is judged by the models of those of {len(scores.on_all)} bootstrap samples that missed "
        "it; with 63 % of the distinct rows they are a little worse than the model of all rows, so it is "
        f"pessimistic; {_of_error(scores)}."
    )
    return _estimate(
        scores, scores.out_of_bag, _about(scores, scores.out_of_bag, level), level, "out-of-bag", why
    )


def read_632(scores: BootstrapScores, level: float = 0.95) -> Estimate:
    """The .632 estimate, from scores that are there.

    >>> import gnomon as gn
    >>> from sklearn.naive_bayes import GaussianNB
    >>> scores = bootstrap_scores(gn.load("iris"), GaussianNB(), "error", times=10)
    >>> read_632(scores).method
    '.632'
    """
    value = 0.368 * scores.apparent + 0.632 * scores.out_of_bag
    why = (
        "0.368 x apparent + 0.632 x out of the bag (Efron 1983), whatever the learner: .632+ looks how far "
        f"it overfits, and is to be preferred; {_of_error(scores)}, and {REACHING}"
        f"{_of_overfitting(scores)}."
    )
    bounds = _reaching(scores, _about(scores, value, level), level)
    return _estimate(scores, value, bounds, level, ".632", why)


def read_632_plus(scores: BootstrapScores, level: float = 0.95) -> Estimate:
    """The .632+ estimate, from scores that are there.

    >>> import gnomon as gn
    >>> from sklearn.naive_bayes import GaussianNB
    >>> scores = bootstrap_scores(gn.load("iris"), GaussianNB(), "error", times=10)
    >>> read_632_plus(scores).method
    '.632+'
    """
    overfitting, outside = _overfitting(scores)
    weight = 0.632 / (1 - 0.368 * overfitting)
    value = (1 - weight) * scores.apparent + weight * outside
    why = (
        f"apparent and out-of-bag scores weighed {1 - weight:.2f} : {weight:.2f}, as the learner goes "
        f"{overfitting:.0%} of the way from no overfitting to no information (Efron & Tibshirani 1997); "
        f"{_of_error(scores)}, and {REACHING}."
    )
    bounds = _reaching(scores, _about(scores, value, level), level)
    parts = {"weight": weight, "overfitting": overfitting, "no information": scores.no_information}
    return _estimate(scores, value, bounds, level, ".632+", why, parts)


def read_optimism(scores: BootstrapScores, level: float = 0.95) -> Estimate:
    """The optimism-corrected estimate, from scores that are there.

    >>> import gnomon as gn
    >>> from sklearn.naive_bayes import GaussianNB
    >>> scores = bootstrap_scores(gn.load("iris"), GaussianNB(), "error", times=10)
    >>> read_optimism(scores).method
    'optimism'
    """
    optimism = float(np.mean(scores.on_sample - scores.on_all))
    value = scores.apparent - optimism
    why = (
        f"the apparent score less its optimism, {optimism:.2g}, the mean over {len(scores.on_all)} bootstrap "
        "samples of how much better a model looks on its sample than on all rows (Harrell et al. 1996); the "
        f"percentiles of the apparent scores of samples are shifted by as much (Noma et al. 2021), and "
        f"{REACHING}{_of_overfitting(scores)}."
    )
    bounds = _reaching(
        scores, [bound - optimism for bound in percentile_interval(scores.on_sample, level)], level
    )
    return _estimate(scores, value, bounds, level, "optimism", why, {"optimism": optimism})


def _reaching(scores: BootstrapScores, bounds: Sequence[float], level: float) -> Bounds:
    """Bounds whose worse end is no better than that of the rows that trained no model.

    A learner that recalls its rows has the apparent score of no fault in every sample, and so no spread.
    """
    lower, upper = bounds
    low, high = _about(scores, scores.out_of_bag, level)
    return (min(lower, low), upper) if scores.measure.sign > 0 else (lower, max(upper, high))


def _overfitting(scores: BootstrapScores) -> tuple[float, float]:
    """How far from apparent to no information the score out of the bag is, and that score, capped there."""
    # All as losses, so that larger is worse.
    sign = -scores.measure.sign
    apparent, outside, nothing = (
        sign * each for each in (scores.apparent, scores.out_of_bag, scores.no_information)
    )
    outside = min(outside, max(nothing, apparent))
    if not apparent < outside or not apparent < nothing:
        return 0.0, sign * outside
    return float((outside - apparent) / (nothing - apparent)), sign * outside


def _about(scores: BootstrapScores, value: float, level: float) -> Bounds:
    half = critical_t(level, scores.freedom) * scores.error
    return value - half, value + half


def _of_overfitting(scores: BootstrapScores) -> str:
    """The warning where the apparent score leads astray; nothing where it does not."""
    overfitting, _ = _overfitting(scores)
    if overfitting < MUCH:
        return ""
    return (
        f"; BUT the learner goes {overfitting:.0%} of the way from no overfitting to no information, so its "
        f"apparent score ({scores.apparent:.3g}) says little, and this is too good: out of the bag it is "
        f"{scores.out_of_bag:.3g}; use .632+ or out-of-bag"
    )


def _of_error(scores: BootstrapScores) -> str:
    if scores.measure.each is None:
        return "the error is that of splits that share training rows (Nadeau & Bengio 2003) and held-out rows"
    return "the error is the jackknife's after the bootstrap (Efron & Tibshirani 1997)"


def _estimate(
    scores: BootstrapScores,
    value: float,
    bounds: Bounds,
    level: float,
    method: str,
    why: str,
    parts: dict[str, float] | None = None,
) -> Estimate:
    check_level(level)
    low, high = scores.measure.range
    lower, upper = (min(max(bound, low), high) for bound in bounds)
    known = {"apparent": scores.apparent, "out of bag": scores.out_of_bag, **(parts or {})}
    evidence = measured(method, design=None, n=scores.n_rows, measure=scores.measure.name, level=level)
    bounds = min(lower, value), max(upper, value)
    return Estimate(value, *bounds, level, method, why, evidence=evidence, parts=known)
