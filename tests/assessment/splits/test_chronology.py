import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from sklearn.model_selection import KFold, TimeSeriesSplit

from gnomon.assessment.splits import blocked, hold_out, repeated, rolling, train_validation_test
from gnomon.data.task import Task
from gnomon.errors import DesignError, ParameterError


def in_time(time, **roles):
    return Task(np.zeros((len(time), 1)), np.arange(len(time)) % 2, kind="classification", time=time, **roles)


times = st.lists(st.integers(0, 15), min_size=8, max_size=60)
lengths = st.one_of(st.none(), st.integers(1, 3))


@settings(max_examples=60)
@given(times, st.integers(1, 4), lengths, lengths, st.integers(0, 2))
def test_rolling_never_trains_on_the_future_nor_within_the_gap(time, folds, horizon, window, gap):
    task = in_time(time)
    try:
        splits = rolling(folds, horizon=horizon, window=window, gap=gap).split(task)
    except DesignError:
        needed = folds * (horizon or 1) + gap + 1
        default = len(set(time)) // (folds + 1)
        assert len(set(time)) < max(needed, 0 if horizon else folds * default + gap + 1)
        return
    place = np.unique(time, return_inverse=True)[1]
    assert len(splits) == folds
    for train, held_out in splits:
        assert len(train)
        assert place[train].max() + gap < place[held_out].min()
        assert len(np.unique(place[held_out])) == (horizon or len(set(time)) // (folds + 1))
        if window is not None:
            assert len(np.unique(place[train])) <= window
    ends = [place[held_out].max() for _, held_out in splits]
    assert ends == sorted(ends)
    assert ends[-1] == place.max()


@settings(max_examples=60)
@given(times, st.integers(2, 5), st.integers(0, 2))
def test_blocks_share_out_the_rows_in_order_of_time_and_keep_equal_times_together(time, k, gap):
    task = in_time(time)
    try:
        splits = blocked(k, gap=gap).split(task)
    except DesignError:
        assume(False)
    place = np.unique(time, return_inverse=True)[1]
    assert sorted(np.concatenate(splits.held_out)) == list(range(len(time)))
    assert np.ptp([len(np.unique(place[rows])) for rows in splits.held_out]) <= 1
    for before, after in zip(splits.held_out, splits.held_out[1:]):
        assert place[before].max() < place[after].min()
    for train, held_out in splits:
        first, last = place[held_out].min(), place[held_out].max()
        assert ((place[train] < first - gap) | (place[train] > last + gap)).all()


@pytest.mark.parametrize(("horizon", "window", "gap"), [(None, None, 0), (2, None, 1), (3, 5, 2)])
def test_of_distinct_times_rolling_cuts_as_scikit_learn_does(horizon, window, gap):
    task = in_time(np.arange(23))
    ours = rolling(4, horizon=horizon, window=window, gap=gap).split(task)
    theirs = TimeSeriesSplit(4, test_size=horizon, max_train_size=window, gap=gap).split(np.zeros(23))
    for (train, held_out), (their_train, their_held_out) in zip(ours, theirs, strict=True):
        assert train.tolist() == their_train.tolist()
        assert held_out.tolist() == their_held_out.tolist()


def test_blocks_without_a_gap_are_the_folds_of_rows_in_order():
    order = np.random.default_rng(0).permutation(20)
    ours = blocked(4).split(in_time(order))
    theirs = [order.argsort()[rows] for _, rows in KFold(4).split(np.zeros(20))]
    assert [rows.tolist() for rows in ours.held_out] == [sorted(rows) for rows in theirs]
    assert ours.train is None


def test_a_design_in_time_says_that_its_splits_are_not_exchangeable():
    task = in_time(np.arange(20))
    for plan, words in (
        (rolling(3), "rolling, 3 folds, 20 rows"),
        (blocked(4), "blocked, 4 folds, 20 rows"),
        (hold_out(0.2, chronological=True), "chronological hold-out, 20 rows"),
    ):
        design = plan.split(task).design
        assert str(design) == words
        assert design.by_time
        assert not design.is_exchangeable
    assert hold_out(0.2).split(task).design.is_exchangeable


def test_dates_are_times_too():
    dates = np.array(
        ["2026-01-01", "2026-01-01", "2026-01-02", "2026-01-03", "2026-01-04"], dtype="datetime64"
    )
    splits = rolling(2, horizon=1).split(in_time(dates))
    assert [(train.tolist(), held.tolist()) for train, held in splits] == [
        ([0, 1, 2], [3]),
        ([0, 1, 2, 3], [4]),
    ]


@pytest.mark.parametrize("plan", [rolling(2), blocked(2), hold_out(0.5, chronological=True)])
def test_a_group_on_both_sides_of_a_cut_in_time_is_refused_and_one_on_one_side_is_not(plan):
    apart = in_time(np.arange(12), group=np.arange(12) // 2)
    assert plan.split(apart).design.grouped
    with pytest.raises(DesignError, match="group 0 has both training and held-out rows"):
        plan.split(in_time(np.arange(12), group=np.arange(12) % 2))


@pytest.mark.parametrize(
    ("plan", "words"),
    [
        (rolling(5), "need 6 distinct times, and task 'task' has 5"),
        (rolling(2, horizon=2, gap=1), "need 6 distinct times"),
        (blocked(6), "5 distinct times"),
        (blocked(3, gap=3), "no training rows"),
    ],
)
def test_too_few_times_are_refused_with_their_number(plan, words):
    with pytest.raises(DesignError, match=words):
        plan.split(in_time([1, 2, 3, 4, 5, 5, 5, 5]))


@pytest.mark.parametrize("plan", [rolling(2), blocked(2), train_validation_test(chronological=True)])
def test_a_plan_in_order_of_time_needs_time(plan):
    with pytest.raises(DesignError, match="time="):
        plan.split(Task(np.zeros((8, 1)), [0, 1] * 4))


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda: rolling(0), "folds=0"),
        (lambda: rolling(3, horizon=0), "horizon=0"),
        (lambda: rolling(3, window=1.5), "window=1.5"),
        (lambda: rolling(3, gap=-1), "gap=-1"),
        (lambda: blocked(1), "k=1"),
        (lambda: blocked(3, gap=True), "gap=True"),
        (lambda: repeated(rolling(3), 2), "can be repeated"),
        (lambda: repeated(blocked(3), 2), "can be repeated"),
    ],
)
def test_a_bad_plan_is_refused_by_name_and_value(make, words):
    with pytest.raises(ParameterError, match=words):
        make()
