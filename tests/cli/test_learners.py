import numpy as np
import pytest
from sklearn.ensemble import RandomForestClassifier

from gnomon import Task
from gnomon.cli.learners import chosen, defaults, one_of, parse, with_seed
from gnomon.errors import NameUnknown, ParameterError


def task():
    return Task(np.arange(20.0).reshape(10, 2), [0, 1] * 5)


def test_defaults_suit_the_kind_of_task_and_hold_a_baseline():
    names = [type(learner).__name__ for learner in defaults("classification")]
    assert {"Baseline", "GaussianNB", "KNeighborsClassifier", "DecisionStump"} <= set(names)
    names = [type(learner).__name__ for learner in defaults("regression")]
    assert {"BaselineRegressor", "Ridge", "KNeighborsRegressor"} <= set(names)


def test_learners_are_read_with_their_parameters():
    found = parse("GaussianNB, KNeighborsClassifier(n_neighbors=3, weights='distance'),Baseline")
    assert [type(each).__name__ for each in found] == ["GaussianNB", "KNeighborsClassifier", "Baseline"]
    assert (found[1].n_neighbors, found[1].weights) == (3, "distance")


@pytest.mark.parametrize(
    "text", ["", "GaussianNB(", "GaussianNB(1)", "a.b", "GaussianNB(x=open('f'))", "[GaussianNB]", "3"]
)
def test_text_that_is_no_list_of_learners_is_refused(text):
    with pytest.raises(ParameterError, match="--learners"):
        parse(text)


def test_a_parameter_that_is_not_there_is_named():
    with pytest.raises(ParameterError, match="neighbors"):
        parse("KNeighborsClassifier(neighbors=3)")


def test_a_misspelled_learner_gets_a_hint():
    with pytest.raises(NameUnknown, match="did you mean 'GaussianNB'"):
        parse("GausianNB")


def test_equal_learners_get_names_of_their_own():
    assert list(chosen("Baseline, Baseline", task())) == ["Baseline #1", "Baseline #2"]


def test_one_learner_is_one():
    assert list(one_of("GaussianNB", task())) == ["GaussianNB"]
    with pytest.raises(ParameterError, match="names 2 learners"):
        one_of("GaussianNB, Baseline", task())


def test_the_same_seed_seeds_alike():
    forests = [with_seed(RandomForestClassifier(), seed, task()) for seed in (0, 0, 1)]
    assert forests[0].random_state == forests[1].random_state != forests[2].random_state
