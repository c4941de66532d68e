"""Predictions: the table of out-of-sample predictions from which all scores are computed.

Any measure, interval or comparison is computed from it later, without refitting. Labels are stored as codes
into `classes`, so that 100,000 rows of two classes take 3.6 MB.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields, replace
from functools import cached_property
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np

from gnomon.arrays import Array, Floats, Integers
from gnomon.assessment import estimation
from gnomon.assessment.confusion import ConfusionMatrix
from gnomon.assessment.design import SplitDesign
from gnomon.assessment.from_arrays import predictions_from_arrays
from gnomon.assessment.intervals import Estimate
from gnomon.assessment.measure_inputs import check_kind, measure_inputs, positive_code
from gnomon.assessment.measures.facts import Measure, find_measure
from gnomon.assessment.measures.tables import table_of_codes
from gnomon.assessment.packing import pack, unpack
from gnomon.assessment.prediction_format import check_stored, labels_of
from gnomon.assessment.settings import called
from gnomon.assessment.summary import summary, summary_block
from gnomon.errors import DataError, DesignError, ParameterError
from gnomon.seeds import Seed

if TYPE_CHECKING:
    import pandas as pd

MeasureLike = str | Callable[..., float] | Measure

ARRAYS = (
    "split",
    "row",
    "truth",
    "predicted",
    "train_sizes",
    "probability",
    "decision",
    "weight",
    "group",
)

# From this many rows per split on, split boundaries are located by binary search.
ROWS_FOR_SEARCH = 100

# Confusion matrices of all splits are cached up to this many cells in total, 128 MB.
_MAX_CELLS = 2**24


@dataclass(frozen=True, eq=False, repr=False)
class Predictions:
    """Out-of-sample predictions of a learner for the held-out rows of every split.

    learner, setting: its name and the hyperparameters that are not at their defaults. split, row: of each
    prediction; sorted by split. truth, predicted: int32 codes into classes, or float64 numbers in regression.
    probability: predict_proba, rows x classes. decision: decision_function, if there are no probabilities.
    train_sizes: number of distinct training rows of each split. splits: fingerprint of the Splits. notes:
    the automatic preprocessing of the columns.

    >>> import gnomon as gn
    >>> from sklearn.linear_model import LogisticRegression
    >>> task = gn.Task([[0.0], [1.0], [2.0], [3.0], [4.0], [5.0]], ["a", "a", "a", "b", "b", "b"])
    >>> predictions = gn.resample(task, LogisticRegression(), gn.k_fold(3))
    >>> predictions
    Predictions of LogisticRegression on 'task': 6 rows, stratified k-fold, 3 folds, 6 rows
    >>> predictions.per_split("accuracy")
    array([1., 1., 1.])
    """

    task_name: str
    learner: str
    setting: dict[str, Any]
    kind: str
    design: SplitDesign
    splits: str
    split: Array
    row: Integers
    truth: Array
    predicted: Array
    train_sizes: Integers
    probability: Floats | None = None
    decision: Floats | None = None
    weight: Floats | None = None
    group: Array | None = None
    classes: Array | None = None
    positive: Any = None
    notes: tuple[str, ...] = ()

    @classmethod
    def from_arrays(cls, y_true: Any, y_pred: Any = None, **columns: Any) -> "Predictions":
        """Predictions from arrays of any other software, for measures, intervals, tests and curves.

        scores: decision scores of the positive class, or one column per class. probabilities: likewise,
        summing to 1. split: fold or split of each prediction; by default one hold-out set. row: row of the
        data of each prediction, where rows are predicted in several splits. classes: class labels in the
        order of the columns; by default sorted. positive: the positive class of two. sample_weight, groups:
        of the row of each prediction. n_train: number of training rows of a hold-out. learner, task: display
        names.

        >>> predictions = Predictions.from_arrays(
        ...     [0, 0, 1, 1], probabilities=[0.1, 0.6, 0.4, 0.9], learner="vendor"
        ... )
        >>> predictions.score("accuracy"), predictions.score("auc")
        (0.5, 0.75)
        >>> Predictions.from_arrays([1.0, 2.0, 4.0], [1.5, 2.0, 3.0], split=[0, 1, 2]).design.method
        'leave-one-out'
        """
        return predictions_from_arrays(cls, y_true, y_pred, **columns)

    def per_split(self, measure: MeasureLike) -> Floats:
        """The score of each split, in order of split."""
        measure = find_measure(measure)
        check_kind(self, measure)
        if measure.of_table is not None:
            return self._from_tables(measure)
        inputs = self.measure_inputs(measure)
        return np.array([self._measured(measure, inputs, rows) for rows in self._spans])

    def measure_many(self, measures: Sequence[MeasureLike]) -> "pd.DataFrame":
        """Scores of several measures: one row per split, one column per measure."""
        import pandas as pd

        scores = {each.name: self.per_split(each) for each in map(find_measure, measures)}
        number = pd.Index(self.split[[rows.start for rows in self._spans]], name="split")
        return pd.DataFrame(scores, index=number)

    @cached_property
    def tables(self) -> Floats:
        """The confusion matrix of each split, splits x classes x classes: rows true, columns predicted."""
        return np.array([self._table(rows) for rows in self._spans])

    def score(self, measure: MeasureLike) -> float:
        """The score: the mean over splits; for leave-one-out, the measure of all rows pooled."""
        measure = find_measure(measure)
        if self.design.method != "leave-one-out":
            return float(np.mean(self.per_split(measure)))
        if measure.needs == "score":
            raise DesignError(
                f"{measure.name} ranks rows by the scores of one model, but in leave-one-out every row has "
                "another model; use k_fold"
            )
        if measure.of_table is None:
            return self._measured(measure, self.measure_inputs(measure), slice(None))
        check_kind(self, measure)
        return float(measure.of_table(self._positive_last(self._table(slice(None)), measure)))

    def estimate(
        self,
        measure: MeasureLike,
        level: float = 0.95,
        *,
        method: str = "auto",
        ddof: int = 1,
        times: int = 2000,
        random_state: Seed = 0,
    ) -> Estimate:
        """The score with a confidence interval.

        level: confidence level. method: "auto" for one that is valid for this design, or a name listed in
        `gnomon.assessment.estimation`: "corrected t", "wilson", "t", ... ddof: delta degrees of freedom of
        "t" and "z": the divisor is the number of splits minus ddof. times, random_state: number of bootstrap
        resamples and their seed.
        """
        measure = find_measure(measure)
        return estimation.estimate(self, measure, level, method, ddof, times=times, random_state=random_state)

    def confusion(self, split: int | None = None) -> ConfusionMatrix:
        """The confusion matrix of all splits pooled, or of one split.

        >>> import gnomon as gn
        >>> from sklearn.dummy import DummyClassifier
        >>> task = gn.Task([[0.0], [1.0], [2.0], [3.0]], ["a", "b", "b", "b"])
        >>> print(gn.resample(task, DummyClassifier(), gn.leave_one_out()).confusion())
        true \\ predicted  a  b  sum
        a                 0  1    1
        b                 0  3    3
        sum               0  4    4
        """
        rows = slice(None)
        if split is not None:
            rows = slice(*(int(end) for end in np.searchsorted(self.split, [split, split + 1])))
            if rows.start == rows.stop:
                raise ParameterError(f"split={split!r} is not a split of {self!r}")
        table = self._table(rows)
        assert self.classes is not None
        return ConfusionMatrix(tuple(self.classes.tolist()), table)

    def measure_inputs(self, measure: Measure) -> tuple[Array, Array]:
        """y_true and y_pred (or probabilities or scores) of all rows, as a measure takes them."""
        return measure_inputs(self, measure)

    def to_pandas(self) -> "pd.DataFrame":
        """One row per prediction, with labels instead of codes."""
        import pandas as pd

        columns: dict[str, Any] = {
            "task": self.task_name,
            "learner": self.learner,
            "split": self.split,
            "repeat": self.split // self.design.folds,
            "fold": self.split % self.design.folds,
            "row": self.row,
            "truth": self._labels(self.truth),
            "predicted": self._labels(self.predicted),
        }
        if self.probability is not None and self.classes is not None:
            for label, column in zip(self.classes.tolist(), self.probability.T):
                columns[f"probability of {label}"] = column
        if self.decision is not None:
            for number, column in enumerate(np.atleast_2d(self.decision.T)):
                columns[f"score {number}" if self.decision.ndim == 2 else "score"] = column
        if self.weight is not None:
            columns["weight"] = self.weight
        return pd.DataFrame(columns)

    def to_bytes(self) -> bytes:
        """Serialize to bytes, without pickle."""
        arrays = {name: getattr(self, name) for name in ARRAYS if getattr(self, name) is not None}
        facts = {each.name: getattr(self, each.name) for each in fields(self) if each.name not in ARRAYS}
        facts["design"] = vars(self.design)
        facts["classes"] = None if self.classes is None else self.classes.tolist()
        facts["dtype"] = None if self.classes is None else self.classes.dtype.str
        return pack(arrays, facts)

    @classmethod
    def from_bytes(cls, data: bytes) -> "Predictions":
        """Predictions from the bytes of `to_bytes`; other bytes raise DataError."""
        arrays, facts = unpack(data)
        check_stored(arrays, facts)
        names = {each.name for each in fields(cls)}
        dtype = facts.pop("dtype")
        facts["design"] = SplitDesign(**facts["design"])
        facts["notes"] = tuple(facts.get("notes", ()))
        if facts["classes"] is not None:
            facts["classes"] = labels_of(facts["classes"], dtype)
        return cls(**{name: value for name, value in {**arrays, **facts}.items() if name in names})

    @classmethod
    def concat(cls, parts: Sequence["Predictions"]) -> "Predictions":
        """Concatenate predictions of one learner for different splits of one design, sorted by split."""
        if not parts:
            raise DesignError("there are no Predictions to concatenate; pass at least one")
        parts = sorted(parts, key=lambda part: int(part.split[0]))
        first = parts[0]
        for part in parts[1:]:
            _check_alike(first, part)
        if (np.diff(np.concatenate([np.unique(part.split) for part in parts])) <= 0).any():
            raise DesignError("a split is in two of the Predictions to concatenate; pass each split once")
        present = [name for name in ARRAYS if getattr(first, name) is not None]
        joined: dict[str, Any] = {
            name: np.concatenate([getattr(part, name) for part in parts]) for name in present
        }
        return replace(first, **joined)

    def __repr__(self) -> str:
        learner = called(self.learner, self.setting)
        return f"Predictions of {learner} on {self.task_name!r}: {len(self.row)} rows, {self.design}"

    def __str__(self) -> str:
        return summary(self)

    def _repr_html_(self) -> str:
        return summary_block(self)

    @cached_property
    def _spans(self) -> list[slice]:
        """The slice of rows of each split."""
        # Binary search for few large splits, one linear pass for many small ones.
        if len(self.train_sizes) * ROWS_FOR_SEARCH < len(self.split):
            ends = [0]
            while ends[-1] < len(self.split):
                ends.append(int(np.searchsorted(self.split, self.split[ends[-1]], side="right")))
        else:
            ends = [0, *(np.flatnonzero(np.diff(self.split, append=self.split[-1] + 1)) + 1).tolist()]
        return [slice(start, end) for start, end in pairwise(ends)]

    def _measured(self, measure: Measure, inputs: tuple[Array, Array], rows: slice) -> float:
        weight = None if self.weight is None else self.weight[rows]
        try:
            return measure.function(inputs[0][rows], inputs[1][rows], weight)
        except DataError as error:
            raise self._undefined(measure.name, rows, error) from error

    def _undefined(self, what: str, rows: slice, error: DataError) -> DesignError:
        where = "all rows" if rows == slice(None) else f"split {self.split[rows.start]}"
        hint = "" if self.classes is None else " (use fewer folds, or a stratified plan)"
        return DesignError(f"{what} of {self.learner} on {self.task_name!r}, {where}: {error}{hint}")

    def _from_tables(self, measure: Measure) -> Floats:
        assert measure.of_table is not None
        assert self.classes is not None
        is_cached = len(self._spans) * len(self.classes) ** 2 <= _MAX_CELLS
        parts = [self.tables] if is_cached else (self._table(rows)[None] for rows in self._spans)
        scores = [measure.of_table(self._positive_last(each, measure)) for each in parts]
        return np.concatenate(scores)

    def _table(self, rows: slice) -> Floats:
        if self.classes is None:
            raise DesignError(
                f"a confusion matrix needs classes, but {self.task_name!r} is {self.kind}; use a {self.kind} "
                "measure"
            )
        weight = None if self.weight is None else self.weight[rows]
        try:
            return table_of_codes(self.truth[rows], self.predicted[rows], len(self.classes), weight)
        except DataError as error:
            raise self._undefined("a confusion matrix", rows, error) from error

    def _positive_last(self, tables: Floats, measure: Measure) -> Floats:
        """Confusion matrices with the positive class last, for measures that need it."""
        if measure.of_positive and positive_code(self, measure) == 0:
            return tables[..., ::-1, ::-1]
        return tables

    def _labels(self, codes: Array) -> Array:
        return codes if self.classes is None else self.classes[codes]


def _check_alike(first: Predictions, other: Predictions) -> None:
    for name in ("task_name", "learner", "setting", "splits"):
        if getattr(first, name) != getattr(other, name):
            raise DesignError(
                f"Predictions to concatenate differ in {name}: {getattr(first, name)!r} and "
                f"{getattr(other, name)!r}; concatenate splits of one learner and one design only"
            )
