"""Hyperparameter tuning, with an unbiased estimate of its performance by nested cross-validation."""

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from gnomon.assessment.measures.facts import find_measure
from gnomon.assessment.resample import Selection, as_path, grid_search, setting_of
from gnomon.assessment.splits import as_splits, k_fold
from gnomon.data.task import Task
from gnomon.experiments.design import Design
from gnomon.experiments.halving import SuccessiveHalving, survivors
from gnomon.experiments.hyperparameter_grids import GridSearch
from gnomon.experiments.identity import seeded
from gnomon.experiments.ledger import Account, frame_of
from gnomon.experiments.results import Results
from gnomon.experiments.run import run
from gnomon.experiments.selected_settings import names_of
from gnomon.features.automatic.default_preparation import prepared
from gnomon.sharing.train import fitted_on

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True, eq=False, repr=False)
class TunedModel:
    """A tuned model fitted on all rows, with its performance estimates.

    model: the fitted estimator. setting: its tuned hyperparameters. selection: every setting with its
    cross-validation score on all rows. account: the optimism ledger. results: of the nested cross-validation.
    """

    model: Any
    setting: dict[str, Any]
    selection: Selection
    account: Account
    results: Results

    def frame(self) -> "pd.DataFrame":
        """The optimism ledger: training, inner, corrected and nested scores with confidence intervals."""
        return frame_of([self.account])

    def predict(self, X: Any) -> Any:
        """Predictions of the model for new rows."""
        return self.model.predict(X)

    def __str__(self) -> str:
        return f"selected on all rows: {names_of([self.setting])[0]}. {self.account}"

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
    """Tune hyperparameters by grid search, refit on all rows, and assess by nested cross-validation.

    grid: values by parameter, a list of settings, or "default" for the grid that the learner declares. outer,
    inner: resampling plans for assessment (default: 10 folds) and selection (default: 5 folds). measure: the
    selection criterion; default: `gnomon.experiments.default_measure`. n_settings: number of settings to
    sample (random search). rule, halving, random_state, prepare: as in Design. store, workers: as in `run`.

    >>> import gnomon as gn
    >>> grid = {"n_neighbors": [15, 5, 1]}
    >>> tuned = tune(gn.load("iris"), gn.KNeighborsClassifier(), grid, outer=gn.k_fold(3))
    >>> tuned.setting["n_neighbors"] in (1, 5, 15), tuned.predict([[5.1, 3.5, 1.4, 0.2]]).tolist()
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
    selection, best = _selected(task, path, design)
    (account,) = results.accounts()
    chosen = prepared(path[best], task) if prepare else path[best]
    return TunedModel(fitted_on(chosen, task), setting_of(path)[best], selection, account, results)


def _selected(task: Task, path: list[Any], design: Design) -> tuple[Selection, int]:
    """The selection on all rows by the inner plan, and the index of the selected setting."""
    splits, measure = as_splits(task, design.inner), find_measure(design.measures[0])
    remaining = list(range(len(path)))
    if design.halving is not None:
        candidates = [prepared(each, task) for each in path] if design.prepare else path
        remaining = survivors(task, candidates, splits, measure, design.halving)[0].tolist()
    selection = grid_search(
        task, [path[index] for index in remaining], splits, measure, rule=design.rule, prepare=design.prepare
    )
    return selection, remaining[selection.best]
