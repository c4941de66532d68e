import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gnomon.errors import DataError, ParameterError
from gnomon.sharing.blocks import Block, IterableBlocks, Part, is_lazy, total_here, tree_sum


@given(st.integers(1, 200))
def test_a_tree_adds_every_item_once_and_in_order(n):
    assert tree_sum([(each,) for each in range(n)], lambda a, b: a + b) == tuple(range(n))


@given(st.integers(1, 200))
def test_no_sum_of_a_tree_is_deeper_than_the_logarithm_of_its_items(n):
    depth = tree_sum([0] * n, lambda a, b: max(a, b) + 1)
    assert depth <= int(np.ceil(np.log2(n))) + 1


def test_no_blocks_at_all_are_refused():
    with pytest.raises(DataError, match="no blocks of rows"):
        IterableBlocks([]).total(len)


def test_one_block_is_in_memory_at_a_time():
    alive = []

    class Rows(list):
        """Rows that can be counted."""

        def __init__(self, rows):
            super().__init__(rows)
            alive.append(1)

        def __del__(self):
            alive.pop()

    def stream():
        for _ in range(5):
            yield Rows([[1.0]])

    most = IterableBlocks(stream()).total(lambda block: [len(alive)]).value
    assert most == [1] * 5


@pytest.mark.parametrize("n_before", [0, 1, 3])
def test_an_error_names_the_row_counted_from_the_first_block(n_before):
    def value_of(block):
        if -1.0 in block.X:
            raise DataError("column 3, row {row} is bad", row=1)
        return 1

    blocks = [Block(number, np.ones((5, 1))) for number in range(n_before)]
    blocks.append(Block(n_before, -np.ones((2, 1))))
    with pytest.raises(DataError, match=f"column 3, row {5 * n_before + 1} is bad"):
        total_here(iter(blocks), value_of)
    added = tree_sum([Part.of(value_of, block) for block in blocks], lambda a, b: a + b)
    assert f"row {5 * n_before + 1} is bad" in str(added.error)


def test_the_first_of_two_errors_counts():
    first, second = (Part(2, error=DataError("row {row}", row=row)) for row in (0, 1))
    assert str((Part(3, 1) + (first + second)).error) == "row 3"


def test_blocks_without_rows_and_values_of_none_add_nothing():
    total = IterableBlocks([np.ones((0, 1)), np.ones((2, 1)), np.zeros((3, 1))]).total(
        lambda block: block.n_rows if block.X.any() else None
    )
    assert (total.n_rows, total.value) == (5, 2)


def test_a_stream_can_be_read_once_and_a_function_as_often_as_asked():
    assert not IterableBlocks(iter([[[1.0]]])).can_repeat
    again = IterableBlocks(lambda: iter([[[1.0]]]))
    assert again.can_repeat
    assert [again.total(lambda block: 1).value for _ in range(2)] == [1, 1]


def test_what_stands_beside_a_block_comes_with_it():
    blocks = IterableBlocks([np.ones((1, 1)), np.ones((0, 1)), np.ones((1, 1))])
    assert blocks.total(lambda block, own: [own], {0: "a", 2: "c"}).value == ["a", "c"]


@pytest.mark.parametrize("wrong", [3, None])
def test_something_that_is_no_iterable_is_refused(wrong):
    with pytest.raises(ParameterError, match="pass an iterable of blocks"):
        IterableBlocks(wrong)


def test_a_block_of_too_many_parts_is_refused_by_its_number():
    with pytest.raises(DataError, match="block 1 has 4 elements"):
        IterableBlocks([[[1.0]], (1, 2, 3, 4)]).total(lambda block: 1)


def test_only_rows_of_dask_are_lazy():
    import dask.array

    assert is_lazy(dask.array.ones((2, 2)))
    assert not is_lazy(dask.array.Array)
    assert not is_lazy(np.ones((2, 2)))
