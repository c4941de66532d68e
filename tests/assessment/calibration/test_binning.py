import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gnomon.assessment.calibration.binning import bin_starts, n_bins, steps
from gnomon.errors import ParameterError

rows = st.lists(
    st.tuples(st.booleans(), st.integers(0, 9), st.integers(0, 3)), min_size=2, max_size=40
).filter(lambda result: {positive for positive, _, weight in result if weight} == {True, False})


@given(rows)
@settings(max_examples=50)
def test_a_step_holds_all_rows_of_its_score(drawn):
    positive, score, weight = (np.array(column) for column in zip(*drawn))
    gathered = steps(positive, score, weight)
    assert gathered.score.tolist() == np.unique(score[weight > 0]).tolist()
    for value, hits, size in zip(gathered.score, gathered.hits, gathered.weight):
        assert size == weight[score == value].sum()
        assert hits == weight[(score == value) & positive].sum()


@given(rows, st.integers(1, 12))
@settings(max_examples=50)
def test_bins_share_out_all_rows(drawn, bins):
    positive, score, weight = (np.array(column) for column in zip(*drawn))
    gathered = steps(positive, score, weight)
    start = bin_starts(gathered, bins)
    assert 1 <= len(start) <= bins
    assert gathered.pooled(start)[1].sum() == weight.sum()


@pytest.mark.parametrize(("n", "expected"), [(1, 1), (8, 2), (1000, 10), (1001, 11), (10**6, 100)])
def test_the_number_of_bins_is_the_cube_root_of_the_rows(n, expected):
    assert n_bins("auto", np.array([float(n)])) == expected


@pytest.mark.parametrize("bins", [0, -3, True, "ten"])
def test_no_number_of_bins_is_refused(bins):
    with pytest.raises(ParameterError, match="bins="):
        n_bins(bins, np.ones(3))
