"""Methodology checks: each looks for one methodological pitfall and, where possible, measures its bias.

Start with `checking.py` (`check_methodology`), then any of the checks; each is one file, registered by code::

    finding     what a check reports: a detection, a finding, and the report of all findings
    subject     what is checked: tasks, splits, learners, predictions, comparisons
    cost        the optimistic bias of a pitfall: the score as analyzed beside the corrected score
    probe       how that bias is measured: a learner, a sample of rows, a cross-validation
    row_keys    hash values of rows, to find duplicates
    pages/      one page per check: `gnomon check --explain GN001`

A check is a function of the subject that yields detections, decorated by `methodology_check`.
"""

from collections.abc import Callable
from typing import Any, TypeVar

from gnomon.registry import Registry

Check = TypeVar("Check", bound=Callable[..., Any])

checks = Registry("check", "gnomon.experiments.checks")


def methodology_check(
    code: str, title: str, *, needs: tuple[str, ...], why: str, how_to_fix: str
) -> Callable[[Check], Check]:
    """Decorator that registers a function (subject) -> detections as a methodology check.

    needs: parts of the subject that the check requires. why: why the pitfall matters. how_to_fix: what to do
    about it. Both are whole sentences.

    >>> checks["GN001"].title
    'duplicate rows in training and test sets'
    """

    def register(check: Check) -> Check:
        checks.add(code, check, title, needs=needs, why=why, how_to_fix=how_to_fix)
        return check

    return register
