"""The sentence beside a result: simulated coverage or type-I error for similar designs."""

from collections.abc import Iterable, Sequence
from functools import cache
from math import log

from gnomon.assessment.design import SplitDesign
from gnomon.assessment.evidence.cells import Cell, stored
from gnomon.assessment.measures.facts import find_measure
from gnomon.errors import NameUnknown

MAX_RATIO = 3.0
SIMULATED_LEVEL = 0.95


def measured(
    method: str,
    *,
    design: SplitDesign | None,
    n: int,
    measure: str,
    kind: str = "coverage",
    level: float = SIMULATED_LEVEL,
) -> str:
    """Simulated coverage or type-I error of a method in the settings nearest to this design; "" if unknown.

    design: None for rows that were held out once, and for methods that refit on all rows. n: distinct
    held-out rows, or all rows. kind: "coverage" of an interval, or "type-I error" of a test. level: of the
    result; simulations are for 0.95 only.

    >>> measured("wilson", design=None, n=100, measure="accuracy")[:22]
    'nominal 95 %, measured'
    >>> measured("no such method", design=None, n=100, measure="accuracy")
    ''
    """
    if level != SIMULATED_LEVEL:
        return ""
    near = nearest(_of_method(kind, method), design, n, measure)
    if not near:
        return ""
    is_extrapolated = abs(log(near[0].n / max(n, 1))) > log(MAX_RATIO)
    return in_words(near) + (f"; no n nearer to {n} was simulated" if is_extrapolated else "")


def nearest(cells: Iterable[Cell], design: SplitDesign | None, n: int, measure: str) -> list[Cell]:
    """The cells most similar to this design: same family and form of measure, nearest folds, repeats and n.

    A family is k-fold, repeated k-fold, hold-out and so on, with or without groups; see `form` for measures.
    Distance is by ratio. Where cells have two targets, those of the expected score are taken.

    >>> {cell.n for cell in nearest(stored(), None, 120, "auc")}
    {100}
    """
    families = families_of(design)
    similar = [cell for cell in cells if cell.family in families and form(cell.measure) == form(measure)]
    if any(cell.target == "expected" for cell in similar):
        similar = [cell for cell in similar if cell.target == "expected"]
    if design is not None and any(cell.stratified == design.stratified for cell in similar):
        similar = [cell for cell in similar if cell.stratified == design.stratified]
    minimum = min((_distance(cell, design, n) for cell in similar), default=0.0)
    return [cell for cell in similar if _distance(cell, design, n) <= minimum + 1e-9]


def in_words(cells: Sequence[Cell]) -> str:
    """Cells of one method and design in a sentence, with the range of rates.

    >>> in_words([cell for cell in stored() if cell.method == "wilson"][:1])[:22]
    'nominal 95 %, measured'
    """
    first = cells[0]
    low, high = (100 * pick(cell.rate for cell in cells) for pick in (min, max))
    what = "" if first.kind == "coverage" else " type-I error"
    rates = f"{low:.1f} %" if len(cells) == 1 else f"{low:.1f} to {high:.1f} %"
    settings = f"{len(cells)} settings of " if len(cells) > 1 else ""
    draws = min(cell.simulations for cell in cells)
    return (
        f"nominal {100 * first.nominal:g} %{what}, measured {rates} "
        f"({first.measure}, {design_in_words(first)}, n = {first.n}, {settings}{draws:,} simulations)"
    )


def design_in_words(cell: Cell) -> str:
    """The design of a cell in words.

    >>> design_in_words(next(cell for cell in stored() if cell.folds == 10 and cell.repeats == 3))
    'k-fold, 10 folds, 3 times'
    """
    folds = f", {cell.folds} folds" if "k-fold" in cell.design else ""
    repeats = f", {cell.repeats} times" if cell.repeats > 1 else ""
    # Regression has no classes to stratify by.
    is_loose = "k-fold" in cell.design and cell.prevalence > 0 and not cell.stratified
    return cell.design + folds + repeats + ", not stratified" * is_loose


def families_of(design: SplitDesign | None) -> set[tuple[str, bool]]:
    """The families of designs of cells: resampling method, and whether it is repeated.

    >>> families_of(SplitDesign("k-fold", 10, 3, stratified=True, grouped=False, random_state=0, n_rows=150))
    {('k-fold', True)}
    """
    if design is None:
        return {("hold-out", False), ("all rows", False)}
    return {("grouped " * design.grouped + design.method, design.repeats > 1)}


@cache
def form(measure: str) -> str:
    """The form of a measure: a share of rows, another mean over rows, another measure of labels, or itself.

    >>> [form(measure) for measure in ("error", "brier", "balanced_accuracy", "auc")]
    ['share', 'mean', 'labels', 'auc']
    """
    try:
        resolved = find_measure(measure)
    except NameUnknown:
        return measure
    if resolved.is_by_row:
        return "share" if resolved.is_share else "mean"
    return "labels" if resolved.needs == "label" else measure


@cache
def _of_method(kind: str, method: str) -> tuple[Cell, ...]:
    return tuple(cell for cell in stored() if cell.kind == kind and cell.method == method)


def _distance(cell: Cell, design: SplitDesign | None, n: int) -> float:
    """Sum of the absolute log ratios of folds, repeats and rows."""
    distance = abs(log(cell.n / max(n, 1)))
    if design is None or design.method == "leave-one-out":
        return distance
    return distance + abs(log(cell.folds / design.folds)) + abs(log(cell.repeats / design.repeats))
