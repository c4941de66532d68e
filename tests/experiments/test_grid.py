import numpy as np
import pytest
from scipy.stats import loguniform
from sklearn.linear_model import Ridge
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

import gnomon as gn
from gnomon.check import check_parameters
from gnomon.errors import ParameterError
from gnomon.experiments.expression import evaluate
from gnomon.experiments.grid import SearchRange, default_grid, settings_of
from gnomon.experiments.hyperparameter_grids import GridSearch
from gnomon.registry import learners
from gnomon.sharing.learner import Learner


def test_every_default_setting_of_every_learner_is_allowed():
    for entry in learners.values():
        if isinstance(entry.thing, type) and issubclass(entry.thing, Learner):
            for setting in GridSearch(entry.thing()).path():
                check_parameters(setting)


def test_default_grids_go_from_simple_to_intricate():
    assert default_grid(gn.KNeighborsClassifier())["n_neighbors"] == (25, 15, 9, 5, 3, 1)
    assert default_grid(gn.Ridge())["alpha"][0] == 1000.0
    assert default_grid(gn.LogisticRegression())["C"][0] == 0.001


def test_a_kernel_is_tried_at_the_parameters_it_reads_only():
    assert set(default_grid(gn.SVC())) == {"C", "gamma"}
    assert set(default_grid(gn.SVC(kernel="linear"))) == {"C"}
    assert set(default_grid(gn.SVC(kernel="poly"))) == {"C", "degree", "coef0"}
    assert set(default_grid(gn.SVC(kernel="sigmoid"))) == {"C", "coef0"}


def test_a_pipeline_has_the_grid_of_its_last_step():
    assert set(default_grid(make_pipeline(StandardScaler(), gn.SVC()))) == {"svc__C", "svc__gamma"}


def test_learners_from_elsewhere_have_no_default_grid():
    assert default_grid(Ridge()) == {}
    assert len(GridSearch(Ridge()).path()) == 1


def test_draws_repeat_with_the_seed_and_stay_in_range():
    grid = {"alpha": SearchRange(0.01, 100, log=True), "fit_intercept": [True, False]}
    first, again, other = (settings_of(gn.Ridge(), grid, 30, seed) for seed in (0, 0, 1))
    assert [each.alpha for each in first] == [each.alpha for each in again]
    assert [each.alpha for each in first] != [each.alpha for each in other]
    assert all(0.01 <= each.alpha <= 100 for each in first)
    assert {each.fit_intercept for each in first} == {True, False}


def test_half_of_the_draws_of_a_logarithmic_range_lie_below_its_middle():
    drawn = SearchRange(1e-4, 1e4, log=True).rvs(4000, random_state=0)
    assert np.mean(drawn < 1) == pytest.approx(0.5, abs=0.03)


def test_whole_ranges_give_whole_numbers():
    drawn = settings_of(gn.KNeighborsClassifier(), {"n_neighbors": SearchRange(1, 9, whole=True)}, 20)
    assert all(isinstance(each.n_neighbors, int) and 1 <= each.n_neighbors <= 9 for each in drawn)


def test_distributions_of_scipy_are_drawn_from():
    drawn = settings_of(gn.Ridge(), {"alpha": loguniform(0.1, 10)}, 5)
    assert len({each.alpha for each in drawn}) == 5


def test_part_of_a_grid_is_drawn_without_repetition_and_in_order():
    part = settings_of(gn.Ridge(), {"alpha": list(range(1, 20))}, 6)
    values = [each.alpha for each in part]
    assert len(set(values)) == 6
    assert values == sorted(values)


def test_a_list_of_settings_is_taken_as_it_is():
    path = GridSearch(gn.Ridge(), [{"alpha": 2}, {"alpha": 3, "fit_intercept": False}]).path()
    assert [(each.alpha, each.fit_intercept) for each in path] == [(2, True), (3, False)]


@pytest.mark.parametrize(
    "choice",
    [
        GridSearch(gn.SVC()),
        GridSearch(gn.SVC(kernel="linear"), {"C": (1, 2)}),
        GridSearch(gn.DecisionTreeClassifier(), {"max_depth": [1, None]}),
        GridSearch(gn.Ridge(), {"alpha": SearchRange(1, 2)}, 3),
        GridSearch(gn.GaussianNB()),
    ],
)
def test_the_expression_of_a_grid_makes_the_same_settings(choice):
    path = choice.path()
    again = GridSearch(choice.learner, evaluate(choice.grid_code(path))).path()
    assert [each.get_params() for each in again] == [each.get_params() for each in path]


@pytest.mark.parametrize("ends", [(2, 1), (1, 1), (0, np.inf), (np.nan, 1)])
def test_ranges_without_room_are_refused(ends):
    with pytest.raises(ParameterError, match="low must be below high"):
        SearchRange(*ends)


def test_a_logarithmic_range_cannot_start_at_zero():
    with pytest.raises(ParameterError, match="must be positive"):
        SearchRange(0, 1, log=True)


def test_a_grid_without_end_is_refused():
    with pytest.raises(ParameterError, match="n_settings=20"):
        settings_of(gn.Ridge(), {"alpha": range(1, 200), "tol": range(1, 200)})


def test_a_sample_without_end_is_refused():
    with pytest.raises(ParameterError, match="at most 10,000 settings"):
        settings_of(gn.Ridge(), {"alpha": SearchRange(0, 9)}, n_settings=2**53 + 1)
