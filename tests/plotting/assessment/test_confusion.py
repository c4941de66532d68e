"""The confusion figure shows every count, its margins and its rates."""

import numpy as np
import pytest
from matplotlib.figure import Figure
from sklearn.metrics import confusion_matrix

import gnomon as gn
from gnomon.errors import DataError, ParameterError


@pytest.fixture(scope="module")
def held_out():
    return gn.resample(gn.load("iris"), gn.GaussianNB(), gn.k_fold(5))


def words(display):
    ax = Figure().add_subplot()
    display.plot(ax)
    return [text.get_text() for text in ax.texts]


def test_counts_are_scikit_learns(held_out):
    truth, predicted = held_out.classes[held_out.truth], held_out.classes[held_out.predicted]
    wanted = confusion_matrix(truth, predicted)
    for display in (
        gn.plotting.ConfusionMatrixDisplay.from_predictions(held_out),
        gn.plotting.ConfusionMatrixDisplay.from_predictions(truth, predicted),
        gn.plotting.ConfusionMatrixDisplay(wanted, display_labels=held_out.classes),
    ):
        assert np.array_equal(display.frame()["rows"], wanted.ravel())


def test_shares_of_the_true_class_add_up_to_one(held_out):
    table = gn.plotting.ConfusionMatrixDisplay.from_predictions(held_out).frame()
    assert np.allclose(table.groupby("true")["fraction"].sum(), 1.0)


def test_margins_hold_recall_precision_and_accuracy():
    # A diagnosis of 100 cases: 15 of 20 ill are found, and 4 of 80 well are called ill.
    display = gn.plotting.ConfusionMatrixDisplay([[76, 4], [5, 15]], display_labels=["well", "ill"])
    found = words(display)
    assert "20\nrecall 75%" in found
    assert "19\nprec. 79%" in found
    assert "100\nacc. 91%" in found
    assert words(gn.plotting.ConfusionMatrixDisplay([[76, 4], [5, 15]], margins=False)) == [
        "76",
        "4",
        "5",
        "15",
    ]


def test_shares_are_written_where_they_are_asked_for():
    table = [[3, 1], [1, 1]]
    assert words(gn.plotting.ConfusionMatrixDisplay(table, normalize="true", margins=False))[0] == "75 %"
    assert words(gn.plotting.ConfusionMatrixDisplay(table, normalize="all", margins=False))[0] == "50 %"
    with pytest.raises(ParameterError, match="normalize='rows'"):
        gn.plotting.ConfusionMatrixDisplay(table, normalize="rows")


def test_an_experiment_and_an_estimator_give_the_same_figure(held_out):
    results = gn.run(gn.Design(gn.load("iris"), gn.GaussianNB(), gn.k_fold(5)))
    by_run = gn.plotting.ConfusionMatrixDisplay.from_experiment(results, task="iris", learners="GaussianNB")
    assert by_run.frame().equals(gn.plotting.ConfusionMatrixDisplay.from_predictions(held_out).frame())
    task = gn.load("iris")
    model = gn.GaussianNB().fit(task.X, task.y)
    assert gn.plotting.ConfusionMatrixDisplay.from_estimator(model, task.X, task.y).confusion.n == 150


def test_many_classes_are_shown_by_color_alone():
    random = np.random.default_rng(0)
    truth, predicted = random.integers(0, 60, 5000), random.integers(0, 60, 5000)
    display = gn.plotting.ConfusionMatrixDisplay.from_predictions(truth, predicted)
    assert words(display) == []
    assert len(display.svg()) < 200_000


def test_a_class_that_never_occurs_has_no_share_and_no_warning():
    display = gn.plotting.ConfusionMatrixDisplay.from_predictions([0, 1], [0, 1], labels=[0, 1, 2])
    assert display.frame()["fraction"].notna().all()
    assert display.svg().startswith("<svg")


@pytest.mark.parametrize("table", [[[1, 2]], [[0, 0], [0, 0]], [[-1, 2], [3, 4]], [1, 2]])
def test_what_is_no_table_of_counts_is_refused(table):
    with pytest.raises(DataError, match="confusion matrix"):
        gn.plotting.ConfusionMatrixDisplay(table)
    with pytest.raises(DataError, match="display_labels"):
        gn.plotting.ConfusionMatrixDisplay([[1, 2], [3, 4]], display_labels=["a"])
    with pytest.raises(DataError, match="both y_true and y_pred"):
        gn.plotting.ConfusionMatrixDisplay.from_predictions([0, 1])


@pytest.mark.parametrize(
    ("n", "margins", "size"),
    [
        (2, True, (3.4, 2.65)),
        (2, False, (3.4, 2.6)),
        (6, True, (5.55, 4.85)),
        (6, False, (5.0, 4.3)),
        (15, True, (10.5, 9.8)),
        (40, False, (9.95, 9.25)),
    ],
)
def test_the_figure_has_room_for_each_cell_and_the_margins(n, margins, size):
    display = gn.plotting.ConfusionMatrixDisplay(np.eye(n), margins=margins)
    assert display.size == pytest.approx(size)
