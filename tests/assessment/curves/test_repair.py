import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.isotonic import IsotonicRegression

from gnomon.assessment.curves.hull import roc_convex_hull
from gnomon.assessment.curves.repair import repair_scores
from gnomon.assessment.curves.roc import roc_curve
from gnomon.errors import DataError

rows = st.lists(
    st.tuples(st.booleans(), st.integers(-6, 6), st.integers(1, 4)), min_size=2, max_size=50
).filter(lambda result: len({positive for positive, _, _ in result}) == 2)


@given(rows)
@settings(max_examples=80)
def test_pools_of_the_hull_are_those_of_isotonic_regression(drawn):
    positive, score, weight = (np.array(column) for column in zip(*drawn))
    fixed = repair_scores(roc_curve(positive, score, weight.astype(float)))
    expected = IsotonicRegression().fit_transform(score, positive, sample_weight=weight)
    assert np.allclose(fixed(score), expected)
    assert (np.diff(fixed.share) < 0).all()


@given(rows)
@settings(max_examples=80)
def test_repaired_scores_have_the_hull_as_their_curve(drawn):
    positive, score, _ = (np.array(column) for column in zip(*drawn))
    curve = roc_curve(positive, score)
    again = roc_curve(positive, repair_scores(curve)(score))
    ours = roc_convex_hull(curve)
    assert np.isclose(again.auc, ours.area)
    assert np.allclose(again.fpr, ours.fpr)
    assert np.allclose(again.tpr, ours.tpr)


def test_ties_taken_apart_are_pooled_again():
    positive, score = [1, 0, 1, 0], [2, 2, 2, 1]
    fixed = repair_scores(roc_curve(positive, score, ties="optimistic"))
    assert fixed.share.tolist() == pytest.approx([2 / 3, 0])
    assert str(fixed) == "2 pools of scores, with proportions of positives from 0.000 to 0.667"


def test_a_score_that_is_missing_falls_in_no_pool():
    with pytest.raises(DataError, match="NaN"):
        repair_scores(roc_curve([1, 0], [2, 1]))([np.nan])
