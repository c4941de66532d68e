import numpy as np
import pytest

from gnomon.errors import DataError, ParameterError
from gnomon.probability.independence import mutual_information_test
from gnomon.probability.shared_information import conditional_mutual_information, mutual_information
from gnomon.probability.tables import joint_counts


def test_the_null_is_that_of_shuffled_columns():
    random = np.random.default_rng(0)
    a, b = random.integers(0, 3, 60), random.integers(0, 4, 60)
    result = mutual_information_test(a, b, n_permutations=2000, random_state=1)
    slow = [mutual_information(joint_counts(a, random.permutation(b))) for _ in range(2000)]
    assert result.information == pytest.approx(mutual_information(joint_counts(a, b)))
    assert result.null_mean == pytest.approx(np.mean(slow), rel=0.05)
    assert result.null_std == pytest.approx(np.std(slow), rel=0.1)
    assert result.p_value == pytest.approx(np.mean(np.array(slow) >= result.information), abs=0.04)


def test_false_alarms_are_as_rare_as_promised():
    random = np.random.default_rng(0)
    p = [
        mutual_information_test(
            random.integers(0, 3, 40), random.integers(0, 2, 40), n_permutations=99, random_state=i
        ).p_value
        for i in range(300)
    ]
    assert np.mean(np.array(p) <= 0.1) < 0.15
    assert min(p) >= 0.01


def test_dependence_is_detected_and_explained_away_by_its_cause():
    random = np.random.default_rng(0)
    cause = random.integers(0, 2, 400)
    a, b = cause ^ (random.random(400) < 0.1), cause ^ (random.random(400) < 0.1)
    assert mutual_information_test(a, b, random_state=0).p_value == 0.001
    within = mutual_information_test(a, b, given=cause, random_state=0)
    assert within.p_value > 0.05
    table = np.stack([joint_counts(a[cause == z], b[cause == z]) for z in (0, 1)], axis=2)
    assert within.information == pytest.approx(conditional_mutual_information(table))


def test_the_same_seed_gives_the_same_numbers():
    a, b = [0, 1, 1, 0, 1, 0], [0, 1, 1, 1, 0, 0]
    assert mutual_information_test(a, b, random_state=3) == mutual_information_test(a, b, random_state=3)


def test_a_constant_column_is_never_informative():
    result = mutual_information_test([1, 1, 1], [0, 1, 0], random_state=0)
    assert (result.information, result.p_value, result.excess) == (0, 1, 0)


@pytest.mark.parametrize("n_permutations", [0, -1, 1.5])
def test_shuffles_are_a_number_of_times(n_permutations):
    with pytest.raises(ParameterError):
        mutual_information_test([0, 1], [0, 1], n_permutations=n_permutations)


def test_columns_of_several_lengths_are_refused():
    with pytest.raises(DataError):
        mutual_information_test([0, 1], [0, 1, 1])
    with pytest.raises(DataError):
        mutual_information_test([0, 1], [0, 1], given=[1, 1, 1])
