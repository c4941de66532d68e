"""Loss functions with costs, and the decision that minimizes the expected loss."""

import numpy as np
import pytest

from gnomon.assessment.decisions.costs import case_costs, expected_costs, minimum_cost_decisions


def test_zero_one_and_squared_loss_are_cost_matrices():
    """Zaki and Meira 2014, section 22.3 Bias-Variance Decomposition."""
    zero_one = 1 - np.eye(2)
    squared = np.subtract.outer([-1, 1], [-1, 1]) ** 2
    truth, predicted = [0, 0, 1, 1], [0, 1, 0, 1]
    assert case_costs(truth, predicted, zero_one).tolist() == [0, 1, 1, 0]
    # Classes coded -1 and +1: one error costs 4.
    assert case_costs(truth, predicted, squared).tolist() == [0, 4, 4, 0]


def test_the_expected_zero_one_loss_of_a_class_is_1_less_its_posterior():
    """Zaki and Meira 2014, section 22.3 Bias-Variance Decomposition."""
    posterior = np.array([[0.2, 0.5, 0.3], [0.6, 0.1, 0.3]])
    assert expected_costs(posterior, 1 - np.eye(3)) == pytest.approx(1 - posterior)
    assert minimum_cost_decisions(posterior).tolist() == [1, 0]
