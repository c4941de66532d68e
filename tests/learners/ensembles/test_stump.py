import numpy as np

from gnomon.learners.ensembles.stump import Stump
from gnomon.learners.ensembles.stump_columns import StumpColumns
from gnomon.sharing.labels import Labels

LEVELS = Stump(0, np.nan, np.array([0.0, 2.0]), np.array([[3.0, 0.0], [0.0, 4.0], [0.0, 0.0]]))


def test_levels_predict_their_own_majority_and_unknown_ones_gets_the_majority():
    assert LEVELS.predict(np.array([[0.0], [2.0], [1.0], [9.0], [np.nan]])).tolist() == [0, 1, 1, 1, 1]
    np.testing.assert_allclose(LEVELS.predict_proba(np.array([[1.0]])), [[3 / 7, 4 / 7]])


def test_a_stump_is_described_in_words():
    classes = np.array(["no", "yes"])
    names = np.array(["red", "green", "blue"])
    assert LEVELS.words(["color"], classes, names) == "no if color is red, yes if color is blue"
    number = Stump(0, 4.0, None, np.array([[2.0, 0.0], [0.0, 1.0], [0.0, 3.0]]))
    assert number.words(["size"], classes) == "no if size <= 4, yes above it, yes if it is missing"
    known = Stump(0, np.nan, None, np.array([[2.0, 0.0], [0.0, 1.0]]))
    assert known.words(["size"], classes) == "no if size is known, yes if it is missing"
    assert Stump(-1, np.nan, None, np.array([[2.0, 3.0]])).words([], classes) == "always yes"


def test_rows_not_selected_and_rows_selected_twice_are_weights():
    X, y = np.array([[1.0], [2.0], [3.0], [4.0]]), Labels.of([0, 1, 0, 1])
    view = StumpColumns.of(X, y).rows(np.array([3, 3, 0]))
    assert view.weight.tolist() == [1, 0, 0, 2]
    stump, groups = view.best_stump(view.weight, "error")
    assert stump.threshold == 2.5
    assert groups.tolist() == [0, -1, -1, 1]
    assert view.examples(np.array([0])).tolist() == [[4.0]]
