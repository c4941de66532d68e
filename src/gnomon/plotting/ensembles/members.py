"""Members of a committee: how wrong each is and how unlike the others, and what their vote gains."""

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
    """A point for each member, its error against how often it differs from the others; a line for the vote.

    found: what `ensemble_diversity` says of the members.

    Examples
    --------
    >>> import gnomon as gn
    >>> display = gn.plotting.MembersDisplay.from_predictions([[0, 1, 1], [1, 1, 0], [0, 0, 0]], [0, 1, 0])
    >>> display.frame()["error"].round(2).tolist()
    [0.33, 0.33, 0.33]
    """

    def __init__(self, found: Diversity) -> None:
        self.found = found

    @classmethod
    def from_predictions(cls, predictions: Any, truth: Any) -> Self:
        """What members predict (members, rows), and the truth."""
        return cls(ensemble_diversity(predictions, truth))

    @classmethod
    def from_estimator(cls, estimator: Any, X: Any, y: Any) -> Self:
        """The trees of a fitted forest of classes, on rows it has not seen."""
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

        return pd.DataFrame({"error": 1 - self.found.member_accuracy, "disagreement": self._disagreement()})

    def draw(self, ax: Axes) -> None:
        """Members, and the vote below them."""
        table = self.frame()
        ax.scatter(table["disagreement"], table["error"], s=24, color=self.theme.color(0), label="one member")
        error = 1 - self.found.vote_accuracy
        ax.axhline(
            error, color=self.theme.color(1), linestyle=self.theme.dash(1), label=f"vote of all: {error:.3f}"
        )
        ax.set(xlabel="differs from another member on this share of rows", ylabel="error", ylim=(0, None))
        ax.legend(loc="best")

    def alt(self) -> str:
        """Mean error of members, and of the vote."""
        errors = 1 - self.found.member_accuracy
        vote = 1 - self.found.vote_accuracy
        return f"{len(errors)} members err on {errors.mean():.3g} of the rows, their vote on {vote:.3g}."

    def _disagreement(self) -> Floats:
        """The mean of a member's disagreement with each other one."""
        n = len(self.found.member_accuracy)
        total = np.zeros(n)
        for side in np.array(self.found.pairs).reshape(-1, 2).T:
            np.add.at(total, side, self.found.disagreement)
        return total / max(1, n - 1)


displays.add(
    "MembersDisplay",
    MembersDisplay,
    "error and disagreement of members, against their vote",
    figures=("2-FIG-25",),
)
