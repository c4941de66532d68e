"""Filter scores of all columns as a table, with permutation p-values."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from gnomon.arrays import Floats, Integers
from gnomon.errors import ParameterError
from gnomon.features.select.arguments import from_task
from gnomon.features.select.filter import SelectByFilter
from gnomon.features.select.permutation_null import permutation_p_values
from gnomon.features.select.univariate import SCORES
from gnomon.seeds import Seed, sequence

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True)
class FeatureScores:
    """Filter scores of columns.

    values: signed scores. scores: ranking scores. ranking: rank of each column, 1 for the best. p_values:
    permutation p-values, or None without permutations.
    """

    filter: str
    names: tuple[Any, ...]
    values: Floats
    scores: Floats
    ranking: Integers
    p_values: Floats | None = None

    def frame(self) -> pd.DataFrame:
        """One row per column, best first.

        >>> score_features([[0, 1], [1, 1], [2, 0], [3, 1]], [0, 0, 1, 1], filter="correlation").frame()
           feature     value     score  rank
        0        0  0.894427  0.894427     1
        1        1 -0.577350  0.577350     2
        """
        import pandas as pd

        table = pd.DataFrame({"feature": self.names, "value": self.values, "score": self.scores})
        table["rank"] = self.ranking
        if self.p_values is not None:
            table["p_value"] = self.p_values
        return table.sort_values("rank", ignore_index=True)

    def signed(self, used: Sequence[Any] = ()) -> pd.DataFrame:
        """Columns by signed value, from positive to negative association with the target, as for a bar chart.

        used: names of columns to mark, such as those that a tree splits on.

        >>> scores = score_features([[0, 1], [1, 1], [2, 0], [3, 1]], [0, 0, 1, 1], filter="correlation")
        >>> scores.signed(used=[1])
           feature     value   used
        0        0  0.894427  False
        1        1 -0.577350   True
        """
        table = self.frame()[["feature", "value"]].sort_values("value", ascending=False, kind="stable")
        table["used"] = table["feature"].isin(list(used))
        return table.reset_index(drop=True)

    def __str__(self) -> str:
        lines = [f"{self.filter}:"]
        for row in self.frame().itertuples():
            chance = "" if self.p_values is None else f"  p = {row.p_value:.3g}"
            lines.append(f"{row.rank:>4}  {row.feature!s:<24} {row.value:>9.4f}{chance}")
        return "\n".join(lines)


def score_features(
    X: Any,
    y: Any = None,
    *,
    filter: str = "information_gain",
    sample_weight: Any = None,
    permutations: int = 0,
    correction: str | None = "max",
    random_state: Seed = 0,
    **settings: Any,
) -> FeatureScores:
    """Filter scores (univariate feature ranking) of every column of a Task, or of X against y.

    filter, settings: hyperparameters of `SelectByFilter`. permutations: number of permutations of the target
    for p-values, 0 for none; correction: "max" (family-wise error rate) or "fdr" for multiple comparisons, or
    None.

    The scores use all rows and are descriptive. To evaluate a model on selected columns, put `SelectByFilter`
    into its pipeline, so that each training set selects its own columns.

    >>> import gnomon as gn
    >>> print(score_features(gn.load("play-tennis"), permutations=99, random_state=0))
    information_gain:
       1  Outlook                     0.2467  p = 0.37
       2  Humidity                    0.1518  p = 0.64
       3  Wind                        0.0481  p = 0.92
       4  Temperature                 0.0292  p = 1
    """
    arguments = from_task(X, y, sample_weight, settings)
    model = SelectByFilter(filter, k="all", guard=False, **arguments.settings)
    data = model.prepare(*model.check_rows(arguments.X, arguments.y, arguments.weight))
    model.fit_prepared(data)
    p_values = None
    if permutations:
        _check_permutable(filter, arguments.weight)
        root = sequence(random_state)

        def shuffled(random: np.random.Generator) -> Floats:
            values = SCORES[filter].values(data.shuffled(random.permutation(len(data.X))), model)
            return model.strength(values)

        p_values = permutation_p_values(
            model.scores_, shuffled, permutations, correction=correction, random_state=root
        )
    return FeatureScores(
        filter, arguments.names or data.names, model.values_, model.scores_, model.ranking_, p_values
    )


def _check_permutable(filter: str, sample_weight: Any) -> None:
    if filter not in SCORES:
        raise ParameterError(
            f"filter={filter!r} scores a column given those selected before, so permutations are not "
            "comparable; use permutations with a univariate filter, such as 'information_gain'"
        )
    if sample_weight is not None:
        raise ParameterError(
            "rows with sample weights are not exchangeable under permutation; repeat the rows instead"
        )
