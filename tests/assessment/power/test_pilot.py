import numpy as np
import pytest
from sklearn.dummy import DummyClassifier
from sklearn.linear_model import LogisticRegression
from sklearn.naive_bayes import GaussianNB

from gnomon.assessment.comparison import compare
from gnomon.assessment.measures import find_measure
from gnomon.assessment.paired.spread import over_rows, over_splits
from gnomon.assessment.power import plan_comparison
from gnomon.assessment.resample import resample
from gnomon.assessment.significance.student import detectable_t
from gnomon.assessment.splits import hold_out, k_fold, repeated
from gnomon.data.task import Task
from gnomon.errors import DesignError, ParameterError

random = np.random.default_rng(0)
X = random.normal(size=(200, 2))
task = Task(X, X[:, 0] + random.normal(size=200) > 0)


def pilot(plan, learners=None):
    return [resample(task, learner, plan) for learner in learners or (LogisticRegression(), GaussianNB())]


@pytest.mark.parametrize("plan", [hold_out(0.5), k_fold(5), repeated(k_fold(5), times=2)])
def test_what_the_design_can_see_is_what_a_comparison_says(plan):
    a, b = pilot(plan)
    result = plan_comparison(a, b, "log_loss", 0.05)
    assert result.detectable == pytest.approx(compare(a, b, "log_loss").detectable)
    at_it = plan_comparison(a, b, "log_loss", result.detectable)
    assert at_it.chance == pytest.approx(0.8, abs=1e-6)
    assert (result.repeats is None) == (plan == hold_out(0.5))


def test_repeats_end_where_overlap_or_rows_do_and_more_rows_go_on():
    a, b = pilot(k_fold(5))
    result = plan_comparison(a, b, "auc", 0.001)
    assert result.repeats.number is None
    sd = float(over_splits([a, b], find_measure("auc")).deviation[0])
    assert result.repeats.floor == pytest.approx(sd * np.sqrt(1 / 5 + 1 / 4) * 2.8016, rel=1e-3)
    assert result.rows.number > 200
    by_rows = plan_comparison(a, b, "accuracy", 0.005)
    assert by_rows.repeats.number is None
    rows = over_rows([a, b], find_measure("accuracy"))
    assert by_rows.repeats.floor >= detectable_t(float(rows.error[0]), rows.freedom)
    text = str(by_rows)
    assert "No number of repeats" in text
    assert "rows detect a difference of 0.005" in text


def test_what_repeats_can_buy_is_counted():
    a, b = pilot(k_fold(5))
    floor = plan_comparison(a, b, "auc", 0.001).repeats.floor
    result = plan_comparison(a, b, "auc", 1.5 * floor)
    assert 1 <= result.repeats.number < 50


def test_a_pilot_without_a_difference_and_a_difference_of_nothing_are_refused():
    same = pilot(k_fold(5), (DummyClassifier(), DummyClassifier()))
    with pytest.raises(DesignError, match="has no difference"):
        plan_comparison(*same, "accuracy", 0.02)
    with pytest.raises(ParameterError, match="difference=0"):
        plan_comparison(*pilot(k_fold(5)), "accuracy", 0)
