import numpy as np
import pytest

import gnomon as gn
from gnomon.experiments.ledger import FIGURES
from gnomon.report.html import render
from gnomon.report.optimism import HEADINGS, ledger_table
from gnomon.report.page import section
from tests.report.outline import Outline


@pytest.fixture(scope="module")
def nested():
    learners = [gn.KNeighborsClassifier(), gn.GaussianNB()]
    return gn.run(gn.Design(gn.load("iris"), learners, gn.k_fold(3), inner=gn.k_fold(3)))


def test_the_table_holds_the_numbers_of_the_ledger_in_the_order_of_the_leaderboard(nested):
    part = section(nested, "iris")
    table = part.ledger
    assert [line.learner for line in table.lines] == list(part.ranked)
    frame = nested.ledger().set_index(["learner", "figure"])
    for line in table.lines:
        for name, (value, _) in zip(FIGURES, line.cells):
            expected = frame.loc[(line.learner, name), "value"]
            assert value == "–" if np.isnan(expected) else float(value) == pytest.approx(expected, abs=5e-4)


def test_the_page_shows_the_ledger_with_its_figure(nested):
    page = render(nested)
    text = " ".join(Outline(page).text)
    for part in ("Optimism ledger", *HEADINGS.values(), "Tsamardinos"):
        assert part in text


def test_a_plain_design_has_no_ledger():
    results = gn.run(gn.Design(gn.load("iris"), gn.GaussianNB(), gn.k_fold(3)))
    assert ledger_table(results, "iris", "accuracy", ["GaussianNB"]).lines == ()
    assert "Optimism ledger" not in render(results)


def test_a_measure_that_the_inner_splits_did_not_keep_is_said_to_be_missing(nested):
    page = render(nested, measure="log_loss")
    assert "the ledger is not available: log_loss needs probabilities" in page
