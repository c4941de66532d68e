"""Many learners, columns, classes or splits make the page longer, not broken."""

import numpy as np

import gnomon as gn
from gnomon.metrics import find_measure
from gnomon.report.html import render
from gnomon.report.latex import MAX_ROWS, as_latex
from gnomon.report.markdown import as_markdown
from gnomon.report.measure_table import MAX_LEARNERS as MAX_MEASURED
from gnomon.report.page import MAX_LINES
from gnomon.report.split_table import MAX_LEARNERS, MAX_SPLITS, split_table
from gnomon.report.summary import summary
from tests.report.outline import Outline
from tests.report.tex_reader import read_tex


def test_a_hundred_and_thirty_learners_keep_the_page_readable():
    learners = {f"learner {number}": gn.GaussianNB(var_smoothing=10.0**-number) for number in range(130)}
    results = gn.run(gn.Design(gn.datasets.make_moons(40, random_state=0), learners, gn.k_fold(2)))
    page = render(results, has_figures=False)
    assert len(page.encode()) < 1_500_000
    assert page.count('class="whisker"') == 3 * MAX_LINES
    assert "30 more learners" in page
    assert f"{130 - MAX_LEARNERS} more learners are in the results file" in page
    assert f"The first {MAX_MEASURED} learners are shown" in page
    assert "and 110 more." in page
    found = summary(results)
    tex = as_latex(found)
    read_tex(tex)
    assert tex.count(r"\begin{table}") == -(-MAX_LINES // MAX_ROWS)
    assert as_markdown(found).count("learner ") >= MAX_LINES


def test_two_hundred_columns_and_thirty_classes_are_shown_in_part():
    random = np.random.default_rng(0)
    task = gn.Task(random.normal(size=(120, 200)), [f"class {number % 30}" for number in range(120)])
    page = render(gn.run(gn.Design(task, gn.GaussianNB(), gn.k_fold(2))))
    Outline(page)
    assert "and 80 more columns." in page
    assert "and 22 more)" in page
    assert "Confusion matrix of GaussianNB" in page
    assert "ROC curves" not in page
    assert len(page.encode()) < 1_000_000


def test_many_splits_are_cut_short():
    plan = gn.repeated(gn.hold_out(0.3), times=120)
    page = render(
        gn.run(gn.Design(gn.datasets.make_moons(40, random_state=0), gn.GaussianNB(), plan)),
        has_figures=False,
    )
    assert f"{120 - MAX_SPLITS} more splits are in the results file" in page
    assert "split 100" in page
    assert "split 101" not in page


def test_scores_of_each_split_are_shown_for_twelve_learners():
    learners = {f"learner {number}": gn.GaussianNB(var_smoothing=10.0**-number) for number in range(13)}
    results = gn.run(gn.Design(gn.datasets.make_moons(40, random_state=0), learners, gn.k_fold(2)))
    for n_learners, n_shown, n_left_out in ((11, 11, 0), (12, 12, 0), (13, 12, 1)):
        found = split_table(results, "moons", find_measure("accuracy"), list(learners)[:n_learners])
        assert len(found.learners) == len(found.wins) == len(found.rows[0][1]) == n_shown
        assert found.learners_left_out == n_left_out
