import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn import metrics

from gnomon.assessment.curves.roc import roc_curve
from gnomon.assessment.curves.skew import prevalence_table
from gnomon.assessment.measures import average_precision
from gnomon.errors import ParameterError

rows = st.lists(st.tuples(st.booleans(), st.integers(0, 6)), min_size=2, max_size=30).filter(
    lambda result: len({positive for positive, _ in result}) == 2
)


@given(rows, st.integers(1, 20))
@settings(max_examples=60)
def test_a_factor_is_that_many_copies_of_each_negative(drawn, factor):
    positive, score = (np.array(column) for column in zip(*drawn))
    times = np.where(positive, 1, factor)
    many, scores = np.repeat(positive, times), np.repeat(score, times)
    table = prevalence_table(roc_curve(positive, score), (1, factor), threshold=3.0)
    called = scores >= 3
    line = table.frame().iloc[1]
    assert line.auc == pytest.approx(metrics.roc_auc_score(many, scores))
    assert line.average_precision == pytest.approx(metrics.average_precision_score(many, scores))
    assert line.average_precision == pytest.approx(average_precision(many, scores))
    assert line.accuracy == pytest.approx(metrics.accuracy_score(many, called))
    assert line.precision == pytest.approx(metrics.precision_score(many, called, zero_division=1))
    assert line.recall == pytest.approx(metrics.recall_score(many, called))
    assert line.f1 == pytest.approx(metrics.f1_score(many, called, zero_division=0))
    assert line.prevalence == pytest.approx(many.mean())


def test_precision_and_average_precision_fall_with_skew_and_the_area_stays():
    generator = np.random.default_rng(0)
    positive = np.arange(400) < 200
    table = prevalence_table(roc_curve(positive, generator.normal(size=400) + positive), (1, 10, 100))
    assert np.ptp(table.auc) == 0
    assert (np.diff(table.average_precision) < 0).all()
    assert (np.diff(table.precision) < 0).all()


def test_odd_factors_are_refused():
    for odd in ((0,), (-1, 2), (np.inf,)):
        with pytest.raises(ParameterError, match="factors="):
            prevalence_table(roc_curve([1, 0], [2, 1]), odd)
