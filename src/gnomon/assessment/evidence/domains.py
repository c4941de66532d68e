"""Where each interval is within two points of its level, and which methods were not simulated.

The domains were read off the simulations, not promised beforehand: outside of them the page shows what
becomes of the level.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from gnomon.assessment.evidence.cells import Cell
from gnomon.assessment.validity import REPEATS

POINTS = 0.02


@dataclass(frozen=True)
class Domain:
    """The settings for which a method is meant: in words, and as a question to a cell.

    >>> DOMAINS["wilson"].words[:15]
    'a share of rows'
    """

    words: str
    holds: Callable[[Cell], bool]


def within(method: str, cells: Iterable[Cell]) -> list[Cell]:
    """The coverage cells of a method that lie in its domain.

    >>> from gnomon.assessment.evidence.cells import stored
    >>> all(cell.design == "hold-out" for cell in within("wilson", stored()))
    True
    """
    of_method = (cell for cell in cells if cell.kind == "coverage" and cell.method == method)
    return [cell for cell in of_method if DOMAINS[method].holds(cell)]


def _rarer(cell: Cell) -> float:
    """Rows that are expected in the smaller class, or for a share, of the rarer of right and wrong."""
    share = cell.truth if cell.measure == "error" else cell.prevalence
    return cell.n * min(share, 1 - share)


def _is_held_out(cell: Cell) -> bool:
    return cell.family == ("hold-out", False)


DOMAINS: dict[str, Domain] = {
    "wilson": Domain(
        "a share of rows held out once, 5 or more expected of the rarer of right and wrong",
        lambda cell: _is_held_out(cell) and _rarer(cell) >= 5,
    ),
    "delong": Domain(
        "AUC of two classes on rows held out once, 20 or more expected in the smaller class",
        lambda cell: _is_held_out(cell) and _rarer(cell) >= 20,
    ),
    "bca bootstrap": Domain(
        "any measure on 100 or more rows held out once, 20 or more expected in the smaller class, "
        "or for a share of the rarer of right and wrong",
        lambda cell: _is_held_out(cell) and cell.n >= 100 and (cell.prevalence == 0 or _rarer(cell) >= 20),
    ),
    "corrected t": Domain(
        "the error of a learner that changes with nearly every row (one neighbor, a tree grown to the end), "
        "over one k-fold of 10 folds; of steadier learners it holds the truth more often than it says",
        lambda cell: (
            cell.family == ("k-fold", False)
            and (cell.folds, cell.learner, cell.target) == (10, "one neighbor", "expected")
        ),
    ),
    REPEATS: Domain(
        "the error of such a learner over repeated k-fold, hold-outs or bootstrap samples; of steadier "
        "learners it holds the truth more often than it says",
        lambda cell: cell.repeats > 1 and (cell.learner, cell.target) == ("one neighbor", "expected"),
    ),
    "nested cross-validation": Domain(
        "a mean over rows, for the model trained on all 100 of them, with few features; of one with many for "
        "its rows it holds the truth more often than it says",
        lambda cell: cell.n == 100 and "1 feature" in cell.world,
    ),
}

UNSTUDIED: dict[str, str] = {
    "auto": "it takes one of the others, by design",
    "bayes": "its posterior has the tails of the corrected t; what counts as equal is a choice",
    "bonferroni": "never less timid than holm, which is simulated",
    "hochberg": "between holm and shaffer wherever it is valid",
}
