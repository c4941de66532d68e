"""Whether PCA finds clusters through columns of noise: clusters in a few columns, noise in the others."""

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
    """Variances of the components in each draw (rows), largest first, and the rows of the first draw.

    X, label: the rows and their clusters. variances: (draws, components).
    """

    X: Floats
    label: Integers
    variances: Floats

    @property
    def share(self) -> Floats:
        """The mean share of the variance that the first components keep together."""
        running = np.cumsum(self.variances, axis=1)
        return (running / running[:, -1:]).mean(axis=0)

    def frame(self) -> pd.DataFrame:
        """One row a component: its mean variance, and the percentage that it and those before keep."""
        import pandas as pd

        return pd.DataFrame(
            {
                "component": np.arange(1, self.variances.shape[1] + 1),
                "variance": self.variances.mean(axis=0),
                "running_percent": 100 * self.share,
            }
        )

    def __str__(self) -> str:
        variances = ", ".join(f"{value:.3g}" for value in self.variances.mean(axis=0))
        return f"variances {variances}; the first two keep {100 * self.share[1]:.0f} %"


def noise_dimensions(
    centers: Any = LINE,
    *,
    rows_a_cluster: int = 20,
    n_noise: int = 5,
    draws: int = 50,
    ddof: int = 1,
    random_state: Seed = 0,
) -> NoiseDimensions:
    """Clusters of unit variance about the centers, with noise columns N(0, 1) beside them, through PCA.

    >>> print(noise_dimensions(draws=20))
    variances 35.3, 1.56, 1.29, 1.02, 0.861, 0.7, 0.535; the first two keep 89 %
    """
    middles = np.asarray(centers, dtype=np.float64)
    if middles.ndim != 2 or min(rows_a_cluster, draws) < 1 or n_noise < 0:
        raise ParameterError(
            f"centers of shape {middles.shape}, rows_a_cluster={rows_a_cluster}, n_noise={n_noise}, "
            f"draws={draws}: give centers (clusters, columns), and counts of at least 1 (noise: 0)"
        )
    root = sequence(random_state)
    label = np.repeat(np.arange(len(middles)), rows_a_cluster)
    tables = [_drawn(middles, label, n_noise, generator(child(root, draw))) for draw in range(draws)]
    variances = [PCA(svd_solver="full", ddof=ddof).fit(table).explained_variance_ for table in tables]
    return NoiseDimensions(tables[0], label, np.array(variances))


def _drawn(centers: Floats, label: Integers, n_noise: int, random: np.random.Generator) -> Floats:
    mean = np.concatenate([centers[label], np.zeros((len(label), n_noise))], axis=1)
    return mean + random.normal(size=mean.shape)
