import numpy as np
import pandas as pd
import pytest
import scipy.sparse
import skops.io
from sklearn.base import clone

from gnomon import (
    AdaBoostClassifier,
    BaggingClassifier,
    BoostedRules,
    CoveringRules,
    DecisionForestClassifier,
    DecisionTreeClassifier,
    GradientBoostingClassifier,
    OneRule,
    RandomForestClassifier,
    Task,
    VotingClassifier,
    k_fold,
    resample,
)
from gnomon.errors import DataError
from gnomon.sharing.mixed_table import CodedRows, coded_rows, dense_rows, examples_of, find_categories


def mixed():
    random = np.random.default_rng(0)
    frame = pd.DataFrame({"size": random.normal(size=200), "color": random.choice(["red", "green"], 200)})
    frame.loc[::17, "size"] = np.nan
    return frame, np.where(frame["color"] == "red", "yes", "no")


LEARNERS = [
    AdaBoostClassifier(n_estimators=3),
    AdaBoostClassifier(DecisionTreeClassifier(max_depth=2), n_estimators=3),
    BaggingClassifier(n_estimators=3),
    DecisionTreeClassifier(),
    RandomForestClassifier(5, max_features=None),
    DecisionForestClassifier(9, lines=2, feature_tests=20),
    GradientBoostingClassifier(n_estimators=3),
    VotingClassifier(estimators=[("tree", DecisionTreeClassifier()), ("rule", OneRule())]),
    OneRule(),
    CoveringRules(),
    BoostedRules(n_estimators=3),
]


@pytest.mark.parametrize("learner", LEARNERS, ids=lambda learner: type(learner).__name__)
def test_held_out_rows_with_categories_are_predicted_as_they_are(learner):
    found = resample(Task(*mixed()), learner, k_fold(3))
    assert found.estimate("accuracy").value == 1


def test_held_out_rows_are_not_coded_again_and_no_model_keeps_their_type():
    frame, _ = mixed()
    learner = OneRule()
    categories = find_categories(frame, "from_dtype")
    assert categories is not None
    coded = coded_rows(learner, frame, categories, reset=True)
    held_out = examples_of(coded, np.arange(5))
    assert isinstance(held_out, CodedRows)
    again = coded_rows(learner, held_out, categories, reset=False)
    assert type(again) is np.ndarray
    assert np.array_equal(again, coded[:5], equal_nan=True)
    assert learner.n_features_in_ == 2


@pytest.mark.parametrize("learner", LEARNERS, ids=lambda learner: type(learner).__name__)
def test_a_model_of_categories_is_saved_and_loaded(learner):
    frame, y = mixed()
    model = clone(learner).fit(frame, y)
    stored = skops.io.dumps(model)
    loaded = skops.io.loads(stored, trusted=skops.io.get_untrusted_types(data=stored))
    assert np.array_equal(loaded.predict(frame), model.predict(frame))


def test_columns_may_be_named_and_numbers_have_none():
    frame, _ = mixed()
    assert find_categories(frame[["size"]], "from_dtype") is None
    assert find_categories(np.zeros((2, 2)), [0]).mask.tolist() == [True, False]


def test_sparse_rows_are_made_dense_where_they_fit():
    assert dense_rows(scipy.sparse.eye_array(3).tocsr(), "it").sum() == 3
    with pytest.raises(DataError, match="it needs a dense array of its 100000 rows and 100000 columns"):
        dense_rows(scipy.sparse.csr_matrix((100_000, 100_000)), "it")
