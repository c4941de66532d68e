from dataclasses import replace

import numpy as np
import pytest
from sklearn.dummy import DummyClassifier
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier

from gnomon.assessment.paired.pairing import check_paired, names
from gnomon.assessment.resample import resample, resample_each
from gnomon.assessment.splits import k_fold
from gnomon.data.task import Task
from gnomon.errors import DesignError

task = Task(np.random.default_rng(0).normal(size=(30, 2)), np.arange(30) % 2)
path = [GaussianNB(), KNeighborsClassifier(1), KNeighborsClassifier(3), KNeighborsClassifier(1)]
all_predictions = resample_each(task, path, k_fold(3))


def test_names_are_as_short_as_they_can_be_and_all_different():
    result = names(all_predictions)
    assert result[0] == "GaussianNB"
    assert result[1:3] == ["KNeighborsClassifier(n_neighbors=1)", "KNeighborsClassifier(n_neighbors=3)"]
    assert result[3] == "KNeighborsClassifier(n_neighbors=1) #4"
    assert len(set(result)) == 4


def test_every_learner_of_many_must_have_met_the_same_splits_and_truth():
    check_paired(all_predictions)
    other = resample(task, DummyClassifier(), k_fold(3, random_state=1))
    with pytest.raises(DesignError, match="have different splits"):
        check_paired([*all_predictions, other])
    with pytest.raises(DesignError, match="differ in target"):
        check_paired([*all_predictions, replace(all_predictions[0], truth=1 - all_predictions[0].truth)])


def test_one_learner_alone_is_refused():
    with pytest.raises(DesignError, match="at least 2 learners, not 1"):
        check_paired(all_predictions[:1])
