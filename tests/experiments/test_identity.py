import functools

import numpy as np
import pytest
from sklearn.ensemble import BaggingClassifier, RandomForestClassifier
from sklearn.gaussian_process.kernels import RBF
from sklearn.linear_model import LogisticRegression, Ridge
from sklearn.model_selection import KFold
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import FunctionTransformer, StandardScaler
from sklearn.tree import DecisionTreeClassifier

from gnomon.errors import DesignError
from gnomon.experiments.identity import code, describe, digest, open_seeds, readable, seeded, unique

KEY = digest("a unit")


def test_a_name_shows_only_parameters_that_were_changed():
    assert readable(Ridge()) == "Ridge"
    assert readable(Ridge(alpha=10, fit_intercept=False)) == "Ridge(alpha=10, fit_intercept=False)"


def test_a_pipeline_is_named_by_its_steps_and_written_as_make_pipeline():
    pipeline = make_pipeline(StandardScaler(), Ridge(alpha=3))
    assert readable(pipeline) == "StandardScaler + Ridge(alpha=3)"
    assert code(pipeline) == "make_pipeline(StandardScaler(), Ridge(alpha=3))"


def test_the_code_of_a_learner_makes_an_equal_one():
    learner = BaggingClassifier(DecisionTreeClassifier(max_depth=2, criterion="entropy"), n_estimators=7)
    again = eval(code(learner), {**globals()})
    assert describe(again) == describe(learner)


def test_equal_names_are_numbered_and_others_left_alone():
    assert unique(["a", "b", "a", "c", "a"]) == ("a #1", "b", "a #2", "c", "a #3")


@pytest.mark.parametrize(
    "other",
    [
        Ridge(alpha=2.0),
        Ridge(alpha=np.array([1.0])),
        LogisticRegression(),
        make_pipeline(StandardScaler(), Ridge()),
    ],
)
def test_descriptions_differ_when_class_or_parameters_do(other):
    assert digest(describe(other)) != digest(describe(Ridge()))


def test_descriptions_tell_arrays_apart_by_contents():
    first, same, other = (
        describe(Ridge(alpha=np.array(values))) for values in ([1.0, 2.0], [1.0, 2.0], [1.0, 3.0])
    )
    assert first == same != other


def test_a_description_reads_functions_by_their_names():
    assert describe(FunctionTransformer(np.log1p)) != describe(FunctionTransformer(np.sqrt))


@pytest.mark.parametrize("seed", [np.random.default_rng(0), np.random.RandomState(0)])
def test_a_generator_as_a_parameter_is_refused_with_a_way_out(seed):
    with pytest.raises(DesignError, match="integer"):
        describe(DecisionTreeClassifier(random_state=seed))


def test_a_lambda_as_a_parameter_is_refused_with_a_way_out():
    with pytest.raises(DesignError, match="def"):
        describe(FunctionTransformer(lambda x: x))


def test_other_things_are_described_by_their_state():
    for first, same, other in [
        [functools.partial(max, k) for k in (1, 1, 2)],
        [KFold(k) for k in (3, 3, 4)],
        [RBF(width) for width in (1.0, 1.0, 2.0)],
    ]:
        assert digest(describe(first)) == digest(describe(same)) != digest(describe(other))


def test_open_seeds_are_found_at_every_depth_and_set_ones_left_alone():
    nested = BaggingClassifier(DecisionTreeClassifier(), random_state=5)
    assert open_seeds(nested) == ["estimator__random_state"]
    made = seeded(nested, 0, KEY)
    assert made.random_state == 5
    assert made.estimator.random_state is not None


def test_seeds_come_from_the_runs_seed_and_the_units_key_alone():
    forest = RandomForestClassifier()
    assert seeded(forest, 0, KEY).random_state == seeded(forest, 0, KEY).random_state
    assert seeded(forest, 0, KEY).random_state != seeded(forest, 1, KEY).random_state
    assert seeded(forest, 0, KEY).random_state != seeded(forest, 0, digest("another")).random_state
    assert forest.random_state is None
