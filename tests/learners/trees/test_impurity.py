import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import entropy as scipy_entropy
from sklearn.metrics import mutual_info_score

from gnomon.errors import DataError, ParameterError
from gnomon.learners.trees import impurity
from gnomon.probability.entropies import entropy

pairs = st.lists(st.tuples(st.integers(0, 3), st.integers(0, 4)), min_size=1, max_size=40)


@given(pairs)
def test_mutual_information_has_four_equal_forms(rows):
    x, y = np.array(rows).T
    given_x = impurity.information_gain(y, x)
    given_y = impurity.information_gain(x, y)
    summed = impurity.label_entropy(x) + impurity.label_entropy(y) - impurity.label_joint_entropy(x, y)
    table = impurity.joint(x, y)
    independent = np.outer(table.sum(axis=1), table.sum(axis=0))
    divergence = impurity.kullback_leibler_divergence(table.ravel(), independent.ravel())
    assert given_x == pytest.approx(given_y, abs=1e-12)
    assert given_x == pytest.approx(summed, abs=1e-12)
    assert given_x == pytest.approx(divergence, abs=1e-12)
    assert given_x == pytest.approx(mutual_info_score(x, y) / np.log(2), abs=1e-9)


@given(pairs)
def test_information_lies_between_nothing_and_the_smaller_entropy(rows):
    x, y = np.array(rows).T
    most = min(impurity.label_entropy(x), impurity.label_entropy(y))
    assert -1e-12 <= impurity.information_gain(y, x) <= most + 1e-12
    assert impurity.information_gain(x, x) == pytest.approx(impurity.label_entropy(x))


@given(st.lists(st.integers(0, 5), min_size=1, max_size=30))
def test_entropy_is_largest_for_the_uniform_distribution(labels):
    n_kinds = len(set(labels))
    assert impurity.label_entropy(labels) <= np.log2(n_kinds) + 1e-12
    assert entropy(np.full(n_kinds, 1 / n_kinds)) == pytest.approx(np.log2(n_kinds))
    proportions = np.bincount(labels) / len(labels)
    assert impurity.label_entropy(labels) == pytest.approx(scipy_entropy(proportions, base=2))


@given(st.lists(st.tuples(st.integers(0, 2), st.integers(0, 3)), min_size=1, max_size=20))
def test_weights_are_repetitions(rows):
    labels, weight = np.array(rows).T
    if weight.sum() == 0:
        weight = weight + 1
    for measure in (impurity.label_entropy, impurity.gini_impurity, impurity.misclassification_impurity):
        assert measure(labels, sample_weight=weight) == pytest.approx(measure(np.repeat(labels, weight)))


def test_independent_variables_have_no_information():
    x, y = np.repeat([0, 1], 6), np.tile([0, 1, 2], 4)
    assert impurity.information_gain(y, x) == pytest.approx(0, abs=1e-12)


def test_a_divergence_is_infinite_where_nothing_was_expected():
    assert impurity.kullback_leibler_divergence([0.5, 0.5], [1.0, 0.0]) == np.inf
    assert impurity.kullback_leibler_divergence([1.0, 0.0], [0.5, 0.5]) == 1.0


@pytest.mark.parametrize(
    ("call", "error"),
    [
        (lambda: impurity.label_entropy([]), DataError),
        (lambda: impurity.label_entropy([0.9, 0.1]), DataError),
        (lambda: impurity.gini_impurity([0.9, 0.1]), DataError),
        (lambda: impurity.gini_impurity([0, 1], [0.9, 0.1]), TypeError),
        (lambda: impurity.information_gain([1.5, 2.5], ["a", "b"]), DataError),
        (lambda: impurity.label_entropy([1, 2], sample_weight=[0.0, 0.0]), DataError),
        (lambda: impurity.information_gain([1, 2], [1]), DataError),
        (lambda: impurity.kullback_leibler_divergence([1.0], [0.5, 0.5]), DataError),
        (lambda: impurity.label_entropy([1, 2], base=1), ParameterError),
    ],
)
def test_invalid_input_is_refused(call, error):
    with pytest.raises(error):
        call()


def test_whole_numbers_and_text_are_labels_and_features_may_be_any_numbers():
    assert impurity.label_entropy([1.0, 2.0]) == impurity.label_entropy(["1", "2"]) == 1
    assert impurity.information_gain([0, 0, 1, 1], [0.5, 0.5, 1.5, 1.5]) == 1
    with pytest.raises(
        DataError, match=r"row 0 has 0\.9, which is not a class label; .* gn.probability.entropy"
    ):
        impurity.label_entropy([0.9, 0.1])
