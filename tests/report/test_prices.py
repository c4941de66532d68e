"""The report of a raw table of prices: a row number, levels with commas, targets of six digits."""

import re

import numpy as np
import pytest

import gnomon as gn
from gnomon.assessment.measures.facts import find_measure
from gnomon.explanations.insights import insights
from gnomon.report.html import render
from gnomon.report.selected_settings import chosen_table
from gnomon.report.split_table import split_table
from tests.report.outline import Outline


@pytest.fixture(scope="module")
def homes():
    random = np.random.default_rng(0)
    area = random.integers(900, 6000, 80)
    columns = {
        "rownames": np.arange(1, 81),
        "area": area,
        "heating": random.choice(["Forced air, Gas", "Forced air, Electric, Gas", "Other, Gas"], 80),
        "price": 100.0 * area + random.normal(0, 80_000, 80),
    }
    return gn.Task.of(columns, "price")


@pytest.fixture(scope="module")
def run(homes):
    design = gn.Design(homes, [gn.Ridge(), gn.KNeighborsRegressor()], gn.k_fold(4), inner=gn.k_fold(3))
    return gn.run(design), design


def test_scores_of_splits_and_of_inner_splits_have_no_digits_that_mean_nothing(run):
    results, _ = run
    ranked = [each.learner for each in results.standings()]
    table = split_table(results, results.tasks[0], find_measure("root_mean_squared_error"), ranked)
    cells = [cell for _, values, _ in table.rows for cell in values]
    cells += [line.inner for line in chosen_table(results, results.tasks[0], ranked).lines]
    assert all(re.fullmatch(r"\d{2,3},\d{3}", cell) for cell in cells)


def test_the_page_names_the_unit_once_and_writes_no_number_with_an_exponent(run):
    results, design = run
    page = render(results, design=design)
    text = " ".join(Outline(page).text)
    assert "Root mean squared error (in the units of the target): lower is better" in text
    assert text.count("units of the target") <= 3
    assert not re.search(r"\de\+\d", text)
    assert "Forced air, Gas (" in text
    assert ") · " in text


def test_a_column_that_the_preparation_drops_has_no_line_of_importance(run):
    results, design = run
    (found,) = insights(results, design).values()
    for each in found.importances:
        assert {one.name for one in each.importances} == {"area", "heating"}


def test_the_leaderboard_of_six_digits_fits_a_phone():
    from gnomon.report.layout import _style

    narrow = _style().partition("@media screen and (max-width: 46rem)")[2]
    assert "minmax(0, 1fr)" in narrow
    assert re.search(r"\.board \.range \{[^}]*white-space: normal", narrow)
