"""Tune a learner: the model to use, with an honest account of how good choosing it that way is."""

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from gnomon.assessment.measures.facts import find_measure
from gnomon.assessment.resample import Selection, as_path, grid_search, setting_of
from gnomon.assessment.splits import as_splits, k_fold
from gnomon.data.task import Task
from gnomon.experiments.choice import GridSearch
from gnomon.experiments.chosen import names_of
from gnomon.experiments.design import Design
from gnomon.experiments.halving import SuccessiveHalving, survivors
from gnomon.experiments.identity import seeded
from gnomon.experiments.ledger import Account, frame_of
from gnomon.experiments.results import Results
from gnomon.experiments.run import run
from gnomon.features.automatic.default_preparation import prepared
from gnomon.sharing.train import fitted_on

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True, eq=False, repr=False)
class TunedModel:
    """A model fitted on all rows, and what is known of how good it is.

    model: the choice, fitted. setting: its parameters that vary. selection: every setting with its score on
    all rows. account: the optimism ledger of choosing so. results: the nested run behind it.
    """

    model: Any
    setting: dict[str, Any]
    selection: Selection
    account: Account
    results: Results

    def frame(self) -> "pd.DataFrame":
        """The ledger: training, inner, corrected and nested scores side by side, with intervals."""
        return frame_of([self.account])

    def predict(self, X: Any) -> Any:
        """What the model predicts for new rows."""
        return self.model.predict(X)

    def __str__(self) -> str:
        return f"chosen on all rows: {names_of([self.setting])[0]}. {self.account}"

    __repr__ = __str__


def tune(
    task: Task,
    learner: Any,
    grid: Any = "default",
    *,
    outer: Any = None,
    inner: Any = None,
    measure: str | None = None,
    rule: str = "best",
    halving: SuccessiveHalving | None = None,
    n_settings: int | None = None,
    random_state: int = 0,
    store: str | Path | None = None,
    workers: int = 1,
    prepare: bool = True,
) -> TunedModel:
    """Choose among the settings of a learner on all rows, fit the choice, and assess the choosing by nesting.

    grid: values by parameter, a list of settings, or "default" for the grid that the learner declares.
    outer, inner: plans; 10 folds to assess, and 5 to choose by. measure: what chooses; accuracy or the mean
    squared error if not given. rule, halving, n_settings, random_state, prepare: as in Design. store,
    workers: as in `run`.

    >>> import gnomon as gn
    >>> grid = {"n_neighbors": [15, 5, 1]}
    >>> found = tune(gn.load("iris"), gn.KNeighborsClassifier(), grid, outer=gn.k_fold(3))
    >>> found.setting["n_neighbors"] in (1, 5, 15), found.predict([[5.1, 3.5, 1.4, 0.2]]).tolist()
    (True, ['setosa'])
    """
    inner = k_fold(5) if inner is None else inner
    design = Design(
        task,
        {type(learner).__name__: GridSearch(learner, grid, n_settings)},
        k_fold(10) if outer is None else outer,
        inner=inner,
        measures=measure,
        rule=rule,
        halving=halving,
        random_state=random_state,
        prepare=prepare,
    )
    results = run(design, store, workers)
    (unit, *_) = design.units()
    path = as_path([seeded(each, random_state, unit.key) for each in design.paths[unit.learner]], task)
    selection, place = _selected(task, path, design)
    (account,) = results.accounts()
    chosen = prepared(path[place], task) if prepare else path[place]
    return TunedModel(fitted_on(chosen, task), setting_of(path)[place], selection, account, results)


def _selected(task: Task, path: list[Any], design: Design) -> tuple[Selection, int]:
    """The choice on all rows, by the inner plan; and its place in the path."""
    splits, measure = as_splits(task, design.inner), find_measure(design.measures[0])
    left = list(range(len(path)))
    if design.halving is not None:
        raced = [prepared(each, task) for each in path] if design.prepare else path
        left = survivors(task, raced, splits, measure, design.halving)[0].tolist()
    selection = grid_search(
        task, [path[place] for place in left], splits, measure, rule=design.rule, prepare=design.prepare
    )
    return selection, left[selection.best]
