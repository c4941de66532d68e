"""Columns are followed through steps of preprocessing to those of the table."""

import numpy as np
import pandas as pd
import pytest
from sklearn.compose import ColumnTransformer
from sklearn.decomposition import PCA
from sklearn.feature_selection import VarianceThreshold
from sklearn.impute import SimpleImputer
from sklearn.pipeline import Pipeline
from sklearn.preprocessing import OneHotEncoder, StandardScaler

from gnomon.explanations.column_origins import joined_origins, origins_of

FRAME = pd.DataFrame({"a": [1.0, 2.0, 3.0], "b": ["u", "v", "w"], "c": [0.0, 5.0, 5.0], "d": [1.0] * 3})


@pytest.mark.parametrize("nothing", [None, "passthrough"])
def test_a_step_that_does_nothing_returns_its_columns(nothing):
    pipeline = Pipeline([("nothing", nothing), ("scale", StandardScaler())]).fit([[1.0, 2.0], [2.0, 5.0]])
    assert origins_of(pipeline, 2).tolist() == [0, 1]
    assert origins_of(nothing, 3).tolist() == [0, 1, 2]


def test_columns_of_a_column_transformer_come_from_where_they_are_named():
    step = ColumnTransformer(
        [
            ("words", OneHotEncoder(), ["b"]),
            ("gone", "drop", ["a"]),
            ("scaled", StandardScaler(), [3, 2]),
        ]
    ).fit(FRAME)
    assert origins_of(step, 4).tolist() == [1, 1, 1, 3, 2]
    rest = ColumnTransformer([("words", OneHotEncoder(), ["b"])], remainder="passthrough").fit(FRAME)
    assert origins_of(rest, 4).tolist() == [1, 1, 1, 0, 2, 3]


def test_a_selector_and_an_imputer_are_followed_and_a_projection_is_not():
    X = np.array([[1.0, 0.0, 4.0], [1.0, 2.0, np.nan], [1.0, 3.0, 6.0]])
    imputer = SimpleImputer().fit(X)
    selector = VarianceThreshold().fit(imputer.transform(X))
    assert joined_origins([imputer, selector], 3).tolist() == [1, 2]
    assert joined_origins([imputer, PCA(2).fit(imputer.transform(X)), selector], 3) is None


def test_a_column_transformer_with_a_projection_in_it_is_not_followed():
    step = ColumnTransformer([("mixed", PCA(1), ["a", "c"]), ("same", "passthrough", ["d"])]).fit(FRAME)
    assert origins_of(step, 4) is None
