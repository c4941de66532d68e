import pytest
from sklearn.naive_bayes import GaussianNB
from sklearn.tree import DecisionTreeClassifier

from gnomon import k_fold, repeated
from gnomon.experiments.design import Design, Unit
from gnomon.experiments.progress import Pace, Progress
from gnomon.experiments.run import run
from gnomon.experiments.store import Store
from tests.experiments.faults.faulty import task


def units(*places):
    return [Unit(f"k{number}", *place, 0, 1) for number, place in enumerate(places)]


def test_time_left_is_counted_by_learner_not_by_the_mean_of_all():
    waiting = units(("t", "slow"), ("t", "quick"), ("t", "quick"), ("t", "slow"))
    pace = Pace(waiting, workers=1)
    pace.finished(waiting[0], 10.0)
    pace.finished(waiting[1], 1.0)
    assert pace.left() == (11.0, False)
    pace.finished(waiting[3], 20.0)
    assert pace.left() == (1.0, False)
    pace.finished(waiting[2], 1.0)
    assert pace.left() == (0.0, False)


def test_nothing_is_reported_before_the_first_unit_and_a_learner_not_yet_seen_makes_it_rough():
    waiting = units(("t", "a"), ("t", "b"), ("u", "a"), ("u", "b"))
    pace = Pace(waiting, workers=1)
    assert pace.left() == (None, True)
    pace.finished(waiting[0], 4.0)
    assert pace.left() == (12.0, True)
    pace.finished(waiting[1], 1.0)
    # Each learner on u as it was on t.
    assert pace.left() == (5.0, True)
    pace.finished(waiting[2], 2.0)
    assert pace.left() == (1.0, True)


def test_workers_share_the_time_but_no_unit_is_cut():
    waiting = units(*[("t", "a")] * 9, ("t", "b"))
    pace = Pace(waiting, workers=4)
    pace.finished(waiting[0], 1.0)
    pace.took("t", "b", 6.0)
    assert pace.left() == (6.0, False)


def test_units_that_failed_or_were_resumed_count_as_they_should():
    waiting = units(("t", "a"), ("t", "a"))
    pace = Pace(waiting, workers=1)
    pace.took("t", "a", 3.0)
    pace.finished(waiting[0], None)
    assert pace.left() == (3.0, False)


def test_a_run_tells_the_time_left_and_ends_with_none():
    steps = []
    learners = [GaussianNB(), DecisionTreeClassifier()]
    run(Design(task(), learners, repeated(k_fold(4), times=3)), progress=steps.append)
    assert steps[0].seconds_left is None
    assert [step.is_rough for step in steps[1:]] == [True, *[False] * 5]
    assert all(step.seconds_left > 0 for step in steps[1:-1])
    assert (steps[-1].seconds_left, steps[-1].done) == (0.0, 6)


def test_a_resumed_run_knows_the_time_left_at_once(tmp_path):
    design = Design(task(), GaussianNB(), repeated(k_fold(4), times=2))
    run(design, tmp_path / "a.gnomon")
    with Store(tmp_path / "a.gnomon") as store, store.writing() as connection:
        connection.execute("DELETE FROM unit WHERE key = ?", (design.units()[1].key,))
    steps = []
    run(design, tmp_path / "a.gnomon", progress=steps.append)
    assert (steps[0].done, steps[0].is_rough) == (1, False)
    assert steps[0].seconds_left > 0


@pytest.mark.parametrize(
    ("progress", "said"),
    [
        (Progress(3, 8, 0, units(("t", "a"))[0], 1, 3700.0, False), "3 of 8 units, 1 failed, 1 h 1 min left"),
        (Progress(3, 8, 0, units(("t", "a"))[0], 0, 59.6), "3 of 8 units, roughly 1 min 0 s left"),
        (Progress(3, 8, 0, units(("t", "a"))[0]), "3 of 8 units"),
        (Progress(8, 8, 0, None, 0, 0.0, False), "8 of 8 units"),
    ],
)
def test_progress_in_a_line(progress, said):
    assert str(progress) == said
