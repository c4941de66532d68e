"""`gnomon cluster`: cluster analysis, with criteria for the number of clusters."""

from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from gnomon.arrays import Floats, Integers
from gnomon.cli.advice import option
from gnomon.cli.convert import write_frame
from gnomon.cli.live import warnings_as_notes
from gnomon.cli.source import open_rows
from gnomon.cli.terminal import note, print_document, print_frame, print_plain, print_wrapped
from gnomon.data.table import Table
from gnomon.data.task import Task
from gnomon.errors import DataError, ParameterError
from gnomon.features.automatic.column_encoding import center_and_unit, scaled
from gnomon.features.automatic.default_preparation import about_columns
from gnomon.features.automatic.preparation import preparation_plan
from gnomon.learners.clusters.agglomerative import AgglomerativeClustering
from gnomon.learners.clusters.choosing import choose_clusters
from gnomon.learners.clusters.kmeans import KMeans
from gnomon.learners.mixtures.criteria import choose_mixture_components
from gnomon.learners.mixtures.gaussian import GaussianMixture

_LINKAGES = ("ward", "complete", "average", "single")
_METHODS = ("kmeans", "hierarchical", *_LINKAGES, "mixture")
# Maximum number of rows for choosing the number of clusters; the criteria refit dozens of times.
_MAX_ROWS = 5000
# Columns of the criteria that only the JSON document shows.
_JSON_ONLY = ["covariance_type", "n_rows", "n_parameters", "converged", "gap_error", "stability_error",
          "likelihood_error"]  # fmt: skip


@dataclass(frozen=True)
class ClusterRequest:
    """The options as typed."""

    data: str
    reading: dict[str, Any]
    method: str
    k: int | None
    max_k: int
    scale: bool
    out: Path | None
    seed: int


@dataclass(frozen=True)
class Choice:
    """The number of clusters, the criteria that chose it, and the reason in a sentence."""

    k: int
    criteria: Any
    why: str


def carry_out(request: ClusterRequest, *, as_json: bool) -> None:
    """Cluster the rows, report the criteria for the number of clusters, and write the labels."""
    import pandas as pd

    if request.method not in _METHODS:
        raise ParameterError(f"{option('method')} {request.method!r}: choose from {', '.join(_METHODS)}")
    with warnings_as_notes():
        table = open_rows(request.data, **request.reading)
        X = _numbers(table, scale=request.scale)
        choice = _choice(request, X)
        labels = _labels(request, choice.k, X)
    sizes = Counter(labels.tolist())
    frame = pd.DataFrame({"row": np.arange(len(labels)), "cluster": labels})
    if request.out is not None or not as_json:
        _print(request, choice, sizes, frame, as_json=as_json)
    if as_json:
        print_document(
            {
                "method": request.method,
                "k": choice.k,
                "why": choice.why,
                "criteria": choice.criteria,
                "sizes": {str(label): sizes[label] for label in sorted(sizes)},
                "labels": None if request.out is not None else labels,
                "out": request.out,
            }
        )


def _print(
    request: ClusterRequest, choice: Choice, sizes: Counter[int], frame: Any, *, as_json: bool
) -> None:
    """Reasons on the terminal and labels in a file; or reasons as a note where labels are the output."""
    if request.out is not None:
        write_frame(frame, request.out)
    if as_json:
        return
    listed = ", ".join(f"{label}: {sizes[label]:,}" for label in sorted(sizes))
    if request.out is None:
        note(f"{choice.why} Rows in each cluster: {listed}.")
        write_frame(frame, None)
        return
    if choice.criteria is not None:
        print_frame(
            choice.criteria.drop(columns=_JSON_ONLY, errors="ignore"),
            f"{Path(request.data).name}: criteria for the number of clusters",
        )
    print_wrapped(f"{choice.why}")
    print_plain(f"rows in each cluster  {listed}\nlabels  {request.out}")


