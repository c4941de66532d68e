"""Compact storage of predictions of many settings for the same rows: rows and truth once, labels as codes.

Of very many rows an evenly spaced subsample is stored, from which the optimism is estimated.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, replace
from itertools import accumulate
from typing import Any, Self

import numpy as np

from gnomon.arrays import Array, Floats, Integers
from gnomon.assessment.design import SplitDesign
from gnomon.assessment.predictions import Predictions

# Larger probabilities and scores are not stored: only measures of labels and numbers can be computed then.
MAX_BYTES = 2**26
# Rows stored per part, and the minimum per split for subsampling. With so many rows the standard error of a
# proportion is at most 0.005.
MAX_ROWS = 10_000
MIN_ROWS_PER_SPLIT = 100

# Names of fields in a results file, where they differ.
_STORED_AS = {"n_original": "given"}


def subsample(n_rows: int, n_splits: int = 1) -> Integers:
    """Indices of the evenly spaced subsample of `n_rows` rows in `n_splits` splits that is stored.

    >>> subsample(3), len(subsample(1_000_000))
    (array([0, 1, 2]), 10000)
    """
    if n_rows <= MAX_ROWS or MIN_ROWS_PER_SPLIT * n_splits > MAX_ROWS:
        return np.arange(n_rows)
    return np.arange(MAX_ROWS) * n_rows // MAX_ROWS


def subsampled(results: Mapping[int, Predictions]) -> dict[int, Predictions]:
    """Predictions for the same rows, restricted to the stored subsample of rows.

    >>> import gnomon as gn
    >>> predictions = gn.resample(gn.load("iris"), gn.GaussianNB(), gn.k_fold(5))
    >>> subsampled({0: predictions})[0] is predictions
    True
    """
    first = next(iter(results.values()))
    some = subsample(len(first.row), len(first.train_sizes))
    if len(some) == len(first.row):
        return dict(results)
    common = _at(first, some, "split", "row", "truth", "weight", "group")
    return {
        setting: replace(each, **common, **_at(each, some, "predicted", "probability", "decision"))
        for setting, each in results.items()
    }


@dataclass(frozen=True, eq=False)
class CompactPredictions:
    """Predictions of several settings in several parts (one per outer split), concatenated.

    sizes, n_splits: rows and splits of each part. n_original: its rows before subsampling. row, split, truth,
    weight, group: of every row. train_sizes: of every split. predicted: settings x rows.
    probability: settings x rows x classes. decision: settings x rows, or x classes.

    >>> import gnomon as gn
    >>> path = [gn.KNeighborsClassifier(k) for k in (1, 5)]
    >>> results = gn.resample_each(gn.load("iris"), path, gn.k_fold(5))
    >>> stored = CompactPredictions.of([dict(enumerate(results))], 2, with_scores=False)
    >>> stored.predicted.shape, stored.predicted.dtype
    ((2, 150), dtype('uint8'))
    >>> stored.predictions(0, 1, results[0]).score("accuracy") == results[1].score("accuracy")
    True
    """

    sizes: Integers
    n_splits: Integers
    row: Integers
    split: Integers
    truth: Array
    train_sizes: Integers
    predicted: Array
    probability: Floats | None = None
    decision: Floats | None = None
    weight: Floats | None = None
    group: Array | None = None
    n_original: Integers | None = None

    @classmethod
    def of(
        cls,
        parts: Sequence[dict[int, Predictions]],
        n_settings: int,
        *,
        with_scores: bool,
        n_original: Integers | None = None,
    ) -> Self:
        """From the predictions of the settings (by index) in every part."""
        firsts = [next(iter(part.values())) for part in parts]
        joined: dict[str, Any] = {
            name: np.concatenate([getattr(each, name) for each in firsts])
            for name in ("row", "split", "truth", "train_sizes", "weight", "group")
            if getattr(firsts[0], name) is not None
        }
        for name in ("predicted", "probability", "decision") if with_scores else ("predicted",):
            joined[name] = _stacked(parts, n_settings, name)
        if firsts[0].classes is not None:
            small = np.min_scalar_type(len(firsts[0].classes))
            joined |= {name: joined[name].astype(small) for name in ("truth", "predicted")}
        joined |= {name: joined[name].astype(_small(joined[name])) for name in ("row", "split")}
        joined["n_original"] = n_original
        joined["sizes"] = np.array([len(each.row) for each in firsts])
        joined["n_splits"] = np.array([len(each.train_sizes) for each in firsts])
        return cls(**joined)

    @classmethod
    def of_arrays(cls, prefix: str, arrays: dict[str, Array]) -> Self:
        """The inverse of `arrays`."""
        values: dict[str, Any] = {
            each.name: arrays.get(prefix + _STORED_AS.get(each.name, each.name)) for each in fields(cls)
        }
        return cls(**values)

    def arrays(self, prefix: str) -> dict[str, Array]:
        """All arrays by their stored names."""
        named = {
            prefix + _STORED_AS.get(each.name, each.name): getattr(self, each.name) for each in fields(self)
        }
        return {name: array for name, array in named.items() if array is not None}

    def n_rows(self, part: int) -> int:
        """The number of rows of a part, of which `sizes` are stored."""
        return int((self.sizes if self.n_original is None else self.n_original)[part])

    def predictions(
        self, part: int, setting: int, like: Predictions, design: SplitDesign | None = None
    ) -> Predictions:
        """The predictions of one setting in one part.

        like: predictions of the same learner and task, for their names and classes. design: of the splits of
        a part; default: that of `like`.
        """
        rows, splits = _span(self.sizes, part), _span(self.n_splits, part)
        as_like = like.truth.dtype
        return replace(
            like,
            design=design or like.design,
            splits=f"{like.splits} within {part}",
            setting={**like.setting, "place": setting},
            split=self.split[rows].astype(np.int32),
            row=self.row[rows].astype(np.int64),
            truth=self.truth[rows].astype(as_like),
            predicted=self.predicted[setting, rows].astype(as_like),
            train_sizes=self.train_sizes[splits],
            probability=None if self.probability is None else self.probability[setting, rows],
            decision=None if self.decision is None else self.decision[setting, rows],
            weight=None if self.weight is None else self.weight[rows],
            group=None if self.group is None else self.group[rows],
        )


def _small(numbers: Integers) -> np.dtype[Any]:
    """The smallest integer type for these row or split numbers."""
    return np.min_scalar_type(int(numbers.max(initial=0)))


def _at(predictions: Predictions, rows: Integers, *names: str) -> dict[str, Any]:
    arrays = {name: getattr(predictions, name) for name in names}
    return {name: array[rows] for name, array in arrays.items() if array is not None}


def _stacked(parts: Sequence[dict[int, Predictions]], n_settings: int, name: str) -> Array | None:
    """An array of settings x rows; zeros for a setting absent from a part, None if any lacks this array."""
    first = getattr(next(iter(parts[0].values())), name)
    if any(getattr(each, name) is None for part in parts for each in part.values()):
        return None
    n_rows = sum(len(next(iter(part.values())).row) for part in parts)
    if name != "predicted" and n_settings * n_rows * first[0].nbytes > MAX_BYTES:
        return None
    stacked = np.zeros((n_settings, n_rows, *first.shape[1:]), dtype=first.dtype)
    start = 0
    for part in parts:
        for setting, each in part.items():
            stacked[setting, start : start + len(each.row)] = getattr(each, name)
        start += len(next(iter(part.values())).row)
    return stacked


def _span(sizes: Integers, part: int) -> slice:
    ends = [0, *accumulate(sizes.tolist())]
    return slice(ends[part], ends[part + 1])
