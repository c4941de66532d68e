"""Information content, entropy as uncertainty, and description length as a choice of models."""

import numpy as np
import pytest

from gnomon.learners.bayes.gaussian import GaussianNB
from gnomon.learners.description_length import mdl_polynomial_degree, mdl_tree_size
from gnomon.probability.description_length import CodeLength, ShortestCode, exceptions_code
from gnomon.probability.entropies import entropy, entropy_reduction, information_content


def test_information_content():
    """Probabilistic Models notes, section 6 Probabilistic models with hidden variables."""
    assert information_content(1 / 8) == 3
    assert [information_content(1 / k) for k in (1, 2, 6)] == pytest.approx([0, 1, np.log2(6)])
    assert information_content(1 / 8, base=8) == pytest.approx(1)
    # 0 < p < p' < 1: the rarer has the longer code.
    assert np.inf > information_content(0.1) > information_content(0.2) > 0


def test_entropy_is_the_mean_information_content():
    """Probabilistic Models notes, section 6 Probabilistic models with hidden variables."""
    p = np.array([0.5, 0.25, 0.125, 0.125])
    assert entropy(p) == p @ information_content(p) == 1.75
    assert entropy(np.full(6, 1 / 6)) == pytest.approx(np.log2(6))


def test_learning_takes_off_uncertainty():
    """Probabilistic Models notes, section 1 Introduction."""
    random = np.random.default_rng(0)
    y = random.integers(0, 2, 300)
    X = random.normal(size=(300, 2)) + 2 * y[:, None]
    model = GaussianNB().fit(X, y)
    each = entropy_reduction(np.bincount(y), model.predict_proba(X))
    assert each.mean() > 0.5
    assert entropy_reduction([0.5, 0.5], [0.5, 0.5]) == 0


def test_labels_cost_nothing_once_the_model_is_right():
    """Probabilistic Models notes, section 6 Probabilistic models with hidden variables."""
    assert exceptions_code(0, 50) == 0
    choice = ShortestCode(
        {
            "all rows": CodeLength(200, exceptions_code(0, 50)),
            "a rule": CodeLength(20, exceptions_code(2, 50)),
        }
    )
    assert choice.best == "a rule"


def test_description_length_selects_the_cubic_while_the_training_loss_falls():
    """Probabilistic Models notes, section 6 Probabilistic models with hidden variables."""
    random = np.random.default_rng(1)
    x = random.uniform(-2, 2, 60)
    choice = mdl_polynomial_degree(x[:, None], x**3 - 2 * x + random.normal(scale=0.5, size=60), 8)
    table = choice.frame()
    assert table["data"].is_monotonic_decreasing
    assert table["model"].is_monotonic_increasing
    assert choice.best == 3


def test_a_tree_stops_at_what_its_leaves_are_worth():
    """Probabilistic Models notes, section 6 Probabilistic models with hidden variables."""
    random = np.random.default_rng(0)
    X = random.uniform(size=(200, 2))
    y = (X[:, 0] > 0.5) ^ (random.random(200) < 0.1)
    table = mdl_tree_size(X, y).frame()
    assert table["data"].is_monotonic_decreasing
    assert table["total"].idxmin() == 2
