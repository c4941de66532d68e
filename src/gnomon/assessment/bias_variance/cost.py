"""Loss by a table of costs: bias and variance as what they add to the cost (James 2003).

At a case, r(c) is the expected cost of predicting class c, the sum over true classes y of P(y) cost(y, c)::

    mean r(f) = r(best) + [r(main) - r(best)] + [mean r(f) - r(main)]

noise is the cost of the best prediction, bias what the models' main prediction (most votes) costs more, and
variance what single models cost more than that; it is below 0 where their differences help.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np

from gnomon.arrays import Floats
from gnomon.assessment.bias_variance.decomposition import Decomposition
from gnomon.assessment.bias_variance.inputs import class_probabilities, keep, label_block
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
    """Expected cost of predicted classes as noise + bias + variance.

    predicted: class codes, models x cases. truth: the code of each case, or the true P(class|x), from which
    the noise is then known. costs: what predicting class j (column) costs when the truth is class i (row).
    present: which cases each model predicts; all if not given. Equal votes are shared between their classes.

    >>> found = bias_variance_of_cost([[0, 0], [0, 1], [1, 1]], truth=[0, 1], costs=[[0, 1], [5, 0]])
    >>> found.cases.bias, found.cases.variance.round(2), found.cases.loss.round(2)
    (array([0., 0.]), array([0.33, 1.67]), array([0.33, 1.67]))
    """
    table = np.asarray(costs, dtype=np.float64)
    if table.ndim != 2 or table.shape[0] != table.shape[1] or not np.isfinite(table).all():
        raise DataError(
            f"costs has shape {table.shape}; give a finite number for each true and predicted class"
        )
    n_cases = np.shape(predicted)[1] if np.ndim(predicted) == 2 else len(truth)
    target, noise_known = class_probabilities(truth, n_cases, len(table))
    codes, target, _, there, _ = label_block(predicted, target, present)
    kept = keep(there, weight, row)
    shown = there[:, kept.which].astype(np.float64)
    loss = Costs(codes[:, kept.which], target[kept.which], shown, len(table), target[kept.which] @ table)
    return decomposition(
        loss,
        kept,
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
        votes, least = self.votes(models), self.risk.min(axis=1)
        of_main = np.sum(shared_first(votes) * self.risk, axis=2)
        variance = np.sum(votes * self.risk, axis=2) - of_main
        paid = self.risk[np.arange(len(self.risk)), self.codes] * self.present
        loss = models @ paid / counted(models, self.present)
        return Parts(np.broadcast_to(least, loss.shape), of_main - least, variance, loss)
