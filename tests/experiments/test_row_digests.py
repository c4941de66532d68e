import tracemalloc

import numpy as np
import pandas as pd
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import sparse

from gnomon import Table
from gnomon.experiments import row_digests as module
from gnomon.experiments.row_digests import row_digests


def held(table):
    return row_digests(table).tolist()


@settings(max_examples=40, deadline=None)
@given(st.lists(st.tuples(st.integers(-3, 3), st.sampled_from("abc")), min_size=1, max_size=12))
def test_rows_have_equal_digests_exactly_when_they_hold_equal_values(rows):
    found = held(Table.of({"n": [float(n) for n, _ in rows], "letter": [letter for _, letter in rows]}))
    for i, one in enumerate(rows):
        for j, other in enumerate(rows):
            assert (found[i] == found[j]) == (one == other)


def test_the_order_of_rows_and_columns_does_not_matter():
    frame = pd.DataFrame({"a": [1.0, 2.0, 3.0], "b": ["x", None, "z"], "c": [True, False, True]})
    other = frame.iloc[[2, 0, 1]][["c", "a", "b"]]
    assert [held(Table.of(frame))[row] for row in (2, 0, 1)] == held(Table.of(other))


def test_a_part_read_by_itself_has_the_digests_of_the_whole_though_its_levels_are_others():
    frame = pd.DataFrame({"town": ["Rome", "Oslo", "Kyiv"], "n": [1.5, np.nan, -0.0]})
    assert held(Table.of(frame.iloc[1:])) == held(Table.of(frame))[1:]
    assert held(Table.of(frame.replace({"n": {-0.0: 0.0}}))) == held(Table.of(frame))


def test_names_and_kinds_count():
    first = Table.of({"a": [1.0], "b": [2.0]})
    assert held(first) != held(Table.of({"a": [2.0], "b": [1.0]}))
    assert held(first) != held(Table.of({"a": [1.0], "c": [2.0]}))
    assert held(Table.of({"a": ["1"]})) != held(Table.of({"a": [1.0]}))


def test_sparse_rows_are_known_again_whatever_way_they_are_stored():
    dense = np.array([[0.0, 2.0, 0.0], [1.0, 0.0, 3.0], [0.0, 2.0, 0.0]])
    rows = sparse.csr_array(dense)
    found = held(Table.of(rows))
    assert found[0] == found[2] != found[1]
    with_zeros = sparse.csr_array((np.array([2.0, 0.0]), np.array([1, 2]), np.array([0, 2])), shape=(1, 3))
    assert held(Table.of(with_zeros)) == found[:1]


def test_many_rows_take_little_more_memory_than_their_digests(monkeypatch):
    table = Table.of({"n": np.arange(20_000.0), "letter": np.array(["a", "b"] * 10_000)})
    whole = held(table)
    monkeypatch.setattr(module, "ROWS_AT_ONCE", 1000)
    tracemalloc.start()
    found = row_digests(table)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert found.tolist() == whole
    assert peak < 4 * found.nbytes
