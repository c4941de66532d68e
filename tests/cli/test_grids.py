import pytest

import gnomon as gn
from gnomon.cli.grids import grid_for, values_of, with_grids
from gnomon.errors import ParameterError
from gnomon.experiments.grid import SearchRange


def test_values_are_numbers_or_words():
    assert values_of("1, 0.5,rbf,None,True") == [1, 0.5, "rbf", None, True]


def test_a_grid_goes_to_the_learners_that_have_the_parameter():
    learners = {"Ridge": gn.Ridge(), "Lasso": gn.Lasso(), "SVR": gn.SVR()}
    found = with_grids(learners, ["alpha=1,10", "SVR.C=1,2"], is_nested=True)
    assert found["Ridge"].grid == found["Lasso"].grid == {"alpha": [1, 10]}
    assert found["SVR"].grid == {"C": [1, 2]}


def test_two_dots_are_a_range_to_draw_from():
    assert grid_for(gn.SVC(), ["C=0.01..100"]) == {"C": SearchRange(0.01, 100, log=True)}
    assert grid_for(gn.KNeighborsClassifier(), ["n_neighbors=1..30"]) == {
        "n_neighbors": SearchRange(1, 30, log=True, whole=True)
    }


def test_the_last_step_of_a_pipeline_is_meant():
    from sklearn.pipeline import make_pipeline
    from sklearn.preprocessing import StandardScaler

    assert grid_for(make_pipeline(StandardScaler(), gn.SVC()), ["C=1,2"]) == {"svc__C": [1, 2]}


def test_without_a_text_the_learner_s_own_grid_is_meant():
    assert grid_for(gn.SVC(), []) == "default"


@pytest.mark.parametrize("text", ["C", "=1", "C=", "C=a..b", "depth=1,2", "Ridge.C=1"])
def test_what_cannot_be_read_is_refused(text):
    with pytest.raises(ParameterError, match="--grid"):
        grid_for(gn.SVC(), [text])


def test_a_grid_without_inner_folds_is_refused():
    with pytest.raises(ParameterError, match="--inner 5"):
        with_grids({"SVC": gn.SVC()}, ["C=1,2"], is_nested=False)
