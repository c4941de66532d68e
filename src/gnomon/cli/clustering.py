"""`gnomon cluster`: groups of like rows, how many, and why."""

from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from gnomon.arrays import Floats, Integers
from gnomon.cli.convert import write_frame
from gnomon.cli.live import notes_told
from gnomon.cli.source import open_rows
from gnomon.cli.terminal import note, print_document, print_frame, say, tell
from gnomon.data.table import Table
from gnomon.data.task import Task
from gnomon.errors import DataError, ParameterError
from gnomon.features.automatic.column_encoding import center_and_unit, in_units
from gnomon.features.automatic.default_preparation import about_columns
from gnomon.features.automatic.preparation import preparation_plan
from gnomon.learners.clusters.agglomerative import AgglomerativeClustering
from gnomon.learners.clusters.choosing import choose_clusters
from gnomon.learners.clusters.kmeans import KMeans
from gnomon.learners.mixtures.criteria import choose_mixture_components
from gnomon.learners.mixtures.gaussian import GaussianMixture

_LINKAGES = ("ward", "complete", "average", "single")
_METHODS = ("kmeans", "hierarchical", *_LINKAGES, "mixture")
# Rows that the number of clusters is chosen by; its criteria refit dozens of times.
_MOST_ROWS = 5000
# Of the criteria, what is left for the JSON document.
_ASIDE = ["covariance_type", "n_rows", "n_parameters", "converged", "gap_error", "stability_error",
          "likelihood_error"]  # fmt: skip


@dataclass(frozen=True)
class ClusterRequest:
    """What was asked for, as typed."""

    data: str
    reading: dict[str, Any]
    method: str
    k: int | None
    most: int
    scale: bool
    out: Path | None
    seed: int


@dataclass(frozen=True)
class Choice:
    """How many clusters, the criteria behind it, and the sentence that says why."""

    k: int
    criteria: Any
    why: str


def carry_out(request: ClusterRequest, *, as_json: bool) -> None:
    """Cluster the rows, say what speaks for the number, and write the labels."""
    import pandas as pd

    if request.method not in _METHODS:
        raise ParameterError(f"--method {request.method!r}: ask for one of {', '.join(_METHODS)}")
    with notes_told():
        table = open_rows(request.data, **request.reading)
        X = _numbers(table, scale=request.scale)
        choice = _choice(request, X)
        labels = _labels(request, choice.k, X)
    sizes = Counter(labels.tolist())
    frame = pd.DataFrame({"row": np.arange(len(labels)), "cluster": labels})
    if request.out is not None or not as_json:
        _tell(request, choice, sizes, frame, as_json=as_json)
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


def _tell(request: ClusterRequest, choice: Choice, sizes: Counter[int], frame: Any, *, as_json: bool) -> None:
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
            choice.criteria.drop(columns=_ASIDE, errors="ignore"),
            f"{Path(request.data).name}: criteria for the number of clusters",
        )
    tell(f"{choice.why}")
    say(f"rows in each cluster  {listed}\nlabels  {request.out}")


def _numbers(table: Table, *, scale: bool) -> Floats:
    """The columns as numbers, categories as indicators, on one scale if asked for."""
    if table.n_rows < 2:
        raise DataError(f"there is {table.n_rows} row; clusters need at least 2")
    task = Task(table)
    found = preparation_plan(task)
    n_missing = sum(use.n_missing for use in found.columns if not use.left_out)
    filled = [f"Missing values ({n_missing:,}) become the median of their column, or a level of their own."]
    for each in (*about_columns(found), *(filled if n_missing else [])):
        note(f"note: {each}")
    step = found.step(KMeans())
    # Columns that mark what is missing would make clusters of rows with gaps.
    X: Any = task.X if step is None else step.set_params(scale=False, mark=[]).fit_transform(task.X)
    X = np.asarray(X.toarray() if hasattr(X, "toarray") else X, dtype=np.float64)
    return np.column_stack([_standard(column) for column in X.T]) if scale else X


def _standard(column: Floats) -> Floats:
    """A column about its mean, in units of its standard deviation."""
    return in_units(column, *center_and_unit(column, np.ones(len(column))))


def _choice(request: ClusterRequest, X: Floats) -> Choice:
    """The number asked for, or the one that more criteria prefer than any other."""
    if request.k is not None:
        return Choice(request.k, None, f"{request.k} clusters, as asked for.")
    if request.most < 2:
        raise ParameterError(f"--most {request.most}: give 2 or more clusters to choose among, or --k")
    rows = np.random.default_rng(request.seed).permutation(len(X))[:_MOST_ROWS]
    numbers = range(1, min(request.most, len(rows) - 1) + 1)
    if request.method == "mixture":
        found = choose_mixture_components(GaussianMixture(random_state=request.seed), X[rows], numbers)
        k = int(found.best("bic").n_components)
        return Choice(k, found.frame(), f"{k} components, by the least BIC; {found}.")
    survey = choose_clusters(X[rows], numbers, random_state=request.seed)
    preferred = {name: int(number) for name, number in survey.best().items() if number is not None}
    k = _most_preferred(preferred)
    return Choice(k, survey.frame(), _why(k, preferred))


def _why(k: int, preferred: dict[str, int]) -> str:
    """How many criteria prefer the number, and whether others have as many on their side."""
    votes = ", ".join(f"{name} {number}" for name, number in preferred.items())
    counts = Counter(preferred.values())
    rivals = sorted(number for number, count in counts.items() if count == counts[k] and number != k)
    of = f"{counts[k]} of {len(preferred)} criteria"
    if rivals:
        listed = " and ".join(map(str, rivals))
        told = f"{of} prefer it, and as many {listed}: it is the smallest of the numbers that tie"
    elif counts[k] == len(preferred):
        told = (
            f"all {len(preferred)} criteria prefer it"
            if len(preferred) > 1
            else "the only criterion prefers it"
        )
    elif 2 * counts[k] > len(preferred):
        told = f"most criteria prefer it, {of}"
    else:
        told = f"{of} prefer it, more than any other number, but no majority"
    return (
        f"{k} clusters: {told} ({votes}). "
        "No criterion knows the number of clusters; where they disagree, the rows do not say."
    )


def _most_preferred(preferred: dict[str, int]) -> int:
    """The number that more criteria prefer than any other; of equals the smaller."""
    counts = Counter(preferred.values())
    return min(counts, key=lambda number: (-counts[number], number))


def _labels(request: ClusterRequest, k: int, X: Floats) -> Integers:
    if not 1 <= k <= len(X):
        raise ParameterError(f"--k {k}: {len(X)} rows make 1 to {len(X)} clusters")
    if request.method == "mixture":
        model: Any = GaussianMixture(n_components=k, random_state=request.seed)
    elif request.method == "kmeans":
        model = KMeans(n_clusters=k, random_state=request.seed)
    else:
        linkage = "ward" if request.method == "hierarchical" else request.method
        model = AgglomerativeClustering(n_clusters=k, linkage=linkage)
    labels: Integers = model.fit_predict(X)
    return labels
