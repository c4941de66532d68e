import numpy as np
import pytest
from sklearn.model_selection import KFold

import gnomon as gn
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


def test_splits_from_elsewhere_are_only_named():
    assert plan_code(KFold(3)).startswith("...  # KFold")
    assert plan_code(gn.k_fold(3, random_state=None)).startswith("...")
