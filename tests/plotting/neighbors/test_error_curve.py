"""Error against the number of neighbors."""

import gnomon as gn


def test_the_curve_drawn_is_that_of_choose_neighbors():
    task = gn.load("iris")
    curve = gn.neighbors.choose_neighbors(
        gn.KNeighborsClassifier(), task.X, task.y, values=[1, 5, 21], folds=5
    )
    one = gn.plotting.NeighborCurveDisplay(curve)
    other = gn.plotting.NeighborCurveDisplay.from_estimator(
        gn.KNeighborsClassifier(), task.X, task.y, [1, 5, 21], folds=5
    )
    assert one.frame().equals(other.frame())
    assert f"minimum error: k = {curve.best}" in one.svg()


def test_more_neighbors_than_the_smaller_class_can_outvote_lose_it():
    table = gn.plotting.NeighborCurveDisplay.example().frame().set_index("n_neighbors")
    assert abs(table.loc[45, "error"] - 20 / 70) < 0.01
    assert table["error"].min() < 0.2
