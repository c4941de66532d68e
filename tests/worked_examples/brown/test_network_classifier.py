"""Naive and over-parameterized models of table 8.3, as Bayesian networks with the class as a node."""

from fractions import Fraction

import numpy as np
import pandas as pd
import pytest

from gnomon.errors import DataError
from gnomon.learners.networks.classifier import BayesianNetworkClassifier
from gnomon.learners.networks.graph import DirectedGraph

# Table 8.3.
X = pd.DataFrame({"x1": [1, 1, 0, 0, 1, 0], "x2": [1, 0, 0, 0, 0, 1], "x3": [0, 0, 1, 0, 1, 0]})
Y = np.array([1, 1, 1, 1, 0, 0])
AUGMENTED = DirectedGraph.of_formula("p(y)p(x1|y,x2)p(x2|y,x3)p(x3|y)")


def one(*values):
    return pd.DataFrame([values], columns=X.columns)


def posterior(model, *values):
    return model.predict_proba(one(*values))[0, 1]


def test_naive_network_gives_the_posteriors_of_naive_bayes():
    """Brown 2018, section 8.3 Naive Bayes Models."""
    model = BayesianNetworkClassifier(structure="naive", smoothing=0).fit(X, Y)
    expected = {
        (1, 1, 1): Fraction(1, 3),
        (0, 0, 0): Fraction(9, 11),
        (1, 0, 0): Fraction(9, 11),
        (0, 0, 1): Fraction(3, 5),
        (0, 1, 0): Fraction(3, 5),
        (1, 0, 1): Fraction(3, 5),
        (1, 1, 0): Fraction(3, 5),
        (0, 1, 1): Fraction(1, 3),
    }
    for values, share in expected.items():
        assert posterior(model, *values) == pytest.approx(float(share), abs=1e-12)


def test_naive_network_with_laplace():
    """Brown 2018, section 8.3 Naive Bayes Models."""
    model = BayesianNetworkClassifier(structure="naive").fit(X, Y)
    assert posterior(model, 1, 1, 1) == pytest.approx(20 / 47, abs=1e-12)


def test_with_no_smoothing_both_numerators_are_zero_and_the_posterior_undefined():
    """Brown 2018, section 8.4 Bayesian Networks."""
    model = BayesianNetworkClassifier(structure=AUGMENTED, smoothing=0).fit(X, Y)
    table = model.network_.tables
    assert table["y"][1] == pytest.approx(4 / 6)
    assert table["x1"][1, 1, 1] == 1  # y = 1, x2 = 1
    assert table["x2"][1, 1, 1] == 0  # y = 1, x3 = 1
    assert table["x3"][1, 1] == pytest.approx(1 / 4)
    with pytest.raises(DataError, match=r"row 0 has probability 0 under every class.*smoothing above 0"):
        model.predict(one(1, 1, 1))


def test_with_laplace_the_posterior_is_20_29():
    """Brown 2018, section 8.4 Bayesian Networks."""
    model = BayesianNetworkClassifier(structure=AUGMENTED).fit(X, Y)
    row = {"x1": "> 0.5", "x2": "> 0.5", "x3": "> 0.5"}
    numerators = [model.network_.joint({"y": y, **row}) for y in (0, 1)]
    assert numerators == pytest.approx([1 / 48, 5 / 108], abs=1e-12)
    assert posterior(model, 1, 1, 1) == pytest.approx(20 / 29, abs=1e-12)
