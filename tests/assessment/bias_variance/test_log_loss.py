import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.special import rel_entr
from scipy.stats import entropy

from gnomon.assessment.bias_variance import bias_variance_of_log_loss
from gnomon.assessment.measures import log_loss


def test_a_small_example_by_hand():
    # Geometric means of (0.8, 0.2) and (0.2, 0.8) are (0.4, 0.4): the main prediction is even, Z = 0.8.
    result = bias_variance_of_log_loss([[[0.8, 0.2]], [[0.2, 0.8]]], truth=[0])
    assert result.cases.main == pytest.approx(np.array([[0.5, 0.5]]))
    assert result.bias == pytest.approx(np.log(2))
    assert result.variance == pytest.approx(-np.log(0.8))


@given(st.integers(0, 2**32), st.integers(2, 6), st.integers(1, 8), st.integers(2, 5))
@settings(max_examples=30)
def test_the_parts_are_the_entropies_of_heskes(seed, n_models, n_cases, n_classes):
    random = np.random.default_rng(seed)
    p = random.dirichlet(np.ones(n_classes), (n_models, n_cases))
    P = random.dirichlet(np.ones(n_classes), n_cases)
    result = bias_variance_of_log_loss(p, P)
    g = np.exp(np.log(p).mean(axis=0))
    g /= g.sum(axis=1, keepdims=True)
    assert np.allclose(result.cases.noise, entropy(P, axis=1))
    assert np.allclose(result.cases.bias, rel_entr(P, g).sum(axis=1))
    assert np.allclose(result.cases.variance, rel_entr(g, p).sum(axis=2).mean(axis=0))
    assert (result.cases.variance >= 0).all()


def test_the_loss_is_log_loss_also_where_a_model_is_sure_and_wrong():
    p = np.array([[[1.0, 0.0], [0.5, 0.5]], [[0.9, 0.1], [0.0, 1.0]]])
    result = bias_variance_of_log_loss(p, [1, 1])
    assert result.loss == pytest.approx(np.mean([log_loss([1, 1], each) for each in p]))
    assert np.isfinite([result.bias, result.variance]).all()
