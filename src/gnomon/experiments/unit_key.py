"""The key of a unit: a hash of everything that its predictions depend on.

That is the task, the rows of its training and held-out sets, the learner with its grid, the seed if the
learner needs one, and the selection of settings. So a design that is extended by a repeat, a learner, a task
or a measure reuses the stored units, and computes only the new ones.
"""

from dataclasses import asdict
from functools import cached_property
from hashlib import blake2b
from typing import TYPE_CHECKING, Any

import numpy as np

from gnomon.arrays import Integers
from gnomon.assessment.design import Splits
from gnomon.assessment.measures.facts import find_measure
from gnomon.assessment.splits.nesting import is_crossed
from gnomon.experiments.identity import describe, digest, open_seeds

if TYPE_CHECKING:
    from gnomon.experiments.design import Design

# Changed only when the meaning of a unit's contents changes.
FORMAT = 2


class Keys:
    """The keys of a design's units.

    >>> import gnomon as gn
    >>> plans = [gn.repeated(gn.k_fold(3), times=times) for times in (3, 5)]
    >>> three, five = (Keys(gn.Design(gn.load("iris"), gn.GaussianNB(), plan)) for plan in plans)
    >>> three.key("iris", "GaussianNB", 3, 6) == five.key("iris", "GaussianNB", 3, 6)
    True
    """

    def __init__(self, design: "Design") -> None:
        self._design = design
        self._rows: dict[tuple[str, int, int], str] = {}
        self._rest: dict[tuple[str, str], str] = {}

    def key(self, task: str, learner: str, start: int, stop: int) -> str:
        """The key of a learner on a range of splits of a task."""
        rows, rest = (task, start, stop), (task, learner)
        if rows not in self._rows:
            self._rows[rows] = rows_digest(self._design.splits[task], start, stop)
        if rest not in self._rest:
            facts = {**self._learner(task, learner), **self._choosing(task)}
            self._rest[rest] = digest({"task": self._design.tasks[task].fingerprint, **facts})
        return digest([FORMAT, self._rows[rows], self._rest[rest]])

    def first_key(self, task: str, learner: str, start: int, stop: int) -> str:
        """The key in format 1, which depended on all splits of the design.

        Results files of that format are read and resumed by it; an extended design does not match them.
        """
        splits = self._design.splits[task]
        return digest(
            {
                "format": 1,
                "task": self._design.tasks[task].fingerprint,
                "splits": splits.fingerprint,
                "design": {**asdict(splits.design), "random_state": None},
                "numbers": splits.number[start:stop].tolist(),
                **self._learner(task, learner),
                **self._first_choosing(task),
            }
        )

    def has_open_seeds(self, learner: str) -> bool:
        """Whether a learner, or a setting of it, has a `random_state` of None."""
        return learner in self._with_open_seeds

    @cached_property
    def _with_open_seeds(self) -> set[str]:
        design = self._design
        return {
            name
            for name, learner in design.learners.items()
            if any(open_seeds(each) for each in (learner, *design.paths[name]))
        }

    def _learner(self, task: str, learner: str) -> dict[str, Any]:
        """The learner with its preparation for the task, its settings, and its seed."""
        estimator, *path = self._design.prepared(task, learner)
        seed = describe(self._design.random_state) if self.has_open_seeds(learner) else None
        facts = {"learner": describe(estimator), "random_state": seed}
        if self._design.inner is not None:
            facts["path"] = [describe(each) for each in path]
        return facts

    def _choosing(self, task: str) -> dict[str, Any]:
        """The selection of settings, and what is stored of each; empty without inner splits."""
        design = self._design
        if design.inner is None:
            return {}
        measures = design.measures_of(task)
        facts = {
            "inner": describe(design.inner),
            "measure": measures[0],
            "scores": any(find_measure(name).needs in ("probability", "score") for name in measures),
            "rule": design.rule,
            "halving": describe(design.halving),
        }
        return {**facts, "crossed": True} if is_crossed(design.tasks[task], design.inner) else facts

    def _first_choosing(self, task: str) -> dict[str, Any]:
        facts = self._choosing(task)
        if facts:
            del facts["scores"]
            facts["stored"] = sorted({find_measure(name).needs for name in self._design.measures_of(task)})
        return facts


def rows_digest(splits: Splits, start: int, stop: int) -> str:
    """A digest of the row numbers of a range of splits, independent of the split numbers.

    >>> import gnomon as gn
    >>> splits = gn.repeated(gn.k_fold(3), times=2).split(gn.load("iris"))
    >>> rows_digest(splits, 3, 6) == rows_digest(splits[3:], 0, 3)
    True
    """
    n_rows = splits.design.n_rows
    hasher = blake2b(str(n_rows).encode(), digest_size=16)
    for split in range(start, stop):
        held_out = splits.held_out[split]
        hasher.update(b"held out" + _as_bytes(held_out))
        # Training sets that are the complements of the held-out sets are redundant, listed or not.
        if splits.train is not None and not _is_complement(splits.train[split], held_out, n_rows):
            hasher.update(b"train" + _as_bytes(splits.train[split]))
    return hasher.hexdigest()


def _as_bytes(rows: Integers) -> bytes:
    return len(rows).to_bytes(8, "little") + np.ascontiguousarray(rows, dtype="<i8").tobytes()


def _is_complement(train: Integers, held_out: Integers, n_rows: int) -> bool:
    if len(train) + len(held_out) != n_rows:
        return False
    is_training = np.ones(n_rows, dtype=np.bool_)
    is_training[held_out] = False
    return np.array_equal(train, np.flatnonzero(is_training))
