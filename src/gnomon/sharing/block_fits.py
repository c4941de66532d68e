"""Out-of-core fits: sums of the summaries (sufficient statistics) of blocks of rows."""

from __future__ import annotations

from copy import copy
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np
from sklearn.base import clone

from gnomon.errors import DataError, ParameterError
from gnomon.sharing.blocks import Block, Blocks, IterableBlocks
from gnomon.sharing.dask_blocks import DaskBlocks
from gnomon.sharing.prepared import Rows

NO_WEIGHT = "sample_weight is zero for every row; at least one row needs a positive weight"


def fit_blocks(learner: Any, blocks: Any) -> Any:
    """Fit a learner out of core, block by block; the model is the same as for all rows at once.

    learner: one that summarizes (ridge, discriminant analysis, naive Bayes, PCA, ...), or KMeans. blocks: an
    iterable of `X`, `(X, y)` or `(X, y, weight)`; for learners with several passes over the data a list, or a
    function that returns a new iterator. Pass Dask arrays to `fit`.

    >>> import gnomon as gn
    >>> blocks = ((np.array([[x], [x + 1.0]]), np.array([2 * x, 2 * x + 2.0])) for x in (0.0, 5.0, 9.0))
    >>> fit_blocks(gn.LinearRegression(), blocks).coef_.round(6)
    array([2.])
    """
    if not hasattr(learner, "fit_blocks"):
        raise ParameterError(
            f"learner is a {type(learner).__name__}, which cannot be fitted block by block; use a Gnomon "
            "learner that summarizes, such as Ridge or GaussianNB"
        )
    return learner.fit_blocks(IterableBlocks(blocks))


def summarize(learner: Any, blocks: Blocks, *, reset: bool, classes: Any = None) -> Any:
    """The sum of the summaries of all blocks; sets the learner's column attributes.

    reset: whether to take the columns from these blocks, not from a previous fit.
    """
    if not learner.summarizes:
        raise DataError(_needs_rows(learner, blocks.size))
    total = blocks.total(partial(_summary, _template(learner, reset), reset, classes))
    summary: BlockSummary = checked_value(total)
    summary.set_attributes(learner)
    return summary.data


def refuse_dask_rows(learner: Any, X: Any) -> None:
    """Raise DataError: the learner needs these rows in memory."""
    raise DataError(_needs_rows(learner, DaskBlocks(X).size))


def checked_value(total: Any) -> Any:
    """The value of a total; DataError if there are no rows, or all weights are zero."""
    if total.n_rows == 0:
        raise DataError("Found 0 sample(s): all blocks are empty; pass at least one row")
    if total.value is None:
        raise DataError(NO_WEIGHT)
    return total.value


def has_weight(block: Block) -> bool:
    """Whether any row of a block has a nonzero weight."""
    return block.weight is None or bool(np.any(np.asarray(block.weight)))


@dataclass(frozen=True)
class BlockSummary:
    """The summary of some blocks, and the column attributes set by validation.

    >>> (BlockSummary({"n_features_in_": 2}, 3.0) + BlockSummary({"n_features_in_": 2}, 4.0)).data
    7.0
    """

    attributes: dict[str, Any]
    data: Any

    @classmethod
    def by(cls, learner: Any, before: dict[str, Any], data: Any) -> BlockSummary:
        """A summary with the attributes that validation added to the learner."""
        attributes = {name: value for name, value in vars(learner).items() if before.get(name) is not value}
        return cls(attributes, data)

    def __add__(self, other: BlockSummary) -> BlockSummary:
        if _columns(self) != _columns(other):
            raise DataError(
                f"a block has {_columns(other)}, and a previous one {_columns(self)}; all blocks need the "
                "same columns"
            )
        return BlockSummary(self.attributes, self.data + other.data)

    def condensed(self) -> BlockSummary:
        """With data whose size does not depend on the number of blocks."""
        return (
            BlockSummary(self.attributes, self.data.condensed()) if hasattr(self.data, "condensed") else self
        )

    def set_attributes(self, learner: Any) -> None:
        """Set the attributes on the learner; column names of an earlier fit are removed."""
        if "n_features_in_" in self.attributes and hasattr(learner, "feature_names_in_"):
            del learner.feature_names_in_
        for name, value in self.attributes.items():
            setattr(learner, name, value)


def _template(learner: Any, reset: bool) -> Any:
    """The learner without fitted data, to send to workers."""
    if reset:
        return clone(learner)
    known = copy(learner)
    vars(known).pop("prepared_", None)
    return known


def _summary(learner: Any, reset: bool, classes: Any, block: Block) -> BlockSummary | None:
    one = copy(learner)
    if not has_weight(block):
        one.check_rows(block.X, block.y, reset=reset, classes=classes)
        return None
    data = one.prepare(*one.check_rows(block.X, block.y, block.weight, reset=reset, classes=classes))
    if isinstance(data, Rows) or getattr(data, "stores_rows", False):
        settings = ", ".join(f"{name}={getattr(one, name)!r}" for name in one.shared_by)
        raise DataError(_needs_rows(f"{type(one).__name__}({settings})", ""))
    return BlockSummary.by(one, vars(learner), data)


def _columns(summary: BlockSummary) -> str:
    names = summary.attributes.get("feature_names_in_")
    count = summary.attributes.get("n_features_in_")
    return f"{count} columns" if names is None else f"the columns {', '.join(map(str, names))}"


def _needs_rows(learner: Any, size: str) -> str:
    name = learner if isinstance(learner, str) else type(learner).__name__
    by_parts = " call partial_fit block by block," if hasattr(learner, "partial_fit") else ""
    return (
        f"{name} needs all its rows in memory{size}; compute them first (X.compute()) if they fit, pass a "
        f"sample,{by_parts} or use a learner that supports blocks, such as Ridge, "
        "LinearDiscriminantAnalysis, GaussianNB, PCA or KMeans"
    )
