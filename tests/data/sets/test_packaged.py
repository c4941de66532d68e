"""The sets that are files of the package, against what their sources say of them."""

import numpy as np

from gnomon.data.sets import load


def test_heart_has_150_rows_without_disease_and_120_with_it():
    task = load("heart")
    assert np.bincount(task.codes).tolist() == [150, 120]
    assert task.positive == "present"
    assert {header.kind for header in task.table.headers} == {"quantitative"}
    # Whole and broken values alike: the depression of the ST segment lies between 0 and 6.2.
    assert np.asarray(task.X)[:, 9].max() == 6.2
    assert np.isclose(np.asarray(task.X)[:, 9].mean(), 1.05)


def test_cleveland_has_six_rows_with_gaps_and_164_without_disease():
    task = load("cleveland")
    assert np.bincount(task.codes).tolist() == [164, 139]
    assert task.X.isna().any(axis=1).sum() == 6
    assert sorted(task.X.columns[task.X.isna().any()]) == ["thal", "vessels"]


def test_auto_is_complete():
    task = load("auto")
    assert not task.X.isna().any().any()
    assert sorted(set(task.X["origin"])) == ["Europe", "Japan", "US"]
    assert (task.y.min(), task.y.max()) == (9.0, 46.6)
