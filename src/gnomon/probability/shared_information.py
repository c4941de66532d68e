"""Mutual information and its normalized versions, from joint tables.

Tables are probabilities or counts; counts are normalized. Rows are one variable, columns the other.
Information is in bits by default.
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
    """Mutual information I(X; Y) = sum p(x, y) log p(x, y) / (p(x) p(y)); 0 if independent.

    A stack of tables (..., rows, columns) gives an array, one value per table.

    >>> mutual_information([[2, 0], [0, 2]])
    1.0
    >>> mutual_information([[[1, 1], [1, 1]], [[5, 0], [0, 5]]])
    array([0., 1.])
    """
    p = _normalized(joint)
    rows, columns = p.sum(axis=-1), p.sum(axis=-2)
    nats = times_log(p).sum(axis=(-2, -1)) - times_log(rows).sum(axis=-1) - times_log(columns).sum(axis=-1)
    # Values below the rounding error are set to 0.
    information = np.where(nats > 1e-15, nats, 0.0) / unit(base)
    return information if information.ndim else float(information)


def conditional_mutual_information(joint: ArrayLike, base: float = 2.0) -> float:
    """Conditional mutual information I(X; Y | Z) = sum_z p(z) I(X; Y | Z = z), from a table (x, y, z).

    >>> exclusive = np.zeros((2, 2, 2))
    >>> exclusive[0, 0, 0] = exclusive[1, 1, 0] = exclusive[0, 1, 1] = exclusive[1, 0, 1] = 1
    >>> conditional_mutual_information(exclusive), mutual_information(exclusive.sum(axis=2))
    (1.0, 0.0)
    """
    table = checked(joint, "a joint table")
    if table.ndim != 3:
        raise DataError(f"a table of shape {table.shape}: it must have three axes, for X, Y and Z")
    layers = np.moveaxis(table, 2, 0)
    weight = layers.sum(axis=(1, 2))
    seen = weight > 0
    each = np.asarray(mutual_information(layers[seen], base))
    return float(weight[seen] @ each / weight.sum())


def uncertainty_coefficient(joint: ArrayLike) -> Any:
    """Uncertainty coefficient (Theil's U) I(X; Y) / H(Y), with X in rows and Y in columns; 0 if H(Y) = 0.

    A stack of tables (..., rows, columns) gives an array, as for the two ratios below.

    >>> uncertainty_coefficient([[2, 0], [0, 2]])
    1.0
    """
    p = _normalized(joint)
    return _ratio(mutual_information(p), _entropy(p, -2))


def gain_ratio(joint: ArrayLike) -> Any:
    """Gain ratio I(X; Y) / H(X) (Quinlan 1993), with X in rows and Y in columns; 0 if H(X) = 0.

    >>> gain_ratio([[1, 0], [1, 0], [0, 1], [0, 1]])
    0.5
    """
    p = _normalized(joint)
    return _ratio(mutual_information(p), _entropy(p, -1))


def symmetric_uncertainty(joint: ArrayLike) -> Any:
    """Symmetric uncertainty 2 I(X; Y) / (H(X) + H(Y)): 0 if independent, 1 if each determines the other.

    Press et al. (1988).

    >>> symmetric_uncertainty([[3, 0], [0, 1]])
    1.0
    """
    p = _normalized(joint)
    return _ratio(2 * mutual_information(p), _entropy(p, -1) + _entropy(p, -2))


@dataclass(frozen=True)
class MutualInformationForms:
    """Four equal formulas of mutual information I(X; Y), and the entropies in them.

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
        """Create from a joint table of counts or probabilities."""
        p = _normalized(joint)
        rows, columns = p.sum(axis=1), p.sum(axis=0)
        return cls(
            entropy(rows, base),
            entropy(columns, base),
            joint_entropy(p, base),
            conditional_entropy(p, base, given=1),
            conditional_entropy(p, base, given=0),
            kullback_leibler_divergence(p, np.outer(rows, columns), base),
            base,
        )

    def values(self) -> tuple[float, float, float, float]:
        """The four values, in the printed order.

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
        """Return one row per formula."""
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


def _normalized(joint: ArrayLike) -> Floats:
    """The table, or each table of a stack, divided by its sum."""
    table = checked(joint, "a joint table")
    if table.ndim < 2:
        raise DataError(f"a joint table needs rows and columns; its shape is {table.shape}")
    total = table.sum(axis=(-2, -1), keepdims=True)
    if not total.all():
        raise DataError("one of the tables is 0 everywhere; drop it")
    return np.asarray(table / total, dtype=np.float64)


def _entropy(p: Floats, summed: int) -> Any:
    """Entropy of the marginal when one of the last two axes is summed over."""
    return entropy(p.sum(axis=summed), axis=-1)


def _ratio(part: Any, whole: Any) -> Any:
    """part / whole, at most 1; 0 where the whole is 0."""
    ratio = np.minimum(np.divide(part, whole, out=np.zeros(np.shape(part)), where=np.greater(whole, 0)), 1.0)
    return ratio if ratio.ndim else float(ratio)
