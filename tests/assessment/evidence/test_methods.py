import numpy as np
import pytest

from gnomon.assessment.comparison import compare
from gnomon.assessment.evidence.methods import SPLITS_ALONE, interval, p_value
from gnomon.assessment.evidence.rules import Majority, NearestMean
from gnomon.assessment.evidence.worlds import TwoNormals
from gnomon.assessment.intervals import corrected_t_interval
from gnomon.assessment.resample import resample_each
from gnomon.assessment.splits import k_fold

TASK = TwoNormals((1.0,), 0.3).draw(100, np.random.default_rng(0))
BASELINE, MEANS = resample_each(TASK, [Majority(), NearestMean()], k_fold(10))


def test_the_splits_alone_leave_the_rows_out_of_account():
    alone, whole = (interval(method, BASELINE, "error") for method in (SPLITS_ALONE, "corrected t"))
    assert alone == pytest.approx(corrected_t_interval(BASELINE.per_split("error"), 1 / 9))
    assert np.diff(alone) < 0.7 * np.diff(whole)


def test_intervals_and_tests_are_the_products_own():
    result = MEANS.estimate("auc", method="corrected t")
    assert interval("corrected t", MEANS, "auc") == (result.lower, result.upper)
    expected = compare(MEANS, BASELINE, "error", test="paired t").p
    assert p_value("paired t", MEANS, BASELINE, "error") == expected
