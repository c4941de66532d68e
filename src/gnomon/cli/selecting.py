"""`gnomon select`: columns ranked, some chosen, and how steady that choice is."""

from dataclasses import dataclass
from typing import Any

from sklearn.base import clone

from gnomon.cli.live import notes_told
from gnomon.cli.source import open_task
from gnomon.cli.terminal import note, print_document, print_frame, tell
from gnomon.data.task import Task
from gnomon.errors import DataError, ParameterError
from gnomon.features.select.filter import SelectByFilter
from gnomon.features.select.ranking import score_features
from gnomon.features.select.redundancy import CRITERIA
from gnomon.features.select.stability import SelectionStability, selection_stability

# What scores a column by those chosen before it.
_STEPWISE = (*CRITERIA, "fcbf")


@dataclass(frozen=True)
class SelectRequest:
    """What was asked for, as typed."""

    data: str
    target: str | None
    positive: str | None
    reading: dict[str, Any]
    by: str
    k: int | None
    permutations: int
    times: int
    seed: int


def carry_out(request: SelectRequest, *, as_json: bool) -> None:
    """Print the ranking, the chosen columns and their stability."""
    with notes_told():
        task, _ = open_task(request.data, request.target, request.positive, request.reading)
        n_columns = task.table.n_columns
        k = max(1, n_columns // 2) if request.k is None else request.k
        if not 1 <= k <= n_columns:
            raise ParameterError(f"--k {k}: choose from 1 to {n_columns} columns, as many as there are")
        selector = SelectByFilter(filter=request.by, k=k)
        scores = score_features(
            task, filter=request.by, permutations=_shuffles(request), random_state=request.seed
        ).frame()
        chosen = _chosen(selector, task)
        steady = _stability(selector, task, request) if k < n_columns else None
    if as_json:
        print_document(_document(request.by, chosen, scores, steady))
        return
    print_frame(scores, f"{task.name}: columns by {request.by}")
    tell(f"chosen: {', '.join(chosen)}")
    if steady is not None:
        print_frame(steady.frame(), "how often each is chosen from resampled rows")
        tell(steady)
    tell("The scores are of all rows: to judge a model on the chosen columns, choose inside each fold.")


def _shuffles(request: SelectRequest) -> int:
    """As many as asked for; none where columns are scored by those chosen before, which is said."""
    if request.by not in _STEPWISE or not request.permutations:
        return request.permutations
    note(f"note: {request.by} scores a column by those chosen before, so that it has no p values")
    return 0


def _chosen(selector: SelectByFilter, task: Task) -> list[str]:
    fitted = clone(selector).fit(task.X, task.y)
    support = fitted.get_support()
    return [name for name, is_chosen in zip(task.table.names, support) if is_chosen]


def _stability(selector: SelectByFilter, task: Task, request: SelectRequest) -> SelectionStability | None:
    """The stability, or nothing where every resample chooses alike."""
    try:
        return selection_stability(
            clone(selector).set_params(guard=False),
            task.table.to_pandas(),
            task.y,
            times=request.times,
            random_state=request.seed,
        )
    except DataError:
        return None


def _document(by: str, chosen: list[str], scores: Any, steady: SelectionStability | None) -> dict[str, Any]:
    found = None
    if steady is not None:
        found = {"index": steady.index, "columns": steady.frame()}
    return {"filter": by, "chosen": chosen, "ranking": scores, "stability": found}
