import numpy as np
import pytest
from sklearn.ensemble import RandomForestClassifier
from sklearn.linear_model import LogisticRegression, Ridge
from sklearn.model_selection import KFold
from sklearn.naive_bayes import GaussianNB

from gnomon import Task, bootstrap, hold_out, k_fold, leave_one_out, load, repeated
from gnomon.errors import DesignError, NameUnknown
from gnomon.experiments.design import Design


def classes(name="classes", shift=0.0):
    values = np.random.default_rng(0).normal(size=(60, 2)) + shift
    return Task(values, np.where(values[:, 0] > shift, "yes", "no"), name=name)


def numbers():
    values = np.random.default_rng(0).normal(size=(60, 2))
    return Task(values, values[:, 0] * 2, kind="regression", name="numbers")


def keys(design):
    return [unit.key for unit in design.units()]


def test_units_are_learners_by_repeats_in_the_order_of_repeats():
    design = Design(classes(), [GaussianNB(), LogisticRegression()], repeated(k_fold(5), times=3))
    found = [(unit.learner, unit.start, unit.stop) for unit in design.units()]
    assert found == [
        (learner, start, start + 5)
        for start in (0, 5, 10)
        for learner in ("GaussianNB", "LogisticRegression")
    ]


@pytest.mark.parametrize(
    ("plan", "sizes"),
    [
        (leave_one_out(), [60]),
        (hold_out(), [1]),
        (repeated(hold_out(), times=25), [10, 10, 5]),
        (bootstrap(20), [10, 10]),
        (KFold(4), [4]),
    ],
)
def test_units_of_every_plan_cover_its_splits_once(plan, sizes):
    units = Design(classes(), [GaussianNB()], plan).units()
    assert [unit.stop - unit.start for unit in units] == sizes
    assert [unit.start for unit in units] == [0, *np.cumsum(sizes)[:-1]]


def test_keys_are_the_same_for_the_same_contents_under_other_names():
    first = Design(classes("a"), {"one": GaussianNB()}, k_fold(5))
    second = Design(classes("b"), {"other": GaussianNB()}, k_fold(5))
    assert keys(first) == keys(second)


@pytest.mark.parametrize(
    "other",
    [
        Design(classes(shift=1.0), [GaussianNB()], k_fold(5)),
        Design(classes(), [GaussianNB(var_smoothing=1e-3)], k_fold(5)),
        Design(classes(), [GaussianNB()], k_fold(5, random_state=1)),
        Design(classes(), [GaussianNB()], k_fold(4)),
    ],
)
def test_keys_differ_when_data_learner_or_cuts_do(other):
    assert not set(keys(other)) & set(keys(Design(classes(), [GaussianNB()], k_fold(5))))


def test_the_runs_seed_matters_only_to_learners_that_draw_at_random():
    designs = [
        Design(classes(), [GaussianNB(), RandomForestClassifier()], k_fold(5), random_state=s) for s in (0, 1)
    ]
    (bayes, forest), (bayes_again, other_forest) = (keys(design) for design in designs)
    assert bayes == bayes_again
    assert forest != other_forest


def test_adding_a_learner_leaves_the_keys_of_others_alone():
    few = keys(Design(classes(), [RandomForestClassifier()], k_fold(5)))
    many = keys(Design(classes(), [GaussianNB(), RandomForestClassifier()], k_fold(5)))
    assert set(few) < set(many)


def test_a_regressor_on_classes_is_refused_by_name():
    with pytest.raises(
        DesignError, match=r"'Ridge\(alpha=2\)' is for regression, but task 'classes' is classification"
    ):
        Design(classes(), [GaussianNB(), Ridge(alpha=2)], k_fold(5))


def test_a_classifier_on_numbers_is_refused_by_name():
    with pytest.raises(
        DesignError, match="'GaussianNB' is for classification, but task 'numbers' is regression"
    ):
        Design([numbers()], [Ridge(), GaussianNB()], k_fold(5))


def test_a_measure_of_the_wrong_kind_is_refused():
    with pytest.raises(DesignError, match="'accuracy' is for classification"):
        Design(numbers(), [Ridge()], k_fold(5), measures="accuracy")


def test_an_unknown_measure_gets_a_hint():
    with pytest.raises(NameUnknown, match="did you mean 'accuracy'"):
        Design(classes(), [GaussianNB()], k_fold(5), measures="acuracy")


@pytest.mark.parametrize(
    "arguments",
    [([], [GaussianNB()]), (classes(), []), (classes(), [GaussianNB]), (classes(), ["GaussianNB"])],
)
def test_designs_with_nothing_to_run_are_refused(arguments):
    with pytest.raises(DesignError):
        Design(*arguments, k_fold(5))


def test_a_design_cannot_be_changed():
    design = Design(classes(), [GaussianNB()], k_fold(5))
    with pytest.raises(AttributeError):
        design.random_state = 3


def test_a_unit_has_its_learner_with_seeds_and_the_one_it_was_passed():
    seeded, open_seed = RandomForestClassifier(random_state=3), RandomForestClassifier(random_state=None)
    design = Design(load("iris"), {"seeded": seeded, "open": open_seed}, k_fold(3), prepare=False)
    for unit in design.units():
        learner, original = design.learners_of(unit)
        if unit.learner == "seeded":
            assert learner is original is design.prepared("iris", "seeded")[0]
        else:
            assert learner is not original
            assert original is design.learners["open"]
            assert (learner.random_state is None, original.random_state) == (False, None)
