import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.spatial.distance import jensenshannon
from scipy.stats import entropy as scipy_entropy

from gnomon.errors import DataError
from gnomon.probability.divergence import (
    cross_entropy,
    jensen_shannon_divergence,
    kullback_leibler_divergence,
)
from gnomon.probability.entropies import entropy

counts = st.lists(st.integers(1, 30), min_size=4, max_size=4)


@given(counts, counts)
def test_divergences_agree_with_scipy(a, b):
    p, q = np.array(a) / sum(a), np.array(b) / sum(b)
    assert kullback_leibler_divergence(p, q) == pytest.approx(scipy_entropy(p, q, base=2), abs=1e-12)
    assert jensen_shannon_divergence(p, q) == pytest.approx(jensenshannon(p, q, base=2) ** 2, abs=1e-9)
    assert cross_entropy(p, q) == pytest.approx(entropy(p) + kullback_leibler_divergence(p, q))


@given(counts, counts)
def test_a_divergence_is_0_for_equals_and_above_0_for_others(a, b):
    p, q = np.array(a) / sum(a), np.array(b) / sum(b)
    assert kullback_leibler_divergence(p, p) == 0
    assert kullback_leibler_divergence(p, q) >= 0
    assert 0 <= jensen_shannon_divergence(p, q) <= 1
    assert jensen_shannon_divergence(p, q) == pytest.approx(jensen_shannon_divergence(q, p))


def test_what_was_never_expected_has_no_code():
    assert kullback_leibler_divergence([0.5, 0.5], [1, 0]) == np.inf
    assert cross_entropy([0.5, 0.5], [1, 0]) == np.inf
    assert jensen_shannon_divergence([1, 0], [0, 1]) == 1


@pytest.mark.parametrize("q", [[0.5, 0.6], [1.0], [0.5, np.nan], [1.5, -0.5]])
def test_what_is_no_distribution_is_refused(q):
    with pytest.raises(DataError):
        kullback_leibler_divergence([0.5, 0.5], q)
