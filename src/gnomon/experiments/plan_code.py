"""The Python expression that makes a plan."""

from __future__ import annotations

from typing import Any

from gnomon.assessment.splits import Bootstrap, HoldOut, KFold, LeaveOneOut, Plan, Repeated


def plan_code(plan: Any) -> str:
    """The expression of a plan of Gnomon's; dots and a comment for splits that come from elsewhere.

    >>> from gnomon import hold_out, repeated
    >>> plan_code(repeated(hold_out(0.25), times=3))
    'gn.repeated(gn.hold_out(0.25), times=3, random_state=0)'
    """
    if not isinstance(plan, Plan) or not isinstance(plan.random_state, int):
        return f"...  # {repr(plan).splitlines()[0]}"
    if isinstance(plan, LeaveOneOut):
        return "gn.leave_one_out()"
    if isinstance(plan, Repeated):
        once = _call(plan.plan)
        return f"gn.repeated({once}), times={plan.times}, random_state={plan.random_state})"
    return f"{_call(plan)}, random_state={plan.random_state})"


def _call(plan: Plan) -> str:
    """The call that makes a plan, up to where its seed would stand."""
    if isinstance(plan, HoldOut):
        if plan.chronological:
            return f"gn.hold_out({plan.share}, chronological=True"
        return f"gn.hold_out({plan.share}{_strata(plan.stratify)}"
    if isinstance(plan, KFold):
        return f"gn.k_fold({plan.k}{_strata(plan.stratify)}"
    assert isinstance(plan, Bootstrap)
    return f"gn.bootstrap({plan.times}{_strata(plan.stratify)}"


def _strata(stratify: bool | None) -> str:
    return "" if stratify is None else f", stratify={stratify}"
