"""What a learner costs beside what it errs: seconds to fit, seconds to predict, size of the model."""

from dataclasses import dataclass
from time import perf_counter
from typing import TYPE_CHECKING, Any

import numpy as np
from sklearn.base import clone

from gnomon.arrays import Floats, Integers
from gnomon.assessment.collecting import Collected, describe
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
    """Predictions and what they cost, split by split.

    fit_seconds: to train on the training rows. predict_seconds: to predict the held-out rows, labels and
    probabilities (or scores) where the learner gives both. n_bytes: of the trained model as a file (skops);
    -1 where it cannot be written.

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
        """One line a split: sizes, costs, and each measure asked for."""
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
        found = [find_measure(measure) for measure in measures]
        return pd.DataFrame({**columns, **{each.name: self.predictions.per_split(each) for each in found}})

    def __str__(self) -> str:
        size = f"{np.mean(self.n_bytes) / 1000:.3g} kB" if (self.n_bytes >= 0).all() else "size unknown"
        return (
            f"{self.predictions.learner} on {self.predictions.task_name!r}: fit "
            f"{np.mean(self.fit_seconds):.2g} s, predict {np.mean(self.predict_seconds):.2g} s, {size} "
            f"(means over {len(self.n_bytes)} splits)"
        )

    __repr__ = __str__


def measure_time(task: Task, learner: Any, plan: Any, *, prepare: bool = True) -> Effort:
    """Train and predict as `resample` does, and take the time.

    Every training set is fitted from its rows, with nothing shared between splits: the price of one fit,
    part of which `resample` saves when it shares. Times are those of this machine and its load. prepare: as
    in `resample`; the preparation is part of the price.

    >>> import gnomon as gn
    >>> effort = measure_time(gn.load("diabetes"), gn.Ridge(), gn.k_fold(3))
    >>> len(effort.fit_seconds), bool((effort.n_bytes > 100).all())
    (3, True)
    """
    splits = as_splits(task, plan)
    collected = Collected(task, splits)
    notes = preparation_notes(learner, task) if prepare else []
    if prepare:
        learner = prepared(learner, task)
    whole = Rows(features_for(learner, task), task.y, task.weight)
    costs = []
    for place, (train, held_out) in enumerate(splits):
        refuse_no_weight(place, train, task.weight)
        some, model = whole.rows(train), adapted(clone(learner))
        given = weight_for(model, some.weight)
        start = perf_counter()
        model.fit(some.X, some.y, **given)
        fitted = perf_counter()
        examples = whole.examples(held_out)
        ready = perf_counter()
        collected.add(Trained(0, place, model, examples, held_out))
        costs.append((fitted - start, perf_counter() - ready, _size(model)))
    fit_seconds, predict_seconds, n_bytes = (np.array(each) for each in zip(*costs))
    return Effort(
        collected.predictions(*describe(learner), notes=notes), fit_seconds, predict_seconds, n_bytes
    )


def _size(model: Any) -> int:
    """The length of the model as a file that executes nothing when it is read."""
    import skops.io

    try:
        return len(skops.io.dumps(model))
    except Exception:
        # What cannot be written (an open file, a lambda) raises as it pleases.
        return -1
