import pytest
from sklearn.linear_model import Ridge

from gnomon.sharing.parameters import all_parameters, changed_parameters


class Open(Ridge):
    """A class whose signature ends in `**options`, as those of XGBoost do."""

    def __init__(self, alpha=1.0, **options):
        super().__init__(alpha=alpha)
        self.options = options

    def get_params(self, deep=True):
        return {"alpha": self.alpha, "depth": self.options.get("depth"), "missing": float("nan")}


def test_parameters_that_no_signature_names_are_at_their_defaults_until_they_are_set():
    assert changed_parameters(Open()) == {}
    assert changed_parameters(Open(alpha=2.0, depth=3)) == {"alpha": 2.0, "depth": 3}


def test_those_of_xgboost_too():
    xgboost = pytest.importorskip("xgboost")
    assert changed_parameters(xgboost.XGBClassifier(max_depth=2)) == {"max_depth": 2}


def test_names_are_those_of_the_signature_and_of_what_is_held():
    assert {"alpha", "depth"} <= all_parameters(Open())
    catboost = pytest.importorskip("catboost")
    assert "depth" in all_parameters(catboost.CatBoostClassifier())
