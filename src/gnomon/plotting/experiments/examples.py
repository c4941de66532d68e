"""Small experiments on bundled data for the examples of displays; each is run once."""

from functools import cache
from typing import Any

from gnomon.assessment.predictions import Predictions
from gnomon.assessment.resample import resample
from gnomon.assessment.splits import k_fold
from gnomon.data.sets import load
from gnomon.data.task import Task
from gnomon.experiments.design import Design
from gnomon.experiments.results import Results
from gnomon.experiments.run import run
from gnomon.registry import learners

SEVERAL = ("GaussianNB", "KNeighborsClassifier", "DecisionStump")


@cache
def bundled(name: str) -> Task:
    """A bundled task.

    Examples
    --------
    >>> from gnomon.plotting.experiments.examples import bundled
    >>> bundled("heart").n_rows
    270
    """
    task = load(name)
    assert isinstance(task, Task)
    return task


@cache
def example_predictions(learner: str, task: str = "heart") -> Predictions:
    """Held-out predictions of a learner by 5 folds.

    Examples
    --------
    >>> from gnomon.plotting.experiments.examples import example_predictions
    >>> len(example_predictions("GaussianNB").row)
    270
    """
    return resample(bundled(task), _made(learner), k_fold(5, random_state=0))


@cache
def example_results(names: tuple[str, ...] = SEVERAL, task: str = "heart") -> Results:
    """An experiment of several learners by 5 folds.

    Examples
    --------
    >>> from gnomon.plotting.experiments.examples import example_results
    >>> example_results().learners
    ['GaussianNB', 'KNeighborsClassifier', 'DecisionStump']
    """
    return run(Design(bundled(task), [_made(name) for name in names], k_fold(5, random_state=0)))


@cache
def example_nested() -> Results:
    """A nested experiment: hyperparameters of each learner are selected within 3 outer folds.

    Examples
    --------
    >>> from gnomon.plotting.experiments.examples import example_nested
    >>> example_nested().record.is_nested
    True
    """
    chosen = [_made(name) for name in ("KNeighborsClassifier", "DecisionStump")]
    return run(Design(bundled("heart"), chosen, k_fold(3, random_state=0), inner=k_fold(3, random_state=1)))


def _made(name: str) -> Any:
    return learners[name].thing()
