"""The target: its kind, its labels, and what is refused."""

import re

import numpy as np
import pandas as pd
import pytest

from gnomon.data.column import column_of
from gnomon.data.target import infer_task_kind, target_of
from gnomon.errors import DataError, ParameterError


@pytest.mark.parametrize(
    ("labels", "kind"),
    [
        (["a", "b"], "classification"),
        ([True, False], "classification"),
        (np.repeat(np.arange(20), 2), "classification"),
        (np.repeat(np.arange(21), 2), "regression"),  # more than twenty numbers
        (np.repeat(np.arange(20.0), 2)[1:], "regression"),  # fewer than two rows of each
        ([0.0, 0.0, 1.5, 1.5], "regression"),
        ([0.0, 0.0, 2.0**53, 2.0**53], "regression"),
        ([0.0, 0.0, 2.0**53 - 1, 2.0**53 - 1], "classification"),
        (np.array([1, 1, 2, 2], dtype=np.uint8), "classification"),
        ([0.0, 0.0, np.inf, np.inf], "regression"),
    ],
)
def test_few_whole_numbers_that_recur_are_classes(labels, kind):
    assert infer_task_kind(np.asarray(labels)) == kind


def test_classes_are_sorted_and_codes_refer_to_them():
    found = target_of([3.0, 1.0, 3.0, 1.0], None, 4)
    assert (found.kind, found.classes.tolist(), found.codes.tolist()) == (
        "classification",
        [1, 3],
        [1, 0, 1, 0],
    )
    assert (found.classes.dtype, found.codes.dtype, found.y.tolist()) == (np.int64, np.int64, [3, 1, 3, 1])
    found = target_of([0.5, 1.5, 0.5], "classification", 3)
    assert found.classes.tolist() == [0.5, 1.5]
    found = target_of([7, 8, 9], "regression", 3)
    assert (found.y.dtype, found.classes, found.codes) == (np.float64, None, None)
    assert target_of(None, None, 3).kind == "clustering"


@pytest.mark.parametrize(
    "y",
    [
        [[1], [2]],
        np.array([[1], [2]]),
        pd.DataFrame({"y": [1, 2]}),
        pd.Series([1, 2]),
        column_of("y", [1, 2]),
    ],
)
def test_one_column_is_a_target(y):
    assert target_of(y, "classification", 2).y.tolist() == [1, 2]


@pytest.mark.parametrize(
    ("y", "kind", "words"),
    [
        ([1, 2], "ranking", "kind is 'ranking'; use one of classification, regression, clustering"),
        (None, "regression", "a regression task needs a target"),
        (None, "classification", "a classification task needs a target"),
        ([1, 2], "clustering", "a clustering task has no target"),
        ([1, 2, 3], None, "the target has 3 values for 2 rows; pass one per row"),
        ([[1, 2], [3, 4]], None, "the target has 2 dimensions"),
        ([1.0, None], None, "the target is missing in 1 of 2 rows (rows 1, counting from 0)"),
        (column_of("ill", ["a", "a"]), None, "the target 'ill' has only one class (a in all 2 rows)"),
        (["a", 1], None, "the target mixes types: 'a' in row 0, 1 in row 1"),
        (["a", "b"], "regression", "a regression needs numbers, but the target holds 'a'"),
        ([1.0, np.inf], "regression", "the target is inf in row 1; drop or correct this row"),
    ],
)
def test_a_target_that_cannot_be_is_refused_with_the_reason(y, kind, words):
    with pytest.raises((DataError, ParameterError), match=re.escape(words)):
        target_of(y, kind, 2)


@pytest.mark.parametrize(
    ("n_missing", "rows"), [(5, "rows 0, 1, 2, 3, 4, counting"), (6, "rows 0, 1, 2, 3, 4, …, counting")]
)
def test_the_first_five_rows_without_a_target_are_named(n_missing, rows):
    with pytest.raises(DataError, match=f"missing in {n_missing} of 8 rows \\({rows}"):
        target_of([None] * n_missing + [1.0] * (8 - n_missing), None, 8)
