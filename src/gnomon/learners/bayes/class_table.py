"""Bayes' rule as a table: prior, likelihood, joint and posterior of each class."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from scipy.special import log_softmax

from gnomon.arrays import Array, Floats
from gnomon.errors import DataError

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True, eq=False)
class ClassTable:
    """Prior, likelihood, joint and posterior of each row and class, from log p(c) and log p(x | c).

    >>> print(ClassTable(np.array(["ill", "well"]), np.log([0.25, 0.75]), np.log([[0.8, 0.2]])))
     row class  prior  likelihood  joint  posterior
       0   ill   0.25         0.8   0.20   0.571429
       0  well   0.75         0.2   0.15   0.428571
    """

    classes: Array
    log_prior: Floats
    log_likelihood: Floats

    @property
    def posterior(self) -> Floats:
        """p(c | x), (rows, classes)."""
        joint = self.log_likelihood + self.log_prior
        if not np.isfinite(joint.max(axis=1, initial=-np.inf)).all():
            raise DataError("a row has probability 0 in every class; smooth the counts (alpha=1)")
        return np.asarray(np.exp(log_softmax(joint, axis=1)), dtype=np.float64)

    def frame(self) -> pd.DataFrame:
        """Return one line per row and class: row, class, prior, likelihood, joint, posterior."""
        import pandas as pd

        n_rows, n_classes = self.log_likelihood.shape
        with np.errstate(over="ignore"):
            likelihood = np.exp(self.log_likelihood)
            joint = np.exp(self.log_likelihood + self.log_prior)
        return pd.DataFrame(
            {
                "row": np.repeat(np.arange(n_rows), n_classes),
                "class": np.tile(self.classes, n_rows),
                "prior": np.tile(np.exp(self.log_prior), n_rows),
                "likelihood": likelihood.ravel(),
                "joint": joint.ravel(),
                "posterior": self.posterior.ravel(),
            }
        )

    def code_lengths(self) -> pd.DataFrame:
        """Code lengths in bits: of the class, of the row given the class, total; shortest for the MAP class.

        >>> table = ClassTable(np.array(["ill", "well"]), np.log([0.25, 0.75]), np.log([[0.5, 0.125]]))
        >>> table.code_lengths().round(3)
           row class  class_bits  row_bits  total
        0    0   ill       2.000       1.0  3.000
        1    0  well       0.415       3.0  3.415
        """
        import pandas as pd

        n_rows, n_classes = self.log_likelihood.shape
        of_class, of_row = -self.log_prior / np.log(2), -self.log_likelihood / np.log(2)
        return pd.DataFrame(
            {
                "row": np.repeat(np.arange(n_rows), n_classes),
                "class": np.tile(self.classes, n_rows),
                "class_bits": np.tile(of_class, n_rows),
                "row_bits": of_row.ravel(),
                "total": (of_class + of_row).ravel(),
            }
        )

    def __str__(self) -> str:
        text: str = self.frame().to_string(index=False)
        return text
