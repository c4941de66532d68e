import gnomon as gn
from gnomon.features.automatic.preparation import prepared_estimator
from gnomon.report.html import render
from gnomon.report.preparing import without_preparation


def test_what_is_done_with_each_column_is_shown_where_it_was_left_to_us():
    task = gn.Task(
        {
            "nr": range(60),
            "age": [31.0, None, 52.0] * 20,
            "town": ["Ulm", "Bonn"] * 30,
            "size": [1.5, 2.5] * 30,
        },
        ["a", "b", "b"] * 20,
        name="people",
    )
    design = gn.Design(task, {"SVC": prepared_estimator(gn.SVC(C=10), task)}, gn.k_fold(3))
    results = gn.run(design)
    page = render(results, design=design, has_figures=False)
    assert "Preprocessing" in page
    assert "it is a row number" in page
    assert "depend on scale: 1." in page
    assert "One learner was evaluated: SVC(C=10). Columns were preprocessed automatically" in page
    assert "it is a row number" not in render(results, has_figures=False)


def test_columns_taken_as_they_are_need_no_section():
    design = gn.Design(gn.load("iris"), gn.GaussianNB(), gn.k_fold(3))
    assert "Preprocessing" not in render(gn.run(design), design=design, has_figures=False)


def test_a_learner_that_has_no_expression_is_told_by_what_it_has():
    assert without_preparation("Mine(key=<function f at 0x1>)") == "Mine(key=<function f at 0x1>)"
    assert (
        without_preparation("make_pipeline(StandardScaler(), SVC())")
        == "make_pipeline(StandardScaler(), SVC())"
    )
