"""What pairs of columns tell of the target together, beside what each tells alone, as a table."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from gnomon.errors import DataError
from gnomon.features.select.filter import SelectByFilter
from gnomon.features.select.given import from_task
from gnomon.features.select.xor_guard import PairInformation, pair_information

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True)
class Interactions:
    """Information of every pair of columns with the target, in bits."""

    names: tuple[Any, ...]
    pairs: PairInformation

    def frame(self) -> pd.DataFrame:
        """A row for each pair, greatest synergy first.

        synergy: together less both alone. shared: how far one column settles the other, 0 to 1. is_hidden: a
        ranking of single columns misses this pair. is_repeated: one of the two could go.

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
                "together": pairs.together,
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
        lines = [f"pairs: {len(table)}, target {self.pairs.target:.3f} bits; greatest synergies:"]
        for row in table.head(10).itertuples():
            alone = f"{row.alone_first:.3f} + {row.alone_second:.3f}"
            mark = "  hidden from single columns" if row.is_hidden else ""
            lines.append(f"  {row.first}, {row.second}: {row.together:.3f} together, {alone} alone{mark}")
        return "\n".join(lines)


def feature_interactions(
    X: Any, y: Any = None, *, sample_weight: Any = None, **settings: Any
) -> Interactions:
    """What every pair of columns tells of the target: the guard against exclusive or, for reading.

    X, y: a Task, or rows and targets. settings: n_bins, target and categorical_features of `SelectByFilter`.

    >>> import numpy as np
    >>> X = np.array([[0, 0], [0, 1], [1, 0], [1, 1]] * 10)
    >>> print(feature_interactions(X, X[:, 0] ^ X[:, 1]))
    pairs: 1, target 1.000 bits; greatest synergies:
      0, 1: 1.000 together, 0.000 + 0.000 alone  hidden from single columns
    """
    given = from_task(X, y, sample_weight, settings)
    model = SelectByFilter(**given.settings)
    data = model.prepare(*model.check_rows(given.X, given.y, given.weight)).with_weight()
    if data.X.shape[1] < 2:
        raise DataError("one column makes no pair; give two or more")
    return Interactions(given.names or data.names, pair_information(data.coded(model.n_bins)))
