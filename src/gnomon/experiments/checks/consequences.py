"""Columns that follow from leaking columns: recorded on the same occasion, or made from them.

A column that is filled in only where a leaking one is, tells where that is, has its levels, or is dated
within the follow-up that it measures, was recorded no earlier. One that is proportional to it, a term of it,
or tells whether it is larger than a third one, says what it says. Each gets a sentence with the evidence.
"""

from collections.abc import Callable, Sequence
from itertools import combinations

import numpy as np

from gnomon.arrays import Flags, Floats, Integers
from gnomon.data.column import Column
from gnomon.data.suspects import holds_dates
from gnomon.data.task import Task
from gnomon.experiments.checks.approximate_sums import approximate_sums
from gnomon.experiments.checks.censored_times import equal_times, separates
from gnomon.experiments.checks.exact_intervals import days_of, intervals_of
from gnomon.experiments.checks.exact_relations import numeric_columns, spread_rows
from gnomon.experiments.checks.names import ends_with_time, sounds_like_duration

AGREE = 0.98
MIN_FILLED = 0.8
MIN_ABSENT, MIN_ROWS = 0.1, 10
MAX_CHANGES = 0.05
MAX_LEVELS = 20
MAX_TIMES, MIN_TIMES = 20, 10
MAX_FACTORS = 3
MAX_ROUNDS = 4


def consequences(task: Task, leaks: Sequence[str], names: Sequence[str], rows: Integers) -> dict[str, str]:
    """The columns among `names` that follow from the leaking columns, each with a sentence.

    >>> random = np.random.default_rng(0)
    >>> dose = np.where(random.random(200) < 0.5, random.normal(size=200), np.nan)
    >>> columns = {"dose": dose, "was treated": np.isfinite(dose), "age": random.normal(size=200)}
    >>> list(consequences(Task(columns, [0, 1] * 100), ["dose"], ["was treated", "age"], np.arange(200)))
    ['was treated']
    """
    if task.table.is_sparse:
        return {}
    rows = spread_rows(rows)
    rules: list[Callable[[Task, Sequence[str], Sequence[str], Integers], dict[str, str]]] = [
        _filled_in_with,
        _same_levels,
        _which_came_first,
        _dated_between,
        _before_the_end,
        _sums,
        _other_units,
        _comparisons,
    ]
    messages: dict[str, str] = {}
    for _ in range(MAX_ROUNDS):
        known = [*leaks, *messages]
        rest = [name for name in names if name not in known]
        more: dict[str, str] = {}
        for rule in rules:
            more = rule(task, known, rest, rows) | more
        if not more:
            break
        messages |= more
    return messages


def _filled_in_with(task: Task, leaks: Sequence[str], rest: Sequence[str], rows: Integers) -> dict[str, str]:
    """Columns filled in only where a leak is filled in, and those that tell whether it is."""
    messages = {}
    for leak in leaks:
        is_there = ~task.table.column(leak).missing[rows]
        n_absent = int(np.sum(~is_there))
        if n_absent < max(MIN_ROWS, MIN_ABSENT * len(rows)) or is_there.sum() < MIN_ROWS:
            continue
        # Filled in from some row of the file on: a column that was introduced at some time.
        if np.count_nonzero(np.diff(is_there)) <= MAX_CHANGES * len(rows):
            continue
        for name in rest:
            column = task.table.column(name)
            is_filled = ~column.missing[rows]
            if np.mean(is_filled[~is_there]) <= 1 - AGREE and np.mean(is_filled[is_there]) >= MIN_FILLED:
                messages[name] = (
                    f"Column {name!r} is filled in only where column {leak!r} is, which leaks the target."
                )
            elif _tells(column, rows, is_there):
                messages[name] = (
                    f"Column {name!r} tells where column {leak!r} is filled in, which leaks the target."
                )
    return messages


def _tells(column: Column, rows: Integers, is_there: Flags) -> bool:
    """Whether a column of two levels tells the flags."""
    values, is_present = column.values[rows], ~column.missing[rows]
    levels = np.unique(values[is_present])
    if len(levels) != 2 or not is_present.all():
        return False
    agree = float(np.mean((values == levels[1]) == is_there))
    return max(agree, 1 - agree) >= AGREE


def _same_levels(task: Task, leaks: Sequence[str], rest: Sequence[str], rows: Integers) -> dict[str, str]:
    """Columns with few levels that have those of a leak under other names."""
    codes = {name: _codes(task.table.column(name), rows) for name in (*leaks, *rest)}
    few = {name: each for name, each in codes.items() if 2 <= len(np.unique(each)) <= MAX_LEVELS}
    return {
        name: f"Column {name!r} has the levels of column {leak!r}, which leaks the target."
        for leak in leaks
        for name in rest
        if leak in few and name in few and _is_relabeled(few[leak], few[name])
    }


