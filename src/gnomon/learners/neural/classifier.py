"""Multi-layer perceptron (neural network) classifier."""

from __future__ import annotations

from math import inf
from typing import Any

import numpy as np
from scipy.special import log_expit, log_softmax
from sklearn.base import ClassifierMixin

from gnomon.arrays import Array
from gnomon.check import free, one_of
from gnomon.errors import DataError, ParameterError
from gnomon.learners.neural.loss import CostSensitiveSoftmax, LogisticOutput, Loss, Softmax
from gnomon.learners.neural.multilayer import Multilayer
from gnomon.learners.neural.problem import Problem, positive_weight
from gnomon.learners.neural.training import Examples, StepCallback, Training
from gnomon.registry import learners
from gnomon.sharing.labels import Labels
from gnomon.sharing.prepared import Rows
from gnomon.ties import first_largest


class MLPClassifier(ClassifierMixin, Multilayer):
    """Multi-layer perceptron (MLP, neural network) classifier, with a logistic or softmax output layer.

    Minimizes the mean loss plus alpha |W|² / (2 b), b the total weight of a batch. `costs` makes the loss
    cost-sensitive: `predict` then returns the class of minimum expected cost, and `predict_proba` is not the
    probability of the class. Sample weights act as repetitions: exactly if one batch has all rows (up to 200,
    or 'lbfgs'), on average otherwise. For thousands of rows and tens of units; for images, text or millions
    of rows, use a deep learning library.

    Attributes
    ----------
    classes_ : the classes
    coefs_, intercepts_ : weights and biases of each layer, for standardized columns
    mean_, scale_ : mean and standard deviation of each column
    converged_, gradient_ : whether training converged, and the largest absolute partial derivative at the end
    n_iter_, history_, held_out_history_ : epochs, and the training and validation loss of each

    Examples
    --------
    >>> from gnomon import MLPClassifier
    >>> X, y = [[0, 0], [0, 1], [1, 0], [1, 1]], [0, 1, 1, 0]
    >>> MLPClassifier(hidden_layer_sizes=4, activation="tanh", solver="lbfgs").fit(X, y).predict(X)
    array([0, 1, 1, 0])
    """

    loss: str = one_of("log_loss", "squared_error", default="log_loss", help="loss function")
    costs: Any = free(
        default=None,
        help="cost matrix: cost of predicting class j (column) for class i (row); None for equal costs",
        kind="square array or None",
    )
    predicts_most_probable = True

    def predict(self, X: Any) -> Array:
        """Predict the class of the largest output; the first on ties."""
        best = first_largest(self.predict_proba(X))
        return self.classes_[best]

    def predict_proba(self, X: Any) -> Array:
        """Outputs for each class: class probabilities, unless costs are set."""
        scores = self._scores(X)
        outputs = self._loss().outputs(scores)
        return outputs if outputs.shape[1] > 1 else np.hstack([1 - outputs, outputs])

    def predict_log_proba(self, X: Any) -> Array:
        """Logarithm of `predict_proba`, at full precision."""
        scores = self._scores(X)
        return log_softmax(scores, axis=1) if scores.shape[1] > 1 else log_expit(np.hstack([-scores, scores]))

    def start_training(
        self, data: Rows, callback: StepCallback | None = None
    ) -> tuple[Training, np.random.Generator]:
        """Prepare training on the classes that occur in the rows."""
        data = positive_weight(data)
        labels = _present_classes(Labels.of(data.y))
        if self.warm_start and hasattr(self, "coefs_") and not np.array_equal(labels.classes, self.classes_):
            raise DataError(
                f"MLPClassifier(warm_start=True) was fitted on the classes {self.classes_.tolist()}, and the "
                f"rows have {labels.classes.tolist()}; pass rows of the same classes or set warm_start=False"
            )
        return super().start_training(Rows(data.X, labels, data.weight), callback)

    def _problem(self, data: Rows, is_first: bool, constant: float = inf) -> Problem:
        data = positive_weight(data)
        labels = Labels.of(data.y)
        if not is_first:
            labels = _encode_known(labels, self.classes_)
        elif labels.n_classes < 2:
            raise DataError(
                f"MLPClassifier needs at least 2 classes, and the rows have 1 class, {labels.classes[0]!r}; "
                "pass rows of other classes too"
            )
        self.classes_: Array = labels.classes
        rows = self._rows(data.X, data.weight, is_first, constant)
        weight = None if data.weight is None else data.weight.astype(rows.dtype)
        n_outputs = 1 if labels.n_classes == 2 else labels.n_classes
        return Problem(Examples(rows, labels.codes, weight), self._loss(), n_outputs)

    def _loss(self) -> Loss:
        squared, n_classes = self.loss == "squared_error", len(self.classes_)
        if self.costs is None:
            return LogisticOutput(squared) if n_classes == 2 else Softmax(squared)
        costs = np.asarray(self.costs, dtype=np.float64)
        is_valid = costs.shape == (n_classes, n_classes) and np.isfinite(costs).all() and (costs >= 0).all()
        if not is_valid or costs.diagonal().any() or not costs.any():
            raise ParameterError(
                f"MLPClassifier(costs={self.costs!r}): costs must be {n_classes} x {n_classes} nonnegative "
                f"numbers, for the classes {self.classes_.tolist()}, with 0 on the diagonal and not all 0"
            )
        return (
            LogisticOutput(squared, costs.sum(axis=1))
            if n_classes == 2
            else CostSensitiveSoftmax(costs, squared)
        )


def _present_classes(labels: Labels) -> Labels:
    present = np.bincount(labels.codes, minlength=labels.n_classes) > 0
    return Labels((np.cumsum(present) - 1)[labels.codes], labels.classes[present])


def _encode_known(labels: Labels, classes: Array) -> Labels:
    """The same labels, encoded by the known classes."""
    index = np.searchsorted(classes, labels.classes).clip(max=len(classes) - 1)
    unknown = labels.classes[classes[index] != labels.classes]
    if len(unknown):
        raise DataError(
            f"label {unknown.tolist()[0]!r} is not one of the classes {classes.tolist()} of the first "
            "partial_fit; pass all classes by classes= in the first partial_fit"
        )
    return Labels(index[labels.codes], classes)


learners.add(
    "MLPClassifier",
    MLPClassifier,
    "multi-layer perceptron (neural network) classifier",
    task=("classification",),
    family="neural",
)
