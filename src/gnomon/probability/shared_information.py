"""Mutual information: how much one variable tells of another, from their joint table.

Tables are probabilities or counts, and counts are divided by their sum. Rows are one variable, columns the
other. Information is in bits unless another base is asked for.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike

from gnomon.arrays import Floats
from gnomon.errors import DataError
from gnomon.probability.divergence import kullback_leibler_divergence
from gnomon.probability.entropies import conditional_entropy, entropy, joint_entropy
from gnomon.probability.tables import checked, times_log, unit

if TYPE_CHECKING:
    import pandas as pd


def mutual_information(joint: ArrayLike, base: float = 2.0) -> Any:
    """I(X; Y) = sum p(x, y) log p(x, y) / (p(x) p(y)): 0 if independent, at most the smaller entropy.

    A stack of tables (..., rows, columns) gives an array, one number for each table.

    >>> mutual_information([[2, 0], [0, 2]])
    1.0
    >>> mutual_information([[[1, 1], [1, 1]], [[5, 0], [0, 5]]])
    array([0., 1.])
    """
    share = _shares(joint)
    rows, columns = share.sum(axis=-1), share.sum(axis=-2)
    known = (
        times_log(share).sum(axis=(-2, -1)) - times_log(rows).sum(axis=-1) - times_log(columns).sum(axis=-1)
    )
    # What is less than rounding leaves is nothing.
    found = np.where(known > 1e-15, known, 0.0) / unit(base)
    return found if found.ndim else float(found)


def conditional_mutual_information(joint: ArrayLike, base: float = 2.0) -> float:
    """I(X; Y | Z) = sum_z p(z) I(X; Y | Z = z), from a table (x, y, z) of counts or probabilities.

    >>> exclusive = np.zeros((2, 2, 2))
    >>> exclusive[0, 0, 0] = exclusive[1, 1, 0] = exclusive[0, 1, 1] = exclusive[1, 0, 1] = 1
    >>> conditional_mutual_information(exclusive), mutual_information(exclusive.sum(axis=2))
    (1.0, 0.0)
    """
    table = checked(joint, "a joint table")
    if table.ndim != 3:
        raise DataError(f"a table of shape {table.shape}: give three axes, for X, Y and what is known, Z")
    layers = np.moveaxis(table, 2, 0)
    weight = layers.sum(axis=(1, 2))
    seen = weight > 0
    each = np.asarray(mutual_information(layers[seen], base))
    return float(weight[seen] @ each / weight.sum())


def gain_share(joint: ArrayLike) -> Any:
    """I(X; Y) / H(Y): the share of the columns' entropy that the rows take off; 0 if there is none to take.

    A stack of tables (..., rows, columns) gives an array, here and in the two ratios below.

    >>> gain_share([[2, 0], [0, 2]])
    1.0
    """
    share = _shares(joint)
    return _ratio(mutual_information(share), _entropy(share, -2))


def gain_ratio(joint: ArrayLike) -> Any:
    """I(X; Y) / H(X): the gain for each bit of the rows' answer; 0 if there is but one answer (Quinlan 1993).

    >>> gain_ratio([[1, 0], [1, 0], [0, 1], [0, 1]])
    0.5
    """
    share = _shares(joint)
    return _ratio(mutual_information(share), _entropy(share, -1))


def symmetric_uncertainty(joint: ArrayLike) -> Any:
    """2 I(X; Y) / (H(X) + H(Y)): 0 if independent, 1 if either settles the other (Press et al. 1988).

    >>> symmetric_uncertainty([[3, 0], [0, 1]])
    1.0
    """
    share = _shares(joint)
    return _ratio(2 * mutual_information(share), _entropy(share, -1) + _entropy(share, -2))


@dataclass(frozen=True)
class MutualInformationForms:
    """The four forms of I(X; Y), which are equal, and the entropies they are made of.

    >>> print(MutualInformationForms.of([[3, 3], [6, 2]]))
    I(X; Y) = 0.0481 bits
      H(Y) - H(Y | X)        = 0.9403 - 0.8922
      H(X) - H(X | Y)        = 0.9852 - 0.9371
      H(X) + H(Y) - H(X, Y)  = 0.9852 + 0.9403 - 1.8774
      KL(joint, product)     = 0.0481
    """

    of_rows: float
    of_columns: float
    joint: float
    rows_given_columns: float
    columns_given_rows: float
    divergence: float
    base: float = 2.0

    @classmethod
    def of(cls, joint: ArrayLike, base: float = 2.0) -> MutualInformationForms:
        """From a joint table of counts or probabilities."""
        share = _shares(joint)
        rows, columns = share.sum(axis=1), share.sum(axis=0)
        return cls(
            entropy(rows, base),
            entropy(columns, base),
            joint_entropy(share, base),
            conditional_entropy(share, base, given=1),
            conditional_entropy(share, base, given=0),
            kullback_leibler_divergence(share, np.outer(rows, columns), base),
            base,
        )

    def values(self) -> tuple[float, float, float, float]:
        """The four numbers, in the order of the printed forms.

        >>> MutualInformationForms.of([[1, 0], [0, 1]]).values()
        (1.0, 1.0, 1.0, 1.0)
        """
        return (
            self.of_columns - self.columns_given_rows,
            self.of_rows - self.rows_given_columns,
            self.of_rows + self.of_columns - self.joint,
            self.divergence,
        )

    def frame(self) -> pd.DataFrame:
        """A row for each form."""
        import pandas as pd

        return pd.DataFrame({"form": [name for name, _ in self._forms()], "information": self.values()})

    def __str__(self) -> str:
        name = {2.0: "bits", float(np.e): "nats"}.get(float(self.base), f"units of base {self.base:g}")
        lines = [f"  {form:<22} = {sizes}" for form, sizes in self._forms()]
        return "\n".join([f"I(X; Y) = {self.divergence:.4f} {name}", *lines])

    def _forms(self) -> list[tuple[str, str]]:
        x, y = f"{self.of_rows:.4f}", f"{self.of_columns:.4f}"
        return [
            ("H(Y) - H(Y | X)", f"{y} - {self.columns_given_rows:.4f}"),
            ("H(X) - H(X | Y)", f"{x} - {self.rows_given_columns:.4f}"),
            ("H(X) + H(Y) - H(X, Y)", f"{x} + {y} - {self.joint:.4f}"),
            ("KL(joint, product)", f"{self.divergence:.4f}"),
        ]


def _shares(joint: ArrayLike) -> Floats:
    """The table, or each table of a stack, divided by its sum."""
    table = checked(joint, "a joint table")
    if table.ndim < 2:
        raise DataError(f"a joint table of shape {table.shape} has one axis; give rows and columns")
    total = table.sum(axis=(-2, -1), keepdims=True)
    if not total.all():
        raise DataError("a table among these is 0 everywhere; leave it out")
    return np.asarray(table / total, dtype=np.float64)


def _entropy(share: Floats, summed: int) -> Any:
    """The entropy of the axis that is left when one of the last two is summed over."""
    return entropy(share.sum(axis=summed), axis=-1)


def _ratio(part: Any, whole: Any) -> Any:
    """A part of the whole, at most 1; 0 where there is no whole."""
    found = np.minimum(np.divide(part, whole, out=np.zeros(np.shape(part)), where=np.greater(whole, 0)), 1.0)
    return found if found.ndim else float(found)
