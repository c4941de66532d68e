"""The answer in words: which learner, how good, how sure, and which others are as good."""

from collections.abc import Sequence
from math import floor, isfinite

from gnomon.assessment.measures.facts import Measure
from gnomon.experiments.results import Standing
from gnomon.report.rounding import decimals, interval, shown, significant

# An error below this share of a guess's is too good to be believed at once; of squared errors its square.
_TOO_GOOD = 1e-2
_IN_UNITS_OF_TARGET = ("root_mean_squared_error", "mean_absolute_error", "median_absolute_error")
# A sentence of more names is not read.
MOST_NAMES = 15

MEANINGS = {
    "best": "has the best value of all",
    "practically equal": "differs from the best by too little to matter",
    "undecided": "may be as good as the best, or not: these data do not tell",
    "worse": "is worse than the best, beyond chance",
    "better": "is better than the best on the splits they share",
    "not compared": "cannot be compared validly under this design",
}


def headline(standings: Sequence[Standing], measure: str) -> str:
    r"""Which learner, and how good, in one sentence.

    measure: its title, as in "accuracy".

    >>> from gnomon.assessment.intervals import Estimate
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
    """What is known of the others, in a sentence or two.

    baselines: the learners that look at no feature. measure: what ranks, to say how a best error compares
    with theirs.

    >>> from gnomon.assessment.intervals import Estimate
    >>> estimate = Estimate(0.91, 0.88, 0.94, 0.95, "t", "")
    >>> places = {"Ridge": "best", "Lasso": "undecided", "Baseline": "worse"}
    >>> verdicts([Standing(name, estimate, None, verdict, 1.0) for name, verdict in places.items()])
    'Lasso cannot be told from it with these data; Baseline is worse.'
    """
    groups = {
        "practically equal": ("{} is practically equal to it", "{} are practically equal to it"),
        "undecided": (
            "{} cannot be told from it with these data",
            "{} cannot be told from it with these data",
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
    parts = [text, _warning(standings, baselines), relative, _doubt(standings, baselines, measure)]
    return " ".join(filter(None, parts))


def listed(names: Sequence[str], most: int = MOST_NAMES) -> str:
    """Names as a sentence lists them; of very many, the first and how many more.

    >>> listed(["a"]), listed(["a", "b"]), listed(["a", "b", "c"]), listed(["a", "b", "c"], most=1)
    ('a', 'a and b', 'a, b and c', 'a and 2 more')
    """
    if len(names) > most:
        names = [*names[:most], f"{len(names) - most} more"]
    return " and ".join(filter(None, [", ".join(names[:-1]), *names[-1:]]))


def _warning(standings: Sequence[Standing], baselines: Sequence[str]) -> str:
    """A baseline that is not beaten is the first thing to know."""
    unbeaten = [each.learner for each in standings if each.learner in baselines and each.verdict != "worse"]
    if not unbeaten or len(standings) == 1:
        return ""
    return f"Take care: {listed(unbeaten)} looks at no feature and is not shown to be worse than the best."


def _margin(standings: Sequence[Standing]) -> str:
    """How large a difference that does not matter may be, where it is the same for all."""
    ropes = {each.comparison.rope for each in standings if each.comparison is not None}
    return f" (within ±{significant(ropes.pop(), 2)})" if len(ropes) == 1 else ""


def _relative(standings: Sequence[Standing], baselines: Sequence[str], measure: Measure) -> str:
    """An error that has no bounds is small or large beside that of a guess."""
    guesses = [each for each in standings if each.learner in baselines]
    best = standings[0].estimate.value
    if not guesses or standings[0] in guesses or measure.sign > 0 or isfinite(measure.range[1]):
        return ""
    guess = min(guesses, key=lambda each: each.estimate.value)
    saved = 1 - best / guess.estimate.value if guess.estimate.value > 0 else 0.0
    # 99.96 % is not all of it.
    share = f"{floor(1000 * saved) / 10:.1f}".removesuffix(".0") if saved > 0.95 else f"{100 * saved:.0f}"
    return f"Its error is {share}\u00a0% below that of {guess.learner}." if saved > 0.005 else ""


def _doubt(standings: Sequence[Standing], baselines: Sequence[str], measure: Measure | None) -> str:
    """An error that is all but nothing beside a guess's: some columns may add up to the target."""
    guesses = [each.estimate.value for each in standings if each.learner in baselines]
    is_in_units = measure is not None and measure.name in _IN_UNITS_OF_TARGET
    most = _TOO_GOOD if is_in_units else _TOO_GOOD**2
    if not guesses or not 0 <= standings[0].estimate.value < most * min(guesses):
        return ""
    return "This is almost too good: if the target was made from some of the columns, leave those out."
