import numpy as np
import pytest

import gnomon as gn
from gnomon.experiments.checks.predictive_power import (
    _Half,
    _of_classes,
    _of_numbers,
    is_function_of_classes,
    predictive_power,
)

RANDOM = np.random.default_rng(0)
LABELS = np.repeat(["a", "b", "c"], 100)


def told(column, target=LABELS, **more):
    order = RANDOM.permutation(len(target))
    task = gn.Task({"x": np.asarray(column)[order]}, np.asarray(target)[order], **more)
    return predictive_power(task.table.column("x"), task, np.arange(task.n_rows))


def test_a_copy_tells_all_and_noise_tells_nothing():
    codes = np.repeat([0.0, 1.0, 2.0], 100)
    assert told(codes) == 1.0
    assert told(codes + 0.2 * RANDOM.random(300)) == 1.0
    assert told(RANDOM.normal(size=300)) < 0.25
    assert told(RANDOM.choice(list("uvw"), size=300)) < 0.25


def test_a_noisy_column_tells_what_its_best_cut_tells():
    x = np.concatenate([RANDOM.normal(size=2000), RANDOM.normal(2.0, size=2000)])
    # Two normals two apart are told apart with accuracy Phi(1) = 0.841: 68 % of the way from a guess.
    assert told(x, np.repeat([0, 1], 2000)) == pytest.approx(0.683, abs=0.05)


def test_of_numbers_it_is_the_share_of_the_variance_of_ranks():
    x = RANDOM.normal(size=3000)
    # Ranks of normals with correlation r correlate by 6 / pi asin(r / 2).
    share = (6 / np.pi * np.arcsin(np.sqrt(0.5) / 2)) ** 2
    assert told(x, x + RANDOM.normal(size=3000), kind="regression") == pytest.approx(share, abs=0.05)
    assert told(x, np.exp(x), kind="regression") > 0.99
    assert told(x, RANDOM.normal(size=3000), kind="regression") < 0.02


def test_rare_classes_count_as_much_as_others():
    target = np.repeat([0, 1], [950, 50])
    assert told(np.zeros(1000), target) == 0.0
    assert told(target * 1.0, target) == 1.0


def test_a_function_of_classes_is_constant_in_each_and_not_in_all():
    def is_function(column):
        task = gn.Task({"x": column}, LABELS)
        return is_function_of_classes(task.table.column("x"), task)

    assert is_function(np.repeat([1.0, 1.0, 2.0], 100))
    assert is_function(np.repeat([1.0, 2.0, np.nan], 100))
    assert not is_function(np.ones(300))
    assert not is_function(np.append(np.repeat([1.0, 1.0, 2.0], 100)[:-1], 1.0))


def test_the_largest_numbers_are_examined_without_a_warning():
    random = np.random.default_rng(0)
    values = np.where(random.random(200) < 0.5, -1, 1) * random.uniform(1.6e308, 1.79e308, 200)
    task = gn.Task(values[:, None], (values > 0).astype(int))
    assert predictive_power(task.table.column(task.table.names[0]), task, np.arange(200)) > 0.9


FIRST = _Half(np.array([True] * 6 + [False] * 6))


@pytest.mark.parametrize(
    ("level", "codes", "expected"),
    [
        ([0, 0, 0, 1, 1, 1] * 2, [0, 0, 0, 1, 1, 1] * 2, 1.0),
        ([0, 0, 0, 1, 1, 1] * 2, [0, 0, 0, 1, 1, 1, 1, 1, 1, 0, 0, 0], 0.0),  # worse than chance
        ([0, 0, 0, 1, 1, 1] * 2, [0, 0, 0, 1, 1, 1, 0, 0, 1, 1, 1, 1], 0.75),  # recalls 1 and 3/4
        ([0, 0, 0, 1, 1, 1, 0, 0, 0, 1, 1, 2], [0, 0, 0, 1, 1, 1] * 2, 2 / 3),  # a level not seen
        ([0, 0, 0, 1, 1, 1] * 2, [0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 1], 0.0),  # one class to be tested
        ([0, 0, 0, 0, 1, 1] * 2, [0, 1, 1, 1, 1, 1, 0, 0, 1, 1, 1, 1], 0.5),  # the rare class weighs 5
    ],
)
def test_of_classes_it_is_balanced_accuracy_beyond_chance(level, codes, expected):
    assert _of_classes(np.array(level), np.array(codes), 2, FIRST) == pytest.approx(expected)


@pytest.mark.parametrize(
    ("level", "target", "expected"),
    [
        ([0, 0, 0, 1, 1, 1] * 2, [1.0, 1, 1, 4, 4, 4] * 2, 1.0),
        ([0, 0, 0, 1, 1, 1] * 2, [0.0, 1, 2, 3, 4, 5, 1, 1, 1, 5, 5, 5], 1 - 3 / 24),
        ([0, 0, 0, 1, 1, 1] * 2, [4.0, 4, 4, 1, 1, 1, 1, 1, 1, 4, 4, 4], 0.0),  # worse than the mean
        ([0, 0, 0, 1, 1, 1, 0, 0, 0, 2, 2, 2], [1.0, 1, 1, 3, 3, 3, 1, 1, 1, 2, 2, 4], 1 - 4 / (41 / 6)),
        ([0, 0, 0, 1, 1, 1] * 2, [1.0, 1, 1, 4, 4, 4, 2, 2, 2, 2, 2, 2], 0.0),  # no variance to explain
    ],
)
def test_of_numbers_it_is_the_explained_variance(level, target, expected):
    # A level that was not seen gets the mean of the fitting rows.
    assert _of_numbers(np.array(level), np.array(target), FIRST) == pytest.approx(expected)


def test_without_rows_to_test_numbers_tell_nothing():
    assert _of_numbers(np.zeros(3, dtype=int), np.arange(3.0), _Half(np.ones(3, dtype=bool))) == 0.0
