import numpy as np
import pytest
from sklearn.svm import SVC as Peer

import gnomon as gn
from gnomon.assessment.coarse_to_fine import coarse_to_fine_search
from gnomon.errors import ParameterError

GRID = {"C": [0.1, 1.0, 10.0], "gamma": [0.01, 0.1, 1.0]}


@pytest.fixture(scope="module")
def task():
    return gn.datasets.make_moons(120, noise=0.25, random_state=0)


def test_the_surface_is_the_one_of_scikit_learns_machines(task):
    ours = coarse_to_fine_search(task, gn.SVC(), gn.k_fold(4), "accuracy", grid=GRID, stages=1)
    theirs = coarse_to_fine_search(task, Peer(), gn.k_fold(4), "accuracy", grid=GRID, stages=1)
    assert ours.surfaces[0].held_out == pytest.approx(theirs.surfaces[0].held_out)
    assert ours.best_values == theirs.best_values


def test_a_finer_grid_lies_about_the_best_pair_and_holds_it(task):
    result = coarse_to_fine_search(task, gn.SVC(), gn.k_fold(4), "accuracy", grid=GRID, stages=3)
    for wide, fine in zip(result.surfaces, result.surfaces[1:]):
        for name, best in wide.best_values.items():
            assert np.isclose(fine.grid[name], best).any()
        assert fine.held_out.max() >= wide.held_out.max() - 1e-12
    assert result.learner.get_params()["C"] == result.best_values["C"]
    assert result.frame()["stage"].nunique() == 3


@pytest.mark.parametrize("wrong", [{"grid": {"C": [0.0], "gamma": [1.0]}}, {"stages": 0}], ids=str)
def test_wrong_grids_are_refused(task, wrong):
    with pytest.raises(ParameterError):
        coarse_to_fine_search(task, gn.SVC(), gn.k_fold(4), "accuracy", **wrong)
