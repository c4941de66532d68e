import json

import numpy as np
import pytest
from sklearn.linear_model import Ridge
from sklearn.naive_bayes import GaussianNB
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

from gnomon import Task, bootstrap, k_fold
from gnomon.data.column import column_of
from gnomon.experiments.design import Design
from gnomon.experiments.record import MAX_COLUMNS, ColumnRecord, Record, column_record, record_of


def mixed():
    data = {
        "age": [30.0, np.nan, 50.5, 41.0] * 5,
        "town": ["Rome", "Oslo", "Oslo", None] * 5,
        "ill": ["no", "yes", "yes", "no"] * 5,
    }
    return Task.of(data, "ill", name="mixed")


def test_a_record_survives_json():
    record = record_of(Design(mixed(), [make_pipeline(StandardScaler(), GaussianNB())], bootstrap(4)))
    again = Record.of(json.loads(json.dumps(record.plain())))
    assert again == record
    assert again.key == record.key


def test_a_record_tells_kinds_missing_values_ranges_and_levels():
    (task,) = record_of(Design(mixed(), [GaussianNB()], k_fold(5))).tasks
    assert [(each.name, each.kind, each.missing, each.holds) for each in task.columns] == [
        ("age", "quantitative", 5, "30 to 50.5"),
        ("town", "categorical", 5, "Oslo, Rome"),
    ]
    assert task.target == [["no", 10], ["yes", 10]]
    assert task.splits["train"] == [16, 16]


def test_a_record_lists_the_first_columns_of_many():
    wide = Task(np.random.default_rng(0).normal(size=(20, 500)), [0, 1] * 10, name="wide")
    (task,) = record_of(Design(wide, [GaussianNB()], k_fold(5))).tasks
    assert len(task.columns) == MAX_COLUMNS
    assert task.n_columns == 500


def test_a_learners_modules_are_public_ones():
    (learner,) = record_of(
        Design(mixed(), [make_pipeline(StandardScaler(), GaussianNB())], k_fold(5))
    ).learners
    assert learner.modules == {
        "Pipeline": "sklearn.pipeline",
        "StandardScaler": "sklearn.preprocessing",
        "GaussianNB": "sklearn.naive_bayes",
    }


@pytest.mark.parametrize(
    ("values", "kind", "missing", "holds"),
    [
        ([None, None], "quantitative", 2, "nothing"),
        ([3.0, 3.0], None, 0, "3 to 3"),
        ([1234567.25, None, -0.001], None, 1, "−0.001 to 1,234,567"),
        (list("abcdef"), None, 0, "a, b, c, d, e, f"),
        (list("abcdefgh"), None, 0, "a, b, c, d, e, f and 2 more"),
        (["a", None], None, 1, "a"),
    ],
)
def test_a_column_holds_a_range_or_levels(values, kind, missing, holds):
    assert column_record(column_of("x", values, kind)) == ColumnRecord(
        "x", kind or column_of("x", values).kind, missing, holds
    )


def test_the_target_of_numbers_has_its_mean_deviation_and_ends():
    (task,) = record_of(
        Design(Task({"a": np.arange(8.0)}, [1.5, 2, 4, 9, 1.5, 2, 4, 9]), [Ridge()], k_fold(2))
    ).tasks
    facts = dict(task.target)
    assert (facts["mean"], facts["minimum"], facts["maximum"]) == (4.125, 1.5, 9.0)
    assert facts["standard deviation"] == pytest.approx(np.std([1.5, 2, 4, 9] * 2, ddof=1))
    huge = Task({"a": np.arange(8.0)}, np.arange(1.0, 9.0) * 1e299)
    facts = dict(record_of(Design(huge, [Ridge()], k_fold(2))).tasks[0].target)
    assert facts["standard deviation"] == pytest.approx(np.sqrt(6) * 1e299)
    assert facts["mean"] == pytest.approx(4.5e299)