def _codes(column: Column, rows: Integers) -> Integers:
    codes = np.unique(column.values[rows], return_inverse=True)[1].astype(np.int64)
    codes[column.missing[rows]] = -1
    return codes + 1


def _is_relabeled(a: Integers, b: Integers) -> bool:
    pairs, count = np.unique(np.column_stack([a, b]), axis=0, return_counts=True)
    pairs = pairs[count > (1 - AGREE) * len(a) / 2]
    frequent = [len(np.unique(each)) for each in pairs.T]
    covered = sum(int(np.sum((a == one) & (b == two))) for one, two in pairs.tolist())
    return frequent[0] == frequent[1] == len(pairs) > 1 and covered >= AGREE * len(a)


def _which_came_first(
    task: Task, leaks: Sequence[str], rest: Sequence[str], rows: Integers
) -> dict[str, str]:
    """Columns of two levels that tell where two leaking times are equal, if the target is an event."""
    if task.codes is None:
        return {}
    times = numeric_columns(task, leaks, rows)
    messages = {}
    for a, b in combinations(list(times)[:MAX_TIMES], 2):
        is_equal, is_present = equal_times(times[a], times[b])
        if not is_equal.any():
            continue
        for name in rest:
            codes = _codes(task.table.column(name), rows)
            if len(np.unique(codes)) == 2 and separates(is_equal[is_present], codes[is_present]):
                messages[name] = (
                    f"Column {name!r} tells in which rows the columns {a!r} and {b!r} are equal, which leak "
                    "the target."
                )
    return messages


def _dated_between(task: Task, leaks: Sequence[str], rest: Sequence[str], rows: Integers) -> dict[str, str]:
    """Dates after the start of an interval that leaks, up to its end; and times from its start to them."""
    names = [name for name in (*leaks, *rest) if _has_dates(task, name)]
    if len(names) < 2:
        return {}
    days = {name: days_of(task.table.column(name))[rows] for name in names}
    numbers = numeric_columns(task, leaks, rows)
    table = task.table.select(names)
    messages = {}
    for leak, total in numbers.items():
        for interval in intervals_of(total, table, rows):
            start, end = interval.start, interval.end
            between = [end, *(each for each in names if _is_between(days, each, start, end))]
            for name in between:
                if name in rest:
                    messages[name] = (
                        f"Column {name!r} lies between {start!r} and {end!r}, the dates of column {leak!r}, "
                        "which leaks the target."
                    )
                for span in _spans(task, rest, days[name] - days[start], rows):
                    messages[span] = f"Column {span!r} is the time from {start!r} to {name!r}."
    return messages


def _before_the_end(task: Task, leaks: Sequence[str], rest: Sequence[str], rows: Integers) -> dict[str, str]:
    """Times of events that not all rows have, never later than a leaking time: the end of follow-up."""
    if task.codes is None:
        return {}
    ends = numeric_columns(task, [name for name in leaks if sounds_like_duration(name)], rows)
    times = numeric_columns(task, [name for name in rest if ends_with_time(name)], rows)
    return {
        name: f"Column {name!r} is a time never later than column {leak!r}, which leaks the target."
        for leak, end in ends.items()
        for name, values in times.items()
        if _is_event_time(values, end)
    }


def _is_event_time(values: Floats, end: Floats) -> bool:
    is_present = np.isfinite(values) & np.isfinite(end)
    n_missing = int(np.sum(~np.isfinite(values)))
    if is_present.sum() < MIN_ROWS or n_missing < max(MIN_ROWS, MIN_ABSENT * len(values)):
        return False
    here, last = values[is_present], end[is_present]
    # Beside the ends of other rows some times would be later, unless all are early.
    is_bound = np.mean(np.sort(here)[::-1] <= np.sort(last)) < AGREE
    return bool(np.mean(here <= last) >= AGREE and is_bound and len(np.unique(here)) >= MIN_TIMES)


def _has_dates(task: Task, name: str) -> bool:
    column = task.table.column(name)
    return column.kind != "quantitative" and holds_dates(column)


