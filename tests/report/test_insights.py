"""What a report shows beside the scores, with the data at hand and without."""

import re

import pytest

import gnomon as gn
from gnomon.report.html import render, write_report
from tests.report.outline import Outline

TITLES = ("Feature importance.", "Errors of GaussianNB by subgroup.", "Learning curve of GaussianNB.")


def design(**options):
    learners = {"GaussianNB": gn.GaussianNB(), "Baseline": gn.Baseline()}
    return gn.Design(gn.load("heart"), learners, gn.k_fold(4), **options)


@pytest.fixture(scope="module")
def page():
    return render(gn.run(design()))


def test_importance_subgroups_and_learning_curve_are_shown(page):
    assert all(f"<strong>{title}</strong>" in page for title in TITLES)
    assert "no significant difference" in page
    assert "p-values adjusted for the number of groups (Holm)" in page


def test_each_column_has_its_quartiles_bars_and_association(page):
    outline = Outline(page)
    assert len([each for each in outline.of("svg") if "spark" in (each.get("class") or "")]) == 13
    said = " ".join(outline.text)
    # The association is read first: a narrow screen cuts the table at its right.
    assert 0 <= said.index("Association with the target") < said.index("Lower quartile")
    assert "Distribution of the target." in said
    assert "270 rows, 13 columns, no missing values, no duplicate rows" in said


def test_a_report_from_the_results_file_alone_shows_what_was_kept(tmp_path):
    asked = design()
    results = gn.run(asked, tmp_path / "a.gnomon")
    bare = render(gn.Results.read(tmp_path / "a.gnomon"))
    assert not any(title in bare for title in TITLES)
    write_report(results, tmp_path / "first.html")
    again = render(gn.Results.read(tmp_path / "a.gnomon"))
    assert all(title in again for title in TITLES)
    figures = [re.findall(r"<figure>.*?</figure>", text, re.DOTALL) for text in (again, render(results))]
    assert figures[0] == figures[1]


def test_refits_can_be_left_out():
    page = render(gn.run(design()), refits=False)
    assert TITLES[0] not in page
    assert TITLES[1] in page
    assert TITLES[2] not in page


def test_a_value_far_off_is_an_arrow_with_its_number():
    learners = [gn.LogisticRegression(), gn.GaussianNB(), gn.KNeighborsClassifier(), gn.Baseline()]
    page = render(gn.run(gn.Design(gn.load("wine"), learners, gn.k_fold(3))), has_figures=False)
    assert re.search(r'<text class="beyond left"[^>]*>◂ 0\.\d+</text>', page)
    assert "An arrow with a number marks a value outside the axis" in page


def test_chosen_settings_say_which_and_how_often():
    learners = {"kNN": (gn.KNeighborsClassifier(), {"n_neighbors": [1, 9]})}
    page = render(
        gn.run(gn.Design(gn.load("iris"), learners, gn.k_fold(4), inner=gn.k_fold(3))), has_figures=False
    )
    part = page[page.index('id="chosen-1"') :]
    times = [int(each) for each in re.findall(r"(\d) of 4</td>", part[: part.index("</section>")])]
    assert sum(times) == 4


def prepared_table():
    heart = gn.load("heart")
    frame = heart.table.to_pandas().assign(town=["Ulm", "Bonn", "Rome"] * 90)
    frame.loc[::9, "age"] = None
    return gn.Task(frame, heart.y, name="raw")


def test_no_step_that_nobody_typed_is_named_in_words_tables_and_figures():
    task = prepared_table()
    learners = {
        name: (
            gn.preprocessing.prepared_estimator(learner, task),
            {f"{type(learner).__name__.lower()}__{key}": values},
        )
        for name, learner, key, values in (
            ("LogisticRegression", gn.LogisticRegression(), "C", [0.1, 10.0]),
            ("KNeighborsClassifier", gn.KNeighborsClassifier(), "n_neighbors", [5, 25]),
        )
    }
    asked = gn.Design(task, learners, gn.k_fold(3), inner=gn.k_fold(3))
    page = render(gn.run(asked), design=asked)
    # The script at its end is Python, and names what it calls.
    words = re.sub(r"<pre.*?</pre>", "", page, flags=re.DOTALL)
    assert not re.search(
        r"PrepareTable|make_pipeline|preparetable|__", re.sub(r"<style>.*?</style>", "", words)
    )


def test_names_and_levels_of_the_data_stay_text():
    hostile = "<script>alert(1)</script>"
    frame = {hostile: [hostile, "b"] * 40, "x": [float(number % 7) for number in range(80)]}
    page = render(gn.run(gn.Design(gn.Task(frame, [hostile, "z"] * 40), gn.GaussianNB(), gn.k_fold(3))))
    assert "<script" not in page
    Outline(page)


def test_no_code_of_a_document_is_shown(page):
    assert not re.search(r"\b[1-6]-[FWPT]\d\d\b", page)
