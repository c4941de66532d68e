"""Information theory on tables of counts: the wind and the other questions of the tennis days."""

import numpy as np
import pytest
from sklearn.metrics import mutual_info_score

from gnomon.probability.divergence import kullback_leibler_divergence
from gnomon.probability.entropies import conditional_entropy, entropy, joint_entropy, max_entropy
from gnomon.probability.pairwise import pairwise_mutual_information
from gnomon.probability.shared_information import (
    MutualInformationForms,
    mutual_information,
    uncertainty_coefficient,
)

# Days that were not and that were played, by the answer to each question.
WIND = [[3, 3], [2, 6]]
OUTLOOK = [[3, 2], [0, 4], [2, 3]]
TEMPERATURE = [[2, 2], [2, 4], [1, 3]]
HUMIDITY = [[4, 3], [1, 6]]


def test_information_in_bits_and_in_nats():
    """Brown 2018, section 6.4 Measuring Information Gain."""
    x = np.array([[1, 1], [1, 0], [1, 1], [1, 0], [0, 0], [0, 0], [0, 0], [0, 0]])
    y = np.array([1, 0, 1, 1, 0, 0, 0, 1])
    table = pairwise_mutual_information(np.column_stack([x, y]))
    assert table.information[:2, 2].tolist() == pytest.approx([0.188722, 0.311278], abs=1e-6)
    nats = pairwise_mutual_information(np.column_stack([x, y]), base=np.e).information[:2, 2]
    assert nats.tolist() == pytest.approx([0.130812, 0.215762], abs=1e-6)
    assert nats[0] == pytest.approx(mutual_info_score(x[:, 0], y))


def test_entropy_of_coins():
    """Brown 2018, section 6.4 Measuring Information Gain."""
    assert entropy([0.5, 0.5]) == 1
    assert entropy([0.6, 0.4]) == pytest.approx(0.970951, abs=1e-6)


def test_entropies_and_gain_of_the_wind():
    """Brown 2018, section 6.4 Measuring Information Gain."""
    assert entropy([9, 5]) == pytest.approx(0.940286, abs=1e-6)
    assert entropy(WIND, axis=1).tolist() == pytest.approx([1, 0.811278], abs=1e-6)
    # The printed 0.89215 and 0.04814 come of rounding on the way.
    assert conditional_entropy(WIND) == pytest.approx(0.892159, abs=1e-6)
    assert mutual_information(WIND) == pytest.approx(0.048127, abs=1e-6)


def test_information_gain_of_the_other_attributes():
    """Brown 2018, section 6.4 Measuring Information Gain."""
    assert conditional_entropy(OUTLOOK) == pytest.approx(0.693536, abs=1e-6)
    assert conditional_entropy(TEMPERATURE) == pytest.approx(0.911063, abs=1e-6)
    assert conditional_entropy(HUMIDITY) == pytest.approx(0.788450, abs=1e-6)
    gains = [mutual_information(table) for table in (OUTLOOK, HUMIDITY, WIND, TEMPERATURE)]
    assert gains == pytest.approx([0.246750, 0.151836, 0.048127, 0.029223], abs=1e-6)
    assert gains == sorted(gains, reverse=True)


def test_bounds_and_shares_of_them():
    """Brown 2018, section 6.4 Measuring Information Gain."""
    assert entropy([9, 5]) < max_entropy(2) == entropy([1, 1])
    assert uncertainty_coefficient(OUTLOOK) == pytest.approx(0.246750 / 0.940286, abs=1e-5)
    assert uncertainty_coefficient([[5, 0], [0, 9]]) == pytest.approx(1)


def test_four_equal_forms_of_mutual_information():
    """Brown 2018, section 10.4 Optional: Information Theory."""
    forms = MutualInformationForms.of(OUTLOOK)
    assert forms.values() == pytest.approx([0.246750] * 4, abs=1e-6)
    assert forms.joint == joint_entropy(OUTLOOK)
    share = np.array(OUTLOOK) / 14
    independent = np.outer(share.sum(axis=1), share.sum(axis=0))
    assert kullback_leibler_divergence(share, independent) == pytest.approx(forms.divergence)


def test_information_is_most_where_the_variables_are_the_same():
    """Brown 2018, section 10.4 Optional: Information Theory."""
    assert mutual_information(np.diag([9, 5])) == pytest.approx(entropy([9, 5]))
    assert mutual_information(np.outer([9, 5], [2, 3])) == pytest.approx(0, abs=1e-12)
