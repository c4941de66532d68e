import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.model_selection import KFold

from gnomon.assessment.resample import resample
from gnomon.assessment.splits import (
    bootstrap,
    hold_out,
    k_fold,
    leave_one_out,
    nested,
    repeated,
    rolling,
    train_validation_test,
)
from gnomon.data.task import Task
from gnomon.errors import DesignError, ParameterError


def a_task(n_rows=40, **roles):
    return Task(np.zeros((n_rows, 1)), np.arange(n_rows) % 2, kind="classification", **roles)


plans = st.sampled_from([k_fold(3), hold_out(0.25), repeated(k_fold(2), times=2)])


@settings(max_examples=40)
@given(plans, plans, st.booleans())
def test_inner_splits_share_out_the_outer_training_rows_and_never_touch_the_held_out(outer, inner, in_groups):
    task = a_task(group=np.arange(40) // 2) if in_groups else a_task()
    cut = nested(outer, inner).split(task)
    assert len(cut) == len(cut.outer) == len(cut.inner)
    for (train, held_out), within in zip(cut.outer, cut.inner):
        for mine, held in within:
            assert sorted([*mine, *held]) == train.tolist()
            assert not set(held_out) & {*mine, *held}
            if in_groups:
                assert not set(task.group[mine]) & set(task.group[held])


def test_inner_splits_are_the_inner_plan_on_the_outer_training_rows():
    task = a_task()
    cut = nested(k_fold(4), k_fold(3)).split(task)
    train, _ = cut.outer[2]
    alone = k_fold(3).split(task.rows(train))
    assert [rows.tolist() for rows in cut.inner[2].held_out] == [
        train[rows].tolist() for rows in alone.held_out
    ]
    assert cut.inner[2].design.method == "k-fold"
    assert cut.inner[2].design.stratified


def test_splitters_of_scikit_learn_can_be_nested():
    cut = nested(KFold(4), KFold(3)).split(a_task())
    expected = [held.tolist() for _, held in KFold(3).split(np.zeros(30))]
    assert cut.outer[3][0].tolist() == list(range(30))
    assert [rows.tolist() for rows in cut.inner[3].held_out] == expected


def test_the_fingerprint_of_nested_splits_sees_both_levels():
    task = a_task()
    made = [
        nested(k_fold(4, random_state=a), k_fold(3, random_state=b)).split(task).fingerprint
        for a, b in [(0, 0), (0, 0), (1, 0), (0, 1)]
    ]
    assert made[0] == made[1]
    assert len(set(made)) == 3


def test_every_inner_split_in_a_row_has_the_rows_of_each():
    cut = nested(k_fold(4), hold_out(0.25)).split(a_task())
    assert [held.tolist() for _, held in cut.every_inner] == [each[0][1].tolist() for each in cut.inner]
    assert [train.tolist() for train, _ in cut.every_inner] == [each[0][0].tolist() for each in cut.inner]


def test_a_bootstrap_may_be_within_but_not_without():
    assert len(nested(k_fold(3), bootstrap(4)).split(a_task()).inner[0]) == 4
    with pytest.raises(DesignError, match="duplicated rows"):
        nested(bootstrap(4), k_fold(3)).split(a_task())


def test_an_inner_plan_that_does_not_fit_names_the_outer_split():
    with pytest.raises(DesignError, match="within the 3 training rows of outer split 0: k=5 folds of 3 rows"):
        nested(leave_one_out(), k_fold(5)).split(a_task(4))


def test_a_nested_plan_is_no_plan_for_one_learner():
    with pytest.raises(DesignError, match="assess_selection"):
        resample(a_task(), None, nested(k_fold(3), k_fold(3)))


@pytest.mark.filterwarnings("ignore::gnomon.errors.DataWarning")
@settings(max_examples=40)
@given(st.integers(8, 80), st.sampled_from([(0.6, 0.2, 0.2), (0.5, 0.25, 0.25), (0.8, 0.1, 0.1)]))
def test_three_shares_are_exact_to_within_a_row_and_strata_to_within_two(n_rows, shares):
    task = a_task(n_rows)
    cut = train_validation_test(shares).split(task)
    (train, validation), test = cut.inner[0][0], cut.outer[0][1]
    assert sorted([*train, *validation, *test]) == list(range(n_rows))
    for rows, share in zip((train, validation, test), shares):
        assert abs(len(rows) - share * n_rows) <= 1
        assert abs(task.codes[rows].sum() - len(rows) / 2) <= 2


def test_a_chronological_cut_in_three_goes_train_validation_test():
    time = np.random.default_rng(0).permutation(50) // 2
    cut = train_validation_test(chronological=True).split(a_task(50, time=time))
    (train, validation), test = cut.inner[0][0], cut.outer[0][1]
    assert time[train].max() < time[validation].min()
    assert time[validation].max() < time[test].min()
    assert cut.outer.design.by_time


def test_a_cut_in_three_keeps_groups_together():
    task = a_task(60, group=np.arange(60) // 3)
    cut = train_validation_test().split(task)
    sets = [set(task.group[rows]) for rows in (*cut.inner[0][0], cut.outer[0][1])]
    assert len(set.union(*sets)) == sum(map(len, sets)) == 20


def test_repeating_a_nested_plan_repeats_its_outer_cuts():
    task = a_task()
    cut = repeated(train_validation_test(), times=5, random_state=7).split(task)
    assert len(cut) == 5
    assert len({tuple(rows) for rows in cut.outer.held_out}) == 5
    alone = hold_out(0.2, random_state=7).split(task)
    assert cut.outer.held_out[0].tolist() == alone.held_out[0].tolist()
    with pytest.raises(ParameterError, match="can be repeated"):
        repeated(nested(rolling(3), k_fold(3)), times=2)


@pytest.mark.parametrize(
    "shares", [(0.6, 0.4), (0.6, 0.3, 0.2), (1.0, 0.0, 0.0), (0.5, 0.6, -0.1), "abc", 0.5]
)
def test_shares_that_are_none_are_refused(shares):
    with pytest.raises(ParameterError, match="three shares above 0 that add up to 1"):
        train_validation_test(shares)


def test_a_cut_in_three_along_time_has_no_choice_of_strata():
    with pytest.raises(ParameterError, match="train_validation_test"):
        train_validation_test(chronological=True, stratify=True)
