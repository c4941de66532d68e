"""The Python expression that makes a plan."""

from __future__ import annotations

from dataclasses import fields
from inspect import signature
from typing import Any

from gnomon.assessment import splits

FUNCTIONS: dict[type, Any] = {
    splits.HoldOut: splits.hold_out,
    splits.KFold: splits.k_fold,
    splits.LeaveOneOut: splits.leave_one_out,
    splits.LeaveGroupsOut: splits.leave_groups_out,
    splits.Bootstrap: splits.bootstrap,
    splits.Rolling: splits.rolling,
    splits.Blocked: splits.blocked,
}


def plan_code(plan: Any) -> str:
    """The expression of a plan of Gnomon's; dots and a comment for splits that come from elsewhere.

    >>> from gnomon import hold_out, repeated
    >>> plan_code(repeated(hold_out(0.25), times=3))
    'gn.repeated(gn.hold_out(0.25), times=3, random_state=0)'
    """
    return _code(plan) or f"...  # {repr(plan).splitlines()[0]}"


def _code(plan: Any) -> str:
    """The expression, or nothing where there is none that cuts the same rows again."""
    if isinstance(plan, splits.Nested):
        outer, inner = _code(plan.outer), _code(plan.inner)
        return f"gn.nested({outer}, {inner})" if outer and inner else ""
    if not isinstance(plan, splits.Plan) or not isinstance(plan.random_state, int):
        return ""
    if isinstance(plan, splits.Repeated):
        once = _call(plan.plan, without="random_state")
        return f"gn.repeated({once}, times={plan.times}, random_state={plan.random_state})"
    return _call(plan)


def _call(plan: Any, without: str = "") -> str:
    """The call that makes a plan: its first parameter, those not at their defaults, and the seed."""
    function = FUNCTIONS[type(plan)]
    declared = signature(function).parameters
    given = []
    for place, name in enumerate(field.name for field in fields(plan)):
        value = getattr(plan, name)
        if place == 0:
            given.append(repr(value))
        elif name != without and (name == "random_state" or value != declared[name].default):
            given.append(f"{name}={value!r}")
    return f"gn.{function.__name__}({', '.join(given)})"
