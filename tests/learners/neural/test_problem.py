import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gnomon.errors import DataError
from gnomon.learners.neural.problem import positive_weight, validation_split
from gnomon.learners.neural.training import Examples
from gnomon.sharing.prepared import Rows


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 10**6), st.integers(10, 200), st.floats(0.1, 0.9), st.integers(1, 8))
def test_rows_held_out_keep_the_shares_of_the_classes(seed, n_rows, share, n_classes):
    random = np.random.default_rng(seed)
    codes = random.integers(n_classes, size=n_rows)
    learned, held_out = validation_split(Examples(np.arange(n_rows)[:, None], codes, None), share, random)
    both = np.concatenate([learned.rows, held_out.rows])[:, 0]
    assert sorted(both) == list(range(n_rows))
    assert len(held_out) == np.floor(share * n_rows)
    wanted = share * np.bincount(codes, minlength=n_classes)
    assert np.abs(np.bincount(held_out.targets, minlength=n_classes) - wanted).max() <= 1 + 1e-9


def test_another_seed_holds_out_other_rows():
    rows = Examples(np.arange(40)[:, None], np.zeros(40, dtype=int), None)
    one, other = (validation_split(rows, 0.25, np.random.default_rng(seed))[1].rows for seed in (0, 1))
    assert not np.array_equal(one, other)


def test_less_than_one_row_is_refused():
    with pytest.raises(DataError, match=r"0\.1 of 9 rows"):
        validation_split(Examples(np.ones((9, 1)), np.zeros(9), None), 0.1, np.random.default_rng(0))


def test_rows_without_weight_are_left_out():
    data = Rows(np.arange(3.0)[:, None], np.array([4, 5, 6]), np.array([1.0, 0.0, 2.0]))
    assert positive_weight(data).y.tolist() == [4, 6]
    assert positive_weight(Rows(data.X, data.y)).y.tolist() == [4, 5, 6]
