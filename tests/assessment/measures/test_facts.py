import numpy as np
import pytest

from gnomon.assessment import measures as package
from gnomon.assessment.measures import accuracy, f1, f_beta, find_measure, measure
from gnomon.assessment.measures.facts import mean, weights
from gnomon.errors import DataError, DesignError, NameUnknown, ParameterError
from gnomon.registry import measures


def test_every_measure_has_its_facts():
    assert len(measures) >= 60
    for name in measures:
        result = find_measure(name)
        assert result.better in ("higher", "lower", "nearest 0", "nearest 1")
        assert result.needs in ("label", "probability", "score", "number", "clusters", "rows")
        assert result.kind in ("classification", "regression", "clustering")
        assert result.range[0] < result.range[1]
        assert result.function.__name__ == name
        assert result.function.__doc__
        assert (result.of_table is not None) <= (result.needs == "label")


def test_every_name_in_the_package_is_its_measure():
    for name in measures:
        assert getattr(package, name) is measures[name].thing
        assert name in package.__all__


def test_a_measure_record_is_called_as_its_function_is():
    assert find_measure("f1")([1, 1, 0], [1, 0, 0]) == f1([1, 1, 0], [1, 0, 0])


def test_parameters_are_part_of_the_name():
    by_name = find_measure("f_beta(beta=0.5)")
    assert by_name.name == "f_beta(beta=0.5)"
    truth, predicted = [1, 1, 0, 0], [1, 0, 0, 0]
    for other in (
        find_measure("f_beta", beta=0.5),
        find_measure(f_beta, beta=0.5),
        find_measure("f_beta(0.5)"),
    ):
        assert other.name == by_name.name
        assert other(truth, predicted) == by_name(truth, predicted) == f_beta(truth, predicted, beta=0.5)
    again = find_measure(by_name, zero_division=1.0)
    assert again([0, 0], [0, 0]) == 1.0
    table = np.array([[2.0, 0.0], [1.0, 1.0]])
    assert by_name.of_table(table) == by_name(truth, predicted)


def test_parameters_reach_what_the_measure_is_the_mean_of():
    result = find_measure("pinball(0.9)")
    assert result.each(np.array([1.0]), np.array([3.0])).tolist() == pytest.approx([0.2])
    costly = find_measure("expected_cost(costs=[[0, 1], [5, 0]])")
    assert costly([0, 1], [1, 0]) == 3.0
    assert costly.each([1], [0]).tolist() == [5.0]


@pytest.mark.parametrize(
    "name", ["f_beta(gamma=2)", "accuracy(1)", "f_beta(1, 2, 3)", "f_beta(beta=x)", "f1(()"]
)
def test_parameters_that_a_measure_does_not_take_are_refused(name):
    with pytest.raises(ParameterError, match="parameters"):
        find_measure(name)


def test_other_words_for_a_measure_find_it():
    assert find_measure("sensitivity") == find_measure("recall")
    assert find_measure("informedness") == find_measure("youden")


def test_a_measure_that_describes_does_not_rank():
    with pytest.raises(DesignError, match="nearest 1 is best"):
        _ = find_measure("calibration_slope").sign


def test_a_measure_is_looked_up_by_name_by_function_and_by_itself():
    by_name = find_measure("accuracy")
    assert find_measure(accuracy) == by_name
    assert find_measure(by_name) is by_name
    assert by_name.sign == 1
    assert find_measure("error").sign == -1


def test_an_unknown_name_suggests_the_nearest():
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
    with pytest.raises(DataError, match="pass a list"):
        accuracy(1, 1)


@pytest.mark.parametrize(
    ("weight", "words"),
    [
        ([1.0], "for 2 rows"),
        ([[1.0], [1.0]], "for 2 rows"),
        ([1.0, -1.0], "row 1 has weight -1"),
        ([np.nan, 1.0], "row 0 has weight nan"),
        ([1.0, np.inf], "row 1 has weight inf"),
    ],
)
def test_weights_that_are_none_are_refused_with_their_row(weight, words):
    with pytest.raises(DataError, match=words):
        weights(np.array(weight), 2)
    with pytest.raises(DataError, match=words):
        accuracy([0, 1], [0, 1], np.array(weight))
