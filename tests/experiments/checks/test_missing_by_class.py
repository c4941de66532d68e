import numpy as np

import gnomon as gn
from gnomon.experiments.checks.missing_by_class import missing_by_class


def found(values, target):
    task = gn.Task({"x": values}, target)
    return list(missing_by_class(task, ["x"], np.arange(task.n_rows)))


def test_values_missing_in_one_class_only_tell_the_class():
    random = np.random.default_rng(0)
    died = np.arange(300) % 2
    values = random.normal(size=300)
    assert found(np.where((died == 1) & (random.random(300) < 0.4), np.nan, values), died) == ["x"]
    assert found(np.where(random.random(300) < 0.4, np.nan, values), died) == []
    assert found(np.where((died == 1) & (random.random(300) < 0.1), np.nan, values), died) == []


def test_of_many_classes_some_are_measured_otherwise():
    species = np.arange(300) % 6
    assert found(np.where(species == 5, np.nan, 1.0 * np.arange(300)), species) == []
