"""Bias-variance decomposition of zero-one loss, by Domingos or by Kohavi and Wolpert; both are additive.

For a case, q is the share of models that predict each class, P the true probability of each class.
Domingos (2000): the main prediction is the majority vote, bias is whether it differs from the optimal (best)
prediction, and variance is positive or negative as it leads away from or toward the optimal prediction::

    1 - sum(P q) = c1 N + B + c2 V,   N = 1 - P(best),  B = [main != best],  V = 1 - q(main)
    c2 = 1 if main = best, else -q(best)/V;   c1 = q(best) - sum of P q over the other classes / N

For two classes c1 = 2 q(best) - 1 and c2 = 1 or -1. Kohavi & Wolpert (1996)::

    1 - sum(P q) = (1 - sum P²)/2 + sum (P - q)²/2 + (1 - sum q²)/2
"""

from dataclasses import dataclass
from typing import Any

import numpy as np

from gnomon.arrays import Floats, Integers
from gnomon.assessment.bias_variance.decomposition import Decomposition
from gnomon.assessment.bias_variance.inputs import included_cases, label_block
from gnomon.assessment.bias_variance.training_sets import Parts, counted, decomposition
from gnomon.errors import ParameterError
from gnomon.ties import first_largest

METHODS = {"domingos": "Domingos 2000", "kohavi-wolpert": "Kohavi & Wolpert 1996"}


def bias_variance_of_zero_one(
    predicted: Any,
    truth: Any,
    *,
    method: str = "domingos",
    present: Any = None,
    weight: Any = None,
    row: Any = None,
    note: str = "",
) -> Decomposition:
    """Bias-variance decomposition of zero-one loss (the error rate): noise + bias + variance.

    predicted: labels, models x cases. truth: the label of each case, or the true P(class|x), cases x classes;
    labels are then class codes, and the noise is known. method: "domingos", whose variance may be negative,
    or "kohavi-wolpert", whose parts are nonnegative. present: which cases each model predicts; None for all.
    Tied votes are divided among their classes.

    >>> parts = bias_variance_of_zero_one([["a", "a"], ["a", "b"], ["b", "b"]], truth=["a", "a"])
    >>> parts.cases.bias, parts.cases.variance.round(3), parts.cases.loss.round(3)
    (array([0., 1.]), array([ 0.333, -0.333]), array([0.333, 0.667]))
    """
    if method not in METHODS:
        raise ParameterError(f"method={method!r}: must be one of {', '.join(map(repr, METHODS))}")
    codes, target, noise_known, is_present, classes = label_block(predicted, truth, present)
    included = included_cases(is_present, weight, row)
    target, is_present = target[included.which], is_present[:, included.which]
    inputs = codes[:, included.which], target, is_present.astype(np.float64), len(classes)
    loss = Domingos(*inputs) if method == "domingos" else KohaviWolpert(*inputs)
    against = 1 - loss.votes(np.ones((1, len(codes))))[0].max(axis=1)
    return decomposition(
        loss,
        included,
        of=("zero-one", METHODS[method]),
        main=classes[loss.main()],
        noise_known=noise_known,
        note=note,
        instability=loss.disagreement(),
        details={"error_of_best": 1 - target.max(axis=1), "votes_against_main": against},
    )


def shared_first(shares: Floats) -> Floats:
    """1 for the class with the largest share, divided among ties.

    >>> shared_first(np.array([[0.5, 0.3, 0.2], [0.4, 0.2, 0.4]]))
    array([[1. , 0. , 0. ],
           [0.5, 0. , 0.5]])
    """
    is_first = shares == shares.max(axis=-1, keepdims=True)
    return is_first / is_first.sum(axis=-1, keepdims=True)


@dataclass(frozen=True, eq=False)
class Votes:
    """Votes of the models: codes (models x cases), true probabilities, presence, number of classes (width).

    >>> votes = Votes(np.array([[0], [0], [1]]), np.array([[0.0, 1.0]]), np.ones((3, 1)), 2)
    >>> votes.votes(np.array([[1.0, 1.0, 2.0]]))
    array([[[0.5, 0.5]]])
    >>> votes.disagreement().round(3)
    array([0.667])
    """

    codes: Integers
    truth: Floats
    present: Floats
    width: int

    def votes(self, models: Floats) -> Floats:
        """Share of the votes for each class, replicates x cases x classes."""
        shares = np.zeros((len(models), self.codes.shape[1], self.width))
        for code in np.unique(self.codes):
            shares[:, :, code] = models @ ((self.codes == code) * self.present)
        return shares / counted(models, self.present)[:, :, None]

    def disagreement(self) -> Floats:
        """For each case the share of pairs of models that predict different classes."""
        times = self.present.sum(axis=0)
        shares = self.votes(np.ones((1, len(self.codes))))[0]
        return (1 - np.sum(shares**2, axis=1)) * times / (times - 1)

    def main(self) -> Integers:
        """The majority vote of each case; the first class in ties."""
        return first_largest(self.votes(np.ones((1, len(self.codes))))[0])

    def loss(self, models: Floats) -> Floats:
        """Probability of a wrong label, averaged over models."""
        wrong = 1 - self.truth[np.arange(len(self.truth)), self.codes]
        return models @ (wrong * self.present) / counted(models, self.present)


class Domingos(Votes):
    """Domingos's decomposition, about the majority vote; ties of votes and of probabilities are divided.

    >>> loss = Domingos(np.array([[0], [1], [1]]), np.array([[1.0, 0.0]]), np.ones((3, 1)), 2)
    >>> loss.parts(np.ones((1, 3))).bias
    array([[1.]])
    """

    is_smooth = False

    def parts(self, models: Floats) -> Parts:
        """The parts under each row of weights over models."""
        votes = self.votes(models)
        best = shared_first(self.truth)
        bias = 1 - np.sum(shared_first(votes) * best, axis=2)
        away_from_best = 1 - np.sum(votes * best, axis=2)
        net_noise = np.sum(votes * (best - self.truth), axis=2)
        return Parts(net_noise, bias, away_from_best - bias, self.loss(models))


class KohaviWolpert(Votes):
    """Kohavi and Wolpert's decomposition: half the squared distances of truth, votes and single labels.

    >>> loss = KohaviWolpert(np.array([[0], [1]]), np.array([[1.0, 0.0]]), np.ones((2, 1)), 2)
    >>> loss.parts(np.ones((1, 2))).bias
    array([[0.25]])
    """

    is_smooth = True

    def parts(self, models: Floats) -> Parts:
        """The parts under each row of weights over models."""
        votes = self.votes(models)
        bias = np.sum((self.truth - votes) ** 2, axis=2) / 2
        noise = np.broadcast_to((1 - np.sum(self.truth**2, axis=1)) / 2, bias.shape)
        return Parts(noise, bias, (1 - np.sum(votes**2, axis=2)) / 2, self.loss(models))
