"""Feature interactions: joint mutual information of pairs of columns with the target, and synergy."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from gnomon.errors import DataError
from gnomon.features.select.arguments import from_task
from gnomon.features.select.filter import SelectByFilter
from gnomon.features.select.xor_guard import PairInformation, pair_information

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True)
class Interactions:
    """Mutual information of every pair of columns with the target, in bits."""

    names: tuple[Any, ...]
    pairs: PairInformation

    def frame(self) -> pd.DataFrame:
        """One row per pair, largest synergy first.

        synergy: joint information minus that of both columns. shared: symmetrical uncertainty of the two
        columns, 0 to 1. is_hidden: a univariate ranking misses this pair. is_repeated: the columns are
        redundant.

        >>> feature_interactions([[0, 0], [0, 1], [1, 0], [1, 1]] * 10, [0, 1, 1, 0] * 10).frame()[
        ...     "synergy"
        ... ].tolist()
        [1.0]
        """
        import pandas as pd

        pairs = self.pairs
        table = pd.DataFrame(
            {
                "first": [self.names[column] for column in pairs.first],
                "second": [self.names[column] for column in pairs.second],
                "alone_first": pairs.alone_first,
                "alone_second": pairs.alone_second,
                "joint": pairs.joint,
                "synergy": pairs.synergy,
                "shared": pairs.shared,
                "p_value": pairs.p_value,
                "is_hidden": pairs.hidden(),
                "is_repeated": pairs.repeated(),
            }
        )
        return table.sort_values("synergy", ascending=False, kind="stable", ignore_index=True)

    def __str__(self) -> str:
        table = self.frame()
        lines = [f"pairs: {len(table)}, target {self.pairs.target:.3f} bits; largest synergies:"]
        for row in table.head(10).itertuples():
            alone = f"{row.alone_first:.3f} + {row.alone_second:.3f}"
            mark = "  hidden from univariate filters" if row.is_hidden else ""
            lines.append(f"  {row.first}, {row.second}: {row.joint:.3f} joint, {alone} alone{mark}")
        return "\n".join(lines)


def feature_interactions(
    X: Any, y: Any = None, *, sample_weight: Any = None, **settings: Any
) -> Interactions:
    """Feature interactions: mutual information of every pair of columns with the target, and its synergy.

    X, y: a Task, or rows and targets. settings: n_bins, target and categorical_features of `SelectByFilter`.

    >>> import numpy as np
    >>> X = np.array([[0, 0], [0, 1], [1, 0], [1, 1]] * 10)
    >>> print(feature_interactions(X, X[:, 0] ^ X[:, 1]))
    pairs: 1, target 1.000 bits; largest synergies:
      0, 1: 1.000 joint, 0.000 + 0.000 alone  hidden from univariate filters
    """
    arguments = from_task(X, y, sample_weight, settings)
    model = SelectByFilter(**arguments.settings)
    data = model.prepare(*model.check_rows(arguments.X, arguments.y, arguments.weight)).with_weight()
    if data.X.shape[1] < 2:
        raise DataError("X has one column; interactions require at least two")
    return Interactions(arguments.names or data.names, pair_information(data.coded(model.n_bins)))
