"""`gnomon select`: features ranked by a filter, the best selected, and selection stability."""

from dataclasses import dataclass
from typing import Any

from sklearn.base import clone

from gnomon.cli.advice import option
from gnomon.cli.live import warnings_as_notes
from gnomon.cli.source import open_task
from gnomon.cli.terminal import note, print_document, print_frame, print_wrapped
from gnomon.data.task import Task
from gnomon.errors import DataError, ParameterError
from gnomon.features.select.filter import SelectByFilter
from gnomon.features.select.ranking import score_features
from gnomon.features.select.redundancy import CRITERIA
from gnomon.features.select.stability import SelectionStability, selection_stability

# Filters that score a feature given those selected before it.
_STEPWISE = (*CRITERIA, "fcbf")


@dataclass(frozen=True)
class SelectRequest:
    """The options as typed."""

    data: str
    target: str | None
    positive: str | None
    reading: dict[str, Any]
    by: str
    k: int | None
    permutations: int
    resamples: int
    seed: int


def carry_out(request: SelectRequest, *, as_json: bool) -> None:
    """Print the ranking, the selected features and their stability."""
    with warnings_as_notes():
        task, _ = open_task(request.data, request.target, request.positive, request.reading)
        n_columns = task.table.n_columns
        k = max(1, n_columns // 2) if request.k is None else request.k
        if not 1 <= k <= n_columns:
            raise ParameterError(f"{option('k')} {k}: give a number of columns from 1 to {n_columns}")
        selector = SelectByFilter(filter=request.by, k=k)
        scores = score_features(
            task, filter=request.by, permutations=_permutations(request), random_state=request.seed
        ).frame()
        chosen = _chosen(selector, task)
        stability = _stability(selector, task, request) if k < n_columns else None
    if as_json:
        print_document(_document(request.by, chosen, scores, stability))
        return
    print_frame(scores, f"{task.name}: columns by {request.by}")
    print_wrapped(f"selected: {', '.join(chosen)}")
    if stability is not None:
        print_frame(stability.frame(), "selection frequency over resamples")
        print_wrapped(stability)
    print_wrapped(
        "The scores use all rows: to evaluate a model on the selected columns, select inside each fold."
    )


def _permutations(request: SelectRequest) -> int:
    """The requested number; none for stepwise filters, with a note."""
    if request.by not in _STEPWISE or not request.permutations:
        return request.permutations
    note(f"note: {request.by} scores each column given those selected before, so there are no p values")
    return 0


def _chosen(selector: SelectByFilter, task: Task) -> list[str]:
    fitted = clone(selector).fit(task.X, task.y)
    support = fitted.get_support()
    return [name for name, is_chosen in zip(task.table.names, support) if is_chosen]


def _stability(selector: SelectByFilter, task: Task, request: SelectRequest) -> SelectionStability | None:
    """The stability, or None where every resample selects the same features."""
    try:
        return selection_stability(
            clone(selector).set_params(guard=False),
            task.table.to_pandas(),
            task.y,
            times=request.resamples,
            random_state=request.seed,
        )
    except DataError:
        return None


def _document(
    by: str, chosen: list[str], scores: Any, stability: SelectionStability | None
) -> dict[str, Any]:
    document = None
    if stability is not None:
        document = {"index": stability.index, "columns": stability.frame()}
    return {"filter": by, "chosen": chosen, "ranking": scores, "stability": document}
