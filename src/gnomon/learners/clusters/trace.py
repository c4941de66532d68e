"""Trace of a run of k-means: centers, labels and objective after every assignment and update."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from gnomon.arrays import Array, Floats

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True)
class Trace:
    """Assignment ("assign") and update ("update") steps of a run of k-means, in order.

    half: which of the two (S). objective: sum of squared distances after it (S). centers: (S, k, d). labels:
    cluster of each row (S, n). columns: column names.

    >>> from gnomon import KMeans
    >>> steps = KMeans(2, init=[[0.0], [1.0]]).trace([[0.0], [1.0], [8.0], [9.0]])
    >>> steps.frame()["objective"].tolist()
    [113.0, 38.0, 14.0, 1.0, 1.0, 1.0]
    """

    half: tuple[str, ...]
    objective: Floats
    centers: Floats
    labels: Array
    columns: tuple[Any, ...]

    @classmethod
    def of(cls, steps: Sequence[tuple[str, Floats, Array, float]], columns: tuple[Any, ...]) -> Trace:
        """Create from (half, centers, labels, objective) of each half-step."""
        half, centers, labels, objective = zip(*steps)
        return cls(half, np.array(objective), np.array(centers), np.array(labels), columns)

    @property
    def step(self) -> Array:
        """Iteration of each half-step, from 1."""
        return np.arange(len(self.half)) // 2 + 1

    def frame(self) -> pd.DataFrame:
        """Return one row per half-step: objective, number of changed labels, and shift of the centers."""
        import pandas as pd

        moved = np.concatenate([[self.labels.shape[1]], np.sum(np.diff(self.labels, axis=0) != 0, axis=1)])
        shift = np.concatenate([[0.0], np.sqrt(np.sum(np.diff(self.centers, axis=0) ** 2, axis=(1, 2)))])
        return pd.DataFrame(
            {
                "step": self.step,
                "half": self.half,
                "objective": self.objective,
                "moved": moved,
                "shift": shift,
            }
        )

    def center_frame(self) -> pd.DataFrame:
        """Return one row per center and half-step."""
        import pandas as pd

        n_steps, k, d = self.centers.shape
        frame = pd.DataFrame(self.centers.reshape(-1, d), columns=[str(name) for name in self.columns])
        frame.insert(0, "cluster", np.tile(np.arange(k), n_steps))
        frame.insert(0, "half", np.repeat(self.half, k))
        frame.insert(0, "step", np.repeat(self.step, k))
        return frame

    def label_frame(self) -> pd.DataFrame:
        """Return one row per training row and half-step, with its cluster."""
        import pandas as pd

        n_steps, n = self.labels.shape
        return pd.DataFrame(
            {
                "step": np.repeat(self.step, n),
                "half": np.repeat(self.half, n),
                "row": np.tile(np.arange(n), n_steps),
                "cluster": self.labels.ravel(),
            }
        )
