import numpy as np
import pytest
from sklearn.base import BaseEstimator, ClassifierMixin

import gnomon as gn
from gnomon.errors import DesignError, GnomonWarning
from gnomon.experiments.checks import checks
from gnomon.report.findings import listed_checks, made_on, severe_findings
from gnomon.report.html import render
from gnomon.report.markdown import as_markdown
from gnomon.report.summary import summary


class Breaks(ClassifierMixin, BaseEstimator):
    """Fails on every fit."""

    def fit(self, X, y):
        raise ValueError("no <b>luck</b> today")


@pytest.fixture(scope="module")
def copied():
    """Rows that stand twice in the data, so that copies lie on both sides of every split."""
    values = np.random.default_rng(0).normal(size=(40, 2))
    label = np.random.default_rng(1).integers(2, size=40)
    task = gn.Task(np.vstack([values, values]), np.concatenate([label, label]), name="copied")
    return gn.Design(task, gn.KNeighborsClassifier(1), gn.k_fold(4))


def test_with_the_design_faults_of_the_data_are_found_and_priced(copied):
    found = made_on(gn.run(copied), copied)
    assert found.of("GN001")
    assert severe_findings(found)
    page = render(gn.run(copied), design=copied, has_figures=False)
    assert "Before you rely on this:" in page
    assert "duplicate rows in training and test sets (GN001)" in page
    assert "Effect on these results." in page
    assert "Warning: duplicate rows in training and test sets" in page


def test_from_predictions_alone_the_other_checks_are_said_to_be_left_out(copied):
    found = made_on(gn.run(copied))
    assert not found.of("GN001")
    outcomes = {each.code: each.outcome for each in listed_checks(found)}
    assert outcomes.keys() == set(checks)
    assert outcomes["GN001"].startswith("not run; requires the data")


def test_a_report_of_checks_can_be_given(copied):
    given = gn.check_methodology(design=copied, only=["GN001"], cost=False)
    page = render(gn.run(copied), checks=given, has_figures=False)
    assert "GN001" in page
    assert "not requested" in page


def test_findings_are_in_the_text_formats(copied):
    given = gn.check_methodology(design=copied, only=["GN001"], cost=False)
    assert "GN001" in as_markdown(summary(gn.run(copied), checks=given))


def test_what_failed_is_told_with_its_reason():
    design = gn.Design(
        gn.datasets.make_moons(40, random_state=0), {"good": gn.GaussianNB(), "bad": Breaks()}, gn.k_fold(4)
    )
    with pytest.warns(GnomonWarning, match="failed"):
        results = gn.run(design)
    page = render(results, has_figures=False)
    assert "Failures" in page
    assert "no &lt;b&gt;luck&lt;/b&gt; today" in page
    assert "1 to 4" in page
    assert "bad is excluded on moons: it failed on split 1 to 4." in summary(results).failures[0]


def test_a_run_in_which_nothing_finished_still_has_a_page(tmp_path):
    with pytest.raises(DesignError, match="every unit failed"):
        gn.run(
            gn.Design(gn.datasets.make_moons(40, random_state=0), Breaks(), gn.k_fold(4)),
            tmp_path / "a.gnomon",
        )
    results = gn.Results.read(tmp_path / "a.gnomon")
    page = render(results)
    assert "No learner finished" in page
    assert "luck" in page
    assert summary(results).parts == ()


def test_a_row_number_that_every_learner_leaves_out_is_no_finding():
    rows = {"id": np.arange(100, 160), "dose": np.tile([1.5, 2.0, 4.0], 20)}
    task = gn.Task.of({**rows, "ill": ["no", "yes", "yes"] * 20}, "ill")
    plain = gn.Design(task, gn.GaussianNB(), gn.k_fold(3), prepare=False)
    assert made_on(gn.run(plain), plain).of("GN006")
    careful = gn.Design(task, gn.GaussianNB(), gn.k_fold(3))
    assert not made_on(gn.run(careful), careful).of("GN006")
