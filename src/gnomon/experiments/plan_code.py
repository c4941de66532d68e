"""The Python expression of a resampling plan."""

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
    """The expression of one of Gnomon's plans; dots and a comment for other splitters.

    >>> from gnomon import hold_out, repeated
    >>> plan_code(repeated(hold_out(0.25), times=3))
    'gn.repeated(gn.hold_out(0.25), times=3, random_state=0)'
    """
    return _code(plan) or f"...  # {repr(plan).splitlines()[0]}"


def _code(plan: Any) -> str:
    """The expression; "" if there is none that reproduces the splits."""
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
    """The call of a plan function: its first parameter, non-default parameters, and the seed."""
    function = FUNCTIONS[type(plan)]
    declared = signature(function).parameters
    arguments = []
    for index, name in enumerate(field.name for field in fields(plan)):
        value = getattr(plan, name)
        if index == 0:
            arguments.append(repr(value))
        elif name != without and (name == "random_state" or value != declared[name].default):
            arguments.append(f"{name}={value!r}")
    return f"gn.{function.__name__}({', '.join(arguments)})"
