"""Every figure of the documents that data can draw is drawn by some display.

A row is named by its document and its own number there, or by its words where it has no number.
"""

import re

import pytest

from gnomon.registry import displays

NUMBERED = {
    "1": [f"F{number:02}" for number in range(1, 45)],
    "2": [f"FIG-{number:02}" for number in range(1, 32)],
    "3": [f"P{number:02}" for number in range(1, 26)],
    "4": [
        *(f"22.{number}" for number in (*range(1, 7), 10)),
        *(f"22.{number}" for number in ("7a", "7b", "7c", "7d", "8a", "8b", "9a", "9b")),
        *(f"table-22.{number}" for number in (1, 2, 3, 7, 11)),
    ],
    "5": [f"F{number:02}" for number in range(1, 69)],
    "6": [
        *("many-separators", "safe-separator", "margin-of-a-point", "margin-band", "lagrangian-slides"),
        *("bankruptcy-max-margin", "c-and-margin", "four-point-field", "five-point-field"),
        *("circular-separator", "2-d-to-3-d-lift", "1-d-polynomial", "kernel-comparison-cubic"),
        *("1-d-bumps", "rbf-against-linear", "small-sigma-rbf", "heart-correlations", "auto-correlations"),
        *("forward-curve-auto", "backward-curve-auto", "forward-curve-heart", "backward-curve-heart"),
        *("cluster-classifier", "k-means-frames", "pca-2-d-3-d", "first-component-projection"),
        *("curved-data", "pca-and-classes", "outcome-table", "roc-axes", "roc-comparison"),
        *("ec-against-threshold", "sv-count-and-cv-error-against-sigma", "margin-and-errors-against-c"),
    ],
}
ROWS = {f"{document}-{row}" for document, rows in NUMBERED.items() for row in rows}
LEFT_OUT = {
    "2-FIG-20": "a portrait",
    "4-22.10": "points and lines of an exercise that no text gives",
    "6-lagrangian-slides": "formulas only",
}
DRAWN = {row for entry in displays.values() for row in entry.facts["figures"]}


def test_each_row_is_drawn_or_left_out_for_a_reason():
    assert sorted(ROWS - DRAWN - LEFT_OUT.keys()) == []
    assert LEFT_OUT.keys() <= ROWS
    assert not LEFT_OUT.keys() & DRAWN


@pytest.mark.parametrize("name", sorted(displays))
def test_a_display_names_rows_that_exist(name):
    rows = [row for row in displays[name].facts["figures"] if re.match(r"[1-6]-", row)]
    assert set(rows) <= ROWS
    assert len(set(rows)) == len(rows)
