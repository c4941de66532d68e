"""The classes of a fit: those of rows in view that have weight."""

from __future__ import annotations

import numpy as np

from gnomon.arrays import Flags, Floats, Integers
from gnomon.sharing.labels import Labels


def codes_of_present(labels: Labels, weight: Floats | None) -> tuple[Integers, Flags]:
    """For every class its code among those that have weight, and which have.

    Rows of the others have no weight, so that their code does not matter.

    >>> codes_of_present(Labels.of(["a", "b", "c"]), np.array([1.0, 0.0, 1.0]))
    (array([0, 0, 1]), array([ True, False,  True]))
    """
    present = np.bincount(labels.codes, weight, minlength=labels.n_classes) > 0
    return np.maximum(np.cumsum(present) - 1, 0), present