def _numbers(table: Table, *, scale: bool) -> Floats:
    """The columns as numbers, categories one-hot encoded, standardized if requested."""
    if table.n_rows < 2:
        raise DataError(f"there is {table.n_rows} row; clusters need at least 2")
    task = Task(table)
    preprocessing = preparation_plan(task)
    n_missing = sum(use.n_missing for use in preprocessing.columns if not use.left_out)
    filled = [
        f"Missing values ({n_missing:,}) are imputed by the median of their column, or become a category."
    ]
    for each in (*about_columns(preprocessing), *(filled if n_missing else [])):
        note(f"note: {each}")
    step = preprocessing.step(KMeans())
    # Missing-value indicators would group rows by what is missing.
    X: Any = task.X if step is None else step.set_params(scale=False, mark=[]).fit_transform(task.X)
    X = np.asarray(X.toarray() if hasattr(X, "toarray") else X, dtype=np.float64)
    return np.column_stack([_standardized(column) for column in X.T]) if scale else X


def _standardized(column: Floats) -> Floats:
    """A column less its mean, divided by its standard deviation."""
    return scaled(column, *center_and_unit(column, np.ones(len(column))))


def _choice(request: ClusterRequest, X: Floats) -> Choice:
    """The requested number, or the one that most criteria prefer."""
    if request.k is not None:
        return Choice(request.k, None, f"{request.k} clusters, as requested.")
    if request.max_k < 2:
        raise ParameterError(
            f"{option('max-k')} {request.max_k}: give at least 2, or fix the number of clusters "
            f"by {option('k')}"
        )
    rows = np.random.default_rng(request.seed).permutation(len(X))[:_MAX_ROWS]
    numbers = range(1, min(request.max_k, len(rows) - 1) + 1)
    if request.method == "mixture":
        survey = choose_mixture_components(GaussianMixture(random_state=request.seed), X[rows], numbers)
        k = int(survey.best("bic").n_components)
        return Choice(k, survey.frame(), f"{k} components, by the lowest BIC; {survey}.")
    criteria = choose_clusters(X[rows], numbers, random_state=request.seed)
    preferred = {name: int(number) for name, number in criteria.best().items() if number is not None}
    k = _majority(preferred)
    return Choice(k, criteria.frame(), _why(k, preferred))


def _why(k: int, preferred: dict[str, int]) -> str:
    """How many criteria prefer the number, and whether other numbers tie with it."""
    votes = ", ".join(f"{name} {number}" for name, number in preferred.items())
    counts = Counter(preferred.values())
    tied = sorted(number for number, count in counts.items() if count == counts[k] and number != k)
    of = f"{counts[k]} of {len(preferred)} criteria"
    if tied:
        listed = " and ".join(map(str, tied))
        reason = f"{of} prefer it, and as many {listed}: it is the smallest of the tied numbers"
    elif counts[k] == len(preferred):
        reason = (
            f"all {len(preferred)} criteria prefer it"
            if len(preferred) > 1
            else "the only criterion prefers it"
        )
    elif 2 * counts[k] > len(preferred):
        reason = f"most criteria prefer it, {of}"
    else:
        reason = f"{of} prefer it, more than any other number, but no majority"
    return f"{k} clusters: {reason} ({votes}). Where criteria disagree, the number of clusters is uncertain."


def _majority(preferred: dict[str, int]) -> int:
    """The number that most criteria prefer; of tied numbers the smallest."""
    counts = Counter(preferred.values())
    return min(counts, key=lambda number: (-counts[number], number))


def _labels(request: ClusterRequest, k: int, X: Floats) -> Integers:
    if not 1 <= k <= len(X):
        raise ParameterError(f"{option('k')} {k}: {len(X)} rows allow 1 to {len(X)} clusters")
    if request.method == "mixture":
        model: Any = GaussianMixture(n_components=k, random_state=request.seed)
    elif request.method == "kmeans":
        model = KMeans(n_clusters=k, random_state=request.seed)
    else:
        linkage = "ward" if request.method == "hierarchical" else request.method
        model = AgglomerativeClustering(n_clusters=k, linkage=linkage)
    labels: Integers = model.fit_predict(X)
    return labels
