import tracemalloc

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import gnomon as gn
from gnomon.experiments.checks.groups import (
    _beyond_blocks,
    _classes_beyond_blocks,
    groups_of,
    intraclass_correlation,
)


def visits(n_people=80, n_visits=4, seed=0, effect=1.0):
    """Visits of people, numbered at random: sex and birth are theirs, a pulse is each visit's."""
    random = np.random.default_rng(seed)
    who = np.repeat(random.permutation(1000)[:n_people], n_visits)
    order = random.permutation(len(who))
    person = np.unique(who, return_inverse=True)[1]
    columns = {
        "x1": who,
        "x2": random.integers(2, size=n_people)[person],
        "x3": random.integers(1930, 2000, size=n_people)[person],
        "pulse": random.normal(70, 8, size=len(who)),
    }
    y = effect * random.normal(size=n_people)[person] + random.normal(size=len(who))
    return {name: values[order] for name, values in columns.items()}, y[order]


def test_a_group_is_known_without_its_name():
    columns, y = visits()
    (group,) = groups_of(gn.Task(columns, y))
    assert group.name == "x1"
    assert set(group.same) == {"x2", "x3"}
    assert group.has_effect
    assert group.is_clear
    assert 0.2 < group.icc < 0.8


def test_words_for_the_group_do_as_well_as_numbers():
    columns, y = visits()
    columns["x1"] = [f"case {n}" for n in columns["x1"]]
    assert [each.name for each in groups_of(gn.Task(columns, y > 0))] == ["x1"]


def test_a_group_without_effect_on_the_target_is_reported_as_such():
    columns, y = visits(effect=0.0)
    (group,) = groups_of(gn.Task(columns, y))
    assert not group.has_effect


@pytest.mark.parametrize("seed", range(3))
def test_measurements_with_equal_values_are_no_groups(seed):
    random = np.random.default_rng(seed)
    age = random.integers(20, 80, size=600)
    columns = {"age": age, "age squared": age**2, "decade": age // 10, "dose": random.integers(50, size=600)}
    assert groups_of(gn.Task(columns, age + 3 * random.normal(size=600))) == []
    assert groups_of(gn.Task(columns, age + 3 * random.normal(size=600) > 50)) == []


def test_another_name_of_a_level_is_no_trait_of_a_group():
    random = np.random.default_rng(0)
    store = random.integers(30, size=300)
    columns = {"store": store, "name": [f"store {n}" for n in store], "x": random.normal(size=300)}
    assert groups_of(gn.Task(columns, random.normal(size=300))) == []


def test_rows_are_as_alike_as_their_intraclass_correlation():
    random = np.random.default_rng(0)
    level = np.repeat(np.arange(4000), 3)
    values = random.normal(size=4000)[level] + np.sqrt(3) * random.normal(size=len(level))
    assert intraclass_correlation(level, np.zeros_like(level), values, is_class=False) == pytest.approx(
        0.25, abs=0.02
    )


def test_of_a_large_table_some_groups_are_examined():
    columns, y = visits(n_people=1000, n_visits=12)
    (group,) = groups_of(gn.Task(columns, y))
    assert (group.name, group.has_effect) == ("x1", True)


@pytest.mark.parametrize("name", ["breast-cancer", "diabetes", "wine", "heart", "iris"])
def test_measured_tables_hold_no_groups(name):
    assert groups_of(gn.load(name)) == []


def test_likeness_of_a_column_of_names_takes_no_memory_for_every_name():
    level, names = np.repeat(np.arange(2000), 2), np.arange(4000)
    tracemalloc.start()
    intraclass_correlation(level, np.zeros(4000, dtype=np.int64), names, is_class=True)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 5e6


@settings(max_examples=40)
@given(st.integers(0, 9999), st.integers(1, 9))
def test_counts_of_classes_give_what_columns_of_0_and_1_give(seed, n_classes):
    random = np.random.default_rng(seed)
    level = np.sort(np.unique(random.integers(12, size=60), return_inverse=True)[1])
    block = level // 4
    codes = np.unique(random.integers(n_classes, size=60), return_inverse=True)[1]
    one_by_one = [
        _beyond_blocks(level, block, (codes == each).astype(float)) for each in range(codes.max() + 1)
    ]
    assert _classes_beyond_blocks(level, block, codes) == pytest.approx(
        tuple(np.sum(one_by_one, axis=0)), abs=1e-10
    )
