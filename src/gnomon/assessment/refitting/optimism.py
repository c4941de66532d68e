"""Bootstrap estimates of performance: out-of-bag, .632, .632+, and optimism-corrected.

The apparent (resubstitution) score is optimistic. So is the ordinary bootstrap, which evaluates on all rows,
63 % of which were in the training sample; out-of-bag is pessimistic, as models have fewer distinct training
rows. .632 and .632+ (Efron & Tibshirani 1997) weight the two; Harrell (1996) subtracts the mean optimism
from the apparent score. All are computed from one `bootstrap_scores`, or each by a function of task and
learner.

Use .632+, or out-of-bag for a learner that interpolates its training rows, such as 1-nearest neighbor or an
unpruned tree, for which the apparent score used by .632 and the optimism correction is uninformative. The
pessimistic bound of every interval is at least as pessimistic as that of out-of-bag.
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

# Relative overfitting rate (of .632+) above which the apparent score is reported as misleading.
MISLEADING_OVERFITTING = 0.2
BOUND_REASON = "the pessimistic bound is at least that of the out-of-bag rows"


def all_rows_bootstrap(
    task: Task,
    learner: Any,
    measure: MeasureLike,
    times: int = 50,
    *,
    level: float = 0.95,
    random_state: Seed = 0,
) -> Estimate:
    """Ordinary bootstrap: the mean score on all rows of models trained on bootstrap samples; optimistic.

    parts: the variance over samples, and the out-of-bag score.

    >>> import gnomon as gn
    >>> from sklearn.naive_bayes import GaussianNB
    >>> estimate = all_rows_bootstrap(gn.load("iris"), GaussianNB(), "error", times=20)
    >>> estimate.value < estimate.parts["out of bag"]
    True
    """
    return all_rows_estimate(
        bootstrap_scores(task, learner, measure, times, random_state=random_state), level
    )


def out_of_bag_bootstrap(
    task: Task,
    learner: Any,
    measure: MeasureLike,
    times: int = 200,
    *,
    level: float = 0.95,
    random_state: Seed = 0,
) -> Estimate:
    """Out-of-bag (leave-one-out) bootstrap: the score on out-of-bag rows; slightly pessimistic.

    >>> import gnomon as gn
    >>> from sklearn.naive_bayes import GaussianNB
    >>> print(out_of_bag_bootstrap(gn.load("iris"), GaussianNB(), "error", times=20).method)
    out-of-bag
    """
    return out_of_bag_estimate(
        bootstrap_scores(task, learner, measure, times, random_state=random_state), level
    )


def bootstrap_632(
    task: Task,
    learner: Any,
    measure: MeasureLike,
    times: int = 200,
    *,
    level: float = 0.95,
    random_state: Seed = 0,
) -> Estimate:
    """.632 bootstrap (Efron 1983): 0.368 x the apparent score + 0.632 x the out-of-bag score.

    >>> import gnomon as gn
    >>> from sklearn.naive_bayes import GaussianNB
    >>> estimate = bootstrap_632(gn.load("iris"), GaussianNB(), "error", times=20)
    >>> estimate.parts["apparent"] < estimate.value < estimate.parts["out of bag"]
    True
    """
    return estimate_632(bootstrap_scores(task, learner, measure, times, random_state=random_state), level)


def bootstrap_632_plus(
    task: Task,
    learner: Any,
    measure: MeasureLike,
    times: int = 200,
    *,
    level: float = 0.95,
    random_state: Seed = 0,
) -> Estimate:
    """.632+ bootstrap (Efron & Tibshirani 1997): the out-of-bag weight grows with the relative overfitting.

    >>> import gnomon as gn
    >>> from sklearn.naive_bayes import GaussianNB
    >>> estimate = bootstrap_632_plus(gn.load("iris"), GaussianNB(), "error", times=20)
    >>> 0.632 <= estimate.parts["weight"] <= 1
    True
    """
    return estimate_632_plus(
        bootstrap_scores(task, learner, measure, times, random_state=random_state), level
    )


def optimism_corrected_bootstrap(
    task: Task,
    learner: Any,
    measure: MeasureLike,
    times: int = 200,
    *,
    level: float = 0.95,
    random_state: Seed = 0,
) -> Estimate:
    """Optimism-corrected bootstrap (Harrell et al. 1996): apparent score - mean optimism over samples.

    >>> import gnomon as gn
    >>> from sklearn.naive_bayes import GaussianNB
    >>> estimate = optimism_corrected_bootstrap(gn.load("iris"), GaussianNB(), "accuracy", times=20)
    >>> estimate.value < estimate.parts["apparent"]
    True
    """
    return optimism_corrected_estimate(
        bootstrap_scores(task, learner, measure, times, random_state=random_state), level
    )


def all_rows_estimate(scores: BootstrapScores, level: float = 0.95) -> Estimate:
    """The ordinary bootstrap estimate from `BootstrapScores`.

    >>> import gnomon as gn
    >>> from sklearn.naive_bayes import GaussianNB
    >>> scores = bootstrap_scores(gn.load("iris"), GaussianNB(), "error", times=10)
    >>> all_rows_estimate(scores).method
    'bootstrap of all rows'
    """
    why = (
        f"mean over {len(scores.on_all)} bootstrap samples, evaluated on all {scores.n_rows} rows; "
        f"about 63 % of them are training rows, so it is optimistic: out-of-bag {scores.measure.name} is "
        f"{scores.out_of_bag:.4g}; and the interval assumes independent samples, so it is too narrow."
    )
    parts = {"variance": float(np.var(scores.on_all, ddof=1)) if len(scores.on_all) > 1 else 0.0}
    bounds = t_interval(scores.on_all, level)
    return _estimate(
        scores, float(np.mean(scores.on_all)), bounds, level, "bootstrap of all rows", why, parts
    )


def out_of_bag_estimate(scores: BootstrapScores, level: float = 0.95) -> Estimate:
    """The out-of-bag estimate from `BootstrapScores`.

    >>> import gnomon as gn
    >>> from sklearn.naive_bayes import GaussianNB
    >>> scores = bootstrap_scores(gn.load("iris"), GaussianNB(), "error", times=10)
    >>> out_of_bag_estimate(scores).method
    'out-of-bag'
    """
    why = (
        f"each row is predicted by the models of those of {len(scores.on_all)} bootstrap samples for which "
        "it is out of bag; trained on 63 % of the distinct rows, they are slightly worse than the model of "
        f"all rows, so it is pessimistic; {_error_reason(scores)}."
    )
    return _estimate(
        scores, scores.out_of_bag, _t_bounds(scores, scores.out_of_bag, level), level, "out-of-bag", why
    )


def estimate_632(scores: BootstrapScores, level: float = 0.95) -> Estimate:
    """The .632 estimate from `BootstrapScores`.

    >>> import gnomon as gn
    >>> from sklearn.naive_bayes import GaussianNB
    >>> scores = bootstrap_scores(gn.load("iris"), GaussianNB(), "error", times=10)
    >>> estimate_632(scores).method
    '.632'
    """
    value = 0.368 * scores.apparent + 0.632 * scores.out_of_bag
    why = (
        "0.368 x apparent + 0.632 x out-of-bag (Efron 1983), whatever the learner: .632+ accounts for "
        f"overfitting, and is preferable; {_error_reason(scores)}, and {BOUND_REASON}"
        f"{_overfitting_warning(scores)}."
    )
    bounds = _extended(scores, _t_bounds(scores, value, level), level)
    return _estimate(scores, value, bounds, level, ".632", why)


def estimate_632_plus(scores: BootstrapScores, level: float = 0.95) -> Estimate:
    """The .632+ estimate from `BootstrapScores`.

    >>> import gnomon as gn
    >>> from sklearn.naive_bayes import GaussianNB
    >>> scores = bootstrap_scores(gn.load("iris"), GaussianNB(), "error", times=10)
    >>> estimate_632_plus(scores).method
    '.632+'
    """
    overfitting, out_of_bag = _overfitting(scores)
    weight = 0.632 / (1 - 0.368 * overfitting)
    value = (1 - weight) * scores.apparent + weight * out_of_bag
    why = (
        f"apparent and out-of-bag scores weighted {1 - weight:.2f} : {weight:.2f}, as the relative "
        f"overfitting rate of the learner is {overfitting:.0%} (Efron & Tibshirani 1997); "
        f"{_error_reason(scores)}, and {BOUND_REASON}."
    )
    bounds = _extended(scores, _t_bounds(scores, value, level), level)
    parts = {"weight": weight, "overfitting": overfitting, "no information": scores.no_information}
    return _estimate(scores, value, bounds, level, ".632+", why, parts)


def optimism_corrected_estimate(scores: BootstrapScores, level: float = 0.95) -> Estimate:
    """The optimism-corrected estimate from `BootstrapScores`.

    >>> import gnomon as gn
    >>> from sklearn.naive_bayes import GaussianNB
    >>> scores = bootstrap_scores(gn.load("iris"), GaussianNB(), "error", times=10)
    >>> optimism_corrected_estimate(scores).method
    'optimism'
    """
    optimism = float(np.mean(scores.on_sample - scores.on_all))
    value = scores.apparent - optimism
    why = (
        f"the apparent score minus its optimism, {optimism:.2g}, the mean over {len(scores.on_all)} "
        "bootstrap samples of the score on the sample minus that on all rows (Harrell et al. 1996); the "
        "percentiles of the apparent scores of samples are shifted by the optimism (Noma et al. 2021), and "
        f"{BOUND_REASON}{_overfitting_warning(scores)}."
    )
    bounds = _extended(
        scores, [bound - optimism for bound in percentile_interval(scores.on_sample, level)], level
    )
    return _estimate(scores, value, bounds, level, "optimism", why, {"optimism": optimism})


def _extended(scores: BootstrapScores, bounds: Sequence[float], level: float) -> Bounds:
    """Bounds extended so that the pessimistic one is at least that of the out-of-bag interval.

    The apparent score of a learner that interpolates its training rows is perfect in every sample, so it has
    no variance.
    """
    lower, upper = bounds
    low, high = _t_bounds(scores, scores.out_of_bag, level)
    return (min(lower, low), upper) if scores.measure.sign > 0 else (lower, max(upper, high))


def _overfitting(scores: BootstrapScores) -> tuple[float, float]:
    """Relative overfitting rate R of .632+, and the out-of-bag score, capped at the no-information score."""
    # As losses, so that larger is worse.
    sign = -scores.measure.sign
    apparent, out_of_bag, no_information = (
        sign * each for each in (scores.apparent, scores.out_of_bag, scores.no_information)
    )
    out_of_bag = min(out_of_bag, max(no_information, apparent))
    if not apparent < out_of_bag or not apparent < no_information:
        return 0.0, sign * out_of_bag
    return float((out_of_bag - apparent) / (no_information - apparent)), sign * out_of_bag


def _t_bounds(scores: BootstrapScores, value: float, level: float) -> Bounds:
    half_width = critical_t(level, scores.freedom) * scores.error
    return value - half_width, value + half_width


def _overfitting_warning(scores: BootstrapScores) -> str:
    """A warning where the apparent score is misleading; else empty."""
    overfitting, _ = _overfitting(scores)
    if overfitting < MISLEADING_OVERFITTING:
        return ""
    return (
        f"; WARNING: the relative overfitting rate is {overfitting:.0%}, so the apparent score "
        f"({scores.apparent:.3g}) is uninformative and this estimate optimistic: the out-of-bag score is "
        f"{scores.out_of_bag:.3g}; use .632+ or out-of-bag"
    )


def _error_reason(scores: BootstrapScores) -> str:
    if scores.measure.each is None:
        return "the standard error is corrected for shared rows of splits (Nadeau & Bengio 2003)"
    return "the standard error is by jackknife-after-bootstrap (Efron & Tibshirani 1997)"


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
