from dataclasses import dataclass

import numpy as np
import pytest

from gnomon.assessment.evidence.cross_validations import ResampledIntervals, ResampledTests, Resampling
from gnomon.assessment.evidence.independent import IndependentScores
from gnomon.assessment.evidence.rules import Majority, NearestMean
from gnomon.assessment.evidence.simulate import block, simulate, summary
from gnomon.assessment.evidence.study import Facts, Study, outcomes
from gnomon.assessment.evidence.worlds import TwoNormals
from gnomon.errors import DesignError

FOLDS = Resampling("k-fold", 5)
STUDIES = [
    IndependentScores(5, 100),
    ResampledIntervals(TwoNormals((1.5,)), NearestMean(), 40, FOLDS, "error", ("t", "corrected t"), 100),
]


def test_one_and_two_workers_find_the_same_cells():
    assert list(simulate(STUDIES)) == list(simulate(STUDIES, workers=2))


def test_a_study_has_the_same_draws_whatever_stands_beside_it():
    assert list(simulate(STUDIES))[1] == next(simulate(STUDIES[1:]))
    assert block(STUDIES[0], 1, seed=0) == block(STUDIES[0], 1, seed=0)
    assert block(STUDIES[0], 1, seed=0) != block(STUDIES[0], 0, seed=0)
    assert block(STUDIES[0], 0, seed=1) != block(STUDIES[0], 0, seed=0)


def test_more_methods_leave_the_draws_as_they_are():
    alone = ResampledIntervals(TwoNormals((1.5,)), NearestMean(), 40, FOLDS, "error", ("corrected t",), 50)
    assert next(simulate([alone], simulations=50)) == next(simulate(STUDIES[1:], simulations=50))[1:]


@dataclass(frozen=True)
class Scripted(Study):
    """A study whose intervals are known beforehand."""

    target: str
    simulations: int = 50
    methods: tuple[str, ...] = ("given",)

    @property
    def facts(self):
        return Facts("coverage", "error", self.target, "hold-out", 1, 1, False, 10, 0.5, "script", "none")

    def trial(self, random):
        raise NotImplementedError


TRIALS = [{"given": (0.0, 0.5, 0.6)}, {"given": (0.3, 0.7, 0.4)}, {}, {"given": (0.2, 0.4, 0.2)}]


def test_a_model_is_held_to_its_own_truth_and_the_expected_to_the_mean_truth():
    own = summary(Scripted("this model"), "given", TRIALS, 0)
    assert own.rate == pytest.approx(2 / 3, abs=1e-5)
    assert own.truth == pytest.approx(0.4)
    assert own.width == pytest.approx((0.5 + 0.4 + 0.2) / 3, abs=1e-5)
    assert (own.refused, own.simulations) == (1, 4)
    assert summary(Scripted("expected"), "given", TRIALS, 0).rate == 1


def test_a_method_that_always_refuses_gives_a_cell_without_hits():
    cell = summary(Scripted("this model"), "given", [{}, {}], 0)
    assert (cell.rate, cell.refused, cell.simulations) == (0, 2, 2)
    assert cell.error > 0


def test_a_rate_of_one_is_not_taken_for_certain():
    assert summary(Scripted("expected"), "given", TRIALS, 0).error > 0.1


def test_refusals_are_left_out_and_other_mistakes_are_not():
    def evaluate(method):
        raise {"a": DesignError("no"), "b": ZeroDivisionError()}[method]

    assert outcomes(["a"], evaluate) == {}
    with pytest.raises(ZeroDivisionError):
        outcomes(["b"], evaluate)


def test_the_truth_of_a_learner_is_that_of_training_sets_of_the_folds_size():
    study = ResampledIntervals(TwoNormals((0.0,), 0.3), Majority(), 60, FOLDS, "error", ("corrected t",), 50)
    assert next(simulate([study]))[0].truth == pytest.approx(0.3)


def test_learners_on_equal_features_do_not_differ_and_on_unequal_ones_do():
    learners = NearestMean((0,)), NearestMean((1,))
    rates = {}
    for second in (2.0, 0.0):
        study = ResampledTests(TwoNormals((2.0, second)), learners, 120, FOLDS, "error", ("corrected t",), 50)
        (cell,) = next(simulate([study]))
        rates[cell.kind] = cell.rate
    assert rates["type-I error"] <= 0.14
    assert rates["power"] >= 0.8
    assert set(rates) == {"type-I error", "power"}


def test_each_draw_has_its_own_splits():
    random = np.random.default_rng(0)
    task = TwoNormals((1.0,)).draw(40, random)
    first, second = (FOLDS.plan(random).split(task) for _ in range(2))
    assert first.fingerprint != second.fingerprint
