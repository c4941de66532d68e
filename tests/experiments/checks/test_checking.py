import numpy as np
import pytest

import gnomon as gn
from gnomon.errors import NameUnknown, ParameterError
from gnomon.experiments.checks import checks
from gnomon.experiments.checks.checking import check_methodology
from gnomon.experiments.checks.explaining import page_of
from gnomon.experiments.checks.finding import SEVERITIES
from tests.experiments.checks import synthetic

HEADINGS = ["What it detects", "Why it matters", "How the bias is measured", "How to fix it", "Limitations"]


def test_a_clean_analysis_passes_every_check_that_can_be_made():
    task, other = synthetic.task(), synthetic.task(seed=50, name="other")
    learners = [gn.LogisticRegression(), gn.GaussianNB()]
    design = gn.Design([task, other], learners, gn.k_fold(5), measures="auc")
    report = check_methodology(design=design, results=gn.run(design))
    assert report.findings == ()
    assert set(checks) - set(report.made) == {"GN009"}
    assert report.is_clean
    assert str(report).endswith("checks run: nothing found.")


def test_a_clean_regression_passes():
    task = synthetic.regression()
    design = gn.Design(task, [gn.Ridge(), gn.BaselineRegressor()], gn.k_fold(5))
    assert check_methodology(design=design, results=gn.run(design)).codes == ()


def test_checks_that_lack_something_say_what():
    left_out = check_methodology(synthetic.task(), cost=False).left_out
    assert "results=" in left_out["GN011"]
    assert "before=" in left_out["GN009"]


def test_a_check_that_cannot_be_made_says_why_and_the_others_go_on():
    task = gn.Task(synthetic.features(40), [0] * 37 + [1] * 3)
    predictions = gn.resample(task, gn.GaussianNB(), gn.k_fold(10, stratify=False))
    report = check_methodology(task, results=predictions, measure="auc")
    assert "auc" in report.left_out["GN015"]
    assert "GN013" in report.codes


def test_findings_come_gravest_first_and_as_a_frame():
    columns = synthetic.frame()
    columns |= {"number": np.arange(240), "copy": np.where(columns["ill"] == "yes", 3.5, 1.5)}
    task = gn.Task.of(columns, "ill", name="made")
    report = check_methodology(task, cost=False)
    gravity = [SEVERITIES.index(finding.severity) for finding in report.findings]
    assert gravity == sorted(gravity)
    found = report.frame()
    assert found["code"].tolist() == ["GN005", "GN006"]
    assert found["careless"].isna().all()


def test_a_cost_stands_in_the_frame_and_in_the_sentence():
    columns = synthetic.frame()
    columns["copy"] = np.where(columns["ill"] == "yes", 3.5, 1.5)
    report = check_methodology(gn.Task.of(columns, "ill"), only=["gn005"])
    line = report.frame().iloc[0]
    assert line["measure"] == "auc"
    assert line["careless"] == 1.0
    assert line["lower"] <= line["cost"] <= line["upper"]
    assert line["cost"] == pytest.approx(line["careless"] - line["careful"])
    assert "an optimistic bias of +" in report.findings[0].sentence


def test_costs_are_measured_by_the_learner_asked_for():
    columns = synthetic.frame()
    order = np.argsort(columns["ill"], kind="stable")
    columns = {"number": np.arange(240), **{name: np.asarray(columns[name])[order] for name in columns}}
    report = check_methodology(gn.Task.of(columns, "ill"), learner=gn.GaussianNB(), only=["GN006"])
    assert report.findings[0].cost.how == "GaussianNB in 5 folds, 3 times, all rows"


def test_the_same_seed_gives_the_same_report():
    task = synthetic.task(number=np.arange(240))
    assert str(check_methodology(task)) == str(check_methodology(task))


def test_checks_can_be_chosen_and_left_out():
    task = synthetic.task(number=np.arange(240))
    assert check_methodology(task, only=["GN001"]).made == ("GN001",)
    assert "GN006" not in check_methodology(task, without=["GN006"], cost=False).codes


@pytest.mark.parametrize(
    ("arguments", "error"),
    [({}, ParameterError), ({"task": "iris"}, ParameterError), ({"only": ["GN000"]}, NameUnknown)],
)
def test_wrong_requests_are_refused(arguments, error):
    task = {"task": synthetic.task()} if "only" in arguments else {}
    with pytest.raises(error):
        check_methodology(**task, **arguments)


def test_large_tasks_are_sampled_and_the_sample_is_reported():
    report = check_methodology(synthetic.task(2000), sample=500, cost=False)
    assert "a random sample of 500 rows" in report.sample


@pytest.mark.parametrize("code", sorted(checks))
def test_every_check_has_a_page_and_whole_sentences(code):
    page, entry = page_of(code), checks[code]
    assert page.splitlines()[0] == f"# {code}: {entry.title}"
    assert [line[3:] for line in page.splitlines() if line.startswith("## ")] == HEADINGS
    assert entry.facts["why"].endswith(".")
    assert entry.facts["how_to_fix"].endswith(".")


@pytest.mark.parametrize(
    "task",
    [
        gn.Task([[1.0], [2.0]], ["a", "b"]),
        gn.Task(np.zeros((30, 2)), [0, 1] * 15),
        gn.Task(np.repeat([[np.nan] * 2, [1.0, 2.0]], 30, axis=0), [0, 1] * 30).rows(np.arange(30)),
        gn.Task(np.zeros((30, 2)), np.zeros(30), kind="regression"),
        gn.Task(np.random.default_rng(0).normal(size=(30, 2)), None),
        gn.Task({"a": ["x", None] * 20, "b": [1.0, np.nan, 3.0, 4.0] * 10}, ["u", "v"] * 20).rows(
            np.arange(0, 40, 2)
        ),
        gn.Task(np.full((120, 3), 1e300) * np.arange(120)[:, None], [0, 1] * 60),
    ],
    ids=["two rows", "constant", "missing", "constant target", "clusters", "one class", "huge"],
)
def test_odd_tasks_get_a_report_and_no_raw_warning(task):
    assert check_methodology(task).made
