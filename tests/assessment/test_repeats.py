import numpy as np
import pytest

import gnomon as gn
from gnomon.assessment.repeats import repeat_statistics
from gnomon.errors import DesignError

iris = gn.load("iris")


@pytest.mark.parametrize("ddof", [0, 1])
def test_means_and_variances_are_those_of_each_repeat_by_itself(ddof):
    predictions = gn.resample(iris, gn.GaussianNB(), gn.repeated(gn.k_fold(5), times=4))
    result = repeat_statistics(predictions, "error", ddof=ddof)
    for repeat in range(4):
        scores = predictions.per_split("error")[5 * repeat : 5 * repeat + 5]
        assert result.means[repeat] == pytest.approx(np.mean(scores))
        assert result.variances[repeat] == pytest.approx(np.var(scores, ddof=ddof))
    assert result.frame().shape == (4, 3)
    assert np.mean(result.means) == pytest.approx(predictions.score("error"))


@pytest.mark.parametrize("plan", [gn.k_fold(5), gn.repeated(gn.hold_out(0.2), times=5)])
def test_splits_that_are_no_repeats_of_folds_are_refused(plan):
    with pytest.raises(DesignError, match=r"repeated\(k_fold\(5\), times=10\)"):
        repeat_statistics(gn.resample(iris, gn.GaussianNB(), plan), "error")
