"""Fits on blocks of rows: summaries of the blocks are added, and nothing else is kept."""

from __future__ import annotations

from copy import copy
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np
from sklearn.base import clone

from gnomon.errors import DataError, ParameterError
from gnomon.sharing.blocks import Block, Blocks, GivenBlocks
from gnomon.sharing.dask_blocks import DaskBlocks
from gnomon.sharing.prepared import Rows

NO_WEIGHT = "sample_weight is zero for every row; give at least one row a positive weight"


def fit_blocks(learner: Any, blocks: Any) -> Any:
    """Fit a learner on rows that come block by block; the model is that of all rows at once.

    learner: one that summarizes (ridge, discriminants, naive Bayes, principal components, ...), or KMeans.
    blocks: an iterable of `X`, `(X, y)` or `(X, y, weight)`. A learner that goes through the rows more than
    once wants a list, or a function that returns a fresh iterator. Dask arrays go to `fit` as they are.

    >>> import gnomon as gn
    >>> blocks = ((np.array([[x], [x + 1.0]]), np.array([2 * x, 2 * x + 2.0])) for x in (0.0, 5.0, 9.0))
    >>> fit_blocks(gn.LinearRegression(), blocks).coef_.round(6)
    array([2.])
    """
    if not hasattr(learner, "fit_blocks"):
        raise ParameterError(
            f"learner is a {type(learner).__name__}, which cannot be fitted block by block; give one of "
            "Gnomon's that summarizes, such as Ridge or GaussianNB"
        )
    return learner.fit_blocks(GivenBlocks(blocks))


def summarize(learner: Any, blocks: Blocks, *, reset: bool, classes: Any = None) -> Any:
    """The sum of what `prepare` returns for each block; the learner is told its columns.

    reset: whether the columns are those of these blocks, not of rows learned before.
    """
    if not learner.summarizes:
        raise DataError(_needs_rows(learner, blocks.size))
    total = blocks.total(partial(_summary, _template(learner, reset), reset, classes))
    seen: Seen = weighed(total)
    seen.tell(learner)
    return seen.data


def refuse_rows_of_dask(learner: Any, X: Any) -> None:
    """Raise DataError, as these rows would have to be in memory."""
    raise DataError(_needs_rows(learner, DaskBlocks(X).size))


def weighed(total: Any) -> Any:
    """The value of a total, if any block had rows, and any row weight."""
    if total.n_rows == 0:
        raise DataError("Found 0 sample(s): no block has any rows; give at least one row")
    if total.value is None:
        raise DataError(NO_WEIGHT)
    return total.value


def has_weight(block: Block) -> bool:
    """Whether any row of a block counts."""
    return block.weight is None or bool(np.any(np.asarray(block.weight)))


@dataclass(frozen=True)
class Seen:
    """What was made of some blocks, and what a learner noted of their columns at the door.

    >>> (Seen({"n_features_in_": 2}, 3.0) + Seen({"n_features_in_": 2}, 4.0)).data
    7.0
    """

    noted: dict[str, Any]
    data: Any

    @classmethod
    def by(cls, learner: Any, before: dict[str, Any], data: Any) -> Seen:
        """Data with the attributes that a learner did not have before."""
        found = {name: value for name, value in vars(learner).items() if before.get(name) is not value}
        return cls(found, data)

    def __add__(self, other: Seen) -> Seen:
        if _columns(self) != _columns(other):
            raise DataError(
                f"a block has {_columns(other)}, and one before it {_columns(self)}; give all blocks the "
                "same columns"
            )
        return Seen(self.noted, self.data + other.data)

    def condensed(self) -> Seen:
        """With data that keep no trace of how many blocks there were."""
        return Seen(self.noted, self.data.condensed()) if hasattr(self.data, "condensed") else self

    def tell(self, learner: Any) -> None:
        """Set what was noted; names of columns of an earlier fit are forgotten."""
        if "n_features_in_" in self.noted and hasattr(learner, "feature_names_in_"):
            del learner.feature_names_in_
        for name, value in self.noted.items():
            setattr(learner, name, value)


def _template(learner: Any, reset: bool) -> Any:
    """The learner without what it has learned, to send along."""
    if reset:
        return clone(learner)
    known = copy(learner)
    vars(known).pop("prepared_", None)
    return known


def _summary(learner: Any, reset: bool, classes: Any, block: Block) -> Seen | None:
    one = copy(learner)
    if not has_weight(block):
        one.check_rows(block.X, block.y, reset=reset, classes=classes)
        return None
    data = one.prepare(*one.check_rows(block.X, block.y, block.weight, reset=reset, classes=classes))
    if isinstance(data, Rows) or getattr(data, "keeps_rows", False):
        settings = ", ".join(f"{name}={getattr(one, name)!r}" for name in one.shared_by)
        raise DataError(_needs_rows(f"{type(one).__name__}({settings})", ""))
    return Seen.by(one, vars(learner), data)


def _columns(seen: Seen) -> str:
    names = seen.noted.get("feature_names_in_")
    count = seen.noted.get("n_features_in_")
    return f"{count} columns" if names is None else f"the columns {', '.join(map(str, names))}"


def _needs_rows(learner: Any, size: str) -> str:
    name = learner if isinstance(learner, str) else type(learner).__name__
    by_parts = " call partial_fit block by block," if hasattr(learner, "partial_fit") else ""
    return (
        f"{name} needs all its rows in memory{size}; compute them first (X.compute()) if they fit, give a "
        f"sample of them,{by_parts} or use a learner that adds up blocks, such as Ridge, "
        "LinearDiscriminantAnalysis, GaussianNB, PCA or KMeans"
    )
