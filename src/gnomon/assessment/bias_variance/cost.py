"""Bias-variance decomposition for a cost matrix, as effects on the expected cost (James 2003).

At a case, r(c) is the expected cost of predicting class c, the sum over true classes y of P(y) cost(y, c)::

    mean r(f) = r(best) + [r(main) - r(best)] + [mean r(f) - r(main)]

noise is the cost of the optimal prediction, bias the excess cost of the main prediction (majority vote of the
models), and variance the mean excess cost of single models over that; it may be negative.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np

from gnomon.arrays import Floats
from gnomon.assessment.bias_variance.decomposition import Decomposition
from gnomon.assessment.bias_variance.inputs import class_probabilities, included_cases, label_block
from gnomon.assessment.bias_variance.training_sets import Parts, counted, decomposition
from gnomon.assessment.bias_variance.zero_one import Votes, shared_first
from gnomon.errors import DataError


def bias_variance_of_cost(
    predicted: Any,
    truth: Any,
    costs: Any,
    *,
    present: Any = None,
    weight: Any = None,
    row: Any = None,
    note: str = "",
) -> Decomposition:
    """Bias-variance decomposition of the expected misclassification cost: noise + bias + variance.

    predicted: class codes, models x cases. truth: the code of each case, or the true P(class|x), from which
    the noise is then known. costs: cost of predicting class j (column) when the truth is class i (row).
    present: which cases each model predicts; None for all. Tied votes are divided among their classes.

    >>> parts = bias_variance_of_cost([[0, 0], [0, 1], [1, 1]], truth=[0, 1], costs=[[0, 1], [5, 0]])
    >>> parts.cases.bias, parts.cases.variance.round(2), parts.cases.loss.round(2)
    (array([0., 0.]), array([0.33, 1.67]), array([0.33, 1.67]))
    """
    table = np.asarray(costs, dtype=np.float64)
    if table.ndim != 2 or table.shape[0] != table.shape[1] or not np.isfinite(table).all():
        raise DataError(
            f"costs has shape {table.shape}; pass a square matrix of finite numbers, true x predicted class"
        )
    n_cases = np.shape(predicted)[1] if np.ndim(predicted) == 2 else len(truth)
    target, noise_known = class_probabilities(truth, n_cases, len(table))
    codes, target, _, is_present, _ = label_block(predicted, target, present)
    included = included_cases(is_present, weight, row)
    shown = is_present[:, included.which].astype(np.float64)
    loss = Costs(
        codes[:, included.which], target[included.which], shown, len(table), target[included.which] @ table
    )
    return decomposition(
        loss,
        included,
        of=("cost", "James 2003"),
        main=loss.main(),
        noise_known=noise_known,
        note=note,
        instability=loss.disagreement(),
    )


@dataclass(frozen=True, eq=False)
class Costs(Votes):
    """Votes with the expected cost of each class, cases x classes.

    >>> facts = np.array([[0], [1], [1]]), np.array([[1.0, 0.0]]), np.ones((3, 1)), 2
    >>> Costs(*facts, risk=np.array([[0.0, 9.0]])).parts(np.ones((1, 3))).loss
    array([[6.]])
    """

    risk: Floats
    is_smooth = False

    def parts(self, models: Floats) -> Parts:
        """The parts under each row of weights over models."""
        votes, lowest = self.votes(models), self.risk.min(axis=1)
        of_main = np.sum(shared_first(votes) * self.risk, axis=2)
        variance = np.sum(votes * self.risk, axis=2) - of_main
        incurred = self.risk[np.arange(len(self.risk)), self.codes] * self.present
        loss = models @ incurred / counted(models, self.present)
        return Parts(np.broadcast_to(lowest, loss.shape), of_main - lowest, variance, loss)
