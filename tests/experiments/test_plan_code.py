import numpy as np
import pytest
from sklearn.model_selection import KFold

import gnomon as gn
from gnomon.assessment import splits
from gnomon.experiments.plan_code import plan_code


@pytest.mark.parametrize(
    "plan",
    [
        gn.k_fold(4),
        gn.k_fold(4, stratify=False, random_state=7),
        gn.hold_out(0.3),
        gn.hold_out(0.25, chronological=True),
        gn.leave_one_out(),
        gn.bootstrap(5, stratify=False),
        gn.repeated(gn.k_fold(3, stratify=False), times=2, random_state=5),
        gn.repeated(gn.hold_out(0.4), times=3),
    ],
    ids=repr,
)
def test_the_expression_cuts_the_same_rows(plan):
    random = np.random.default_rng(0)
    task = gn.Task(random.normal(size=(40, 2)), np.arange(40) % 2, time=np.arange(40))
    again = eval(plan_code(plan), {"gn": gn})
    assert again.split(task).fingerprint == plan.split(task).fingerprint


@pytest.mark.parametrize(
    ("plan", "code"),
    [
        (splits.rolling(3), "gn.rolling(3)"),
        (splits.rolling(3, horizon=2, window=9, gap=1), "gn.rolling(3, horizon=2, window=9, gap=1)"),
        (splits.blocked(4, gap=1), "gn.blocked(4, gap=1)"),
        (splits.leave_groups_out(2), "gn.leave_groups_out(2)"),
        (
            splits.nested(gn.repeated(gn.k_fold(3), times=2), gn.leave_one_out()),
            "gn.nested(gn.repeated(gn.k_fold(3), times=2, random_state=0), gn.leave_one_out())",
        ),
        (
            splits.train_validation_test((0.5, 0.25, 0.25), chronological=True),
            None,
        ),
    ],
)
def test_plans_along_time_of_groups_and_nested_are_written_too(plan, code):
    time = np.arange(40)
    task = gn.Task(np.zeros((40, 2)), time % 2, time=time, group=time)
    assert code is None or plan_code(plan) == code
    again = eval(plan_code(plan), {"gn": splits})
    assert again.split(task).fingerprint == plan.split(task).fingerprint


def test_a_nested_plan_with_a_part_from_elsewhere_is_only_named():
    assert plan_code(splits.nested(KFold(3), gn.k_fold(3))).startswith("...  # Nested(outer=KFold")


def test_splits_from_elsewhere_are_only_named():
    assert plan_code(KFold(3)).startswith("...  # KFold")
    assert plan_code(gn.k_fold(3, random_state=None)).startswith("...")
