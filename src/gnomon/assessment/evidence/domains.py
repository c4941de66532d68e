"""Domains in which the coverage of each interval is within 2 percentage points of nominal.

The domains were derived from the simulations, not specified in advance; the page shows coverage outside of
them too. Also lists the methods that were not simulated.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from gnomon.assessment.evidence.cells import Cell
from gnomon.assessment.validity import REPEATS

POINTS = 0.02


@dataclass(frozen=True)
class Domain:
    """The settings for which a method is recommended: in words, and as a predicate on cells.

    >>> DOMAINS["wilson"].words[:15]
    'a share of rows'
    """

    words: str
    contains: Callable[[Cell], bool]


def within(method: str, cells: Iterable[Cell]) -> list[Cell]:
    """The coverage cells of a method within its domain.

    >>> from gnomon.assessment.evidence.cells import stored
    >>> all(cell.design == "hold-out" for cell in within("wilson", stored()))
    True
    """
    of_method = (cell for cell in cells if cell.kind == "coverage" and cell.method == method)
    return [cell for cell in of_method if DOMAINS[method].contains(cell)]


def _n_of_rarer(cell: Cell) -> float:
    """Expected rows of the smaller class, or, for a proportion, of the rarer outcome (correct or wrong)."""
    share = cell.truth if cell.measure == "error" else cell.prevalence
    return cell.n * min(share, 1 - share)


def _is_held_out(cell: Cell) -> bool:
    return cell.family == ("hold-out", False)


DOMAINS: dict[str, Domain] = {
    "wilson": Domain(
        "a share of rows held out once, at least 5 expected of the rarer of correct and wrong",
        lambda cell: _is_held_out(cell) and _n_of_rarer(cell) >= 5,
    ),
    "delong": Domain(
        "AUC of two classes on rows held out once, at least 20 expected in the smaller class",
        lambda cell: _is_held_out(cell) and _n_of_rarer(cell) >= 20,
    ),
    "bca bootstrap": Domain(
        "any measure on at least 100 rows held out once, at least 20 expected in the smaller class, or, for "
        "a share, of the rarer of correct and wrong",
        lambda cell: (
            _is_held_out(cell) and cell.n >= 100 and (cell.prevalence == 0 or _n_of_rarer(cell) >= 20)
        ),
    ),
    "corrected t": Domain(
        "the error of an unstable learner (one neighbor, an unpruned tree), over 10-fold cross-validation; "
        "for stable learners it is conservative",
        lambda cell: (
            cell.family == ("k-fold", False)
            and (cell.folds, cell.learner, cell.target) == (10, "one neighbor", "expected")
        ),
    ),
    REPEATS: Domain(
        "the error of an unstable learner over repeated k-fold, hold-outs or bootstrap samples; for stable "
        "learners it is conservative",
        lambda cell: cell.repeats > 1 and (cell.learner, cell.target) == ("one neighbor", "expected"),
    ),
    "nested cross-validation": Domain(
        "a mean over rows, for the model trained on all 100 rows, with few features; with many features for "
        "the number of rows it is conservative",
        lambda cell: cell.n == 100 and "1 feature" in cell.world,
    ),
}

NOT_SIMULATED: dict[str, str] = {
    "auto": "it selects one of the others, by design",
    "bayes": "its posterior has the tails of the corrected t; the ROPE is a choice",
    "bonferroni": "at least as conservative as holm, which is simulated",
    "hochberg": "between holm and shaffer wherever it is valid",
}
