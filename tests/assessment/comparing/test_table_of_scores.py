import numpy as np
import pandas as pd
import pytest
from sklearn.dummy import DummyClassifier
from sklearn.naive_bayes import GaussianNB

from gnomon.assessment.comparing.table_of_scores import table_of_scores
from gnomon.assessment.resample import resample, resample_each
from gnomon.assessment.splits import k_fold
from gnomon.data.task import Task
from gnomon.errors import DataError, DesignError


def predictions(name, path=None):
    task = Task(np.arange(24.0)[:, None], np.arange(24) % 2, name=name)
    return resample_each(task, path or [GaussianNB(), DummyClassifier()], k_fold(3))


def test_predictions_become_a_table_of_their_scores():
    result = table_of_scores([predictions("one"), predictions("two"), predictions("one")], "accuracy")
    assert result.index.tolist() == ["one", "two", "one #3"]
    assert result.columns.tolist() == ["GaussianNB", "DummyClassifier"]
    assert result.loc["two", "GaussianNB"] == predictions("two")[0].score("accuracy")


def test_a_learner_that_was_not_run_on_a_data_set_is_named():
    with pytest.raises(DataError, match="the score of 'DummyClassifier' on 'two' is missing"):
        table_of_scores([predictions("one"), predictions("two", [GaussianNB()])], "accuracy")
    gaps = pd.DataFrame({"a": [0.1, np.nan], "b": [np.nan, 0.2]}, index=["iris", "wine"])
    with pytest.raises(DataError, match="the score of 'b' on 'iris' is missing \\(2 of 4 cells are empty\\)"):
        table_of_scores(gaps, "accuracy")


def test_what_is_no_table_of_scores_is_refused():
    with pytest.raises(DataError, match="several tasks"):
        table_of_scores([[predictions("one")[0], predictions("two")[1]]], "accuracy")
    with pytest.raises(DataError, match="data set 0"):
        table_of_scores([[0.1, 0.2]], "accuracy")
    with pytest.raises(DataError, match="not a number"):
        table_of_scores(pd.DataFrame({"a": ["x", "y"], "b": [1, 2]}), "accuracy")
    with pytest.raises(DataError, match="learner 'a' is in the table twice"):
        table_of_scores(pd.DataFrame([[1, 2], [3, 4]], columns=["a", "a"]), "accuracy")
    with pytest.raises(DesignError, match="1 data sets"):
        table_of_scores([predictions("one")], "accuracy")
    with pytest.raises(DesignError, match="0 learners"):
        table_of_scores([], "accuracy")
    single = [[resample(Task(np.zeros((8, 1)), np.arange(8) % 2), DummyClassifier(), k_fold(2))]] * 2
    with pytest.raises(DesignError, match="1 learners"):
        table_of_scores(single, "accuracy")
