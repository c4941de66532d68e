"""Borders of members are where their own scores change sign."""

import numpy as np
import pytest
from matplotlib.figure import Figure

import gnomon as gn
from gnomon.errors import DataError

TASK = gn.load("iris-components")


def quadratic(**options):
    return gn.SVC(kernel="poly", degree=2, gamma=1.0, coef0=0.0, **options)


def disagreement(display):
    signs = np.array([np.asarray(grid.predicted) > 0 for grid in display.grids.values()])
    return float(np.mean(signs.any(axis=0) & ~signs.all(axis=0)))


def test_bootstrapped_machines_disagree_more_at_a_higher_price():
    panels = gn.plotting.MemberBoundariesDisplay.over_values(
        quadratic(), "C", [0.01, 1.0, 100.0], TASK.X, TASK.y, steps=40
    )
    apart = [disagreement(part) for part in panels.displays]
    assert apart[0] < apart[-1]
    assert panels.titles == ["C = 0.01", "C = 1.0", "C = 100.0"]


def test_grids_hold_the_scores_of_the_models():
    model = gn.GaussianNB().fit(TASK.X, TASK.y)
    display = gn.plotting.MemberBoundariesDisplay({"naive": model}, TASK.X, TASK.y, steps=20)
    table = display.frame()
    points = table.iloc[:, :2].to_numpy()
    wanted = model.predict(points) == model.classes_[1]
    assert np.array_equal(table.iloc[:, 2].to_numpy() > 0, wanted)


def test_committees_show_members_and_their_vote():
    bag = gn.BaggingClassifier(quadratic(), n_estimators=3, random_state=0).fit(TASK.X, TASK.y)
    display = gn.plotting.MemberBoundariesDisplay.from_estimator(bag, TASK.X, TASK.y, steps=30)
    assert display.frame()["model"].unique().tolist() == ["member 1", "member 2", "member 3", "ensemble"]


def test_named_borders_stand_in_the_legend():
    boosted = gn.AdaBoostClassifier(gn.SVC(kernel="linear"), n_estimators=4, random_state=0)
    boosted.fit(TASK.X, TASK.y)
    members = {f"h{place}": each for place, each in enumerate(boosted.estimators_, 1)}
    assert len(members) == 4
    display = gn.plotting.MemberBoundariesDisplay(members, TASK.X, TASK.y, named=True, steps=30)
    ax = Figure().add_subplot()
    display.plot(ax)
    assert ax.get_legend_handles_labels()[1][-len(members) :] == list(members)


def test_models_that_cannot_be_drawn_are_refused():
    with pytest.raises(DataError, match="no model"):
        gn.plotting.MemberBoundariesDisplay([], TASK.X, TASK.y)
    with pytest.raises(DataError, match="no members"):
        gn.plotting.MemberBoundariesDisplay.from_estimator(
            gn.GaussianNB().fit(TASK.X, TASK.y), TASK.X, TASK.y
        )
    iris = gn.load("iris")
    model = gn.GaussianNB().fit(iris.X[:, :2], iris.y)
    with pytest.raises(DataError, match="3 classes"):
        gn.plotting.MemberBoundariesDisplay([model], iris.X[:, :2], iris.y)


def test_samples_are_those_of_the_bootstrap_plan():
    display = gn.plotting.MemberBoundariesDisplay.from_bootstrap(
        gn.GaussianNB(), TASK.X, TASK.y, times=2, steps=10
    )
    rows = gn.bootstrap(2, random_state=0).split(TASK)[0][0]
    model = gn.GaussianNB().fit(TASK.X[rows], TASK.y[rows])
    points = display.frame().iloc[:100, :2].to_numpy()
    assert np.allclose(display.frame()["predicted"][:100], model.predict_proba(points)[:, 1] - 0.5)
