"""A design that grows works only what is new, and its results are those of one that was so from the start."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.ensemble import RandomForestClassifier
from sklearn.model_selection import KFold

import gnomon as gn
from tests.experiments.faults.faulty import units_of


def moons(random_state=0):
    return gn.datasets.make_moons(60, noise=0.3, random_state=random_state)


def design(times=3, **options):
    given = {
        "tasks": moons(),
        "learners": [gn.GaussianNB(), RandomForestClassifier(n_estimators=3)],
        "plan": gn.repeated(gn.k_fold(3), times=times, random_state=5),
        **options,
    }
    return gn.Design(given.pop("tasks"), given.pop("learners"), given.pop("plan"), **given)


def counted(design, store=None):
    """The results, the units that were there already and the units worked now."""
    steps = []
    results = gn.run(design, store, progress=steps.append)
    return results, steps[0].resumed, steps[-1].done - steps[0].resumed


@pytest.mark.parametrize("options", [{}, {"inner": gn.k_fold(2)}], ids=["plain", "nested"])
def test_more_repeats_work_the_new_ones_alone_and_end_bit_for_bit_where_a_fresh_run_does(tmp_path, options):
    counted(design(3, **options), tmp_path / "a.gnomon")
    grown, *count = counted(design(5, **options), tmp_path / "a.gnomon")
    assert count == [6, 4]
    fresh = gn.run(design(5, **options), tmp_path / "fresh.gnomon")
    assert units_of(tmp_path / "a.gnomon") == units_of(tmp_path / "fresh.gnomon")
    for learner in grown.learners:
        mine, theirs = (each.predictions(learner=learner) for each in (grown, fresh))
        assert mine.to_bytes() == theirs.to_bytes()
        assert mine.estimate("accuracy") == theirs.estimate("accuracy")
        assert mine.design.repeats == 5
    if options:
        assert grown.choices().equals(fresh.choices())
        assert grown.choices("moons", "GaussianNB")["split"].tolist() == list(range(15))
        assert grown.ledger(draws=10).equals(fresh.ledger(draws=10))


def test_fewer_repeats_work_nothing_and_are_a_design_of_their_own(tmp_path):
    counted(design(5), tmp_path / "a.gnomon")
    fewer, *count = counted(design(2), tmp_path / "a.gnomon")
    assert count == [4, 0]
    alone = gn.run(design(2))
    assert fewer.predictions(learner="GaussianNB").to_bytes() == (
        alone.predictions(learner="GaussianNB").to_bytes()
    )


def test_lone_splits_fill_up_the_last_ten(tmp_path):
    plans = [gn.bootstrap(20), gn.bootstrap(24), gn.bootstrap(30)]
    found = [counted(design(plan=plan), tmp_path / "a.gnomon") for plan in plans]
    assert [each[1:] for each in found] == [(0, 4), (4, 2), (4, 2)]
    fresh = gn.run(design(plan=plans[-1]))
    assert (
        found[-1][0].leaderboard().drop(columns="seconds").equals(fresh.leaderboard().drop(columns="seconds"))
    )


@pytest.mark.parametrize(
    ("more", "worked"),
    [
        ({"learners": [RandomForestClassifier(n_estimators=3), gn.DecisionStump(), gn.GaussianNB()]}, 3),
        ({"tasks": [gn.load("iris"), moons()]}, 6),
        ({"measures": ["auc", "accuracy"]}, 0),
        ({"notes": ["a word"], "random_state": 0}, 0),
        ({"learners": {"one": RandomForestClassifier(n_estimators=3), "two": gn.GaussianNB()}}, 0),
        ({"random_state": 1}, 3),
    ],
    ids=["a learner", "a task", "a measure", "a note", "other names", "another seed"],
)
def test_whatever_is_added_only_its_own_units_are_worked(tmp_path, more, worked):
    counted(design(), tmp_path / "a.gnomon")
    results, _, now = counted(design(**more), tmp_path / "a.gnomon")
    assert now == worked
    fresh = gn.run(design(**more))
    assert results.leaderboard().drop(columns="seconds").equals(fresh.leaderboard().drop(columns="seconds"))


@pytest.mark.parametrize(
    ("measures", "worked"),
    [(["accuracy", "f1"], 0), (["auc", "accuracy"], 2), (["accuracy", "auc"], 2)],
    ids=["one of labels", "one that chooses", "one of scores, which were not kept"],
)
def test_a_nested_design_works_again_only_for_a_measure_that_chooses_or_needs_more(
    tmp_path, measures, worked
):
    nested = {"learners": gn.KNeighborsClassifier(), "inner": gn.k_fold(2)}
    counted(design(2, measures=["accuracy"], **nested), tmp_path / "a.gnomon")
    assert counted(design(2, measures=measures, **nested), tmp_path / "a.gnomon")[2] == worked


def test_a_measure_of_labels_beside_one_of_scores_changes_nothing(tmp_path):
    nested = {"learners": gn.KNeighborsClassifier(), "inner": gn.k_fold(2)}
    counted(design(2, measures=["auc"], **nested), tmp_path / "a.gnomon")
    assert counted(design(2, measures=["auc", "accuracy"], **nested), tmp_path / "a.gnomon")[2] == 0


def test_a_repeat_that_stands_elsewhere_is_found_and_numbered_by_its_place(tmp_path):
    splits = gn.repeated(gn.k_fold(3), times=3).split(moons())
    learner, store = gn.GaussianNB(), tmp_path / "a.gnomon"
    last = gn.run(gn.Design(moons(), learner, splits[6:]), store).predictions()
    assert np.unique(last.split).tolist() == [6, 7, 8]
    backwards = [*splits[6:], *splits[3:6], *splits[:3]]
    results, resumed, worked = counted(gn.Design(moons(), learner, backwards), store)
    assert (resumed, worked) == (1, 2)
    found = results.predictions()
    assert np.unique(found.split).tolist() == list(range(9))
    assert np.array_equal(found.row[:60], np.concatenate(splits.held_out[6:]))
    assert found.to_bytes() == gn.run(gn.Design(moons(), learner, backwards)).predictions().to_bytes()


def test_the_same_rows_cut_by_a_splitter_of_scikit_learns_are_the_same_units(tmp_path):
    splitter = KFold(3, shuffle=True, random_state=1)
    pairs = list(splitter.split(np.zeros((60, 1))))
    counted(gn.Design(moons(), gn.GaussianNB(), splitter), tmp_path / "a.gnomon")
    assert counted(gn.Design(moons(), gn.GaussianNB(), pairs), tmp_path / "a.gnomon")[1:] == (1, 0)
    swapped = [(train, held_out[::-1]) for train, held_out in pairs]
    assert counted(gn.Design(moons(), gn.GaussianNB(), swapped), tmp_path / "a.gnomon")[1:] == (0, 1)


@settings(max_examples=25, deadline=None)
@given(
    plan=st.sampled_from([gn.k_fold(2), gn.k_fold(5), gn.hold_out(0.3), gn.k_fold(3, stratify=False)]),
    times=st.tuples(st.integers(1, 4), st.integers(1, 4)),
    seed=st.integers(0, 2**32),
    is_grouped=st.booleans(),
)
def test_more_repeats_begin_with_the_same_cuts(plan, times, seed, is_grouped):
    X, y = np.zeros((24, 1)), [0, 1, 1] * 8
    task = gn.Task(X, y, group=np.arange(24) // 2) if is_grouped else gn.Task(X, y)
    fewer, more = (gn.repeated(plan, times=n, random_state=seed).split(task) for n in (times[0], sum(times)))
    assert all(
        np.array_equal(train, other) and np.array_equal(held_out, held)
        for (train, held_out), (other, held) in zip(fewer, more)
    )


@given(seed=st.integers(0, 2**32), times=st.integers(1, 5))
@settings(max_examples=10, deadline=None)
def test_more_bootstrap_samples_begin_with_the_same_ones(seed, times):
    task = gn.Task(np.zeros((20, 1)), [0, 1] * 10)
    fewer, more = (gn.bootstrap(n, random_state=seed).split(task) for n in (times, times + 3))
    assert all(np.array_equal(train, other) for (train, _), (other, _) in zip(fewer, more))
