from dataclasses import replace

import pytest

from gnomon.assessment.design import SplitDesign
from gnomon.assessment.evidence.cells import Cell
from gnomon.assessment.evidence.sentence import families_of, form, in_words, measured, nearest

CELL = Cell(
    kind="coverage",
    method="corrected t",
    measure="error",
    target="expected",
    design="k-fold",
    folds=10,
    repeats=1,
    stratified=True,
    n=100,
    prevalence=0.5,
    world="two normals",
    learner="stump",
    level=0.95,
    truth=0.2,
    rate=0.938,
    error=0.005,
    width=0.1,
    refused=0,
    simulations=2000,
    seed=0,
)


def a_design(method="k-fold", folds=10, repeats=1, stratified=True, grouped=False):
    return SplitDesign(method, folds, repeats, stratified, grouped, random_state=0, n_rows=100)


def test_one_cell_is_reported_with_its_rate_design_and_simulations():
    assert (
        in_words([CELL])
        == "nominal 95 %, measured 93.8 % (error, k-fold, 10 folds, n = 100, 2,000 simulations)"
    )


def test_several_cells_are_reported_from_the_lowest_to_the_highest():
    others = [replace(CELL, rate=0.961, learner="one"), replace(CELL, rate=0.9, simulations=400)]
    assert in_words([CELL, *others]) == (
        "nominal 95 %, measured 90.0 to 96.1 % "
        "(error, k-fold, 10 folds, n = 100, 3 settings of 400 simulations)"
    )


def test_folds_of_classes_that_are_not_stratified_are_reported_so():
    assert "10 folds, not stratified, n" in in_words([replace(CELL, stratified=False)])
    assert "stratified" not in in_words([replace(CELL, stratified=False, prevalence=0.0)])


def test_of_a_test_the_type_I_error_is_reported():
    test = replace(CELL, kind="type-I error", rate=0.043, repeats=3)
    assert in_words([test]).startswith("nominal 5 % type-I error, measured 4.3 % (error, k-fold, 10 folds, 3")


def test_the_nearest_n_is_by_ratio_and_folds_and_repeats_count_too():
    cells = [replace(CELL, n=n, folds=folds) for n in (50, 100, 300) for folds in (5, 10)]
    assert [cell.n for cell in nearest(cells, a_design(), 180, "error")] == [300]
    assert [cell.n for cell in nearest(cells, a_design(), 165, "error")] == [100]
    assert [(cell.n, cell.folds) for cell in nearest(cells, a_design(folds=6), 40, "error")] == [(50, 5)]


def test_all_cells_at_the_nearest_place_are_taken():
    cells = [CELL, replace(CELL, learner="one"), replace(CELL, n=300)]
    assert nearest(cells, a_design(), 90, "error") == cells[:2]


@pytest.mark.parametrize(
    "design",
    [
        None,
        a_design(repeats=3),
        a_design("hold-out", 1),
        a_design("leave-one-out", 100),
        a_design(grouped=True),
        a_design("rolling", 5),
    ],
)
def test_another_families_of_design_is_not_spoken_for(design):
    assert nearest([CELL], design, 100, "error") == []


def test_shares_speak_for_shares_and_means_for_means():
    assert form("error") == form("accuracy")
    assert form("mean_squared_error") == form("brier") == "mean"
    assert form("auc") == "auc"
    assert form("a measure of the user's own") == "a measure of the user's own"
    assert nearest([CELL], a_design(), 100, "accuracy") == [CELL]
    for other in ("auc", "brier", "balanced_accuracy"):
        assert nearest([CELL], a_design(), 100, other) == []


def test_the_expected_score_goes_before_the_model_and_like_strata_before_unlike():
    cells = [CELL, replace(CELL, target="this model"), replace(CELL, stratified=False)]
    assert nearest(cells, a_design(), 100, "error") == [CELL]
    assert nearest(cells, a_design(stratified=False), 100, "error") == [cells[2]]
    assert nearest(cells[1:2], a_design(), 100, "error") == [cells[1]]


def test_what_was_not_studied_gets_no_sentence():
    assert measured("jackknife", design=None, n=100, measure="error") == ""
    assert measured("wilson", design=a_design("rolling", 5), n=100, measure="error") == ""
    assert measured("delong", design=None, n=100, measure="error") == ""


def test_a_size_far_from_all_simulated_ones_is_reported():
    near = measured("delong", design=None, n=800, measure="auc")
    far = measured("delong", design=None, n=100_000, measure="auc")
    assert "n = 1000" in near
    assert "no n nearer" not in near
    assert far.endswith("; no n nearer to 100000 was simulated")
    assert measured("delong", design=None, n=0, measure="auc")


def test_every_design_has_a_family():
    assert families_of(None) == {("hold-out", False), ("all rows", False)}
    assert families_of(a_design("hold-out", 1, 15)) == {("hold-out", True)}
    assert families_of(a_design(grouped=True)) == {("grouped k-fold", False)}


def test_the_interval_and_the_test_of_one_name_are_distinguished():
    interval = measured("corrected t", design=a_design(), n=100, measure="error")
    test = measured("corrected t", design=a_design(), n=100, measure="error", kind="type-I error")
    assert interval.startswith("nominal 95 %")
    assert test.startswith("nominal 5 % type-I error")
