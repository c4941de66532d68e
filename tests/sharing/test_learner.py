import numpy as np
import pandas as pd
import pytest
from sklearn.utils import get_tags

from gnomon.errors import DataError
from gnomon.registry import learners
from gnomon.sharing.learner import Learner

LEARNERS = [entry.thing() for entry in learners.values()]


def sample():
    X = np.random.default_rng(0).exponential(size=(70_000, 2))
    return pd.DataFrame(X, columns=["age", "dose"]), (X[:, 0] > 1).astype(int)


# Some learners warn of a fit on few rows; what counts here is what is refused.
@pytest.mark.filterwarnings("ignore::gnomon.errors.NumericsWarning")
@pytest.mark.parametrize("learner", LEARNERS, ids=lambda learner: type(learner).__name__)
@pytest.mark.parametrize(("bad", "word"), [(np.nan, "NaN"), (np.inf, "infinity"), (-np.inf, "infinity")])
def test_a_value_that_is_not_finite_is_refused_by_column_and_row(learner, bad, word):
    if np.isnan(bad) and get_tags(learner).input_tags.allow_nan:
        pytest.skip("takes missing values")
    X, y = sample()
    broken = X.copy()
    broken.loc[69_000, "dose"] = bad
    place = rf"contains {word} \(column 'dose', row 69000\), which {type(learner).__name__} does not accept"
    with pytest.raises(DataError, match=place):
        learner.fit(broken, y)
    learner.fit(X.iloc[:200], y[:200])
    answer = getattr(learner, "predict", None) or getattr(learner, "transform", None)
    if answer is not None:
        with pytest.raises(DataError, match=place):
            answer(broken)


def test_numbers_that_overflow_are_no_reason_to_refuse():
    X = np.array([[1e200], [-1e200], [1.0], [2.0]])
    model = learners["GaussianNB"].thing().fit([[0.0], [1.0], [5.0], [6.0]], [0, 0, 1, 1])
    assert model.predict(X).shape == (4,)


@pytest.mark.parametrize(
    ("y", "message"),
    [
        ([0, 1, None], "row 2 has no label"),
        ([0.0, 1.0, np.nan], "row 2 is nan"),
        ([0, 1], "inconsistent numbers of samples"),
    ],
)
def test_a_broken_target_is_refused_by_row(y, message):
    with pytest.raises(ValueError, match=message):
        learners["GaussianNB"].thing().fit([[0.0], [1.0], [2.0]], np.array(y))


def test_weights_that_are_all_zero_are_refused():
    with pytest.raises(DataError, match="zero for every row"):
        learners["Ridge"].thing().fit([[0.0], [1.0]], [0.0, 1.0], [0.0, 0.0])


def test_a_learner_without_fit_prepared_says_so():
    class Empty(Learner):
        """Nothing."""

    with pytest.raises(TypeError, match="Empty defines no fit_prepared"):
        Empty().fit([[0.0]], [1.0])


def test_words_among_numbers_are_refused_by_column_and_row():
    X = pd.DataFrame({"age": [1.0, 2.0, 3.0], "town": ["7", "Bonn", "Rome"]})
    with pytest.raises(DataError, match=r"'Bonn' \(column 'town', row 1\), which GaussianNB cannot convert"):
        learners["GaussianNB"].thing().fit(X, [0, 1, 0])
    with pytest.raises(DataError, match=r"'a' \(column 0, row 0\)"):
        learners["Ridge"].thing().fit(np.array([["a"], ["b"]]), [0.0, 1.0])


def test_dates_and_categories_among_numbers_are_refused_by_column_and_row():
    days = pd.DataFrame({"age": [1.0, 2.0], "day": pd.to_datetime(["2020-01-31", "2020-02-01"])})
    with pytest.raises(DataError, match=r"\(column 'day', row 0\), which Ridge cannot convert to a number"):
        learners["Ridge"].thing().fit(days, [0.0, 1.0])
    towns = pd.DataFrame({"age": [1.0, 2.0], "town": pd.Categorical(["Ulm", "Bonn"])})
    with pytest.raises(DataError, match=r"'Ulm' \(column 'town', row 0\), which Ridge cannot convert"):
        learners["Ridge"].thing().fit(towns, [0.0, 1.0])
