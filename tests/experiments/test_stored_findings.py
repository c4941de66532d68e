import sqlite3

import numpy as np
import pytest

import gnomon as gn
from gnomon.errors import NameUnknown, ParameterError
from gnomon.experiments.integrity import check_store, repair_store
from gnomon.experiments.stored_findings import joined, with_dismissals
from gnomon.report.findings import made_on
from tests.experiments.checks import synthetic


def numbered():
    columns = synthetic.frame(120)
    return gn.Task.of(
        {**columns, "copy": np.where(columns["ill"] == "yes", 1.5, 0.5)}, "ill", name="numbered"
    )


def design(**more):
    return gn.Design(numbered(), [gn.GaussianNB(), gn.DecisionStump()], gn.k_fold(4), **more)


@pytest.fixture
def held(tmp_path):
    """Results in a file, with the findings of the data that they were made of."""
    results = gn.run(design(), tmp_path / "a.gnomon")
    made_on(results, design())
    return gn.Results.read(tmp_path / "a.gnomon")


def test_what_was_found_is_read_back_from_the_file_word_for_word(tmp_path, held):
    fresh = gn.check_methodology(design=design(), results=held)
    assert held.findings.of("GN005") == fresh.of("GN005")
    assert held.findings.of("GN005")[0].cost is not None
    assert str(held.findings.of("GN005")[0].cost) == str(fresh.of("GN005")[0].cost)


def test_a_report_by_another_measure_shows_what_was_found_of_the_data(tmp_path, held):
    path = held.report(tmp_path / "report.html", measure="f1", has_figures=False)
    page = path.read_text()
    assert "target leakage by a column" in page
    assert "column &#39;copy&#39;" in page
    text = held.report(tmp_path / "report.md", measure="f1").read_text()
    assert "GN005 (error" in text


def test_a_dismissed_finding_stays_with_its_reason_and_casts_no_doubt(tmp_path, held):
    held.dismiss("GN005", "the copy is known when the model is used", "copy")
    again = gn.Results.read(tmp_path / "a.gnomon")
    (finding,) = again.findings.of("GN005")
    assert finding.dismissed == "the copy is known when the model is used"
    assert "GN005" not in again.findings.codes
    page = again.report(tmp_path / "report.html", has_figures=False).read_text()
    assert "Error, dismissed" in page
    assert "the copy is known when the model is used" in page
    assert "(GN005)" not in page.split("<h2>Checks</h2>")[0]


def test_a_dismissal_of_one_column_speaks_of_no_other(held):
    held.dismiss("GN005", "why not", "age")
    assert "GN005" in held.findings.codes


def test_a_dismissal_needs_a_reason_and_a_check(held):
    with pytest.raises(ParameterError, match="reason"):
        held.dismiss("GN005", "  ")
    with pytest.raises(NameUnknown):
        held.dismiss("GN999", "no such check")


def test_in_memory_results_store_findings_too():
    results = gn.run(design())
    made_on(results, design())
    results.dismiss("GN005", "known")
    assert results.findings.of("GN005")[0].dismissed == "known"


def test_checks_made_anew_take_the_place_of_those_stored():
    kept = gn.check_methodology(numbered(), only=["GN005", "GN006"], cost=False)
    fresh = gn.check_methodology(synthetic.task(), only=["GN005"], cost=False)
    both = joined(fresh, kept)
    assert both.made == ("GN005", "GN006")
    assert both.of("GN005") == ()


def test_findings_changed_on_the_disk_are_not_shown_and_told_of(tmp_path, held):
    connection = sqlite3.connect(tmp_path / "a.gnomon")
    connection.execute("UPDATE finding SET report = REPLACE(report, 'copy', 'age')")
    connection.commit()
    connection.close()
    assert held.findings.made == ()
    assert [each.where for each in check_store(tmp_path / "a.gnomon").damaged] == [
        f"findings of design {held.record.key}"
    ]


def test_mending_a_file_keeps_findings_and_dismissals(tmp_path, held):
    held.dismiss("GN005", "known")
    connection = sqlite3.connect(tmp_path / "a.gnomon")
    key = connection.execute("SELECT MIN(key) FROM unit").fetchone()[0]
    connection.execute("UPDATE unit SET seconds = 99 WHERE key = ?", (key,))
    connection.commit()
    connection.close()
    repair_store(tmp_path / "a.gnomon")
    assert gn.Results.read(tmp_path / "a.gnomon").findings.of("GN005")[0].dismissed == "known"


def test_the_latest_reason_counts():
    report = gn.check_methodology(numbered(), only=["GN005"], cost=False)
    from gnomon.experiments.stored_findings import dismissal

    told = with_dismissals(report, [dismissal("GN005", "first"), dismissal("GN005", "second")])
    assert told.findings[0].dismissed == "second"
    assert told.summary == "1 check run: nothing else, and 1 dismissed."
