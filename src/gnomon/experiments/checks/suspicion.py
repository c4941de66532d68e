"""Which columns may have been made from the target: by how much each tells alone, and all others without it.

A column that is filled in after the target tells nearly all of it, or far more than everything else does. A
good measurement may tell much, too; but then others, which measure the same thing, tell it nearly as well.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np
from scipy.stats import kruskal

from gnomon.arrays import Floats, Integers
from gnomon.data.task import Task
from gnomon.experiments.checks.column_roles import group_columns, is_row_number
from gnomon.experiments.checks.exact_pairs import Pair, numbers_of, pairs_of
from gnomon.experiments.checks.exact_sums import parts_of_target
from gnomon.experiments.checks.finding import in_words
from gnomon.experiments.checks.names import sounds_like_duration, sounds_like_event
from gnomon.experiments.checks.one_column import (
    is_function_of_classes,
    is_step_of_numbers,
    is_there_by_class,
    told_by,
    told_of,
)
from gnomon.experiments.checks.plain_columns import carry_the_same
from gnomon.experiments.checks.screened import are_screened, likeness
from gnomon.experiments.checks.telling import Question, Told

ALL_BUT_CERTAIN = 0.99
NEARLY_ALL = 0.95
MUCH, HALF = 0.7, 0.5
FAR_MORE = 0.15
HALF_THE_ERROR = 0.5
LEAST_GAP = 0.03
STANDARD_ERRORS = 3.0
WORTH_A_LOOK = 0.4
FOLLOWS = 0.1
BY_CHANCE = 0.01
OFTEN_EQUAL = 0.25
RARE, FEWEST_RARE = 0.02, 30
MOST_LOOKS = 12
SAME_SHARE = 0.02
MOST_CLASSES = 20
FEWEST_OF_CLASS = 20
MOST_ROUNDS = 6
MOST_PAIRED = 200
MOST_ROWS_PAIRED = 2000


@dataclass(frozen=True)
class Suspicion:
    """A column, how grave the suspicion is, and the figures it rests on.

    rank: those of one rank, and of the ranks before, have to go together for any of them to be missed.

    >>> Suspicion("refund", "error", "Column 'refund' ...", 0).severity
    'error'
    """

    name: str
    severity: str
    found: str
    rank: int


def suspicions(task: Task, rows: Integers, random_state: int = 0) -> list[Suspicion]:
    """The columns under suspicion, the gravest first; `rows` are those that columns are judged by.

    >>> random = np.random.default_rng(0)
    >>> columns = {name: random.normal(size=200) for name in ("age", "dose", "height")}
    >>> ill = columns["age"] + 2 * random.normal(size=200) > 0
    >>> columns["refund"] = 2.0 * ill + 0.2 * random.normal(size=200)
    >>> [(each.name, each.severity) for each in suspicions(Task(columns, ill), np.arange(200))]
    [('refund', 'error')]
    """
    names = _judged(task)
    shares = {name: told_by(task.table.column(name), task, rows) for name in names}
    sure = _functions(task, names, rows) | _sums(task, names, rows)
    certain = [name for name in names if shares[name] >= ALL_BUT_CERTAIN]
    sure |= _parts_of(task, [name for name in certain if name not in sure], names, sure, rows)
    # Two copies of a leak tell as much as each other: all that tell nearly all are judged beside the rest.
    likely = [name for name in names if name not in sure and shares[name] >= NEARLY_ALL]
    question = Question(task, rows, random_state)
    left = [name for name in names if name not in sure and name not in likely]
    found = [Suspicion(name, "error", text, 0) for name, text in sure.items()]
    if likely:
        others = _others(question, left)
        graded = [_near_certain(name, shares[name], others, len(left)) for name in likely]
        found += [each for each in graded if each is not None]
        left += [name for name, each in zip(likely, graded) if each is None]
    early = [*_equals(task, left, rows), *_follow_up(task, left, shares, rows)]
    beside = _parts_of(task, [each.name for each in early], names, sure, rows)
    early += [Suspicion(name, "warning", text, 1) for name, text in beside.items()]
    gone = {each.name for each in early}
    return found + early + _outstanding(question, [name for name in left if name not in gone], shares)


def _judged(task: Task) -> list[str]:
    """The columns that could tell something: not those that number rows or name groups, nor constant ones."""
    groups = set(group_columns(task))
    table = task.table
    return [name for name in table.names if name not in groups and not is_row_number(table.column(name))]


def _functions(task: Task, names: Sequence[str], rows: Integers) -> dict[str, str]:
    found = {}
    for name in names:
        column = task.table.column(name)
        if task.codes is None and is_step_of_numbers(column, np.asarray(task.y, dtype=np.float64), rows):
            found[name] = f"Column {name!r} only says between which limits the target lies."
        elif is_function_of_classes(column, task):
            found[name] = (
                f"Column {name!r} has one value in each class of the target: it is a function of the target."
            )
        elif task.codes is not None and task.classes is not None:
            only = is_there_by_class(column, task.codes)
            if only is not None and np.sum(task.codes == only) >= FEWEST_OF_CLASS:
                label = str(task.classes[only])
                found[name] = (
                    f"Column {name!r} is filled in for class {label!r} and for no other row, or for all "
                    "others alone."
                )
    return found


def _sums(task: Task, names: list[str], rows: Integers) -> dict[str, str]:
    """The parts of a numeric target: two that make it up, or else as few as do."""
    if task.codes is not None or task.y is None or task.table.is_sparse:
        return {}
    numbers = _numbers(task, names, rows)
    target = numbers_of(np.asarray(task.y)[rows[:MOST_ROWS_PAIRED]])
    found: dict[str, str] = {}
    for pair in pairs_of(target, numbers):
        for name in pair.computed or pair.names:
            found.setdefault(name, f"{_in_words(pair, 'The target')}.")
    if not found:
        parts = parts_of_target(task, names, rows)
        text = f"The target is, to the last digit, a weighted sum of the columns {in_words(parts)}."
        found = dict.fromkeys(parts, text)
    return found


def _parts_of(
    task: Task, leaks: list[str], names: list[str], sure: dict[str, str], rows: Integers
) -> dict[str, str]:
    """The columns whose sum or difference is a column that tells the target: they tell it together."""
    if task.table.is_sparse:
        return {}
    numbers = _numbers(task, names, rows)
    found: dict[str, str] = {}
    for leak in leaks:
        others = {name: each for name, each in numbers.items() if name not in leaks}
        for pair in pairs_of(numbers[leak], others) if leak in numbers else ():
            if pair.how == "sum" and len(pair.names) == 2:
                text = f"{_in_words(pair, f'Column {leak!r}')}, and tells the target."
                found |= {name: text for name in pair.names if name not in (*found, *sure)}
    return found


def _numbers(task: Task, names: Sequence[str], rows: Integers) -> dict[str, Floats]:
    whole = [name for name in names if task.table.kinds[name] == "quantitative"][:MOST_PAIRED]
    return {name: numbers_of(task.table.column(name).values[rows[:MOST_ROWS_PAIRED]]) for name in whole}


def _in_words(pair: Pair, whole: str) -> str:
    if len(pair.names) == 1:
        return f"{whole} is column {pair.names[0]!r} in another unit"
    of = "a weighted sum" if pair.how == "sum" else "the product or the quotient"
    return f"{whole} is, but for rounding, {of} of the columns {in_words(pair.names)}"


def _equals(task: Task, left: list[str], rows: Integers) -> list[Suspicion]:
    """Columns that hold the very number of the target in many rows, as a total does where a part is 0."""
    if task.codes is not None or task.table.is_sparse:
        return []
    target = np.asarray(task.y, dtype=np.float64)[rows[:MOST_ROWS_PAIRED]]
    _, place, count = np.unique(target, return_inverse=True, return_counts=True)
    is_rare = count[place] <= RARE * len(target)
    if is_rare.sum() < FEWEST_RARE:
        return []
    found = []
    for name, values in _numbers(task, left, rows).items():
        share = float(np.mean(values[is_rare] == target[is_rare]))
        if share >= OFTEN_EQUAL:
            text = f"Column {name!r} holds the very value of the target in {100 * share:.0f} % of rows."
            found.append(Suspicion(name, "warning", text, 1))
    return found


def _follow_up(task: Task, left: list[str], shares: dict[str, float], rows: Integers) -> list[Suspicion]:
    """Columns named as the time until an event, where the target is named as one and follows them."""
    if task.codes is None or not sounds_like_event(task.target_name):
        return []
    numbers = _numbers(task, [name for name in left if sounds_like_duration(name)], rows)
    codes = task.codes[rows[:MOST_ROWS_PAIRED]]
    waited = [
        name
        for name, times in numbers.items()
        if shares[name] >= FOLLOWS and _differs_by_class(times, codes) < BY_CHANCE
    ]
    text = "is named as the time until an event, and the target as an event; it alone tells"
    return [
        Suspicion(name, "warning", f"Column {name!r} {text} {100 * shares[name]:.1f} % of the target.", 1)
        for name in waited
    ]


def _differs_by_class(values: Floats, codes: Integers) -> float:
    """The p-value of Kruskal and Wallis (1952) that the values are alike in all classes."""
    is_there = np.isfinite(values)
    classes = [values[is_there & (codes == each)] for each in np.unique(codes[is_there])]
    if len(classes) < 2 or len(np.unique(values[is_there])) < 2:
        return 1.0
    return float(kruskal(*classes).pvalue)


def _others(question: Question, names: Sequence[str]) -> Told | None:
    return None if question.task.table.is_sparse else question.told_by(names)


def _near_certain(name: str, share: float, others: Told | None, n_others: int) -> Suspicion | None:
    found = f"Column {name!r} alone tells {100 * share:.1f} % of the target, on rows not used to learn how"
    is_certain = share >= ALL_BUT_CERTAIN
    if others is None or n_others == 0:
        return Suspicion(name, "error", f"{found}.", 0) if is_certain else None
    rest = max(100 * others.share, 0)
    if not is_certain:
        grade = _grade(share, others.share, others.standard_error)
        found += f"; the {n_others} others that do not tell nearly all of it tell {rest:.1f} % together."
        return Suspicion(name, "warning", found, 1) if grade == "warning" else None
    if others.share >= NEARLY_ALL:
        found += (
            f"; so do the {n_others} others together ({rest:.1f} %), so that the target may just be easy."
        )
        return Suspicion(name, "note", found, 0)
    return Suspicion(name, "error", f"{found}; the {n_others} others together tell {rest:.1f} %.", 0)


def _outstanding(question: Question, left: list[str], shares: dict[str, float]) -> list[Suspicion]:
    """Of the columns that are left: those that tell far more than all others do, the most telling first.

    Once some are under suspicion the rest are judged without them: they may have hidden each other.
    """
    if question.task.table.is_sparse:
        return []
    found: list[Suspicion] = []
    for _ in range(MOST_ROUNDS):
        told = {each.name for each in found}
        gone = {each.name for each in found if each.severity != "note"}
        more = _next(question, [name for name in left if name not in gone], shares, told)
        found += [replace(each, rank=len(found) + 2) for each in more]
        if not any(each.severity != "note" for each in more):
            break
    return found


def _next(question: Question, left: list[str], shares: dict[str, float], told: set[str]) -> list[Suspicion]:
    """The first warning among the candidates, or else their notes; nothing on columns already told of."""
    notes: list[Suspicion] = []
    for names, same in _candidates(question, left, shares):
        if told & set(names) or any(each.name in names for each in notes):
            continue
        rest = [each for each in left if each not in (*names, *same)]
        judged = _judged_beside(question, names, rest, shares)
        if judged is None or (len(names) > 1 and judged.severity == "note"):
            continue
        found = [replace(judged, name=name) for name in names]
        found += [replace(judged, name=each, found=_likewise(each, names[0], judged)) for each in same]
        if judged.severity == "warning":
            return found
        notes += found
    return notes


def _candidates(
    question: Question, left: list[str], shares: dict[str, float]
) -> Iterator[tuple[list[str], list[str]]]:
    """The column that tells most of the target, or of a class, if it is ahead of the next; or the first two.

    With them those that carry the same, which are no rivals.
    """
    of_classes = {name: _of_each_class(question, name) for name in left}
    n_classes = max((len(each) for each in of_classes.values()), default=0)
    figures = [{name: shares[name] for name in left}]
    figures += [{name: of_classes[name][place] for name in left} for place in range(n_classes)]
    for figure in figures[:MOST_LOOKS]:
        ahead = sorted(left, key=lambda name: -figure[name])
        if not ahead or figure[ahead[0]] < WORTH_A_LOOK:
            continue
        same = _the_same(question, ahead[0], ahead[1:], figure, list(shares))
        rivals = [name for name in ahead[1:] if name not in same]
        if figure[ahead[0]] - max((figure[name] for name in rivals), default=0.0) >= LEAST_GAP:
            yield [ahead[0]], same
    yield from _together(question, left, shares)


def _together(
    question: Question, left: list[str], shares: dict[str, float]
) -> Iterator[tuple[list[str], list[str]]]:
    """The first two columns, if they tell much, are ahead of the next, and are alike by the target alone."""
    ahead = sorted(left, key=lambda name: -shares[name])
    if question.task.codes is not None or not ahead:
        return
    same = _the_same(question, ahead[0], ahead[1:], shares, list(shares))
    rivals = [name for name in ahead[1:] if name not in same]
    if not rivals or shares[rivals[0]] < MUCH:
        return
    same += _the_same(question, rivals[0], rivals[1:], shares, list(shares))
    behind = max((shares[name] for name in rivals[1:] if name not in same), default=0.0)
    pair = question.plain([ahead[0], rivals[0]])
    if shares[rivals[0]] - behind >= LEAST_GAP and are_screened(pair[:, 0], pair[:, 1], question.target):
        yield [ahead[0], rivals[0]], same


def _the_same(
    question: Question, name: str, others: Sequence[str], figure: dict[str, float], all_names: Sequence[str]
) -> list[str]:
    """Of the others: those that carry the same, and those from which, with one more, it was computed."""
    table = question.task.table
    first = table.column(name)
    near = [each for each in others if figure[each] > figure[name] - SAME_SHARE]
    same = [each for each in near if carry_the_same(first, table.column(each), question.drawn)]
    if first.kind != "quantitative":
        return same
    numbers = _numbers(
        question.task, [each for each in all_names if each not in (name, *same)], question.drawn
    )
    own = numbers_of(first.values[question.drawn[:MOST_ROWS_PAIRED]])
    for pair in pairs_of(own, numbers):
        computed = [each for each in pair.computed or pair.names if each in others and each not in same]
        if computed:
            same.append(max(computed, key=lambda each: abs(likeness(own, numbers[each]))))
    return same


def _likewise(name: str, first: str, judged: Suspicion) -> str:
    return f"Column {name!r} carries the same as {first!r}. {judged.found}"


def _of_each_class(question: Question, name: str) -> list[float]:
    """How much a column tells of each class against the others, where there are more than two."""
    task = question.task
    if task.codes is None or task.classes is None or not 2 < len(task.classes) <= MOST_CLASSES:
        return []
    codes, column = task.codes[question.drawn], task.table.column(name)
    counts = np.bincount(codes)
    often = [each for each in range(len(counts)) if FEWEST_OF_CLASS <= counts[each] < len(codes)]
    binary = [(codes == each).astype(np.int64) for each in often]
    return [told_of(column, question.drawn, each, is_class=True) for each in binary]


def _judged_beside(
    question: Question, names: list[str], rest: list[str], shares: dict[str, float]
) -> Suspicion | None:
    alone, others = question.told_by(names), question.told_by(rest)
    error = alone.standard_error_beside(others)
    figures = [(alone.share, others.share, error, "the target")]
    task = question.task
    if len(alone.of_class) > 2 and task.classes is not None and task.codes is not None:
        labels = np.unique(task.codes[question.drawn])
        counts = np.bincount(question.target)
        for place in np.flatnonzero(counts >= FEWEST_OF_CLASS).tolist():
            own, rest_share = float(alone.of_class[place]), float(others.of_class[place])
            error = float(np.hypot(_error_of(own, place, counts), _error_of(rest_share, place, counts)))
            figures.append((own, rest_share, error, f"which rows are {str(task.classes[labels[place]])!r}"))
    graded = [(_grade(*each[:3]), each[0], each[1], each[3]) for each in figures]
    severity, own, rest_share, what = min(
        graded, key=lambda each: (("warning", "note", "").index(each[0]), -each[1])
    )
    if not severity:
        return None
    who = f"Column {names[0]!r} alone tells" if len(names) == 1 else f"Columns {in_words(names)} tell"
    found = f"{who} {100 * own:.1f} % of {what}"
    if rest:
        found += (
            f", the {len(rest)} other{'s together' if len(rest) > 1 else ''} {100 * max(rest_share, 0):.1f} %"
        )
        best = max(rest, key=lambda each: shares[each])
        found += f" (the next best, {best!r}, {100 * shares[best]:.1f} % of the target)"
    return Suspicion(names[0], severity, f"{found}.", 0)


def _error_of(youden: float, place: int, counts: Integers) -> float:
    """The standard error of Youden's J, as if sensitivity and specificity were the same."""
    rate, n_here = (1 + youden) / 2, int(counts[place])
    return float(np.sqrt(rate * (1 - rate) * (1 / n_here + 1 / (counts.sum() - n_here))))


def _grade(alone: float, others: float, standard_error: float) -> str:
    others = max(others, 0.0)
    gap = alone - others
    is_far = gap >= FAR_MORE or 1 - alone <= HALF_THE_ERROR * (1 - others)
    if not is_far or gap < max(STANDARD_ERRORS * standard_error, LEAST_GAP):
        return ""
    return "warning" if alone >= MUCH else "note" if alone >= HALF and gap >= FAR_MORE else ""
