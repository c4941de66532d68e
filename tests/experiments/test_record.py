import json

import numpy as np
from sklearn.naive_bayes import GaussianNB
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

from gnomon import Task, bootstrap, k_fold
from gnomon.experiments.design import Design
from gnomon.experiments.record import MAX_COLUMNS, Record, record_of


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
