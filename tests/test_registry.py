import pytest

import gnomon
from gnomon.errors import NameUnknown
from gnomon.registry import Registry, learners, measures, sets


def test_every_learner_is_reachable_from_the_top_by_its_name():
    assert {"GaussianNB", "Ridge", "KNeighborsClassifier", "DecisionStump", "Baseline"} <= set(learners)
    for name, entry in learners.items():
        assert getattr(gnomon, name) is entry.thing


def test_an_unknown_name_is_answered_with_the_nearest_one():
    with pytest.raises(NameUnknown, match="did you mean 'GaussianNB'"):
        learners["GausianNB"]


def test_a_registry_prints_as_a_table_of_names_and_titles():
    shelf = Registry("thing", "gnomon.data")
    shelf.add("b", object(), "second")
    shelf.add("aaa", object(), "first")
    assert repr(shelf) == "aaa  first\nb    second"


def test_measures_and_data_sets_fill_themselves():
    assert "accuracy" in measures
    assert "iris" in sets


def test_a_name_that_another_thing_has_is_refused():
    shelf = Registry("thing", "gnomon.data")
    shelf.add("a", Registry, "first")
    shelf.add("a", Registry, "the same again")
    with pytest.raises(ValueError, match=r"registered already, by gnomon\.registry"):
        shelf.add("a", NameUnknown, "another")
