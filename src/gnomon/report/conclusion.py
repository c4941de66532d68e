"""Conclusions as text: the best learner, its score and interval, and which others are as good."""

from collections.abc import Sequence
from math import floor, isfinite

from gnomon.assessment.intervals.rounding import decimals, interval, shown, significant
from gnomon.assessment.measures.facts import Measure
from gnomon.experiments.results import Standing

# An error below this fraction of a baseline's is suspiciously low; for squared errors its square.
_TOO_GOOD = 1e-2
_IN_UNITS_OF_TARGET = ("root_mean_squared_error", "mean_absolute_error", "median_absolute_error")
# Maximum number of names in a sentence.
MAX_NAMES = 15

MEANINGS = {
    "best": "has the best value",
    "practically equal": "differs from the best by less than the equivalence margin",
    "undecided": "does not differ significantly from the best, but may not be equivalent",
    "worse": "is significantly worse than the best",
    "better": "is better than the best on the splits they share",
    "not compared": "has no valid comparison under this design",
}


def headline(standings: Sequence[Standing], measure: str) -> str:
    r"""The best learner and its score, in one sentence.

    measure: its title, such as "accuracy".

    >>> from gnomon import Estimate
    >>> headline([Standing("Ridge", Estimate(0.91, 0.88, 0.94, 0.95, "t", ""), None, "best", 1.0)], "R²")
    'Ridge has R² 0.910 (95\xa0% interval 0.880 to 0.940).'
    """
    best, places = standings[0], decimals([each.estimate for each in standings])
    value = f"{measure} {shown(best.estimate.value, places)}"
    sure = f"{best.estimate.level:.0%} interval {interval(best.estimate, places)}".replace("%", "\u00a0%")
    if len(standings) == 1:
        return f"{best.learner} has {value} ({sure})."
    rivals = [each for each in standings[1:] if each.verdict != "worse"]
    lead = "is best" if not rivals else "comes first"
    return f"{best.learner} {lead} of {len(standings)} learners: {value} ({sure})."


def verdicts(
    standings: Sequence[Standing], baselines: Sequence[str] = (), measure: Measure | None = None
) -> str:
    """The comparison of the other learners with the best, in a few sentences.

    baselines: the learners that ignore the features. measure: the ranking measure, to compare the best error
    with theirs.

    >>> from gnomon import Estimate
    >>> estimate = Estimate(0.91, 0.88, 0.94, 0.95, "t", "")
    >>> verdict_of = {"Ridge": "best", "Lasso": "undecided", "Baseline": "worse"}
    >>> verdicts([Standing(name, estimate, None, verdict, 1.0) for name, verdict in verdict_of.items()])
    'Lasso does not differ significantly from it; Baseline is worse.'
    """
    groups = {
        "practically equal": ("{} is practically equal to it", "{} are practically equal to it"),
        "undecided": (
            "{} does not differ significantly from it",
            "{} do not differ significantly from it",
        ),
        "worse": ("{} is worse", "{} are worse"),
        "not compared": ("{} cannot be compared with it under this design",) * 2,
    }
    clauses = []
    for verdict, (one, many) in groups.items():
        names = [each.learner for each in standings if each.verdict == verdict]
        if names:
            within = _margin(standings) if verdict == "practically equal" else ""
            clauses.append((one if len(names) == 1 else many).format(listed(names)) + within)
    text = "; ".join(clauses) + "." if clauses else ""
    relative = "" if measure is None else _relative(standings, baselines, measure)
    parts = [text, _warning(standings, baselines), relative, _suspicion(standings, baselines, measure)]
    return " ".join(filter(None, parts))


def listed(names: Sequence[str], max_names: int = MAX_NAMES) -> str:
    """Names as an enumeration in a sentence; of many, the first and the number of others.

    >>> listed(["a"]), listed(["a", "b"]), listed(["a", "b", "c"]), listed(["a", "b", "c"], max_names=1)
    ('a', 'a and b', 'a, b and c', 'a and 2 more')
    """
    if len(names) > max_names:
        names = [*names[:max_names], f"{len(names) - max_names} more"]
    return " and ".join(filter(None, [", ".join(names[:-1]), *names[-1:]]))


def _warning(standings: Sequence[Standing], baselines: Sequence[str]) -> str:
    """A warning if the best learner is not significantly better than a baseline."""
    unbeaten = [each.learner for each in standings if each.learner in baselines and each.verdict != "worse"]
    if not unbeaten or len(standings) == 1:
        return ""
    return f"Take care: {listed(unbeaten)} ignores the features and is not significantly worse than the best."


def _margin(standings: Sequence[Standing]) -> str:
    """The equivalence margin, if it is the same for all."""
    ropes = {each.comparison.rope for each in standings if each.comparison is not None}
    return f" (within ±{significant(ropes.pop(), 2)})" if len(ropes) == 1 else ""


def _relative(standings: Sequence[Standing], baselines: Sequence[str], measure: Measure) -> str:
    """The relative reduction of an unbounded error against the best baseline."""
    references = [each for each in standings if each.learner in baselines]
    best = standings[0].estimate.value
    if not references or standings[0] in references or measure.sign > 0 or isfinite(measure.range[1]):
        return ""
    baseline = min(references, key=lambda each: each.estimate.value)
    saved = 1 - best / baseline.estimate.value if baseline.estimate.value > 0 else 0.0
    # Rounded down, as 99.96 % is not 100 %.
    share = f"{floor(1000 * saved) / 10:.1f}".removesuffix(".0") if saved > 0.95 else f"{100 * saved:.0f}"
    first = standings[0].learner
    text = f"The error of {first} is {share}\u00a0% below that of {baseline.learner}."
    return text if saved > 0.005 else ""


def _suspicion(standings: Sequence[Standing], baselines: Sequence[str], measure: Measure | None) -> str:
    """A warning of an error that is suspiciously low against the baselines: possible target leakage."""
    errors = [each.estimate.value for each in standings if each.learner in baselines]
    is_in_units = measure is not None and measure.name in _IN_UNITS_OF_TARGET
    max_ratio = _TOO_GOOD if is_in_units else _TOO_GOOD**2
    if not errors or not 0 <= standings[0].estimate.value < max_ratio * min(errors):
        return ""
    return (
        "This is almost too good: if the target was computed from some of the columns (leakage), drop those."
    )
