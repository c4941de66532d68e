"""Summary of the simulations in words: where textbook methods fall short, and which methods replace them."""

from collections.abc import Sequence
from typing import Any

from gnomon.assessment.evidence.cells import Cell
from gnomon.assessment.validity import REPEATS

FOLDS = {"measure": "error", "target": "expected", "design": "k-fold", "folds": 10}

# A statement, and the cells whose rates are reported with it.
REMARKS: tuple[tuple[str, dict[str, Any]], ...] = (
    (
        "z over 5 independent scores treats an estimated variance as known",
        {"kind": "coverage", "method": "z", "design": "independent scores", "folds": 5},
    ),
    (
        "Student's t over 5 independent scores, with ddof 1, accounts for that",
        {"kind": "coverage", "method": "t", "design": "independent scores", "folds": 5},
    ),
    (
        "t over 10 folds assumes independent folds, which share training rows",
        {"kind": "coverage", "method": "t", "repeats": 1, **FOLDS},
    ),
    (
        "t over 10 folds 3 times treats repeats as new rows, and is worse with more repeats",
        {"kind": "coverage", "method": "t", "repeats": 3, **FOLDS},
    ),
    (
        "The corrected t over 10 folds, from the variance of splits alone, for the majority class and "
        "stratified folds",
        {"kind": "coverage", "method": "corrected t by splits alone", "learner": "majority", **FOLDS},
    ),
    (
        "The corrected t of Gnomon, at least as wide as over rows, in the same setting",
        {"kind": "coverage", "method": "corrected t", "learner": "majority", **FOLDS},
    ),
    (
        "The corrected t over 15 hold-outs, of one neighbor, an unstable learner",
        {"kind": "coverage", "method": "corrected t", "design": "hold-out", "learner": "one neighbor"},
    ),
    (
        "The corrected t for repeats, which accounts for rows held out several times, in the same setting",
        {"kind": "coverage", "method": REPEATS, "design": "hold-out", "learner": "one neighbor"},
    ),
    (
        "The bootstrap evaluated on all rows, of which 63 % are training rows",
        {"kind": "coverage", "method": "bootstrap of all rows"},
    ),
    (
        ".632, optimistic for learners that interpolate their training rows, with its pessimistic bound at "
        "least that of out-of-bag",
        {"kind": "coverage", "method": ".632"},
    ),
    (
        ".632+ with the same bound",
        {"kind": "coverage", "method": ".632+"},
    ),
    (
        "The optimism correction, optimistic for the same learners, with the same bound",
        {"kind": "coverage", "method": "optimism"},
    ),
    (
        "5x2cv F of one neighbor, with inflated type-I error",
        {"kind": "type-I error", "method": "5x2cv F", "learner": "one neighbor"},
    ),
    (
        "The corrected t of the best of 8 settings, ignoring its selection (wide enough to hide that)",
        {"kind": "coverage", "method": "uncorrected best"},
    ),
    (
        "The paired t over 10 folds, with inflated type-I error",
        {"kind": "type-I error", "method": "paired t", "design": "k-fold", "folds": 10, "repeats": 1},
    ),
    (
        "The corrected t on the same folds",
        {"kind": "type-I error", "method": "corrected t", "design": "k-fold", "folds": 10, "repeats": 1},
    ),
    (
        "The paired t over 10 folds 3 times",
        {"kind": "type-I error", "method": "paired t", "design": "k-fold", "folds": 10, "repeats": 3},
    ),
    (
        "The corrected t on the same folds (highest for learners whose scores are more correlated than the "
        "correction assumes)",
        {"kind": "type-I error", "method": "corrected t", "design": "k-fold", "folds": 10, "repeats": 3},
    ),
    (
        "The corrected t for repeats on the same folds",
        {"kind": "type-I error", "method": REPEATS, "design": "k-fold", "folds": 10, "repeats": 3},
    ),
    (
        "The corrected t over 15 hold-outs",
        {"kind": "type-I error", "method": "corrected t", "design": "hold-out", "repeats": 15},
    ),
    (
        "The corrected t for repeats over the same hold-outs",
        {"kind": "type-I error", "method": REPEATS, "design": "hold-out", "repeats": 15},
    ),
)


def remarks(cells: Sequence[Cell]) -> list[str]:
    """Every statement with its rates; those without cells are left out.

    >>> from gnomon.assessment.evidence.cells import stored
    >>> remarks(stored())[0][:30]
    'z over 5 independent scores tr'
    """
    lines = []
    for words, facts in REMARKS:
        rates = [
            100 * cell.rate for cell in cells if all(getattr(cell, key) == it for key, it in facts.items())
        ]
        if rates:
            low, high = f"{min(rates):.1f}", f"{max(rates):.1f}"
            what = "coverage" if facts["kind"] == "coverage" else "type-I error"
            lines.append(f"{words}: {what} {low if low == high else f'{low} to {high}'} %.")
    return lines
