"""Naive Bayes on the six rows of Table 8.3, in exact fractions."""

from fractions import Fraction

import numpy as np
import pytest

from gnomon.errors import DataError
from gnomon.learners.bayes.bernoulli import BernoulliNB
from gnomon.learners.bayes.categorical import CategoricalNB

TABLE = np.array([[1, 1, 0, 1], [1, 0, 0, 1], [0, 0, 1, 1], [0, 0, 0, 1], [1, 0, 1, 0], [0, 1, 0, 0]])
X, Y = TABLE[:, :3], TABLE[:, 3]


@pytest.mark.parametrize("learner", [CategoricalNB, BernoulliNB])
def test_posteriors_from_relative_frequencies(learner):
    """Brown 2018, section 8.3 Naive Bayes Models."""
    model = learner(alpha=0).fit(X, Y)
    expected = {
        "1/3": [(1, 1, 1), (0, 1, 1)],
        "9/11": [(0, 0, 0), (1, 0, 0)],
        "3/5": [(0, 0, 1), (0, 1, 0), (1, 0, 1), (1, 1, 0)],
    }
    for fraction, rows in expected.items():
        for row in rows:
            found = Fraction(model.predict_proba([row])[0, 1]).limit_denominator(100)
            assert found == Fraction(fraction), row


@pytest.mark.parametrize("learner", [CategoricalNB, BernoulliNB])
def test_numerators_at_ones(learner):
    """Brown 2018, section 8.3 Naive Bayes Models."""
    np.testing.assert_allclose(learner(alpha=0).fit(X, Y).joint([[1, 1, 1]]), [[2 / 48, 4 / 192]])


@pytest.mark.parametrize("learner", [CategoricalNB, BernoulliNB])
def test_laplace_on_prior_and_tables(learner):
    """Brown 2018, section 8.3 Naive Bayes Models."""
    model = learner(alpha=1, class_pseudo_count=1).fit(X, Y)
    assert model.predict_proba([[1, 1, 1]])[0, 1] == pytest.approx(20 / 47)


def test_a_row_that_no_class_allows_needs_smoothing():
    """Brown 2018, section 8.1.2 Estimated Probabilities vs. True Probabilities."""
    rows, y = [[0, 0], [1, 1]], [0, 1]
    with pytest.raises(DataError, match=r"row 0 has probability 0 in every class.*alpha=1"):
        CategoricalNB(alpha=0).fit(rows, y).predict([[0, 1]])
    np.testing.assert_allclose(CategoricalNB(alpha=1).fit(rows, y).predict_proba([[0, 1]]), [[0.5, 0.5]])


def test_the_posterior_ranks_the_rows():
    """Fawcett 2006, section 4 Curves in ROC space."""
    from gnomon.assessment.measures.ranking import auc

    score = CategoricalNB(alpha=0).fit(X, Y).predict_proba(X)[:, 1]
    assert auc(Y, score) > 0.7