def _is_between(days: dict[str, Floats], name: str, start: str, end: str) -> bool:
    if name in (start, end):
        return False
    here, first, last = days[name], days[start], days[end]
    is_present = np.isfinite(here) & np.isfinite(first) & np.isfinite(last)
    if is_present.sum() < MIN_ROWS:
        return False
    is_inside = (first <= here) & (here <= last)
    return bool(
        np.mean(is_inside[is_present]) >= AGREE and np.mean((first < here)[is_present]) >= 1 - MIN_FILLED
    )


def _spans(task: Task, rest: Sequence[str], gap: Floats, rows: Integers) -> list[str]:
    """The numeric columns that are this number of days, perhaps counted from 1."""
    spans = []
    for name, values in numeric_columns(task, rest, rows).items():
        difference = (values - gap)[np.isfinite(values) & np.isfinite(gap)]
        if len(difference) < MIN_ROWS or len(np.unique(values[np.isfinite(values)])) < MIN_ROWS:
            continue
        if np.mean(difference == np.median(difference)) >= AGREE:
            spans.append(name)
    return spans


def _sums(task: Task, leaks: Sequence[str], rest: Sequence[str], rows: Integers) -> dict[str, str]:
    """Columns whose sum or difference is a leak in most rows."""
    numbers = numeric_columns(task, [*leaks, *rest], rows)
    others = {name: each for name, each in numbers.items() if name in rest}
    messages: dict[str, str] = {}
    for leak in leaks:
        for first, second, share in approximate_sums(numbers[leak], others) if leak in numbers else ():
            text = (
                f"Column {leak!r}, which leaks the target, is the sum or the difference of the columns "
                f"{first!r} and {second!r} in {100 * share:.0f} % of the rows."
            )
            is_time = sounds_like_duration(leak)
            names = [_end_of(numbers, leak, first, second)] if is_time else [first, second]
            messages |= {name: text for name in names if name}
    return messages


def _end_of(numbers: dict[str, Floats], leak: str, first: str, second: str) -> str:
    """The end of an interval whose length leaks, as its start is known before; empty for a sum of times."""
    for start, end in ((first, second), (second, first)):
        is_later = numbers[end] > numbers[start]
        if np.nanmean(is_later & (numbers[end] > numbers[leak])) > MIN_FILLED:
            return end
    return ""


def _other_units(task: Task, leaks: Sequence[str], rest: Sequence[str], rows: Integers) -> dict[str, str]:
    """Columns proportional to a leak, with one factor or a few (one for each arm, currency or species)."""
    numbers = numeric_columns(task, [*leaks, *rest], rows)
    messages = {}
    for leak in leaks:
        for name in rest:
            if leak in numbers and name in numbers and _is_proportional(numbers[leak], numbers[name]):
                messages[name] = (
                    f"Column {name!r} is column {leak!r}, which leaks the target, in another unit."
                )
    return messages


def _is_proportional(a: Floats, b: Floats) -> bool:
    is_there = np.isfinite(a) & np.isfinite(b) & (a != 0) & (b != 0)
    if is_there.sum() < max(MIN_ROWS, len(a) / 2) or len(np.unique(a[is_there])) < MIN_TIMES:
        return False
    factor = np.round(np.log(np.abs(b[is_there] / a[is_there])), 4)
    count = np.sort(np.unique(factor, return_counts=True)[1])[::-1]
    return bool(count[:MAX_FACTORS].sum() >= AGREE * is_there.sum())


def _comparisons(task: Task, leaks: Sequence[str], rest: Sequence[str], rows: Integers) -> dict[str, str]:
    """Columns of two levels that tell whether a leak is larger than another column."""
    numbers = numeric_columns(task, [*leaks, *rest], rows)
    flags = {name: _codes(task.table.column(name), rows) for name in rest}
    flags = {name: each for name, each in flags.items() if len(np.unique(each)) == 2}
    messages = {}
    for leak in leaks:
        for other in rest:
            if leak not in numbers or other not in numbers:
                continue
            a, b = numbers[leak], numbers[other]
            is_there = np.isfinite(a) & np.isfinite(b)
            is_larger = a > b
            for name, each in flags.items():
                if (
                    name != other
                    and separates(is_larger[is_there], each[is_there])
                    and _varies_within(b[is_there], each[is_there])
                ):
                    messages[name] = (
                        f"Column {name!r} tells whether column {leak!r}, which leaks the target, is larger "
                        f"than column {other!r}."
                    )
    return messages


def _varies_within(values: Floats, codes: Integers) -> bool:
    """Whether numbers vary within each code: an amount that is 0 for one of them tells it by itself."""
    for each in np.unique(codes):
        count = np.unique(values[codes == each], return_counts=True)[1]
        if len(count) < MIN_TIMES or count.max() > count.sum() / 2:
            return False
    return True
