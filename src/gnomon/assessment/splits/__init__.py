"""Resampling plans (cross-validation splitters); `plan.split(task)` returns Splits.

A plan is a value: `k_fold(10)`, `repeated(hold_out(0.2), times=30)`, `nested(k_fold(5), k_fold(5))`. Rows of
one group (`task.group`) are never split. Classification is stratified by class, or any task by
`task.stratum` if there is one. Start with `plan` (the base class), then

======================  ====================================================================
`shares`                hold-out, and train/validation/test split
`folds`                 k-fold, leave-one-out, leave-groups-out: every row (or group) in turn
`draws`                 bootstrap: rows drawn with replacement
`chronology`            rolling-origin and blocked: by `task.time`
`repeats`, `nesting`    repeated and nested cross-validation
======================  ====================================================================
"""

from gnomon.assessment.design import SplitDesign, Splits
from gnomon.assessment.splits.chronology import Blocked, Rolling, blocked, rolling
from gnomon.assessment.splits.draws import Bootstrap, bootstrap, share_drawn
from gnomon.assessment.splits.folds import (
    KFold,
    LeaveGroupsOut,
    LeaveOneOut,
    k_fold,
    leave_groups_out,
    leave_one_out,
)
from gnomon.assessment.splits.nesting import Nested, NestedSplits, nested
from gnomon.assessment.splits.plan import Plan, as_splits
from gnomon.assessment.splits.repeats import Repeated, repeated
from gnomon.assessment.splits.shares import HoldOut, hold_out, train_validation_test

__all__ = [
    "Blocked",
    "Bootstrap",
    "HoldOut",
    "KFold",
    "LeaveGroupsOut",
    "LeaveOneOut",
    "Nested",
    "NestedSplits",
    "Plan",
    "Repeated",
    "Rolling",
    "SplitDesign",
    "Splits",
    "as_splits",
    "blocked",
    "bootstrap",
    "hold_out",
    "k_fold",
    "leave_groups_out",
    "leave_one_out",
    "nested",
    "repeated",
    "rolling",
    "share_drawn",
    "train_validation_test",
]
