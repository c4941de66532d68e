import re

import numpy as np
import pytest
from sklearn.dummy import DummyClassifier
from sklearn.linear_model import LinearRegression, LogisticRegression
from sklearn.naive_bayes import GaussianNB

from gnomon import Task, hold_out, k_fold, leave_one_out, repeated
from gnomon.errors import StoreError
from gnomon.experiments.design import Design
from gnomon.experiments.results import Results
from gnomon.experiments.run import run
from gnomon.report.html import render, write_report
from gnomon.report.page import section
from tests.report.outline import Outline

EVIL = "<script>alert('x')</script>"


def task(name="plain", columns=("a", "b", "c"), labels=("no", "yes")):
    values = np.random.default_rng(0).normal(size=(80, 3))
    frame = {column: values[:, place] for place, column in enumerate(columns)}
    return Task(frame, np.where(values[:, 0] > 0, labels[1], labels[0]), name=name)


@pytest.fixture(scope="module")
def results():
    learners = [DummyClassifier(), GaussianNB(), LogisticRegression(C=0.5)]
    return run(Design(task(), learners, repeated(k_fold(4), times=2), notes=["Mind the gap."]))


@pytest.fixture(scope="module")
def page(results):
    return render(results, loading="gn.load('plain')")


def test_the_answer_comes_first(page):
    outline = Outline(page)
    assert [tag for tag, _ in outline.tags].count("h1") == 1
    headline = re.search("<h1[^>]*>(.*?)</h1>", page).group(1)
    assert re.match(r"(GaussianNB|LogisticRegression\(C=0.5\)) comes first of 3 learners: accuracy", headline)


def test_the_page_holds_every_part(page, results):
    text = " ".join(Outline(page).text)
    for part in (
        "Leaderboard",
        "corrected t",
        "Mind the gap.",
        "repeat 2, fold 4",
        "stratified k-fold, 4 folds, 2 times",
        results.record.tasks[0].fingerprint,
        results.record.tasks[0].splits["fingerprint"],
        "numpy " + np.__version__,
        "Log loss",
    ):
        assert part in text
    assert "gn.load(" in text


def test_the_page_needs_nothing_else(page):
    for tag, attributes in Outline(page).tags:
        assert tag not in {"script", "link", "img", "iframe", "object", "base", "form"}
        assert not {"src", "srcset", "action"} & set(attributes)
        assert re.match(r"#|data:image/png;base64,", attributes.get("href", "#"))
        assert not any(name.startswith("on") for name in attributes)
    assert not re.search(r"https?://|@import|url\((?!#)|javascript:", page)


def test_every_interval_is_drawn_and_described(page, results):
    drawn = [attributes for attributes in Outline(page).of("svg") if attributes.get("height") == "26"]
    assert len(drawn) == 3
    assert all("interval" in attributes["aria-label"] for attributes in drawn)
    headers = [attributes for tag, attributes in Outline(page).tags if tag == "th"]
    assert all("scope" in attributes for attributes in headers)


def test_names_and_labels_from_the_data_stay_text():
    evil = task(f"{EVIL}t", (f"{EVIL}c", "b", 'd" onload="x'), (f"{EVIL}no", f"{EVIL}yes"))
    learners = {f"{EVIL}l": GaussianNB(), "d": DummyClassifier()}
    page = render(run(Design(evil, learners, k_fold(4), notes=[f"{EVIL}n"])), loading=f"gn.load({EVIL!r})")
    assert "<script" not in page
    assert not any("onload" in attributes for _, attributes in Outline(page).tags)
    for mark in "tcnl":
        assert f"&lt;/script&gt;{mark}" in page
    assert "&lt;/script&gt;yes" in page


@pytest.mark.parametrize("plan", [hold_out(0.3), leave_one_out(), k_fold(5)])
def test_other_designs_and_one_learner_alone_can_be_reported(plan):
    Outline(render(run(Design(task(), [GaussianNB()], plan))))


def test_numbers_can_be_reported():
    values = np.random.default_rng(0).normal(size=(60, 2))
    numbers = Task(values, values[:, 0] * 1000, kind="regression", name="numbers")
    text = " ".join(Outline(render(run(Design(numbers, [LinearRegression()], k_fold(5))))).text)
    assert "standard deviation" in text


def test_several_tasks_share_one_page():
    page = render(run(Design([task("first"), task("second")], [GaussianNB()], k_fold(4))))
    assert [tag for tag, _ in Outline(page).tags].count("article") == 2


def test_another_measure_can_rank(results):
    assert "log loss" in re.search("<h1[^>]*>(.*?)</h1>", render(results, measure="log_loss")).group(1)


def test_a_report_can_be_written_from_the_results_file_alone(tmp_path):
    run(Design(task(), [GaussianNB()], k_fold(4)), tmp_path / "a.gnomon")
    path = Results.read(tmp_path / "a.gnomon").report(tmp_path / "report.html")
    assert path.read_text(encoding="utf-8").startswith("<!doctype html>")


def test_a_place_that_cannot_be_written_is_named(results, tmp_path):
    with pytest.raises(StoreError, match=r"report\.html cannot be written"):
        write_report(results, tmp_path / "no" / "report.html")


def test_long_names_that_begin_alike_are_told_apart():
    learners = {"x" * 200 + "a": GaussianNB(), "x" * 200 + "b": DummyClassifier()}
    part = section(run(Design(task(), learners, k_fold(4))), "plain")
    first, second = (line.learner for line in part.lines)
    assert first != second
    assert "Take care" not in part.verdicts
