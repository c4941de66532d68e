"""Predictions of many settings for the same rows, in a compact form: rows and truth once, labels as codes.

Of very many rows some are kept, evenly spaced: what is said of optimism rests on them.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, replace
from itertools import accumulate
from typing import Any, Self

import numpy as np

from gnomon.arrays import Array, Floats, Integers
from gnomon.assessment.design import SplitDesign
from gnomon.assessment.predictions import Predictions

# Probabilities and scores of more than this are not kept: measures of labels and numbers can still be asked.
MOST_BYTES = 2**26
# Rows kept of a part, and of a split the least for which any are left out. With so many, a share's standard
# error is 0.005 at most.
MOST_ROWS = 10_000
LEAST_ROWS_OF_A_SPLIT = 100


def spaced(n_rows: int, n_splits: int = 1) -> Integers:
    """Places of the rows that are kept of so many, in so many splits.

    >>> spaced(3), len(spaced(1_000_000))
    (array([0, 1, 2]), 10000)
    """
    if n_rows <= MOST_ROWS or LEAST_ROWS_OF_A_SPLIT * n_splits > MOST_ROWS:
        return np.arange(n_rows)
    return np.arange(MOST_ROWS) * n_rows // MOST_ROWS


def thinned(results: Mapping[int, Predictions]) -> dict[int, Predictions]:
    """What is kept of predictions for the same rows: all, or of many rows those evenly spaced.

    >>> import gnomon as gn
    >>> found = gn.resample(gn.load("iris"), gn.GaussianNB(), gn.k_fold(5))
    >>> thinned({0: found})[0] is found
    True
    """
    first = next(iter(results.values()))
    some = spaced(len(first.row), len(first.train_sizes))
    if len(some) == len(first.row):
        return dict(results)
    common = _at(first, some, "split", "row", "truth", "weight", "group")
    return {
        place: replace(found, **common, **_at(found, some, "predicted", "probability", "decision"))
        for place, found in results.items()
    }


@dataclass(frozen=True, eq=False)
class Kept:
    """What settings predicted in several parts (one for each outer split), one part after another.

    sizes, n_splits: rows and splits of each part. given: how many rows it had before some were kept. row,
    split, truth, weight, group: of every row. train_sizes: of every split. predicted: settings x rows.
    probability: settings x rows x classes. decision: settings x rows, or x classes.

    >>> import gnomon as gn
    >>> path = [gn.KNeighborsClassifier(k) for k in (1, 5)]
    >>> found = gn.resample_each(gn.load("iris"), path, gn.k_fold(5))
    >>> kept = Kept.of([dict(enumerate(found))], 2, with_scores=False)
    >>> kept.predicted.shape, kept.predicted.dtype
    ((2, 150), dtype('uint8'))
    >>> kept.predictions(0, 1, found[0]).score("accuracy") == found[1].score("accuracy")
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
    given: Integers | None = None

    @classmethod
    def of(
        cls,
        parts: Sequence[dict[int, Predictions]],
        n_settings: int,
        *,
        with_scores: bool,
        given: Integers | None = None,
    ) -> Self:
        """From the predictions of the settings (by their places) in every part."""
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
        joined["given"] = given
        joined["sizes"] = np.array([len(each.row) for each in firsts])
        joined["n_splits"] = np.array([len(each.train_sizes) for each in firsts])
        return cls(**joined)

    @classmethod
    def of_arrays(cls, prefix: str, arrays: dict[str, Array]) -> Self:
        """The way back from `arrays`."""
        found: dict[str, Any] = {each.name: arrays.get(prefix + each.name) for each in fields(cls)}
        return cls(**found)

    def arrays(self, prefix: str) -> dict[str, Array]:
        """All arrays by name."""
        named = {prefix + each.name: getattr(self, each.name) for each in fields(self)}
        return {name: array for name, array in named.items() if array is not None}

    def n_given(self, part: int) -> int:
        """How many rows a part had, of which `sizes` are kept."""
        return int((self.sizes if self.given is None else self.given)[part])

    def predictions(
        self, part: int, setting: int, like: Predictions, design: SplitDesign | None = None
    ) -> Predictions:
        """What one setting predicted in one part.

        like: predictions of the same learner and task, which know its names and classes. design: how the rows
        of a part were cut; that of `like` if not given.
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
    """The least type that holds these row or split numbers."""
    return np.min_scalar_type(int(numbers.max(initial=0)))


def _at(found: Predictions, rows: Integers, *names: str) -> dict[str, Any]:
    arrays = {name: getattr(found, name) for name in names}
    return {name: array[rows] for name, array in arrays.items() if array is not None}


def _stacked(parts: Sequence[dict[int, Predictions]], n_settings: int, name: str) -> Array | None:
    """Settings x rows; zeros for a setting that is not in a part, nothing where one has no such array."""
    first = getattr(next(iter(parts[0].values())), name)
    if any(getattr(each, name) is None for part in parts for each in part.values()):
        return None
    n_rows = sum(len(next(iter(part.values())).row) for part in parts)
    if name != "predicted" and n_settings * n_rows * first[0].nbytes > MOST_BYTES:
        return None
    found = np.zeros((n_settings, n_rows, *first.shape[1:]), dtype=first.dtype)
    start = 0
    for part in parts:
        for setting, each in part.items():
            found[setting, start : start + len(each.row)] = getattr(each, name)
        start += len(next(iter(part.values())).row)
    return found


def _span(sizes: Integers, part: int) -> slice:
    ends = [0, *accumulate(sizes.tolist())]
    return slice(ends[part], ends[part + 1])
