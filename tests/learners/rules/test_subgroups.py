import numpy as np
import pandas as pd
import pytest
from sklearn.pipeline import make_pipeline

from gnomon import GaussianNB, load
from gnomon.errors import DataError
from gnomon.learners.rules.subgroups import SubgroupFeatures


def test_quality_is_share_times_what_the_class_is_commoner_by():
    task = load("iris")
    model = SubgroupFeatures(n_subgroups=3).fit(task.X, task.y)
    assert len(model.subgroups_) <= 9
    features = model.transform(task.X)
    for column, result in zip(features.T, model.subgroups_, strict=True):
        is_class = np.asarray(task.y) == model.classes_[result.code]
        assert result.share == pytest.approx(column.mean())
        assert result.rate == pytest.approx(is_class[column > 0].mean())
        assert result.quality == pytest.approx(column.mean() * (is_class[column > 0].mean() - 1 / 3))
    assert model.frame()["quality"].max() == pytest.approx(2 / 9)


def test_features_of_subgroups_serve_a_learner_in_a_pipeline():
    task = load("iris")
    model = make_pipeline(SubgroupFeatures(), GaussianNB(var_smoothing=1e-3)).fit(task.X, task.y)
    assert model.score(task.X, task.y) > 0.9


def test_later_subgroups_tell_of_other_rows():
    random = np.random.default_rng(0)
    X = random.uniform(size=(300, 2))
    y = (X[:, 0] > 0.8) | (X[:, 1] > 0.8)
    one = SubgroupFeatures(n_subgroups=2, max_conditions=1, decay=0.0).fit(X, y)
    mine = [result for result in one.subgroups_ if one.classes_[result.code]]
    assert {result.conjunction.conditions[0].feature for result in mine} == {0, 1}


def test_names_and_sentences():
    frame = pd.DataFrame({"color": pd.Categorical(["red", "red", "blue", "blue"])})
    model = SubgroupFeatures(n_subgroups=1).fit(frame, ["a", "a", "b", "b"])
    assert model.get_feature_names_out().tolist() == ["color is red", "color is blue"]
    assert model.describe().splitlines()[0] == "a where color is red: 100% of 50% of the rows, 50% in all"


def test_nothing_to_find_is_no_feature_and_classes_are_required():
    model = SubgroupFeatures().fit(np.ones((4, 1)), [0, 1, 0, 1])
    assert model.transform(np.ones((2, 1))).shape == (2, 0)
    with pytest.raises(DataError, match="requires y to be passed"):
        SubgroupFeatures().fit(np.ones((4, 1)))
