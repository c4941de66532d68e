"""Predictions: the stored primitive, one long table of what was predicted out of sample.

Any measure, interval or comparison is asked of it later, with no refit. Labels are kept as codes into
`classes`, so that 100,000 rows of two classes take 3.6 MB.
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
from gnomon.assessment.given import check_kind, given, positive_code
from gnomon.assessment.intervals import Estimate
from gnomon.assessment.kept_predictions import check_kept, labels_of
from gnomon.assessment.measures.facts import Measure, find_measure
from gnomon.assessment.measures.tables import table_of_codes
from gnomon.assessment.packing import pack, unpack
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

# Splits are few where there are this many rows to each.
FEW_OF_MANY = 100

# Confusion tables are kept for all splits together up to this many numbers, 128 MB.
_MOST_CELLS = 2**24


@dataclass(frozen=True, eq=False, repr=False)
class Predictions:
    """What a learner predicted for rows it had not seen, split after split.

    learner, setting: its name and the parameters that are not at their defaults. split, row: where each
    prediction belongs; splits are in rising order. truth, predicted: int32 codes into classes, or float64
    numbers in regression. probability: rows x classes. decision: what `decision_function` gave, where there
    are no probabilities. train_sizes: distinct training rows of each split. splits: the Splits' fingerprint.
    notes: what was done to the columns before the learner saw them.

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
        """Predictions made elsewhere, as arrays: ask them for any measure, interval, test or curve.

        scores: of the positive class, or a column a class. probabilities: likewise, adding up to 1. split:
        the fold or repeat that each prediction is from; one hold-out set if not given. row: which row of the
        data it is of, where rows are predicted in several splits. classes: their order, that of the columns
        (sorted if not given). positive: the positive class of two. sample_weight, groups: of each
        prediction's row.
        n_train: how many rows a hold-out's model was trained on. learner, task: names to be shown.

        >>> found = Predictions.from_arrays(
        ...     [0, 0, 1, 1], probabilities=[0.1, 0.6, 0.4, 0.9], learner="vendor"
        ... )
        >>> found.score("accuracy"), found.score("auc")
        (0.5, 0.75)
        >>> Predictions.from_arrays([1.0, 2.0, 4.0], [1.5, 2.0, 3.0], split=[0, 1, 2]).design.method
        'leave-one-out'
        """
        return predictions_from_arrays(cls, y_true, y_pred, **columns)

    def per_split(self, measure: MeasureLike) -> Floats:
        """The measure of each split here, in order of split."""
        found = find_measure(measure)
        check_kind(self, found)
        if found.of_table is not None:
            return self._from_tables(found)
        both = self.given(found)
        return np.array([self._measured(found, both, rows) for rows in self._spans])

    def measure_many(self, measures: Sequence[MeasureLike]) -> "pd.DataFrame":
        """A line a split and a column a measure; those of labels all come from one pass over the rows."""
        import pandas as pd

        found = [find_measure(each) for each in measures]
        number = pd.Index(self.split[[rows.start for rows in self._spans]], name="split")
        return pd.DataFrame({each.name: self.per_split(each) for each in found}, index=number)

    @cached_property
    def tables(self) -> Floats:
        """The confusion table of each split, splits x classes x classes: rows true, columns predicted."""
        return np.array([self._table(rows) for rows in self._spans])

    def score(self, measure: MeasureLike) -> float:
        """The measure of the whole: the plain mean over splits; in leave-one-out, of all rows together."""
        found = find_measure(measure)
        if self.design.method != "leave-one-out":
            return float(np.mean(self.per_split(found)))
        if found.needs == "score":
            raise DesignError(
                f"{found.name} ranks rows by the scores of one model, and leave-one-out gives every row "
                "a model of its own; use k_fold"
            )
        if found.of_table is None:
            return self._measured(found, self.given(found), slice(None))
        check_kind(self, found)
        return float(found.of_table(self._positive_last(self._table(slice(None)), found)))

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
        """The score with an interval that is valid for this design, or by a method asked for by name.

        method: "auto", or a name that `gnomon.assessment.estimation` lists: "corrected t", "wilson", "t" ...
        ddof: the divisor of "t" and "z" is the number of splits less this. times, random_state: of the
        bootstraps.
        """
        found = find_measure(measure)
        return estimation.estimate(self, found, level, method, ddof, times=times, random_state=random_state)

    def confusion(self, split: int | None = None) -> ConfusionMatrix:
        """The confusion table of all rows together, or of one split.

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
                raise ParameterError(f"split={split!r}: there is no such split in {self!r}")
        table = self._table(rows)
        assert self.classes is not None
        return ConfusionMatrix(tuple(self.classes.tolist()), table)

    def given(self, measure: Measure) -> tuple[Array, Array]:
        """Truth and prediction of all rows, in the form that this measure takes."""
        return given(self, measure)

    def to_pandas(self) -> "pd.DataFrame":
        """One line a prediction, with labels in place of codes."""
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
            for place, column in enumerate(np.atleast_2d(self.decision.T)):
                columns[f"score {place}" if self.decision.ndim == 2 else "score"] = column
        if self.weight is not None:
            columns["weight"] = self.weight
        return pd.DataFrame(columns)

    def to_bytes(self) -> bytes:
        """All of it as bytes, without pickle."""
        arrays = {name: getattr(self, name) for name in ARRAYS if getattr(self, name) is not None}
        facts = {each.name: getattr(self, each.name) for each in fields(self) if each.name not in ARRAYS}
        facts["design"] = vars(self.design)
        facts["classes"] = None if self.classes is None else self.classes.tolist()
        facts["dtype"] = None if self.classes is None else self.classes.dtype.str
        return pack(arrays, facts)

    @classmethod
    def from_bytes(cls, data: bytes) -> "Predictions":
        """What `to_bytes` wrote, without what else was packed with it; bytes of other things are refused."""
        arrays, facts = unpack(data)
        check_kept(arrays, facts)
        names = {each.name for each in fields(cls)}
        dtype = facts.pop("dtype")
        facts["design"] = SplitDesign(**facts["design"])
        facts["notes"] = tuple(facts.get("notes", ()))
        if facts["classes"] is not None:
            facts["classes"] = labels_of(facts["classes"], dtype)
        return cls(**{name: value for name, value in {**arrays, **facts}.items() if name in names})

    @classmethod
    def concat(cls, parts: Sequence["Predictions"]) -> "Predictions":
        """Predictions of one learner for different splits of one design, put together in order of split."""
        if not parts:
            raise DesignError("there are no Predictions to put together; give at least one")
        parts = sorted(parts, key=lambda part: int(part.split[0]))
        first = parts[0]
        for part in parts[1:]:
            _check_alike(first, part)
        if (np.diff(np.concatenate([np.unique(part.split) for part in parts])) <= 0).any():
            raise DesignError("some split is in two of the Predictions to put together; give each split once")
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
        """The rows of each split here."""
        # Of few splits the ends are looked up, of many all rows are gone through.
        if len(self.train_sizes) * FEW_OF_MANY < len(self.split):
            ends = [0]
            while ends[-1] < len(self.split):
                ends.append(int(np.searchsorted(self.split, self.split[ends[-1]], side="right")))
        else:
            ends = [0, *(np.flatnonzero(np.diff(self.split, append=self.split[-1] + 1)) + 1).tolist()]
        return [slice(start, end) for start, end in pairwise(ends)]

    def _measured(self, measure: Measure, given: tuple[Array, Array], rows: slice) -> float:
        weight = None if self.weight is None else self.weight[rows]
        try:
            return measure.function(given[0][rows], given[1][rows], weight)
        except DataError as error:
            raise self._undefined(measure.name, rows, error) from error

    def _undefined(self, what: str, rows: slice, error: DataError) -> DesignError:
        where = "all rows" if rows == slice(None) else f"split {self.split[rows.start]}"
        hint = (
            "" if self.classes is None else " (fewer folds or a stratified plan hold out more of every class)"
        )
        return DesignError(f"{what} of {self.learner} on {self.task_name!r}, {where}: {error}{hint}")

    def _from_tables(self, measure: Measure) -> Floats:
        assert measure.of_table is not None
        assert self.classes is not None
        kept = len(self._spans) * len(self.classes) ** 2 <= _MOST_CELLS
        parts = [self.tables] if kept else (self._table(rows)[None] for rows in self._spans)
        found = [measure.of_table(self._positive_last(each, measure)) for each in parts]
        return np.concatenate(found)

    def _table(self, rows: slice) -> Floats:
        if self.classes is None:
            raise DesignError(
                f"{self.task_name!r} is {self.kind}, which has no classes to confuse; use measures of numbers"
            )
        weight = None if self.weight is None else self.weight[rows]
        try:
            return table_of_codes(self.truth[rows], self.predicted[rows], len(self.classes), weight)
        except DataError as error:
            raise self._undefined("a confusion table", rows, error) from error

    def _positive_last(self, tables: Floats, measure: Measure) -> Floats:
        """Tables in the order of classes that the measure reads."""
        if measure.of_positive and positive_code(self, measure) == 0:
            return tables[..., ::-1, ::-1]
        return tables

    def _labels(self, codes: Array) -> Array:
        return codes if self.classes is None else self.classes[codes]


def _check_alike(first: Predictions, other: Predictions) -> None:
    for name in ("task_name", "learner", "setting", "splits"):
        if getattr(first, name) != getattr(other, name):
            raise DesignError(
                f"Predictions to put together differ in {name}: {getattr(first, name)!r} and "
                f"{getattr(other, name)!r}; put together one learner's splits of one design"
            )
