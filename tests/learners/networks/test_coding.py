import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gnomon.data.sets import load
from gnomon.data.task import Task
from gnomon.errors import DataError
from gnomon.learners.networks.coding import code_of, codes_of, levels_of

COLUMNS = st.one_of(
    st.lists(st.integers(-3, 3), min_size=1),
    st.lists(st.sampled_from(["a", "b", "c"]), min_size=1),
    st.lists(st.booleans(), min_size=1),
    st.lists(st.sampled_from([0.0, 0.5, 2.0]), min_size=1),
    st.lists(st.sampled_from(["10", "9", None]), min_size=1).filter(any),
    st.lists(st.sampled_from([10**9, 5, -(10**9)]), min_size=1),
)


@settings(max_examples=80, deadline=None)
@given(values=COLUMNS)
def test_codes_point_at_the_values_whatever_the_container(values):
    data = {"A": values}
    levels = levels_of(data, ["A"])
    for form in (data, pd.DataFrame(data), {"A": np.array(values)}, {"A": pd.Series(values, dtype=object)}):
        assert levels_of(form, ["A"]) == levels
        codes = codes_of(form, levels)[:, 0]
        assert [levels["A"][code] if code >= 0 else None for code in codes] == values


@pytest.mark.parametrize("dtype", [np.int8, np.uint8, np.int32, np.uint64])
def test_small_integers_of_any_type_are_coded(dtype):
    column = np.array([100, 3, 100, 7], dtype=dtype)
    levels = levels_of({"A": column}, ["A"])
    assert levels == {"A": (3, 7, 100)}
    assert codes_of({"A": column}, levels)[:, 0].tolist() == [2, 0, 2, 1]


def test_int8_columns_of_full_range_do_not_overflow():
    column = np.array([-128, 127, 0], dtype=np.int8)
    assert levels_of({"A": column}, ["A"]) == {"A": (-128, 0, 127)}
    assert codes_of({"A": column}, {"A": (-128, 0, 127)})[:, 0].tolist() == [0, 2, 1]


def test_categoricals_keep_their_order_and_their_empty_levels():
    column = pd.Categorical(["low", None], ["low", "mid", "high"], ordered=True)
    frame = pd.DataFrame({"A": column})
    assert levels_of(frame, ["A"]) == {"A": ("low", "mid", "high")}
    assert codes_of(frame, {"A": ("low", "mid", "high")})[:, 0].tolist() == [0, -1]
    assert levels_of({"A": pd.Series(column)}, ["A"]) == {"A": ("low", "mid", "high")}


def test_a_missing_column_can_be_refused():
    with pytest.raises(DataError, match="no column for the node 'B'"):
        codes_of({"A": [0]}, {"A": (0,), "B": (0,)}, partial=False)


def test_a_task_gives_its_features_and_its_target():
    task = load("play-tennis")
    levels = levels_of(task, [*task.table.names, "class"])
    assert levels["class"] == ("No", "Yes")
    assert codes_of(task, levels)[:, -1].tolist() == task.codes.tolist()
    taken = Task({"class": ["a", "b"] * 2}, [0, 1] * 2)
    assert levels_of(taken, ["class", "class_"]) == {"class": ("a", "b"), "class_": (0, 1)}


def test_a_level_is_found_by_itself_before_its_text():
    assert code_of("A", 1, ("1", 1)) == 1
    assert code_of("A", 1.0, ("0", "1")) == 1
    assert code_of("A", np.True_, (False, True)) == 1


@pytest.mark.parametrize("level", [None, np.nan])
def test_a_missing_level_is_not_looked_for(level):
    with pytest.raises(DataError, match="leave 'A' out if unknown"):
        code_of("A", level, (0, 1))
