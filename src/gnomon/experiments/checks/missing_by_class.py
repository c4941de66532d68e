"""Columns whose missing values tell the class: often missing in one class, hardly ever in another.

What is recorded on an occasion that not all live to see, or only for those with an outcome, is missing so.
What is merely hard to measure is missing in all classes.
"""

from collections.abc import Sequence

import numpy as np
from scipy.stats import fisher_exact

from gnomon.arrays import Flags, Integers
from gnomon.data.task import Task

MAX_SHARE_OF_ONE, MIN_SHARE_OF_OTHER = 0.01, 0.25
MIN_OF_CLASS, MAX_CLASSES = 20, 3
ALPHA = 1e-6


def missing_by_class(task: Task, names: Sequence[str], rows: Integers) -> dict[str, str]:
    """The columns that are often missing in one class and hardly ever in another, each with a sentence.

    >>> died = np.arange(200) % 2
    >>> second_visit = np.where((died == 1) & (np.arange(200) % 3 > 0), np.nan, 1.0)
    >>> list(missing_by_class(Task({"second visit": second_visit}, died), ["second visit"], np.arange(200)))
    ['second visit']
    """
    if task.codes is None or task.classes is None or task.table.is_sparse:
        return {}
    codes, messages = task.codes[rows], {}
    # Of many classes some are merely measured otherwise, as birds are among rodents.
    if len(np.unique(codes)) > MAX_CLASSES:
        return {}
    for name in names:
        is_missing = task.table.column(name).missing[rows]
        pair = _separated(is_missing, codes) if is_missing.any() else None
        if pair is not None:
            lowest, highest = pair
            share = 100 * float(np.mean(is_missing[codes == highest]))
            messages[name] = (
                f"Column {name!r} is missing in {share:.0f} % of the rows of class "
                f"{str(task.classes[highest])!r}, and hardly ever in class {str(task.classes[lowest])!r}."
            )
    return messages


def _separated(is_missing: Flags, codes: Integers) -> tuple[int, int] | None:
    """The classes with the fewest and the most missing values, if none and many, and not by chance."""
    present, count = np.unique(codes, return_counts=True)
    present = present[count >= MIN_OF_CLASS]
    if len(present) < 2:
        return None
    shares = np.array([np.mean(is_missing[codes == each]) for each in present])
    if shares.min() > MAX_SHARE_OF_ONE or shares.max() < MIN_SHARE_OF_OTHER:
        return None
    lowest, highest = int(present[shares.argmin()]), int(present[shares.argmax()])
    table = [
        [int(np.sum(is_missing[codes == each])), int(np.sum(~is_missing[codes == each]))]
        for each in (lowest, highest)
    ]
    return (lowest, highest) if fisher_exact(np.array(table)).pvalue < ALPHA else None
