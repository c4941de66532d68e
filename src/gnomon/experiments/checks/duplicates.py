"""GN001: duplicate rows, one in a training set and one in its test set."""

from collections.abc import Iterator, Sequence
from math import ceil

import numpy as np
from scipy.stats import rankdata

from gnomon.arrays import Array, Flags, Integers
from gnomon.assessment.splits import Splits
from gnomon.data.task import Task
from gnomon.experiments.checks import methodology_check
from gnomon.experiments.checks.column_roles import content_columns
from gnomon.experiments.checks.corrected_tasks import grouped_by, task_with
from gnomon.experiments.checks.finding import Detection, Place, in_words
from gnomon.experiments.checks.groups import intraclass_correlation
from gnomon.experiments.checks.permutation_test import permutation_p_value
from gnomon.experiments.checks.row_keys import codes_of, row_keys
from gnomon.experiments.checks.subject import Subject

MIN_SHARE, LARGE_SHARE = 0.02, 0.05
TIMES_CHANCE = 3.0
ALPHA = 0.001
MAX_SAMPLED = 2000


@methodology_check(
    "GN001",
    "duplicate rows in training and test sets",
    needs=("tasks", "splits"),
    why="A learner that memorizes its training rows is then tested on rows that it has memorized.",
    how_to_fix="Drop the duplicates, or give each set of duplicates one group: Task(..., group=...).",
)
def duplicates(subject: Subject) -> Iterator[Detection]:
    """Held-out rows whose features, apart from identifiers, all equal those of a training row.

    In tables with few distinct values rows agree by chance; only an excess over chance is reported.

    >>> import gnomon as gn
    >>> from gnomon import check_methodology
    >>> X = np.random.default_rng(0).normal(size=(20, 3))
    >>> task = gn.Task(np.vstack([X, X]), [0, 1] * 20)
    >>> check_methodology(task, only=["GN001"], cost=False).findings[0].message
    '40 of 40 rows have a duplicate (such as rows 0 and 20), and 95.0 % of the held-out rows have theirs \
in training.'
    """
    for name in subject.splits:
        task = subject.tasks[name]
        names = content_columns(task)
        if not names:
            continue
        code, count = codes_of(row_keys(task.table, names))
        share = float(np.mean(np.concatenate(list(has_match_in_training(code, subject.cuts(name))))))
        severity = _severity(task, code, count, share, subject.probe.random_state)
        if severity:
            cost = subject.probe.measure(
                task_with(task, group=None),
                grouped_by(code),
                subject.measure(name),
                unit=code,
                learner=subject.judge(name),
            )
            yield Detection(severity, Place(name), _message(code, count, share, _others(task, names)), cost)


def has_match_in_training(code: Integers, splits: Splits) -> Iterator[Flags]:
    """For each split, a mask of the held-out rows whose code occurs in the training set.

    >>> from gnomon import k_fold
    >>> splits = k_fold(2).split(Task([[1.0], [1.0], [2.0], [3.0]], [0.1, 0.2, 0.3, 0.4], kind="regression"))
    >>> [int(flags.sum()) for flags in has_match_in_training(np.array([0, 0, 1, 2]), splits)]
    [1, 1]
    """
    n_codes = int(code.max()) + 1
    for train, held_out in splits:
        is_known = np.zeros(n_codes, dtype=np.bool_)
        is_known[code[train]] = True
        yield is_known[code[held_out]]


def expected_pairs(task: Task) -> float:
    """The expected number of pairs of equal rows if columns were independent within each class.

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
    """The number of pairs of these rows that differ in exactly one column.

    In a table with few distinct values they outnumber the equal pairs, even if columns are correlated;
    true duplicates add none.

    >>> pairs_but_one(Task({"a": [0.0, 0.0, 1.0], "b": [1.0, 2.0, 1.0]}, [0, 1, 0]), np.arange(3))
    2
    """
    random = np.random.default_rng(0)
    columns = []
    for name in content_columns(task):
        code, count = codes_of(task.table.column(name).values[rows])
        columns.append(random.integers(2**63, size=len(count), dtype=np.uint64)[code])
    # Zobrist hashing: sums of random 64-bit numbers, one per level, almost surely differ for different rows.
    whole = np.stack(columns).sum(axis=0)
    return sum(_pairs(whole - each) for each in columns) - len(columns) * _pairs(whole)


def _pairs(keys: Array) -> int:
    count = np.unique(keys, return_counts=True)[1]
    return int(np.sum(count * (count - 1)) // 2)


def _severity(task: Task, code: Integers, count: Integers, share: float, random_state: int) -> str:
    if share < MIN_SHARE:
        return ""
    expected, pairs = expected_pairs(task), float(np.sum(count * (count - 1.0)) / 2)
    if expected >= 1 or _is_coarse(task, code, random_state):
        return "warning" if pairs > TIMES_CHANCE * expected and share >= LARGE_SHARE else ""
    return "error" if share >= LARGE_SHARE and _targets_agree(task, code, random_state) else "warning"


def _is_coarse(task: Task, code: Integers, random_state: int) -> bool:
    """Whether more pairs of rows differ in one column than in none."""
    if task.table.is_sparse:
        return False
    rows = _sample(np.arange(task.n_rows), random_state)
    return pairs_but_one(task, rows) > _pairs(code[rows])


def _targets_agree(task: Task, code: Integers, random_state: int) -> bool:
    """Whether duplicates agree in the target beyond chance: otherwise there is nothing to memorize."""
    if task.y is None or task.kind == "clustering":
        return False
    has_duplicate = np.flatnonzero(np.bincount(code)[code] > 1)
    code = np.unique(code, return_inverse=True)[1]
    in_sample = np.isin(code, _sample(np.unique(code[has_duplicate]), random_state))
    level = np.unique(code[in_sample], return_inverse=True)[1].astype(np.int64)
    is_class = task.codes is not None
    y: Array = task.codes[in_sample] if task.codes is not None else rankdata(np.asarray(task.y)[in_sample])
    block = np.zeros_like(level)
    p = permutation_p_value(
        lambda permuted: intraclass_correlation(level, block, permuted, is_class=is_class),
        y,
        random_state=random_state,
        times=2 * ceil(1 / ALPHA) - 1,
        enough=ALPHA,
    )
    return p <= ALPHA


def _sample(values: Integers, random_state: int) -> Integers:
    if len(values) <= MAX_SAMPLED:
        return values
    return np.sort(np.random.default_rng(random_state).choice(values, MAX_SAMPLED, replace=False))


def _others(task: Task, compared: Sequence[str]) -> list[str]:
    """The columns that were not compared: row numbers, identifiers and groups."""
    return [name for name in task.table.names if name not in set(compared)]


def _message(code: Integers, count: Integers, share: float, others: Sequence[str]) -> str:
    n_rows = int(count[count > 1].sum())
    first = np.flatnonzero(code == code[np.argmax(count[code] > 1)])[:3].tolist()
    shown = ", ".join(map(str, first[:-1])) + f" and {first[-1]}"
    if others:
        shown += f"; apart from {in_words(others, 4)}"
    return (
        f"{n_rows:,} of {len(code):,} rows have a duplicate (such as rows {shown}), and {100 * share:.1f} "
        "% of the held-out rows have theirs in training."
    )
