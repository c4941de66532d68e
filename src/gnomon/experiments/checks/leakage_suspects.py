"""Columns suspected of target leakage, by their predictive power alone against that of all other columns.

A column recorded after the target predicts it almost perfectly, or far better than everything else. A good
measurement may predict well, too; but then related measurements predict nearly as well.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace

import numpy as np

from gnomon.arrays import Floats, Integers
from gnomon.data.suspects import holds_dates
from gnomon.data.task import Task
from gnomon.experiments.checks.approximate_sums import approximate_sums
from gnomon.experiments.checks.censored_times import censored_times
from gnomon.experiments.checks.column_roles import is_row_number
from gnomon.experiments.checks.conditional_correlation import normal_scores_correlation
from gnomon.experiments.checks.consequences import consequences
from gnomon.experiments.checks.exact_pairs import numbers_of, pairs_of
from gnomon.experiments.checks.exact_relations import (
    MAX_ROWS_PAIRED,
    MIN_OF_CLASS,
    curve_terms,
    exact_relations,
    numeric_columns,
    terms_of,
)
from gnomon.experiments.checks.exclusive_outcomes import exclusive_outcomes
from gnomon.experiments.checks.follow_up import association, follow_up
from gnomon.experiments.checks.groups import groups_of
from gnomon.experiments.checks.joint_predictive_power import ColumnScorer, JointPower
from gnomon.experiments.checks.leakage_grade import (
    MIN_GAP,
    STANDARD_ERRORS,
    WARNING_POWER,
    Suspect,
    grade_of,
    graded,
)
from gnomon.experiments.checks.missing_by_class import missing_by_class
from gnomon.experiments.checks.names import sounds_like_contest, sounds_settled
from gnomon.experiments.checks.ordinal_encoding import are_equivalent
from gnomon.experiments.checks.paired_names import is_other_form
from gnomon.experiments.checks.predictive_power import predictive_power, predictive_power_for

PERFECT_POWER = 0.99
NEAR_PERFECT_POWER = 0.95
FAR_NEARER = 10
MIN_POWER = 0.4
ALPHA, ALPHA_SETTLED = 0.01, 1e-6
EQUAL_SHARE = 0.25
RARE, MIN_RARE = 0.02, 30
MAX_FIGURES = 12
EQUIVALENT_GAP = 0.02
MAX_CLASSES = 20
MAX_ROUNDS = 6
MAX_COPIES = 4


def leakage_suspects(task: Task, rows: Integers, random_state: int = 0) -> list[Suspect]:
    """The columns suspected of target leakage, by decreasing severity; `rows`: the rows to assess them on.

    >>> random = np.random.default_rng(0)
    >>> columns = {name: random.normal(size=200) for name in ("age", "dose", "height")}
    >>> ill = columns["age"] + 2 * random.normal(size=200) > 0
    >>> columns["refund"] = 2.0 * ill + 0.2 * random.normal(size=200)
    >>> [(each.name, each.severity) for each in leakage_suspects(Task(columns, ill), np.arange(200))]
    [('refund', 'error')]
    """
    names = _candidate_names(task)
    powers = {name: predictive_power(task.table.column(name), task, rows) for name in names}
    exact = exact_relations(task, names, rows)
    perfect = [name for name in names if powers[name] >= PERFECT_POWER]
    exact |= terms_of(task, [name for name in perfect if name not in exact], names, exact, rows)
    # Two copies of a leak mask each other: all near-perfect columns are compared with the rest.
    likely = [name for name in names if name not in exact and powers[name] >= NEAR_PERFECT_POWER]
    scorer = ColumnScorer(task, rows, random_state)
    remaining = [name for name in names if name not in exact and name not in likely]
    suspects = [Suspect(name, "error", text, 0) for name, text in exact.items()]
    if likely:
        others = _others(scorer, remaining)
        graded = [_near_perfect(name, powers[name], others, len(remaining)) for name in likely]
        suspects += [each for each in graded if each is not None]
        remaining += [name for name, each in zip(likely, graded) if each is None]
    early = _early(task, remaining, names, powers, rows)
    terms = terms_of(task, [each.name for each in early], names, exact, rows)
    early += [Suspect(name, "warning", text, 1) for name, text in terms.items()]
    assessed = {each.name for each in early}
    remaining = [name for name in remaining if name not in assessed]
    suspects += early + _outstanding(scorer, remaining, powers)
    leaks = [each.name for each in suspects if each.severity != "note"]
    dates = [name for name in task.table.names if name not in names and holds_dates(task.table.column(name))]
    more = consequences(task, leaks, [name for name in (*names, *dates) if name not in leaks], rows)
    last = max((each.rank for each in suspects), default=1)
    return [each for each in suspects if each.name not in more] + [
        Suspect(name, "warning", text, last) for name, text in more.items()
    ]


def _early(
    task: Task, remaining: list[str], names: list[str], powers: dict[str, float], rows: Integers
) -> list[Suspect]:
    """The columns suspected for another reason than their predictive power against that of all others."""
    texts = {each.name: each.message for each in reversed(_equals(task, remaining, rows))}
    for messages in (
        curve_terms(task, remaining, rows),
        _approximate_sums(task, remaining, rows),
        _by_name(task, remaining, powers, rows),
        _other_forms(task, remaining, powers),
        exclusive_outcomes(task, remaining, rows),
        missing_by_class(task, remaining, rows),
        censored_times(task, names, rows),
        follow_up(task, names, powers, rows),
    ):
        texts = messages | texts
    return [Suspect(name, "warning", text, 1) for name, text in texts.items() if name in remaining]


def _candidate_names(task: Task) -> list[str]:
    """The columns to assess: all but row numbers, identifiers and the groups that the target depends on.

    A column that numbers groups without any effect on the target may still be a time.
    """
    groups = {each.name for each in groups_of(task) if each.has_effect}
    table = task.table
    return [name for name in table.names if name not in groups and not is_row_number(table.column(name))]


def _equals(task: Task, remaining: list[str], rows: Integers) -> list[Suspect]:
    """Columns equal to a numeric target in many rows, as a total is where its other components are 0."""
    if task.codes is not None or task.table.is_sparse:
        return []
    target = np.asarray(task.y, dtype=np.float64)[rows[:MAX_ROWS_PAIRED]]
    _, code, count = np.unique(target, return_inverse=True, return_counts=True)
    is_rare = count[code] <= RARE * len(target)
    if is_rare.sum() < MIN_RARE:
        return []
    suspects = []
    for name, values in numeric_columns(task, remaining, rows).items():
        share = float(np.mean(values[is_rare] == target[is_rare]))
        if share >= EQUAL_SHARE:
            text = f"Column {name!r} equals the target in {100 * share:.0f} % of the rows."
            suspects.append(Suspect(name, "warning", text, 1))
    return suspects


def _by_name(task: Task, remaining: list[str], powers: dict[str, float], rows: Integers) -> dict[str, str]:
    """Columns associated with the target that are named as what is recorded at the end only."""
    codes = task.codes if task.codes is not None else _halves(np.asarray(task.y, dtype=np.float64))
    messages = {}
    for name in remaining:
        is_contest = sounds_like_contest(task.target_name) and sounds_like_contest(name)
        if not (is_contest or sounds_settled(name)):
            continue
        p = association(task.table.column(name), codes, rows)
        if p < (ALPHA if is_contest else ALPHA_SETTLED):
            what = (
                "the result of a contest, as the target is" if is_contest else "what is known at the end only"
            )
            messages[name] = (
                f"Column {name!r} is named as {what}; its predictive power is {100 * powers[name]:.1f} % "
                f"(associated with the target, p = {p:.2g})."
            )
    return messages


def _other_forms(task: Task, remaining: list[str], powers: dict[str, float]) -> dict[str, str]:
    """Columns named as the target but for a word for the form of a number, if they predict it well."""
    text = "is named as another form of the target; its predictive power is"
    return {
        name: f"Column {name!r} {text} {100 * powers[name]:.1f} %."
        for name in remaining
        if powers[name] >= MIN_POWER and is_other_form(name, task.target_name)
    }


def _halves(values: Floats) -> Integers:
    """Whether numbers are above their median."""
    return (values > np.median(values)).astype(np.int64)


def _approximate_sums(task: Task, remaining: list[str], rows: Integers) -> dict[str, str]:
    """The columns whose sum or difference is a numeric target in most rows."""
    if task.codes is not None or task.table.is_sparse:
        return {}
    target = numbers_of(np.asarray(task.y)[rows[:MAX_ROWS_PAIRED]])
    messages: dict[str, str] = {}
    for first, second, share in approximate_sums(target, numeric_columns(task, remaining, rows)):
        text = (
            f"The target is the sum or the difference of the columns {first!r} and {second!r} in "
            f"{100 * share:.0f} % of the rows."
        )
        messages |= {name: text for name in (first, second) if name not in messages}
    return messages


def _others(scorer: ColumnScorer, names: Sequence[str]) -> JointPower | None:
    return None if scorer.task.table.is_sparse else scorer.joint_power(names)


def _near_perfect(name: str, power: float, others: JointPower | None, n_others: int) -> Suspect | None:
    message = f"Column {name!r} alone has a cross-validated predictive power of {100 * power:.1f} %"
    is_perfect = power >= PERFECT_POWER
    if others is None or n_others == 0:
        return Suspect(name, "error", f"{message}.", 0) if is_perfect else None
    rest = max(100 * others.power, 0)
    if not is_perfect:
        grade = grade_of(power, others.power, others.standard_error)
        message += f"; the {n_others} columns that are not near-perfect alone reach {rest:.1f} % jointly."
        return Suspect(name, "warning", message, 1) if grade == "warning" else None
    if others.power >= NEAR_PERFECT_POWER:
        message += f"; the {n_others} others reach {rest:.1f} % jointly"
        if _is_far_nearer(power, others):
            return Suspect(name, "warning", f"{message}, with more than {FAR_NEARER} times the error.", 0)
        return Suspect(name, "note", f"{message}, so the target may just be easy.", 0)
    return Suspect(name, "error", f"{message}; the {n_others} others jointly reach {rest:.1f} %.", 0)


def _is_far_nearer(power: float, others: JointPower) -> bool:
    """Whether a column leaves a small part only of the error that all others leave, and not by chance."""
    gap = power - others.power
    return FAR_NEARER * (1 - power) <= 1 - others.power and gap >= STANDARD_ERRORS * others.standard_error


def _outstanding(scorer: ColumnScorer, remaining: list[str], powers: dict[str, float]) -> list[Suspect]:
    """The remaining columns that predict far better than all others, by decreasing predictive power.

    Repeated without the suspects so far, as several leaks mask each other.
    """
    if scorer.task.table.is_sparse:
        return []
    suspects: list[Suspect] = []
    for _ in range(MAX_ROUNDS):
        reported = {each.name for each in suspects}
        dropped = {each.name for each in suspects if each.severity != "note"}
        more = _next(scorer, [name for name in remaining if name not in dropped], powers, reported)
        suspects += [replace(each, rank=len(suspects) + 2) for each in more]
        if not any(each.severity != "note" for each in more):
            break
    return suspects


def _next(
    scorer: ColumnScorer, remaining: list[str], powers: dict[str, float], reported: set[str]
) -> list[Suspect]:
    """The first warning among the candidates, or else their notes, without columns already reported."""
    notes: list[Suspect] = []
    for names, same in _candidates(scorer, remaining, powers):
        if reported & set(names) or any(each.name in names for each in notes):
            continue
        rest = [each for each in remaining if each not in (*names, *same)]
        suspect = graded(scorer, names, rest, powers)
        if suspect is None or (len(names) > 1 and suspect.severity == "note"):
            continue
        suspects = [replace(suspect, name=name) for name in names]
        suspects += [
            replace(suspect, name=each, message=_equivalent_message(each, names[0], suspect)) for each in same
        ]
        if suspect.severity == "warning":
            return suspects
        notes += suspects
    return notes


def _candidates(
    scorer: ColumnScorer, remaining: list[str], powers: dict[str, float]
) -> Iterator[tuple[list[str], list[str]]]:
    """The best column for the target, or for one class, if it leads the next best; or the best few.

    Each with its equivalent columns, which are not compared with it.
    """
    of_classes = {name: _of_each_class(scorer, name) for name in remaining}
    n_classes = max((len(each) for each in of_classes.values()), default=0)
    rankings = [{name: powers[name] for name in remaining}]
    rankings += [{name: of_classes[name][index] for name in remaining} for index in range(n_classes)]
    for power in rankings[:MAX_FIGURES]:
        ranked = sorted(remaining, key=lambda name: -power[name])
        if not ranked or power[ranked[0]] < MIN_POWER:
            continue
        same = _equivalents(scorer, ranked[0], ranked[1:], power, list(powers))
        rivals = [name for name in ranked[1:] if name not in same]
        if power[ranked[0]] - max((power[name] for name in rivals), default=0.0) >= MIN_GAP:
            yield [ranked[0]], same
    yield from _best_sets(scorer, remaining, powers)


def _best_sets(
    scorer: ColumnScorer, remaining: list[str], powers: dict[str, float]
) -> Iterator[tuple[list[str], list[str]]]:
    """The best two to four columns, if they lead the next best and are correlated only through the target.

    Several noisy copies of the target mask each other. Not for more than two classes.
    """
    classes = scorer.task.classes
    if classes is not None and len(np.unique(scorer.target)) > 2:
        return
    ranked = sorted(remaining, key=lambda name: -powers[name])
    members: list[str] = []
    same: list[str] = []
    while len(members) < MAX_COPIES:
        rivals = [name for name in ranked if name not in (*members, *same)]
        if not rivals or powers[rivals[0]] < WARNING_POWER:
            return
        if any(not scorer.are_screened(each, rivals[0]) for each in members):
            return
        members.append(rivals[0])
        same += [
            each
            for each in _equivalents(scorer, rivals[0], rivals[1:], powers, list(powers))
            if each not in (*members, *same)
        ]
        next_best = max((powers[name] for name in rivals[1:] if name not in same), default=0.0)
        if len(members) > 1 and powers[rivals[0]] - next_best >= MIN_GAP:
            yield list(members), list(same)


def _equivalents(
    scorer: ColumnScorer, name: str, others: Sequence[str], power: dict[str, float], all_names: Sequence[str]
) -> list[str]:
    """The other columns that are equivalent to a column, or from which, with one more, it was computed."""
    table = scorer.task.table
    first = table.column(name)
    near = [each for each in others if power[each] > power[name] - EQUIVALENT_GAP]
    same = [each for each in near if are_equivalent(first, table.column(each), scorer.sample)]
    if first.kind != "quantitative":
        return same
    numbers = numeric_columns(
        scorer.task, [each for each in all_names if each not in (name, *same)], scorer.sample
    )
    own = numbers_of(first.values[scorer.sample[:MAX_ROWS_PAIRED]])
    for pair in pairs_of(own, numbers):
        computed = [each for each in pair.computed or pair.names if each in others and each not in same]
        if computed:
            same.append(max(computed, key=lambda each: abs(normal_scores_correlation(own, numbers[each]))))
    return same


def _equivalent_message(name: str, first: str, suspect: Suspect) -> str:
    return f"Column {name!r} is equivalent to {first!r}. {suspect.message}"


def _of_each_class(scorer: ColumnScorer, name: str) -> list[float]:
    """The predictive power of a column for each class against the rest, if there are more than two."""
    task = scorer.task
    if task.codes is None or task.classes is None or not 2 < len(task.classes) <= MAX_CLASSES:
        return []
    codes, column = task.codes[scorer.sample], task.table.column(name)
    counts = np.bincount(codes)
    frequent = [each for each in range(len(counts)) if MIN_OF_CLASS <= counts[each] < len(codes)]
    binary = [(codes == each).astype(np.int64) for each in frequent]
    return [predictive_power_for(column, scorer.sample, each, is_class=True) for each in binary]
