import numpy as np
import pytest

import gnomon as gn
from gnomon.assessment.measures.facts import find_measure
from gnomon.errors import ParameterError
from gnomon.experiments.design import Design
from gnomon.experiments.halving import SuccessiveHalving, survivors
from gnomon.experiments.run import run


@pytest.mark.parametrize(
    ("n_settings", "n_rows", "shares"),
    [
        (9, 900, [1 / 9, 1 / 3, 1]),
        (9, 200, [1 / 3, 1]),
        (9, 60, [1]),
        (1, 900, [1]),
        (2, 900, [1 / 3, 1]),
        (27, 10**6, [1 / 27, 1 / 9, 1 / 3, 1]),
    ],
)
def test_rungs_grow_by_the_factor_up_to_all_rows(n_settings, n_rows, shares):
    assert SuccessiveHalving(factor=3, min_rows=50).shares(n_settings, n_rows).tolist() == pytest.approx(
        shares
    )


def test_a_third_goes_on_at_each_rung_and_the_others_keep_their_score():
    task = gn.load("breast-cancer")
    path = [gn.KNeighborsClassifier(k) for k in (1, 3, 5, 9, 15, 25, 51, 101, 151)]
    left, scores = survivors(
        task, path, gn.k_fold(3).split(task), find_measure("accuracy"), SuccessiveHalving(3, 40)
    )
    assert len(left) == 1
    assert np.isnan(scores[left]).all()
    assert np.isfinite(np.delete(scores, left)).all()


def test_what_survives_is_measured_in_full_and_chosen_among():
    task = gn.load("breast-cancer")
    grid = {"n_neighbors": [101, 25, 9, 3, 1]}
    design = Design(
        task,
        [(gn.KNeighborsClassifier(), grid)],
        gn.k_fold(3),
        inner=gn.k_fold(3),
        halving=SuccessiveHalving(2, 60),
    )
    results = run(design)
    ((predictions, chosen),) = results.tuned()
    assert (chosen.reached.sum(axis=1) < 5).all()
    assert all(chosen.reached[part, place] for part, place in enumerate(chosen.place))
    full = run(Design(task, [(gn.KNeighborsClassifier(), grid)], gn.k_fold(3), inner=gn.k_fold(3)))
    ((_, whole),) = full.tuned()
    assert np.array_equal(chosen.scores[chosen.reached], whole.scores[chosen.reached])
    assert results.ledger(draws=6)["value"].notna().all()
    assert predictions.score("accuracy") > 0.85


@pytest.mark.parametrize("options", [{"factor": 1}, {"factor": 2.5}, {"min_rows": 0}, {"factor": True}])
def test_races_that_make_no_sense_are_refused(options):
    with pytest.raises(ParameterError, match="must be an integer"):
        SuccessiveHalving(**options)
