"""Diversity of an ensemble: error of each member against its disagreement with the others."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Self

import numpy as np

from gnomon.arrays import Floats
from gnomon.learners.ensembles.diversity import Diversity, ensemble_diversity
from gnomon.plotting.display import Display
from gnomon.registry import displays

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes


class MembersDisplay(Display):
    """Error of each member of an ensemble against its mean disagreement, and the error of their vote.

    diversity: result of `ensemble_diversity`.

    Examples
    --------
    >>> import gnomon as gn
    >>> display = gn.plotting.MembersDisplay.from_predictions([[0, 1, 1], [1, 1, 0], [0, 0, 0]], [0, 1, 0])
    >>> display.frame()["error"].round(2).tolist()
    [0.33, 0.33, 0.33]
    """

    def __init__(self, diversity: Diversity) -> None:
        self.diversity = diversity

    @classmethod
    def from_predictions(cls, predictions: Any, truth: Any) -> Self:
        """Plot predictions of shape (members, rows) against the true labels."""
        return cls(ensemble_diversity(predictions, truth))

    @classmethod
    def from_estimator(cls, estimator: Any, X: Any, y: Any) -> Self:
        """Plot the trees of a fitted forest classifier on test rows."""
        return cls.from_predictions(estimator.tree_predictions(X).T, y)

    @classmethod
    def example(cls) -> Self:
        """Forty trees on moons."""
        from gnomon.data.generate import make_moons
        from gnomon.learners.ensembles.random_forest import RandomForestClassifier

        old, new = make_moons(150, noise=0.35, random_state=0), make_moons(500, noise=0.35, random_state=1)
        forest = RandomForestClassifier(40, random_state=0).fit(old.X, old.y)
        return cls.from_estimator(forest, new.X, new.y)

    def frame(self) -> pd.DataFrame:
        """One row per member."""
        import pandas as pd

        return pd.DataFrame(
            {"error": 1 - self.diversity.member_accuracy, "disagreement": self._disagreement()}
        )

    def draw(self, ax: Axes) -> None:
        """Members, and the error of the vote."""
        table = self.frame()
        ax.scatter(table["disagreement"], table["error"], s=24, color=self.theme.color(0), label="one member")
        error = 1 - self.diversity.vote_accuracy
        ax.axhline(
            error,
            color=self.theme.color(1),
            linestyle=self.theme.dash(1),
            label=f"majority vote: {error:.3f}",
        )
        ax.set(xlabel="mean disagreement with other members", ylabel="error", ylim=(0, None))
        ax.legend(loc="best")

    def alt(self) -> str:
        """Mean error of the members, and error of the vote."""
        errors = 1 - self.diversity.member_accuracy
        vote = 1 - self.diversity.vote_accuracy
        return f"Mean error of {len(errors)} members {errors.mean():.3g}, of their majority vote {vote:.3g}."

    def _disagreement(self) -> Floats:
        """Mean disagreement of each member with the others."""
        n = len(self.diversity.member_accuracy)
        total = np.zeros(n)
        for side in np.array(self.diversity.pairs).reshape(-1, 2).T:
            np.add.at(total, side, self.diversity.disagreement)
        return total / max(1, n - 1)


displays.add(
    "MembersDisplay", MembersDisplay, "diversity of an ensemble: error and disagreement of its members"
)
