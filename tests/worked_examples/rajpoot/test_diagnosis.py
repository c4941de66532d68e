"""Worked examples of Bayes' rule for a medical test, once and twice."""

import pytest

from gnomon.assessment.decisions.diagnosis import DiagnosticTest

cancer = DiagnosticTest(sensitivity=0.98, false_alarm=0.03)


def test_after_a_positive_test_cancer_is_still_the_less_likely():
    """Rajpoot, lecture 4, slide "Bayesian classification: Example"."""
    assert 0.008 * cancer.sensitivity == pytest.approx(0.00784)
    assert cancer.chance(0.008) - 0.00784 == pytest.approx(0.02976)
    assert cancer.posterior(0.008) == pytest.approx(0.20851, abs=5e-6)
    assert 1 - cancer.posterior(0.008) == pytest.approx(0.79149, abs=5e-6)


def test_a_second_positive_test_makes_cancer_more_likely():
    """Rajpoot, lecture 4, slide "Exercise (ungraded)"."""
    assert cancer.posterior_after(0.008, [True, True]) == pytest.approx(0.89590, abs=5e-6)
    again = cancer.posterior(0.008)
    assert cancer.posterior(again) == pytest.approx(0.0076832 / (0.0076832 + 0.0008928))
    assert cancer.repeats_for(0.008, 0.5) == 2
