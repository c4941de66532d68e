from types import SimpleNamespace

import numpy as np
import pytest

import gnomon as gn
from gnomon.experiments.default_measure import default_measure, default_of
from gnomon.experiments.store import Store
from gnomon.experiments.vault import open_vault, seal_vault


def rare(n_classes=2, n_rare=6):
    labels = ["well"] * (60 - n_rare) + [f"ill {n % (n_classes - 1)}" for n in range(n_rare)]
    return gn.Task({"size": np.arange(60) % 17 + 0.5}, labels)


class OnlyLabels:
    """A learner that gives no scores."""


@pytest.mark.parametrize(
    ("task", "learner", "measure"),
    [
        (rare(), gn.GaussianNB(), "auc"),
        (rare(), OnlyLabels(), "balanced_accuracy"),
        (rare(3), gn.GaussianNB(), "balanced_accuracy"),
        (gn.load("breast-cancer"), gn.GaussianNB(), "accuracy"),
        (gn.load("diabetes"), gn.Ridge(), "root_mean_squared_error"),
    ],
)
def test_accuracy_gives_way_where_one_class_has_nearly_all_rows(task, learner, measure):
    found = default_measure(task, [learner])
    assert found.name == measure
    assert bool(found.why) == (measure in ("auc", "balanced_accuracy"))


def test_python_and_every_step_of_it_rank_by_the_same_measure():
    task, plan = rare(), gn.k_fold(3)
    design = gn.Design(task, gn.GaussianNB(), plan)
    assert design.measures == ("auc",)
    assert "90.0 %" in design.notes[0]
    tuned = gn.tune(task, gn.KNeighborsClassifier(), {"n_neighbors": [1, 5]}, outer=plan, inner=gn.k_fold(3))
    assert tuned.account.measure == "auc"
    with Store() as store:
        seal_vault(task, 0.3, store)
        look = open_vault(task, gn.GaussianNB(), store)
    assert look.measure == "auc"
    assert default_of(look.predictions).why


def test_a_held_out_set_that_may_lack_a_class_is_not_ranked_by_auc():
    assert gn.Design(rare(n_rare=2), gn.GaussianNB(), gn.hold_out(0.3)).measures == ("auc",)
    assert gn.Design(rare(), gn.GaussianNB(), gn.leave_one_out()).measures == ("balanced_accuracy",)
    nested = gn.Design(rare(), gn.KNeighborsClassifier(), gn.k_fold(3), inner=gn.k_fold(4))
    assert nested.measures == ("balanced_accuracy",)


@pytest.mark.parametrize(
    ("n_rare", "held_out", "inner", "measure"),
    [
        (1, None, 0, "auc"),
        (1, [np.arange(60)], 0, "auc"),
        (1, [np.arange(60), np.arange(59)], 0, "balanced_accuracy"),  # the second lacks the last row
        (6, [np.arange(60)], 3, "auc"),
        (6, [np.arange(60)], 4, "balanced_accuracy"),  # fewer than two rows for each inner fold
        (12, [np.arange(60)], 0, "auc"),  # 80 %
        (13, [np.arange(60)], 0, "accuracy"),
    ],
)
def test_every_held_out_set_has_to_hold_both_classes(n_rare, held_out, inner, measure):
    splits = None if held_out is None else SimpleNamespace(held_out=held_out)
    assert default_measure(rare(n_rare=n_rare), [gn.GaussianNB()], splits, inner).name == measure


def test_without_inner_folds_one_row_of_a_class_is_enough():
    splits = SimpleNamespace(held_out=[np.arange(60)])
    assert default_measure(rare(n_rare=1), [gn.GaussianNB()], splits).name == "auc"


def test_the_reason_names_the_share_and_the_measure():
    assert default_measure(rare(n_rare=12), [gn.GaussianNB()]).why == (
        "One class has 80.0 % of the rows, so accuracy is uninformative: learners are ranked by auc."
    )


def test_tasks_that_differ_are_ranked_by_what_suits_them_all():
    tasks = [rare(), gn.load("iris"), gn.load("diabetes")]
    named = [gn.Task(each.table, each.y, name=str(place)) for place, each in enumerate(tasks)]
    assert gn.Design(named[:2], gn.GaussianNB(), gn.k_fold(3)).measures == ("balanced_accuracy",)
    alike = gn.Design([named[1], named[1]], gn.GaussianNB(), gn.k_fold(3))
    assert alike.measures == ("accuracy",)
    assert alike.notes == ()


def test_a_measure_that_was_named_is_stored_and_nothing_is_reported():
    design = gn.Design(rare(), gn.GaussianNB(), gn.k_fold(3), measures="accuracy")
    assert (design.measures, design.notes) == (("accuracy",), ())


def test_numbers_are_chosen_among_by_the_root_as_by_the_mean_of_squares():
    task = gn.load("diabetes")
    alpha = {"alpha": np.geomspace(1e-3, 1e3, 7).tolist()}
    plans = {"plan": gn.k_fold(3), "inner": gn.k_fold(2)}
    chosen = [
        gn.run(gn.Design(task, [(gn.Ridge(), alpha)], measures=each, **plans)).tuned()[0][1]
        for each in ("root_mean_squared_error", "mean_squared_error")
    ]
    slow = gn.assess_selection(
        task, [gn.Ridge(alpha=each) for each in alpha["alpha"]], gn.nested(gn.k_fold(3), gn.k_fold(2)), "rmse"
    )
    np.testing.assert_allclose(chosen[0].scores, slow.inner, rtol=1e-8)
    assert (chosen[0].scores ** 2 <= chosen[1].scores * (1 + 1e-12)).all()


@pytest.mark.parametrize(
    ("task", "learner", "name"),
    [
        (gn.load("diabetes"), gn.Ridge(), "root_mean_squared_error"),
        (gn.load("iris"), gn.GaussianNB(), "accuracy"),
        (rare(), gn.GaussianNB(), "auc"),
        (rare(3), gn.GaussianNB(), "balanced_accuracy"),
    ],
)
def test_predictions_have_the_default_measure_of_their_task(task, learner, name):
    assert default_of(gn.resample(task, learner, gn.k_fold(3))).name == name


def test_predictions_of_clusters_are_ranked_by_accuracy():
    clusters = SimpleNamespace(classes=None, kind="clustering")
    assert default_of(clusters).name == "accuracy"
