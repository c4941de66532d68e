"""What the numbers come to, in words: where textbook methods fall short, and what stands in for them."""

from collections.abc import Sequence
from typing import Any

from gnomon.assessment.evidence.cells import Cell
from gnomon.assessment.validity import REPEATS

FOLDS = {"measure": "error", "target": "expected", "design": "k-fold", "folds": 10}

# What is said, and the cells whose rates are said with it.
REMARKS: tuple[tuple[str, dict[str, Any]], ...] = (
    (
        "z over 5 independent scores takes a spread from 5 numbers for known",
        {"kind": "coverage", "method": "z", "design": "independent scores", "folds": 5},
    ),
    (
        "Student's t over 5 independent scores, with the divisor 4, makes up for that",
        {"kind": "coverage", "method": "t", "design": "independent scores", "folds": 5},
    ),
    (
        "t over 10 folds takes folds that share training rows for independent",
        {"kind": "coverage", "method": "t", "repeats": 1, **FOLDS},
    ),
    (
        "t over 10 folds 3 times takes repeats for new rows, and is worse the more there are",
        {"kind": "coverage", "method": "t", "repeats": 3, **FOLDS},
    ),
    (
        "The corrected t over 10 folds, by the spread of splits alone, where errors follow the class and "
        "stratified folds are alike",
        {"kind": "coverage", "method": "corrected t by splits alone", "learner": "majority", **FOLDS},
    ),
    (
        "The corrected t as it is here, never narrower than the rows allow, in the same place",
        {"kind": "coverage", "method": "corrected t", "learner": "majority", **FOLDS},
    ),
    (
        "The corrected t over 15 hold-outs, of one neighbor, which changes with nearly every row",
        {"kind": "coverage", "method": "corrected t", "design": "hold-out", "learner": "one neighbor"},
    ),
    (
        "The corrected t for repeats, to which a row held out again is no new one, in the same place",
        {"kind": "coverage", "method": REPEATS, "design": "hold-out", "learner": "one neighbor"},
    ),
    (
        "The bootstrap measured on all rows, of which 63 % trained the model",
        {"kind": "coverage", "method": "bootstrap of all rows"},
    ),
    (
        ".632, too good a value for learners that recall their rows, but with a worse bound no better than "
        "that of the rows out of the bag",
        {"kind": "coverage", "method": ".632"},
    ),
    (
        ".632+ with the same bound",
        {"kind": "coverage", "method": ".632+"},
    ),
    (
        "The optimism correction, too good a value for the same learners, with the same bound",
        {"kind": "coverage", "method": "optimism"},
    ),
    (
        "5x2cv F of one neighbor finds differences where there are none",
        {"kind": "type-I error", "method": "5x2cv F", "learner": "one neighbor"},
    ),
    (
        "The corrected t of the best of 8 settings, as if it had not been chosen (wide enough to hide that)",
        {"kind": "coverage", "method": "best as it stands"},
    ),
    (
        "The paired t over 10 folds finds differences where there are none",
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
        "The corrected t on the same folds (the highest are of learners whose scores hang together more than "
        "the correction allows for)",
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
    """Every remark with the rates that bear it out; those without cells are left out.

    >>> from gnomon.assessment.evidence.cells import stored
    >>> remarks(stored())[0][:30]
    'z over 5 independent scores ta'
    """
    found = []
    for words, facts in REMARKS:
        rates = [
            100 * cell.rate for cell in cells if all(getattr(cell, key) == it for key, it in facts.items())
        ]
        if rates:
            low, high = f"{min(rates):.1f}", f"{max(rates):.1f}"
            what = "coverage" if facts["kind"] == "coverage" else "false alarms"
            found.append(f"{words}: {what} {low if low == high else f'{low} to {high}'} %.")
    return found
