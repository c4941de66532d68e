"""Worked examples of diagnostic tests: what a positive result says."""

import pytest

from gnomon.assessment.decisions.diagnosis import DiagnosticTest

diabetes = DiagnosticTest(sensitivity=0.95, false_alarm=0.01)


def test_a_positive_diabetes_test_means_73_percent():
    """Brown 2018, section 8.2.2 Diagnosing Diabetes."""
    assert diabetes.chance(0.028) == pytest.approx(0.03632)
    assert diabetes.posterior(0.028) == pytest.approx(0.7323789, abs=1e-7)
    assert 1 - diabetes.posterior(0.028) == pytest.approx(0.267621, abs=1e-6)


def test_the_same_with_10_000_people():
    """Brown 2018, section 8.2.3 Thinking about it another way."""
    tree = diabetes.frequency_tree(0.028, 10_000)
    assert tree.ill_positive + tree.ill_negative == pytest.approx(280)
    assert tree.well_positive + tree.well_negative == pytest.approx(9720)
    assert (tree.ill_positive, tree.ill_negative) == pytest.approx((266, 14))
    assert (tree.well_positive, tree.well_negative) == pytest.approx((97.2, 9622.8))
    assert tree.posterior == pytest.approx(266 / 363.2)
    assert "97.2 positive" in str(tree)


def test_one_suspect_mail_in_20_000_is_meant():
    """Brown 2018, section 8.2.4 One more Bayes example: Catching Bad Guys."""
    # The numerator is 0.00000099; the line that prints 0.0000009 would give 0.0000450.
    mail = DiagnosticTest(sensitivity=0.99, false_alarm=0.02)
    assert 1e-6 * mail.sensitivity == pytest.approx(0.00000099)
    assert mail.posterior(1e-6) == pytest.approx(4.94976e-05, rel=1e-5)
    assert 1 / mail.posterior(1e-6) == pytest.approx(20_203, abs=0.5)


def test_a_positive_mammogram_means_8_percent():
    """Brown 2018, appendix B Visualising Bayes Theorem."""
    mammogram = DiagnosticTest(sensitivity=0.8, false_alarm=0.096)
    assert mammogram.chance(0.01) == pytest.approx(0.10304)
    assert mammogram.posterior(0.01) == pytest.approx(0.0776398, abs=1e-7)
