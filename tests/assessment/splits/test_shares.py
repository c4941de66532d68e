import warnings

import numpy as np
import pytest

from gnomon.assessment.splits import hold_out
from gnomon.data.task import Task
from gnomon.errors import DataWarning


def imbalanced(n_rare):
    return Task(np.zeros((500, 1)), np.where(np.arange(500) < n_rare, "rare", "common"), positive="rare")


def test_a_class_too_rare_to_be_held_out_raises_a_warning():
    with pytest.warns(DataWarning, match="no row of class 'rare' is held out, as it has only 2 of 500"):
        hold_out(0.2).split(imbalanced(2))


@pytest.mark.parametrize("plan", [hold_out(0.5), hold_out(0.2, stratify=False)])
def test_a_class_that_is_held_out_or_not_asked_for_is_not(plan):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        plan.split(imbalanced(2))
