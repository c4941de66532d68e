"""Computational cost of a learner: fit time, prediction time and model size, beside its scores."""

from dataclasses import dataclass
from time import perf_counter
from typing import TYPE_CHECKING, Any

import numpy as np
from sklearn.base import clone

from gnomon.arrays import Floats, Integers
from gnomon.assessment.collecting import PredictionBuffer, describe
from gnomon.assessment.measures.facts import find_measure
from gnomon.assessment.predictions import MeasureLike, Predictions
from gnomon.assessment.splits import as_splits
from gnomon.data.task import Task
from gnomon.features.automatic.default_preparation import preparation_notes, prepared
from gnomon.sharing.foreign import adapted
from gnomon.sharing.prepared import Rows
from gnomon.sharing.train import Trained, features_for, refuse_no_weight, weight_for

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True, eq=False, repr=False)
class Effort:
    """Predictions with fit time, prediction time and model size of each split.

    fit_seconds: time to fit the training rows. predict_seconds: time to predict the held-out rows (labels,
    and probabilities or scores where available). n_bytes: size of the fitted model as a skops file; -1 where
    it cannot be serialized.

    >>> import gnomon as gn
    >>> effort = measure_time(gn.load("iris"), gn.GaussianNB(), gn.k_fold(5))
    >>> effort.frame("error").columns.tolist()
    ['split', 'n_train', 'n_held_out', 'fit_seconds', 'predict_seconds', 'n_bytes', 'error']
    """

    predictions: Predictions
    fit_seconds: Floats
    predict_seconds: Floats
    n_bytes: Integers

    def frame(self, *measures: MeasureLike) -> "pd.DataFrame":
        """One row per split: sizes, times and the measures."""
        import pandas as pd

        number, n_held_out = np.unique(self.predictions.split, return_counts=True)
        columns: dict[str, Any] = {
            "split": number,
            "n_train": self.predictions.train_sizes,
            "n_held_out": n_held_out,
            "fit_seconds": self.fit_seconds,
            "predict_seconds": self.predict_seconds,
            "n_bytes": self.n_bytes,
        }
        scores = {each.name: self.predictions.per_split(each) for each in map(find_measure, measures)}
        return pd.DataFrame({**columns, **scores})

    def __str__(self) -> str:
        size = f"{np.mean(self.n_bytes) / 1000:.3g} kB" if (self.n_bytes >= 0).all() else "size unknown"
        return (
            f"{self.predictions.learner} on {self.predictions.task_name!r}: fit "
            f"{np.mean(self.fit_seconds):.2g} s, predict {np.mean(self.predict_seconds):.2g} s, {size} "
            f"(means over {len(self.n_bytes)} splits)"
        )

    __repr__ = __str__


def measure_time(task: Task, learner: Any, plan: Any, *, prepare: bool = True) -> Effort:
    """Measure fit time, prediction time and model size of a learner on every split.

    Every training set is fitted from its rows, with nothing shared between splits, so the time is that of one
    independent fit. Times depend on this machine and its load. prepare: as in `resample`; preprocessing time
    is included.

    >>> import gnomon as gn
    >>> effort = measure_time(gn.load("diabetes"), gn.Ridge(), gn.k_fold(3))
    >>> len(effort.fit_seconds), bool((effort.n_bytes > 100).all())
    (3, True)
    """
    splits = as_splits(task, plan)
    buffer = PredictionBuffer(task, splits)
    notes = preparation_notes(learner, task) if prepare else []
    if prepare:
        learner = prepared(learner, task)
    whole = Rows(features_for(learner, task), task.y, task.weight)
    costs = []
    for split, (train, held_out) in enumerate(splits):
        refuse_no_weight(split, train, task.weight)
        training, model = whole.rows(train), adapted(clone(learner))
        weight = weight_for(model, training.weight)
        start = perf_counter()
        model.fit(training.X, training.y, **weight)
        fitted = perf_counter()
        examples = whole.examples(held_out)
        ready = perf_counter()
        buffer.add(Trained(0, split, model, examples, held_out))
        costs.append((fitted - start, perf_counter() - ready, _size(model)))
    fit_seconds, predict_seconds, n_bytes = (np.array(each) for each in zip(*costs))
    predictions = buffer.predictions(*describe(learner), notes=notes)
    return Effort(predictions, fit_seconds, predict_seconds, n_bytes)


def _size(model: Any) -> int:
    """Size in bytes of the model as a skops file; -1 if it cannot be serialized."""
    import skops.io

    try:
        return len(skops.io.dumps(model))
    except Exception:
        # Objects that cannot be serialized (an open file, a lambda) raise various exceptions.
        return -1
