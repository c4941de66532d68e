import numpy as np
import pytest

from gnomon.assessment.measures import accuracy, find_measure, measure
from gnomon.assessment.measures.facts import mean
from gnomon.errors import DataError, DesignError, NameUnknown
from gnomon.registry import measures


def test_every_measure_has_its_facts():
    assert len(measures) >= 9
    for name in measures:
        found = find_measure(name)
        assert found.better in ("higher", "lower")
        assert found.needs in ("label", "probability", "score", "number")
        assert found.kind in ("classification", "regression")
        assert found.range[0] < found.range[1]
        assert found.function.__name__ == name


def test_a_measure_is_found_by_name_by_function_and_by_itself():
    by_name = find_measure("accuracy")
    assert find_measure(accuracy) == by_name
    assert find_measure(by_name) is by_name
    assert by_name.sign == 1
    assert find_measure("error").sign == -1


def test_an_unknown_name_is_answered_with_the_nearest():
    with pytest.raises(NameUnknown, match="did you mean 'accuracy'"):
        find_measure("acuracy")


def test_a_function_that_only_shares_a_name_is_refused():
    def accuracy(truth, predicted, weight=None):
        return 0.0

    with pytest.raises(DesignError, match="not the registered measure"):
        find_measure(accuracy)


def test_a_new_measure_is_a_plain_function_that_can_be_asked_for(monkeypatch):
    monkeypatch.setattr(measures, "_entries", dict(measures._entries))

    @measure(better="lower", range=(0, 1), needs="label", kind="classification", title="Share of zeros")
    def share_of_zeros(truth, predicted, weight=None):
        return float(np.mean(predicted == 0))

    assert share_of_zeros([0], np.array([0, 1])) == 0.5
    assert find_measure("share_of_zeros").title == "Share of zeros"


def test_nothing_and_no_weight_have_no_mean():
    with pytest.raises(DataError, match="0 rows"):
        mean(np.array([]))
    with pytest.raises(DataError, match="add up to 0"):
        mean(np.array([1.0]), np.array([0.0]))


def test_truth_and_predictions_must_pair_up():
    with pytest.raises(DataError, match="2 true values and 3 predictions"):
        accuracy([0, 1], [0, 1, 1])
