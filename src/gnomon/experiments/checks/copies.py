"""GN001: rows that are copies of each other, one to train on and one to be measured on."""

from collections.abc import Iterator
from math import ceil

import numpy as np
from scipy.stats import rankdata

from gnomon.arrays import Array, Flags, Integers
from gnomon.assessment.splits import Splits
from gnomon.data.task import Task
from gnomon.experiments.checks import method_check
from gnomon.experiments.checks.chance import share_by_chance
from gnomon.experiments.checks.column_roles import content_columns
from gnomon.experiments.checks.finding import Sighting
from gnomon.experiments.checks.groups import alike
from gnomon.experiments.checks.row_keys import codes_of, row_keys
from gnomon.experiments.checks.subject import Subject
from gnomon.experiments.checks.variants import changed, together

FEW, MANY = 0.02, 0.05
TIMES_CHANCE = 3.0
BY_CHANCE = 0.001
MOST_LOOKED_AT = 2000


@method_check(
    "GN001",
    "the same row on both sides of a split",
    needs=("tasks", "splits"),
    why="A learner that remembers its training rows is then measured on what it remembers.",
    way_out="Drop the copies, or give each set of copies one group: Task(..., group=...).",
)
def copies(subject: Subject) -> Iterator[Sighting]:
    """Held-out rows whose features all equal those of a training row, save numbers and names of rows.

    In coarse tables rows agree by chance; that is reported only where it goes well beyond chance.

    >>> import gnomon as gn
    >>> from gnomon.experiments.checks.checking import check_methodology
    >>> X = np.random.default_rng(0).normal(size=(20, 3))
    >>> task = gn.Task(np.vstack([X, X]), [0, 1] * 20)
    >>> check_methodology(task, only=["GN001"], cost=False).findings[0].found
    '40 of 40 rows have a copy (such as rows 0 and 20), and 95.0 % of the held-out rows have theirs in \
training.'
    """
    for name in subject.splits:
        task = subject.tasks[name]
        names = content_columns(task)
        if not names:
            continue
        code, count = codes_of(row_keys(task.table, names))
        share = float(np.mean(np.concatenate(list(twins_in_training(code, subject.cuts(name))))))
        severity = _severity(task, code, count, share, subject.probe.random_state)
        if severity:
            cost = subject.probe.measure(
                changed(task, group=None),
                together(code),
                subject.measure(name),
                unit=code,
                learner=subject.judge(name),
            )
            yield Sighting(severity, f"task {name!r}", _found(code, count, share), cost)


def twins_in_training(code: Integers, splits: Splits) -> Iterator[Flags]:
    """For each split, which of its held-out rows have the code of some training row.

    >>> from gnomon.assessment.splits import k_fold
    >>> splits = k_fold(2).split(Task([[1.0], [1.0], [2.0], [3.0]], [0.1, 0.2, 0.3, 0.4], kind="regression"))
    >>> [int(flags.sum()) for flags in twins_in_training(np.array([0, 0, 1, 2]), splits)]
    [1, 1]
    """
    n_codes = int(code.max()) + 1
    for train, held_out in splits:
        is_known = np.zeros(n_codes, dtype=np.bool_)
        is_known[code[train]] = True
        yield is_known[code[held_out]]


def expected_pairs(task: Task) -> float:
    """How many pairs of equal rows chance alone would make, if columns were independent in each class.

    >>> expected_pairs(Task({"a": [0.0, 1.0] * 4}, [0] * 8, kind="regression"))
    12.0
    """
    table = task.table
    if table.is_sparse:
        return 0.0
    codes = [codes_of(table.column(name).values)[0] for name in content_columns(task)]
    classes = np.zeros(task.n_rows, dtype=np.int64) if task.codes is None else task.codes
    total = 0.0
    for each in np.unique(classes):
        rows = classes == each
        n_pairs = float(rows.sum() * (rows.sum() - 1))
        # Two rows agree in a column with probability Σ n (n - 1) / N (N - 1), in all with the product.
        agreeing = [np.sum(count * (count - 1.0)) for count in (np.bincount(code[rows]) for code in codes)]
        total += n_pairs / 2 * float(np.prod(np.array(agreeing) / max(n_pairs, 1.0)))
    return total


def pairs_but_one(task: Task, rows: Integers) -> int:
    """How many pairs of these rows are equal in all columns but one.

    In a coarse table there are more of them than of equal pairs, even where columns go together; of copies
    there are none.

    >>> pairs_but_one(Task({"a": [0.0, 0.0, 1.0], "b": [1.0, 2.0, 1.0]}, [0, 1, 0]), np.arange(3))
    2
    """
    random = np.random.default_rng(0)
    columns = []
    for name in content_columns(task):
        code, count = codes_of(task.table.column(name).values[rows])
        columns.append(random.integers(2**63, size=len(count), dtype=np.uint64)[code])
    # Sums of random numbers of 64 bits, one a level, are equal for equal rows and hardly for others.
    whole = np.stack(columns).sum(axis=0)
    return sum(_pairs(whole - each) for each in columns) - len(columns) * _pairs(whole)


def _pairs(keys: Array) -> int:
    count = np.unique(keys, return_counts=True)[1]
    return int(np.sum(count * (count - 1)) // 2)


def _severity(task: Task, code: Integers, count: Integers, share: float, random_state: int) -> str:
    if share < FEW:
        return ""
    expected, pairs = expected_pairs(task), float(np.sum(count * (count - 1.0)) / 2)
    if expected >= 1 or _is_coarse(task, code, random_state):
        return "warning" if pairs > TIMES_CHANCE * expected and share >= MANY else ""
    return "error" if share >= MANY and _targets_agree(task, code, random_state) else "warning"


def _is_coarse(task: Task, code: Integers, random_state: int) -> bool:
    """Whether as many pairs of rows differ in one column as in none."""
    if task.table.is_sparse:
        return False
    rows = _some(np.arange(task.n_rows), random_state)
    return pairs_but_one(task, rows) > _pairs(code[rows])


def _targets_agree(task: Task, code: Integers, random_state: int) -> bool:
    """Whether copies share the target beyond chance: else there is nothing to be remembered."""
    if task.y is None or task.kind == "clustering":
        return False
    has_copy = np.flatnonzero(np.bincount(code)[code] > 1)
    code = np.unique(code, return_inverse=True)[1]
    kept = np.isin(code, _some(np.unique(code[has_copy]), random_state))
    level = np.unique(code[kept], return_inverse=True)[1].astype(np.int64)
    is_class = task.codes is not None
    y: Array = task.codes[kept] if task.codes is not None else rankdata(np.asarray(task.y)[kept])
    block = np.zeros_like(level)
    p = share_by_chance(
        lambda dealt: alike(level, block, dealt, is_class=is_class),
        y,
        random_state=random_state,
        times=2 * ceil(1 / BY_CHANCE) - 1,
        enough=BY_CHANCE,
    )
    return p <= BY_CHANCE


def _some(values: Integers, random_state: int) -> Integers:
    if len(values) <= MOST_LOOKED_AT:
        return values
    return np.sort(np.random.default_rng(random_state).choice(values, MOST_LOOKED_AT, replace=False))


def _found(code: Integers, count: Integers, share: float) -> str:
    n_rows = int(count[count > 1].sum())
    first = np.flatnonzero(code == code[np.argmax(count[code] > 1)])[:3].tolist()
    shown = ", ".join(map(str, first[:-1])) + f" and {first[-1]}"
    return (
        f"{n_rows:,} of {len(code):,} rows have a copy (such as rows {shown}), and {100 * share:.1f} % of "
        "the held-out rows have theirs in training."
    )
