"""The classes of a fit: those with positive weight."""

from __future__ import annotations

import numpy as np

from gnomon.arrays import Flags, Floats, Integers
from gnomon.sharing.labels import Labels


def codes_of_present(labels: Labels, weight: Floats | None) -> tuple[Integers, Flags]:
    """The code of every class among those with positive weight, and which classes those are.

    The codes of the other classes are arbitrary.

    >>> codes_of_present(Labels.of(["a", "b", "c"]), np.array([1.0, 0.0, 1.0]))
    (array([0, 0, 1]), array([ True, False,  True]))
    """
    present = np.bincount(labels.codes, weight, minlength=labels.n_classes) > 0
    return np.maximum(np.cumsum(present) - 1, 0), present
