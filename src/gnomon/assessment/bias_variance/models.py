"""Predictions of several models, one per training set, for the same cases."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from gnomon.arrays import Array, Flags, Floats, Integers
from gnomon.assessment.bias_variance.cost import bias_variance_of_cost
from gnomon.assessment.bias_variance.decomposition import Decomposition
from gnomon.assessment.bias_variance.log_loss import bias_variance_of_log_loss
from gnomon.assessment.bias_variance.squared import bias_variance_of_brier, bias_variance_of_squared_error
from gnomon.assessment.bias_variance.zero_one import METHODS, bias_variance_of_zero_one
from gnomon.assessment.predictions import Predictions
from gnomon.data.task import Task
from gnomon.errors import DesignError, ParameterError

LOSSES = ("squared", "zero-one", "brier", "log", "cost")


@dataclass(frozen=True, eq=False)
class Models:
    """Predictions, models x cases.

    truth: the observed y (class codes, or numbers), or, where `noise` is not None, P(class|x) or E(y|x).
    predicted: class codes or numbers. present: which cases each model predicts. noise: the variance of y
    about the truth where known, else None.

    >>> import gnomon as gn
    >>> from sklearn.naive_bayes import GaussianNB
    >>> models = models_of(gn.resample(gn.load("iris"), GaussianNB(), gn.bootstrap(10)))
    >>> models.predicted.shape, models.probability.shape
    ((10, 150), (10, 150, 3))
    """

    learner: str
    kind: str
    classes: Array | None
    positive: Any
    row: Integers
    weight: Floats | None
    truth: Array
    predicted: Array
    probability: Floats | None
    present: Flags
    noise: float | None = None

    def decomposition(
        self, loss: str | None, method: str, class_values: Any, costs: Any, note: str
    ) -> Decomposition:
        """Decomposition of the expected loss; by default squared or (classes) zero-one."""
        name = check_loss(self.kind, loss, method)
        common: dict[str, Any] = {"weight": self.weight, "row": self.row, "note": note}
        if name == "squared":
            numbers, truth, noise = self._numbers(class_values)
            return bias_variance_of_squared_error(
                np.where(self.present, numbers, np.nan), truth, noise=noise, **common
            )
        if name in ("zero-one", "cost"):
            return self._of_labels(name, method, costs, common)
        if self.probability is None:
            raise DesignError(
                f"{name} loss needs class probabilities (predict_proba), which {self.learner} does not have; "
                "use loss='zero-one'"
            )
        block = np.where(self.present[:, :, None], self.probability, np.nan)
        return (bias_variance_of_log_loss if name == "log" else bias_variance_of_brier)(
            block, self.truth, **common
        )

    def _of_labels(self, name: str, method: str, costs: Any, common: dict[str, Any]) -> Decomposition:
        assert self.classes is not None
        common = {"present": self.present, **common}
        if name == "zero-one":
            parts = bias_variance_of_zero_one(self.predicted, self.truth, method=method, **common)
        elif costs is None:
            raise ParameterError(
                "loss='cost' needs costs=, or a Task(..., costs=...): true x predicted class"
            )
        else:
            parts = bias_variance_of_cost(self.predicted, self.truth, costs, **common)
        return replace(parts, cases=replace(parts.cases, main=self.classes[parts.cases.main]))

    def _numbers(self, class_values: Any) -> tuple[Array, Array, Any]:
        """Predictions and truth as numbers, and the noise where known."""
        if self.classes is None:
            return self.predicted, self.truth, self.noise
        code = numbers_of_classes(self.classes, self.positive, class_values)
        if self.truth.ndim == 1:
            return code[self.predicted], code[self.truth], None
        expected = self.truth @ code
        return code[self.predicted], expected, np.maximum(self.truth @ code**2 - expected**2, 0.0)


def check_loss(kind: str, loss: str | None, method: str) -> str:
    """The validated name of the loss, by default that of this kind of task.

    >>> check_loss("regression", None, "domingos")
    'squared'
    """
    name = loss or ("squared" if kind == "regression" else "zero-one")
    if name not in LOSSES:
        raise ParameterError(f"loss={loss!r}: must be one of {', '.join(map(repr, LOSSES))}")
    if kind == "regression" and name != "squared":
        raise DesignError(f"{name} loss is for classification, and this is regression; use loss='squared'")
    if method not in METHODS:
        raise ParameterError(f"method={method!r}: must be one of {', '.join(map(repr, METHODS))}")
    return name


def models_of(predictions: Predictions) -> Models:
    """The models of Predictions; a whole repeat of k-fold counts as one training set.

    >>> import gnomon as gn
    >>> from sklearn.dummy import DummyRegressor
    >>> task = gn.Task([[0.0], [1.0], [2.0], [3.0]], [0.5, 1.5, 2.5, 3.5], kind="regression")
    >>> models_of(gn.resample(task, DummyRegressor(), gn.repeated(gn.k_fold(2), times=3))).predicted.shape
    (3, 4)
    """
    row, first, case = np.unique(predictions.row, return_index=True, return_inverse=True)
    model = np.unique(predictions.split // predictions.design.folds, return_inverse=True)[1]
    if len(np.unique(model * len(row) + case)) < len(case):
        # Some repeat predicts a case twice: then every split is a separate training set.
        model = np.unique(predictions.split, return_inverse=True)[1]

    def by_model(values: Array) -> Array:
        block = np.zeros((int(model.max()) + 1, len(row), *values.shape[1:]), dtype=values.dtype)
        block[model, case] = values
        return block

    return Models(
        learner=predictions.learner,
        kind=predictions.kind,
        classes=predictions.classes,
        positive=predictions.positive,
        row=row,
        weight=None if predictions.weight is None else predictions.weight[first],
        truth=predictions.truth[first],
        predicted=by_model(predictions.predicted),
        probability=None if predictions.probability is None else by_model(predictions.probability),
        present=by_model(np.ones(len(case), dtype=np.bool_)),
    )


def models_of_draws(draws: Sequence[Predictions], task: Task, truth: Floats, noise: float) -> Models:
    """Models trained on sampled training sets, which all predict the rows of one task of known truth.

    >>> import gnomon as gn
    >>> from gnomon.datasets import sample_training_sets
    >>> from sklearn.dummy import DummyRegressor
    >>> source = gn.datasets.NoisyPolynomial((0.0, 1.0))
    >>> task, plan = source.draw(5, random_state=0), sample_training_sets(source, 9, times=3)
    >>> draws = [first for first, in plan.predictions(task, [DummyRegressor()])]
    >>> models_of_draws(draws, task, *plan.truth(task)).predicted.shape
    (3, 5)
    """
    probability = None
    if all(each.probability is not None for each in draws):
        probability = np.stack([np.asarray(each.probability) for each in draws])
    predicted = np.stack([each.predicted for each in draws])
    return Models(
        learner=draws[0].learner,
        kind=task.kind,
        classes=task.classes,
        positive=task.positive,
        row=np.arange(task.n_rows),
        weight=task.weight,
        truth=truth,
        predicted=predicted,
        probability=probability,
        present=np.ones(predicted.shape, dtype=np.bool_),
        noise=noise,
    )


def numbers_of_classes(classes: Array, positive: Any, values: Any) -> Floats:
    """The number of each class under squared loss: +1 and -1 for two classes, else `values`.

    >>> numbers_of_classes(np.array(["no", "yes"]), "no", None)
    array([ 1., -1.])
    """
    if values is not None:
        numbers = np.asarray(values, dtype=np.float64)
        if numbers.shape != classes.shape or not np.isfinite(numbers).all():
            raise ParameterError(
                f"class_values={values!r}: pass a finite number for each of the {len(classes)} classes"
            )
        return numbers
    if len(classes) != 2:
        raise ParameterError(
            f"squared loss needs a number for each of {len(classes)} classes: pass class_values=[...], "
            "or use loss='brier' or loss='zero-one'"
        )
    return np.where(classes == positive, 1.0, -1.0)
