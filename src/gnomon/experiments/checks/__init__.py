"""Method checks: ways in which an analysis can fool its author, each looked for and, where it can be, priced.

Start with `checking.py` (the door), then any of the checks; each is one file, registered under its code::

    finding     what a check says: a sighting, a finding, and the report of all of them
    subject     what is checked: tasks, splits, learners, predictions, comparisons
    cost        the same score the careless way and the careful way, side by side
    probe       who measures: a learner, rows, folds
    row_keys    rows as numbers, equal for equal rows
    pages/      one page a check: `gnomon check --explain GN001`

A check is a function of the subject that yields sightings, under the decorator `method_check`.
"""

from collections.abc import Callable
from typing import Any, TypeVar

from gnomon.registry import Registry

Check = TypeVar("Check", bound=Callable[..., Any])

checks = Registry("check", "gnomon.experiments.checks")


def method_check(
    code: str, title: str, *, needs: tuple[str, ...], why: str, way_out: str
) -> Callable[[Check], Check]:
    """Register a function (subject) -> sightings as a check; it stays a plain function.

    needs: the parts of the subject without which there is nothing to check. why: why it matters. way_out:
    what to do. Both are whole sentences.

    >>> checks["GN001"].title
    'the same row on both sides of a split'
    """

    def register(check: Check) -> Check:
        checks.add(code, check, title, needs=needs, why=why, way_out=way_out)
        return check

    return register
