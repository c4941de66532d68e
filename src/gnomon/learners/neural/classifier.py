"""A small network that tells classes apart: units of logistic regression plugged together."""

from __future__ import annotations

from math import inf
from typing import Any

import numpy as np
from scipy.special import log_expit, log_softmax
from sklearn.base import ClassifierMixin

from gnomon.arrays import Array
from gnomon.check import free, one_of
from gnomon.errors import DataError, ParameterError
from gnomon.learners.neural.loss import CostlySoftmax, LogisticUnit, Loss, Softmax
from gnomon.learners.neural.multilayer import Multilayer
from gnomon.learners.neural.problem import Problem, counted
from gnomon.learners.neural.training import Examples, Training, Watch
from gnomon.registry import learners
from gnomon.sharing.labels import Labels
from gnomon.sharing.prepared import Rows
from gnomon.ties import first_largest


class MLPClassifier(ClassifierMixin, Multilayer):
    """Layers of hidden units, then one logistic unit for two classes, or one softmax unit a class for more.

    Minimizes the mean loss plus alpha |W|² / (2 b), b the weight of a batch. `costs` prices each kind of
    error inside the loss: `predict` then gives the answer that costs least, and `predict_proba` leans toward
    it, so that it is no longer the share of the class. Rows count by their weight: exactly as if repeated
    where a batch holds all rows (up to 200, or 'lbfgs'), on average where not. Meant for thousands of rows
    and tens of units; for images, text or millions of rows, go to a deep-learning library.

    Attributes
    ----------
    classes_ : the classes
    coefs_, intercepts_ : weights of each layer, in the units of the network
    mean_, scale_ : mean and spread of each column, which the network works in
    converged_, gradient_ : whether the loss stopped falling (for 'lbfgs', came to rest), and the steepest
        slope left
    n_iter_, history_, held_out_history_ : passes, and the loss in each, on rows held out too

    Examples
    --------
    >>> from gnomon import MLPClassifier
    >>> X, y = [[0, 0], [0, 1], [1, 0], [1, 1]], [0, 1, 1, 0]
    >>> MLPClassifier(hidden_layer_sizes=4, activation="tanh", solver="lbfgs").fit(X, y).predict(X)
    array([0, 1, 1, 0])
    """

    loss: str = one_of("log_loss", "squared_error", default="log_loss", help="what an output is punished for")
    costs: Any = free(
        default=None,
        help="cost of calling class i (row) class j (column), in the order of the classes; None for 1 each",
        kind="square array or None",
    )
    predicts_most_probable = True

    def predict(self, X: Any) -> Array:
        """The class of the largest output; the first of equals."""
        best = first_largest(self.predict_proba(X))
        return self.classes_[best]

    def predict_proba(self, X: Any) -> Array:
        """The output for each class; without costs, the probability of the class."""
        scores = self._scores(X)
        outputs = self._loss().outputs(scores)
        return outputs if outputs.shape[1] > 1 else np.hstack([1 - outputs, outputs])

    def predict_log_proba(self, X: Any) -> Array:
        """The logarithm of that, to full precision."""
        scores = self._scores(X)
        return log_softmax(scores, axis=1) if scores.shape[1] > 1 else log_expit(np.hstack([-scores, scores]))

    def begin(self, data: Rows, watch: Watch | None = None) -> tuple[Training, np.random.Generator]:
        """Everything set for the first step, over the classes that have rows."""
        data = counted(data)
        labels = _of_present_classes(Labels.of(data.y))
        if self.warm_start and hasattr(self, "coefs_") and not np.array_equal(labels.classes, self.classes_):
            raise DataError(
                f"MLPClassifier(warm_start=True) knows the classes {self.classes_.tolist()}, and these rows "
                f"have {labels.classes.tolist()}; give rows of the same, or warm_start=False"
            )
        return super().begin(Rows(data.X, labels, data.weight), watch)

    def _problem(self, data: Rows, fresh: bool, constant: float = inf) -> Problem:
        data = counted(data)
        labels = Labels.of(data.y)
        if not fresh:
            labels = _in_classes(labels, self.classes_)
        elif labels.n_classes < 2:
            raise DataError(
                f"MLPClassifier needs 2 classes or more, and these rows have 1 class, {labels.classes[0]!r}; "
                "give rows of others too"
            )
        self.classes_: Array = labels.classes
        rows = self._rows(data.X, data.weight, fresh, constant)
        weight = None if data.weight is None else data.weight.astype(rows.dtype)
        n_outputs = 1 if labels.n_classes == 2 else labels.n_classes
        return Problem(Examples(rows, labels.codes, weight), self._loss(), n_outputs)

    def _loss(self) -> Loss:
        squared, n_classes = self.loss == "squared_error", len(self.classes_)
        if self.costs is None:
            return LogisticUnit(squared) if n_classes == 2 else Softmax(squared)
        costs = np.asarray(self.costs, dtype=np.float64)
        is_fit = costs.shape == (n_classes, n_classes) and np.isfinite(costs).all() and (costs >= 0).all()
        if not is_fit or costs.diagonal().any() or not costs.any():
            raise ParameterError(
                f"MLPClassifier(costs={self.costs!r}): costs must be {n_classes} x {n_classes} numbers of at "
                f"least 0, for the classes {self.classes_.tolist()}, with 0 for right answers, not for all"
            )
        return LogisticUnit(squared, costs.sum(axis=1)) if n_classes == 2 else CostlySoftmax(costs, squared)


def _of_present_classes(labels: Labels) -> Labels:
    present = np.bincount(labels.codes, minlength=labels.n_classes) > 0
    return Labels((np.cumsum(present) - 1)[labels.codes], labels.classes[present])


def _in_classes(labels: Labels, classes: Array) -> Labels:
    """The same labels, coded by classes known before."""
    place = np.searchsorted(classes, labels.classes).clip(max=len(classes) - 1)
    unknown = labels.classes[classes[place] != labels.classes]
    if len(unknown):
        raise DataError(
            f"label {unknown.tolist()[0]!r} is not one of the classes {classes.tolist()} that MLPClassifier "
            "began with; name them all by classes= in the first partial_fit"
        )
    return Labels(place[labels.codes], classes)


learners.add(
    "MLPClassifier",
    MLPClassifier,
    "a small network for classes",
    task=("classification",),
    family="neural",
)
