from dataclasses import astuple

import pytest

from gnomon.assessment.estimation import METHODS, REFITTING
from gnomon.assessment.evidence.cells import stored
from gnomon.assessment.evidence.domains import DOMAINS, NOT_SIMULATED
from gnomon.assessment.evidence.grid import studies
from gnomon.assessment.evidence.hold_outs import HeldOutIntervals
from gnomon.assessment.evidence.study import LEVEL
from gnomon.assessment.paired.paired_tests import TESTS


def methods_of(*kinds):
    return {method for study in studies() if study.facts.kind in kinds for method in study.methods}


def test_every_interval_method_is_simulated_or_listed_as_not():
    assert set(METHODS) | set(REFITTING) <= methods_of("coverage") | set(NOT_SIMULATED)


def test_every_test_is_simulated_for_level_and_power_or_listed_as_not():
    assert set(TESTS) <= methods_of("type-I error") | set(NOT_SIMULATED)
    assert set(TESTS) <= methods_of("power") | set(NOT_SIMULATED)


def test_nothing_is_both_simulated_and_listed_as_not():
    assert not (methods_of("coverage", "type-I error", "power") & set(NOT_SIMULATED))


def test_every_domain_is_of_a_studied_interval():
    assert set(DOMAINS) <= methods_of("coverage")


def test_no_two_studies_make_the_same_cell():
    places = [(study.seed_key, method) for study in studies() for method in study.methods]
    assert len(set(places)) == len(places)


def test_the_grid_varies_rows_prevalence_stability_folds_and_repeats():
    facts = [study.facts for study in studies() if study.facts.kind == "coverage"]
    assert {each.n for each in facts} >= {30, 50, 100, 300, 1000}
    assert {each.prevalence for each in facts} >= {0.2, 0.5}
    assert {each.learner for each in facts} >= {"nearest mean", "stump", "discriminant", "one neighbor"}
    assert {(each.folds, each.repeats) for each in facts if each.design == "k-fold"} >= {
        (5, 1),
        (10, 1),
        (10, 3),
    }


def test_the_stored_cells_are_those_of_the_grid():
    """Whoever changes a study has to simulate it again."""
    of_grid = set()
    for study in studies():
        kind, *others = astuple(study.facts)
        of_grid |= {(kind, method, *others, LEVEL) for method in study.methods}
    assert of_grid == {cell.key for cell in stored()}


def test_errors_of_one_model_are_those_of_its_population():
    truths = {
        (cell.world, cell.learner, cell.measure, cell.prevalence): cell.truth
        for cell in stored()
        if (cell.kind, cell.target) == ("coverage", "this model")
    }
    of_model = [study for study in studies() if isinstance(study, HeldOutIntervals)]
    assert len(of_model) > 40
    for study in of_model:
        facts = study.facts
        truth = truths[facts.world, facts.learner, facts.measure, facts.prevalence]
        assert truth == pytest.approx(study.world.score(study.rule, study.measure), abs=1e-4)
