"""Times of one follow-up that ended together: two columns that are equal in the rows without the event only.

Where an event did not happen, the time until it is the time until the follow-up ended (it is censored), and
so are the times until all other events that did not happen. Such columns are equal to the last digit, in rows
of some classes of the target and in none of the others. Where they differ tells the class.
"""

from collections.abc import Sequence
from itertools import combinations

import numpy as np
from scipy.stats import fisher_exact

from gnomon.arrays import Array, Flags, Floats, Integers
from gnomon.data.task import Task
from gnomon.experiments.checks.exact_relations import numeric_columns, spread_rows

MAX_SHARE_OF_ONE, MIN_SHARE_OF_OTHER = 0.05, 0.1
SEPARATED = 0.95
MIN_DISTINCT = 10
MAX_CLASSES = 4
MAX_BY_CHANCE, SHIFTS = 0.3, 9
MAX_COLUMNS = 60
ALPHA = 1e-6


def censored_times(task: Task, names: Sequence[str], rows: Integers) -> dict[str, str]:
    """The numeric columns that are equal to another one in rows of one class only, each with a sentence.

    >>> random = np.random.default_rng(0)
    >>> end = random.integers(100, 900, 200)
    >>> relapsed = random.integers(2, size=200)
    >>> relapse = np.where(relapsed == 1, end - random.integers(1, 90, 200), end)
    >>> list(censored_times(Task({"a": relapse, "b": end}, relapsed), ["a", "b"], np.arange(200)))
    ['a', 'b']
    """
    if task.codes is None or task.table.is_sparse or len(np.unique(task.codes)) > MAX_CLASSES:
        return {}
    rows = spread_rows(rows)
    numbers = numeric_columns(task, names, rows)
    codes = task.codes[rows]
    labels = [str(each) for each in task.classes] if task.classes is not None else []
    messages: dict[str, str] = {}
    for a, b in combinations(list(numbers)[:MAX_COLUMNS], 2):
        is_equal, is_present = equal_times(numbers[a], numbers[b])
        if not is_equal.any() or _are_equal_by_chance(numbers[a], numbers[b], is_equal, is_present):
            continue
        highest = _class_of_equals(is_equal[is_present], codes[is_present])
        if highest is None:
            continue
        share = 100 * float(np.mean(is_equal[is_present & (codes == highest)]))
        text = (
            f"Columns {a!r} and {b!r} are equal in {share:.0f} % of the rows of class {labels[highest]!r} "
            "and in hardly any of another class, as times are that the end of follow-up cut off."
        )
        for name in (a, b):
            messages.setdefault(name, text)
    return messages


def equal_times(a: Floats, b: Floats) -> tuple[Flags, Flags]:
    """In which rows two columns are equal, and in which both are present and not the most frequent value.

    The most frequent value (zero of two amounts, the last day of two times) is often equal by itself.

    >>> a = np.arange(40.0)
    >>> is_equal, is_present = equal_times(a, np.where(a > 20, a, a + 1))
    >>> int(is_equal.sum()), int(is_present.sum())
    (19, 40)
    """
    is_present = np.isfinite(a) & np.isfinite(b)
    is_equal = is_present & (a == b)
    if len(np.unique(a[is_equal])) < MIN_DISTINCT:
        return np.zeros(len(a), dtype=bool), is_present
    values, count = np.unique(a[is_equal], return_counts=True)
    if count.max() > max(2, MAX_SHARE_OF_ONE * len(a)):
        is_present &= ~((a == values[count.argmax()]) & (b == values[count.argmax()]))
    return is_equal & is_present, is_present


def _are_equal_by_chance(a: Floats, b: Floats, is_equal: Flags, is_present: Flags) -> bool:
    """Whether values of different rows are equal nearly as often, as small integers are."""
    first, second = a[is_present], b[is_present]
    by_chance = np.mean([np.mean(first == np.roll(second, each)) for each in range(1, SHIFTS + 1)])
    return bool(by_chance > MAX_BY_CHANCE * np.mean(is_equal[is_present]))


def separates(is_equal: Flags, codes: Array) -> bool:
    """Whether the rows with two codes are those that are equal, and those that are not.

    >>> separates(np.array([True] * 20 + [False] * 20), np.repeat([0, 1], 20))
    True
    """
    present, count = np.unique(codes, return_counts=True)
    if len(present) != 2 or count.min() < MIN_DISTINCT:
        return False
    shares = [float(np.mean(is_equal[codes == each])) for each in present]
    return min(shares) <= 1 - SEPARATED and max(shares) >= SEPARATED


def _class_of_equals(is_equal: Flags, codes: Integers) -> int | None:
    """The class with the largest share of equal rows, if another has hardly any, and not by chance."""
    present, count = np.unique(codes, return_counts=True)
    present = present[count >= MIN_DISTINCT]
    if len(present) < 2:
        return None
    shares = np.array([np.mean(is_equal[codes == each]) for each in present])
    lowest, highest = int(present[shares.argmin()]), int(present[shares.argmax()])
    if shares.min() > MAX_SHARE_OF_ONE or shares.max() < MIN_SHARE_OF_OTHER:
        return None
    table = [
        [int(np.sum(is_equal[codes == each])), int(np.sum(~is_equal[codes == each]))]
        for each in (highest, lowest)
    ]
    # Bonferroni over the pairs of columns: 60 columns at most.
    return highest if fisher_exact(np.array(table)).pvalue < ALPHA else None
