import numpy as np
import pytest
from sklearn.base import clone

from gnomon.assessment.evidence.cross_validations import ResampledIntervals, Resampling
from gnomon.assessment.evidence.rules import Discriminant, LeastSquares, NearestMean
from gnomon.assessment.evidence.worlds import LinearWorld, TwoNormals

WORLD = TwoNormals((1.5,))


@pytest.mark.parametrize(
    ("resampling", "n_splits"),
    [
        (Resampling("k-fold", 5), 5),
        (Resampling("k-fold", 5, 3), 15),
        (Resampling("hold-out", 1, 4), 4),
        (Resampling("bootstrap", 1, 6), 6),
        (Resampling("leave-one-out", 40), 40),
    ],
)
def test_a_plan_in_numbers_is_the_products_plan(resampling, n_splits):
    task = WORLD.draw(40, np.random.default_rng(0))
    splits = resampling.plan(np.random.default_rng(0)).split(task)
    assert len(splits) == n_splits
    assert splits.design.method == resampling.design
    assert (splits.design.folds, splits.design.repeats) == (resampling.folds, resampling.repeats)


def test_strata_can_be_left_out():
    task = WORLD.draw(40, np.random.default_rng(0))
    design = Resampling("k-fold", 5, stratified=False).plan(np.random.default_rng(0)).split(task).design
    assert not design.stratified


def test_the_target_is_the_model_of_all_rows_or_of_a_training_set():
    study = {
        target: ResampledIntervals(
            WORLD, Discriminant(), 40, Resampling("k-fold", 2), "error", ("t",), 50, target
        )
        for target in ("expected", "this model")
    }
    truth = {name: each.trial(np.random.default_rng(1))["t"][2] for name, each in study.items()}
    task = WORLD.draw(40, np.random.default_rng(1))
    whole = WORLD.score(clone(Discriminant()).fit(task.X, task.y), "error")
    assert truth["this model"] == whole
    assert truth["expected"] != whole


def test_areas_and_squares_have_their_truth_too():
    area = ResampledIntervals(WORLD, NearestMean(), 60, Resampling("k-fold", 5), "auc", ("corrected t",), 50)
    assert area.trial(np.random.default_rng(0))["corrected t"][2] == pytest.approx(0.8556, abs=1e-4)
    world = LinearWorld((1.0, 0.0))
    square = ResampledIntervals(
        world, LeastSquares(), 60, Resampling("k-fold", 5), "mean_squared_error", ("corrected t",), 50
    )
    assert 1 < square.trial(np.random.default_rng(0))["corrected t"][2] < 1.5
    assert not square.facts.stratified
