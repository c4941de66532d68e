"""How to read a boosted committee: its rounds, the weights they trained on, its stumps as sentences."""

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
    """A row for every model that was trained: round, error by weight, vote and outcome.

    >>> round_table([(0, 0.25, 1.1, "kept")])["outcome"].tolist()
    ['kept']
    """
    import pandas as pd

    return pd.DataFrame(history, columns=["round", "error", "vote", "outcome"])


def weights_of_rounds(found: Boosted, predicted: Array, truth: Array) -> pd.DataFrame:
    """A row for each round and row: its weight, and what that round's model predicts (rounds, rows).

    >>> found = Boosted([], [], np.array([[0.5, 0.5]]))
    >>> weights_of_rounds(found, np.array([["a", "b"]]), np.array(["a", "a"]))["wrong"].tolist()
    [False, True]
    """
    import pandas as pd

    assert found.weights is not None
    rounds, rows = np.indices(predicted.shape)
    return pd.DataFrame(
        {
            "round": rounds.ravel(),
            "row": rows.ravel(),
            "weight": found.weights.ravel(),
            "predicted": predicted.ravel(),
            "wrong": (predicted != truth).ravel(),
        }
    )


def sentences(
    stumps: Sequence[Stump], votes: Floats, names: Any, classes: Array, categories: Categories | None
) -> str:
    """The stumps as sentences, one a line, each after its vote.

    >>> stump = Stump(0, 4.0, None, np.array([[2.0, 0.0], [0.0, 1.0], [0.0, 0.0]]))
    >>> print(sentences([stump], np.array([1.5]), ["size"], np.array(["no", "yes"]), None))
     1.500: no if size <= 4, yes above it
    """
    lines = []
    for vote, stump in zip(votes, stumps):
        levels = None if categories is None or stump.feature < 0 else categories.levels[stump.feature]
        lines.append(f"{vote:6.3f}: {stump.words(names, classes, levels)}")
    return "\n".join(lines)
