import pytest
import sklearn.naive_bayes
import sklearn.neighbors
import sklearn.tree

import gnomon as gn
from gnomon.errors import NameUnknown
from gnomon.learners.bayes.complement import ComplementNB
from gnomon.learners.bayes.model_kind import model_kind


def test_every_model_is_of_one_kind():
    for learner in (
        gn.GaussianNB(),
        gn.QuadraticDiscriminantAnalysis,
        "GaussianMixture",
        "CategoricalMixture",
    ):
        assert model_kind(learner) == "generative"
    for learner in (
        gn.SVC(),
        "RandomForestClassifier",
        ComplementNB(),
        sklearn.tree.DecisionTreeClassifier(),
    ):
        assert model_kind(learner) == "discriminative"
    assert model_kind(sklearn.naive_bayes.MultinomialNB()) == "generative"
    assert model_kind(sklearn.neighbors.KNeighborsClassifier()) == "instance-based"


def test_a_name_that_is_no_learner_is_refused():
    with pytest.raises(NameUnknown, match="no learner is called 'GausianNB'"):
        model_kind("GausianNB")
