"""Tables and text of a boosted ensemble: its rounds, the row weights of each round, its stumps as text."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from gnomon.arrays import Array, Floats
from gnomon.learners.ensembles.boosting import Boosted
from gnomon.learners.ensembles.stump import Stump
from gnomon.sharing.categories import Categories

if TYPE_CHECKING:
    import pandas as pd


def round_table(history: Sequence[tuple[int, float, float, str]]) -> pd.DataFrame:
    """A row for every fitted base estimator: round, weighted error, vote and outcome.

    >>> round_table([(0, 0.25, 1.1, "accepted")])["outcome"].tolist()
    ['accepted']
    """
    import pandas as pd

    return pd.DataFrame(history, columns=["round", "error", "vote", "outcome"])


def weights_of_rounds(boosted: Boosted, predicted: Array, truth: Array) -> pd.DataFrame:
    """A row for each round and row: its weight and that round's prediction (rounds, rows).

    >>> boosted = Boosted([], [], np.array([[0.5, 0.5]]))
    >>> weights_of_rounds(boosted, np.array([["a", "b"]]), np.array(["a", "a"]))["wrong"].tolist()
    [False, True]
    """
    import pandas as pd

    assert boosted.weights is not None
    rounds, rows = np.indices(predicted.shape)
    return pd.DataFrame(
        {
            "round": rounds.ravel(),
            "row": rows.ravel(),
            "weight": boosted.weights.ravel(),
            "predicted": predicted.ravel(),
            "wrong": (predicted != truth).ravel(),
        }
    )


def stump_descriptions(
    stumps: Sequence[Stump], votes: Floats, names: Any, classes: Array, categories: Categories | None
) -> str:
    """The stumps as text, one per line, each after its voting weight.

    >>> stump = Stump(0, 4.0, None, np.array([[2.0, 0.0], [0.0, 1.0], [0.0, 0.0]]))
    >>> print(stump_descriptions([stump], np.array([1.5]), ["size"], np.array(["no", "yes"]), None))
     1.500: no if size <= 4, yes above it
    """
    lines = []
    for vote, stump in zip(votes, stumps):
        levels = None if categories is None or stump.feature < 0 else categories.levels[stump.feature]
        lines.append(f"{vote:6.3f}: {stump.words(names, classes, levels)}")
    return "\n".join(lines)
