import pytest
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.svm import SVC

from gnomon.assessment.settings import hyperparameter_grid, hyperparameter_path
from gnomon.errors import ParameterError


def test_a_parameter_inside_a_pipeline_is_reached_and_the_original_stays():
    model = make_pipeline(StandardScaler(), SVC())
    result = hyperparameter_path(model, "svc__C", [0.1, 10])
    assert [each.named_steps["svc"].C for each in result] == [0.1, 10]
    assert model.named_steps["svc"].C == 1.0


def test_a_grid_holds_every_combination_in_order():
    grid = hyperparameter_grid(SVC(), {"kernel": ["rbf", "linear"], "C": [1, 2, 3]})
    pairs = [(each.kernel, each.C) for each in grid]
    assert pairs == [(kernel, C) for kernel in ("rbf", "linear") for C in (1, 2, 3)]


def test_an_unknown_parameter_is_answered_with_the_known():
    with pytest.raises(ParameterError, match=r"SVC has no parameter 'c'; it has C, break_ties"):
        hyperparameter_path(SVC(), "c", [1])
    with pytest.raises(ParameterError, match=r"grid\['C'\] is empty"):
        hyperparameter_path(SVC(), "C", [])
