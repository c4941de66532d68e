"""Error of an ensemble against its number of estimators: bagging, forest, boosting."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, Self

import numpy as np
from sklearn.base import clone

from gnomon.arrays import Floats
from gnomon.data.task import Task
from gnomon.errors import DataError
from gnomon.learners.ensembles.forest_tables import ensemble_size_table
from gnomon.plotting.display import Display
from gnomon.plotting.labels import shown
from gnomon.registry import displays

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes


class EnsembleErrorDisplay(Display):
    """Error against the number of estimators, a line for each ensemble or set of rows.

    errors: for each line its errors with 1, 2, ... estimators.

    Examples
    --------
    >>> import gnomon as gn
    >>> task = gn.datasets.make_moons(60, random_state=0)
    >>> forest = gn.RandomForestClassifier(5, random_state=0).fit(task.X, task.y)
    >>> gn.plotting.EnsembleErrorDisplay.from_estimators(
    ...     {"forest": forest}, task.X, task.y
    ... ).frame().columns.tolist()
    ['line', 'n_estimators', 'error']
    """

    def __init__(self, errors: Mapping[str, Any]) -> None:
        self.errors: dict[str, Floats] = {str(name): np.asarray(each, float) for name, each in errors.items()}
        if not self.errors or any(each.ndim != 1 or len(each) == 0 for each in self.errors.values()):
            raise DataError("there are no errors to draw; pass for each line those with 1, 2, … estimators")

    @classmethod
    def from_estimators(cls, models: Mapping[str, Any], X: Any, y: Any) -> Self:
        """Evaluate fitted ensembles on test rows."""
        return cls({name: ensemble_size_table(model, X, y)["error"] for name, model in models.items()})

    @classmethod
    def from_splits(cls, estimator: Any, task: Task, splits: Iterable[tuple[Any, Any]]) -> Self:
        """Mean training and held-out error over splits; after early stopping the last error is repeated."""
        training, test = [], []
        for train, held_out in splits:
            part, rest = task.rows(train), task.rows(held_out)
            model = clone(estimator).fit(part.X, part.y)
            training.append(ensemble_size_table(model, part.X, part.y)["error"].to_numpy())
            test.append(ensemble_size_table(model, rest.X, rest.y)["error"].to_numpy())
        return cls({"training": _mean(training), "held out": _mean(test)})

    @classmethod
    def example(cls) -> Self:
        """Three ensembles on moons."""
        from gnomon.data.generate import make_moons
        from gnomon.learners.ensembles.adaboost import AdaBoostClassifier
        from gnomon.learners.ensembles.bagging_classifier import BaggingClassifier
        from gnomon.learners.ensembles.random_forest import RandomForestClassifier

        old, new = make_moons(150, noise=0.35, random_state=0), make_moons(400, noise=0.35, random_state=1)
        made = {
            "bagging": BaggingClassifier(n_estimators=30, random_state=0),
            "random forest": RandomForestClassifier(30, random_state=0),
            "AdaBoost": AdaBoostClassifier(n_estimators=30, random_state=0),
        }
        return cls.from_estimators({name: m.fit(old.X, old.y) for name, m in made.items()}, new.X, new.y)

    def frame(self) -> pd.DataFrame:
        """One row per line and number of estimators."""
        import pandas as pd

        parts = [
            pd.DataFrame({"line": name, "n_estimators": np.arange(1, len(each) + 1), "error": each})
            for name, each in self.errors.items()
        ]
        return pd.concat(parts, ignore_index=True)

    def draw(self, ax: Axes) -> None:
        """One line per ensemble or set of rows."""
        for number, (name, each) in enumerate(self.errors.items()):
            ax.plot(
                np.arange(1, len(each) + 1),
                each,
                color=self.theme.color(number),
                label=shown(name, 24),
                linestyle=self.theme.dash(number),
                linewidth=1.4,
            )
        ax.set(xlabel="number of estimators", ylabel="error", ylim=(0, None))
        ax.legend(loc="best")

    def alt(self) -> str:
        """First and last error of each line."""
        parts = [f"{shown(name, 24)} from {e[0]:.3g} to {e[-1]:.3g}" for name, e in self.errors.items()]
        return f"Error against the number of estimators: {'; '.join(parts)}."


def _mean(errors: list[Floats]) -> Floats:
    longest = max(map(len, errors))
    return np.mean([np.pad(each, (0, longest - len(each)), mode="edge") for each in errors], axis=0)


displays.add("EnsembleErrorDisplay", EnsembleErrorDisplay, "error against the number of estimators")
