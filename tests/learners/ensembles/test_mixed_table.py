import numpy as np
import pandas as pd
import pytest
import scipy.sparse

from gnomon import (
    AdaBoostClassifier,
    BaggingClassifier,
    BoostedRules,
    CoveringRules,
    DecisionTreeClassifier,
    OneRule,
    Task,
    k_fold,
    resample,
)
from gnomon.errors import DataError
from gnomon.learners.ensembles.mixed_table import CodedRows, coded_rows, dense_rows, find_categories


def mixed():
    random = np.random.default_rng(0)
    frame = pd.DataFrame({"size": random.normal(size=200), "colour": random.choice(["red", "green"], 200)})
    frame.loc[::17, "size"] = np.nan
    return frame, np.where(frame["colour"] == "red", "yes", "no")


@pytest.mark.parametrize(
    "learner",
    [
        AdaBoostClassifier(n_estimators=3),
        AdaBoostClassifier(DecisionTreeClassifier(max_depth=2), n_estimators=3),
        BaggingClassifier(n_estimators=3),
        OneRule(),
        CoveringRules(),
        BoostedRules(n_estimators=3),
    ],
    ids=lambda learner: type(learner).__name__,
)
def test_held_out_rows_with_categories_are_predicted_as_they_are(learner):
    found = resample(Task(*mixed()), learner, k_fold(3))
    assert found.estimate("accuracy").value == 1


def test_rows_are_coded_once():
    frame, _ = mixed()
    learner = OneRule()
    categories = find_categories(frame, "from_dtype")
    assert categories is not None
    coded = coded_rows(learner, frame, categories, reset=True)
    assert isinstance(coded[:5], CodedRows)
    assert coded_rows(learner, coded[:5], categories, reset=False) is not None
    assert learner.n_features_in_ == 2


def test_columns_may_be_named_and_numbers_have_none():
    frame, _ = mixed()
    assert find_categories(frame[["size"]], "from_dtype") is None
    assert find_categories(np.zeros((2, 2)), [0]).mask.tolist() == [True, False]


def test_sparse_rows_are_made_dense_where_they_fit():
    assert dense_rows(scipy.sparse.eye_array(3).tocsr(), "it").sum() == 3
    with pytest.raises(DataError, match="it would make its 100000 rows and 100000 columns dense"):
        dense_rows(scipy.sparse.csr_matrix((100_000, 100_000)), "it")
