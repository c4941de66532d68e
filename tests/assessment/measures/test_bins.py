import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.calibration import calibration_curve

from gnomon.assessment.measures.bins import Bins, bin_codes
from gnomon.errors import ParameterError

rows = st.lists(st.tuples(st.booleans(), st.integers(0, 20), st.integers(1, 4)), min_size=1, max_size=60)


@given(rows, st.integers(1, 12))
def test_bins_of_equal_width_are_those_of_scikit_learns_calibration_curve(result, bins):
    event, twentieths, _ = (np.array(column) for column in zip(*result))
    probability = twentieths / 20
    ours = Bins.of(probability, event.astype(float), np.ones(len(event)), bins)
    if len(np.unique(event)) == 2:
        share, mean = calibration_curve(event, probability, n_bins=bins)
        assert np.allclose(ours.event, share)
        assert np.allclose(ours.probability, mean)


@given(rows, st.integers(1, 12), st.sampled_from(["width", "mass"]))
def test_weights_are_repetitions(result, bins, by):
    event, twentieths, weight = (np.array(column) for column in zip(*result))
    probability, event = twentieths / 20, event.astype(float)
    weighted = Bins.of(probability, event, weight.astype(float), bins, by)
    repeated = Bins.of(
        np.repeat(probability, weight), np.repeat(event, weight), np.ones(weight.sum()), bins, by
    )
    for name in ("weight", "probability", "event"):
        assert np.allclose(getattr(weighted, name), getattr(repeated, name))


@given(rows, st.integers(1, 12))
def test_bins_of_equal_mass_rise_with_the_value_and_keep_equal_values_together(result, bins):
    _, twentieths, weight = (np.array(column) for column in zip(*result))
    code = bin_codes(twentieths / 20, weight, bins, "mass")
    order = np.argsort(twentieths, kind="stable")
    assert (np.diff(code[order]) >= 0).all()
    assert all(len(np.unique(code[twentieths == value])) == 1 for value in np.unique(twentieths))
    assert 0 <= code.min() <= code.max() < bins


def test_bins_of_equal_mass_hold_equal_rows_where_values_differ():
    code = bin_codes(np.random.default_rng(0).random(100) ** 3, np.ones(100), 10, "mass")
    assert np.bincount(code).tolist() == [10] * 10


def test_every_distinct_value_can_be_a_bin():
    assert bin_codes(np.array([0.3, 0.1, 0.3]), np.ones(3), None).tolist() == [1, 0, 1]


@pytest.mark.parametrize("bins", [0, -1, 2.5, True])
def test_a_number_of_bins_that_is_none_is_refused(bins):
    with pytest.raises(ParameterError, match="bins"):
        bin_codes(np.array([0.1]), np.ones(1), bins)


def test_bins_by_what_is_not_known_are_refused():
    with pytest.raises(ParameterError, match="mass"):
        bin_codes(np.array([0.1]), np.ones(1), 5, "depth")
