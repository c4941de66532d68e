import json

import numpy as np
import pytest

from gnomon.cli import compare, pilot, worker_options
from gnomon.cli.main import code_of


@pytest.fixture
def large(tmp_path, monkeypatch):
    """A table that counts as large, with pilots of 150 rows."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(worker_options, "LARGE_ROWS", 500)
    monkeypatch.setattr(pilot, "PILOT_ROWS", 150)
    # The page itself is tested elsewhere; here its notes are enough.
    monkeypatch.setattr(compare, "write_report", notes_alone)
    random = np.random.default_rng(0)
    x = random.normal(size=(600, 3))
    rows = [f"{a:.3f},{b:.3f},{c:.3f},{'yes' if a + b > 0 else 'no'}" for a, b, c in x]
    (tmp_path / "large.csv").write_text("a,b,c,y\n" + "\n".join(rows) + "\n")


def notes_alone(results, path, **options):
    path.write_text(" ".join(results.record.notes), encoding="utf-8")
    return path


def ask(*more):
    return [
        "compare",
        "large.csv",
        "--target",
        "y",
        "--folds",
        "3",
        "--repeats",
        "1",
        "--workers",
        "1",
        *more,
    ]


def test_a_provisional_table_comes_first_and_says_what_it_is(large, capfd):
    assert code_of(ask("--learners", "GaussianNB,Baseline")) == 0
    out, err = capfd.readouterr()
    assert "provisional: 150 of 600 rows, 3 folds" in err
    assert err.index("provisional") < err.index("estimated running time")
    assert "provisional" not in out
    assert "GaussianNB is best of 2 learners" in " ".join(out.split())


def test_the_same_again_makes_no_pilot(large, capfd):
    for is_first in (True, False):
        assert code_of(ask("--learners", "GaussianNB,Baseline")) == 0
        assert ("provisional" in capfd.readouterr().err) == is_first


def test_json_and_quiet_show_no_pilot(large, capfd):
    assert code_of(ask("--learners", "GaussianNB,Baseline", "--json")) == 0
    out, err = capfd.readouterr()
    assert err == ""
    assert json.loads(out)["tasks"][0]["rows"] == 600


def slow_forest(monkeypatch):
    """Forests are estimated to take an hour per unit."""
    real = pilot.forecast_runtime

    def forecast(design, **options):
        found = real(design, **options)
        costs = [
            pilot.replace(each, seconds=3600.0 if "Forest" in each.learner else 0.01, power=1.0)
            for each in found.costs
        ]
        return pilot.replace(found, costs=tuple(costs))

    monkeypatch.setattr(pilot, "forecast_runtime", forecast)


def test_a_default_learner_that_would_take_too_long_is_left_out_and_that_is_said(large, monkeypatch, capfd):
    slow_forest(monkeypatch)
    assert code_of(ask()) == 0
    out, err = capfd.readouterr()
    said = " ".join(err.split())
    assert "skipped, estimated to take over 10 min: RandomForestClassifier about 1 h 0 min" in said
    assert "include it by --minutes 90" in said
    assert "RandomForestClassifier" not in out
    with open("results/large/report.html", encoding="utf-8") as page:
        assert "Skipped for their estimated running time: RandomForestClassifier" in page.read()


def test_a_learner_that_was_named_stays_and_its_forecast_is_said(large, monkeypatch, capfd):
    slow_forest(monkeypatch)
    assert code_of(ask("--learners", "RandomForestClassifier(n_estimators=3),Baseline")) == 0
    out, err = capfd.readouterr()
    assert "RandomForestClassifier(n_estimators=3) about 1 h 0 min" in err
    assert "RandomForestClassifier" in out


def test_more_minutes_allow_it(large, monkeypatch, capfd):
    slow_forest(monkeypatch)
    assert code_of(ask("--minutes", "90", "--quiet")) == 0
    assert "left out" not in capfd.readouterr().err


def test_if_all_would_take_too_long_nothing_is_run(large, capfd):
    assert code_of(ask("--minutes", "0", "--quiet")) == 2
    assert "every learner would take too long" in capfd.readouterr().err


def test_cheap_learners_come_first(large, monkeypatch):
    from gnomon.cli.compare import Request, design_of

    slow_forest(monkeypatch)
    design, _ = design_of(
        Request(data="large.csv", target="y", learners="RandomForestClassifier,Baseline", folds=3, repeats=1)
    )
    found = pilot.piloted(design, None, pilot.Limit(None, are_named=True), is_shown=False)
    assert list(found.design.learners) == ["Baseline", "RandomForestClassifier"]
    assert found.seconds == pytest.approx(3600, rel=0.01)


def test_time_is_foretold_to_grow_at_least_like_the_rows():
    from gnomon.experiments.forecast import Cost

    cost = Cost("t", "l", 1, 1, 2.0, 0.0, 0.5)
    assert pilot._at_least_linear(cost, 100.0).seconds == pytest.approx(2.0 * 100**0.5)
    assert pilot._at_least_linear(pilot.replace(cost, power=2.0), 100.0).seconds == 2.0
