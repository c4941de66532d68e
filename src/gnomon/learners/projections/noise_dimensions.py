"""PCA of clusters with added noise columns: whether the first components find the clusters."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from gnomon.arrays import Floats, Integers
from gnomon.errors import ParameterError
from gnomon.learners.projections.pca import PCA
from gnomon.seeds import Seed, child, generator, sequence

if TYPE_CHECKING:
    import pandas as pd

LINE = ((0.0, 0.0), (5.0, 5.0), (-5.0, -5.0))
SQUARE = ((0.0, 0.0), (5.0, 5.0), (5.0, 0.0), (0.0, 5.0))


@dataclass(frozen=True, eq=False)
class NoiseDimensions:
    """PCA of clusters with noise columns: component variances in each draw.

    X, label: rows of the first draw and their clusters. variances: (draws, components), largest first.
    """

    X: Floats
    label: Integers
    variances: Floats

    @property
    def share(self) -> Floats:
        """Mean cumulative explained variance ratio."""
        cumulative = np.cumsum(self.variances, axis=1)
        return (cumulative / cumulative[:, -1:]).mean(axis=0)

    def frame(self) -> pd.DataFrame:
        """One row per component: its mean variance, and the cumulative percentage of explained variance."""
        import pandas as pd

        return pd.DataFrame(
            {
                "component": np.arange(1, self.variances.shape[1] + 1),
                "variance": self.variances.mean(axis=0),
                "cumulative_percent": 100 * self.share,
            }
        )

    def __str__(self) -> str:
        variances = ", ".join(f"{value:.3g}" for value in self.variances.mean(axis=0))
        return f"variances {variances}; the first two explain {100 * self.share[1]:.0f} %"


def noise_dimensions(
    centers: Any = LINE,
    *,
    rows_per_cluster: int = 20,
    n_noise: int = 5,
    draws: int = 50,
    ddof: int = 1,
    random_state: Seed = 0,
) -> NoiseDimensions:
    """PCA of clusters of unit variance about the centers, with added noise columns N(0, 1).

    >>> print(noise_dimensions(draws=20))
    variances 35.3, 1.56, 1.29, 1.02, 0.861, 0.7, 0.535; the first two explain 89 %
    """
    center_array = np.asarray(centers, dtype=np.float64)
    if center_array.ndim != 2 or min(rows_per_cluster, draws) < 1 or n_noise < 0:
        raise ParameterError(
            f"centers of shape {center_array.shape}, rows_per_cluster={rows_per_cluster}, n_noise={n_noise}, "
            f"draws={draws}: pass centers (clusters, columns), and counts of at least 1 (n_noise: 0)"
        )
    root = sequence(random_state)
    label = np.repeat(np.arange(len(center_array)), rows_per_cluster)
    tables = [_sample(center_array, label, n_noise, generator(child(root, draw))) for draw in range(draws)]
    variances = [PCA(svd_solver="full", ddof=ddof).fit(table).explained_variance_ for table in tables]
    return NoiseDimensions(tables[0], label, np.array(variances))


def _sample(centers: Floats, label: Integers, n_noise: int, random: np.random.Generator) -> Floats:
    mean = np.concatenate([centers[label], np.zeros((len(label), n_noise))], axis=1)
    return mean + random.normal(size=mean.shape)
