"""Threshold features, and transformers that do not look at a target."""

import numpy as np
import pytest
from sklearn.linear_model import LinearRegression
from sklearn.pipeline import make_pipeline

from gnomon.errors import ParameterError
from gnomon.features.impute_kind import ImputeByKind
from gnomon.features.impute_neighbors import ImputeNeighbors
from gnomon.features.impute_normal import ImputeNormal
from gnomon.features.products import CartesianProducts
from gnomon.features.threshold_features import ThresholdFeatures


def blobs():
    random = np.random.default_rng(0)
    X = random.normal(size=(60, 2)) + np.repeat([[0, 0], [8, 0], [0, 8]], 20, axis=0)
    return X, np.repeat(["a", "b", "c"], 20)


def test_thresholds_are_monotone_steps_that_count_to_the_rank():
    X = np.random.default_rng(0).normal(size=(90, 2))
    made = ThresholdFeatures(n_thresholds=2).fit(X)
    steps = made.transform(X)[:, :2]
    assert (steps[:, 0] >= steps[:, 1]).all()
    assert steps.sum(axis=0).tolist() == [60, 30]


def test_thresholds_can_be_given_for_all_columns_or_for_each():
    X = [[1.0, 10.0], [2.0, 20.0]]
    each = ThresholdFeatures(thresholds=[[1.5], [15.0, 5.0]]).fit(X)
    assert each.get_feature_names_out(["a", "b"]).tolist() == ["a >= 1.5", "b >= 5", "b >= 15"]
    assert each.transform(X).tolist() == [[0, 1, 0], [1, 1, 1]]
    assert ThresholdFeatures(thresholds=[2.0]).fit(X).transform(X).tolist() == [[0, 1], [1, 1]]
    for wrong in ([[1.0]], [np.nan], "high", 3.0):
        with pytest.raises(ParameterError, match="thresholds="):
            ThresholdFeatures(thresholds=wrong).fit(X)


@pytest.mark.parametrize(
    "transformer",
    [ThresholdFeatures(), CartesianProducts(), ImputeByKind(), ImputeNormal(), ImputeNeighbors()],
    ids=lambda transformer: type(transformer).__name__,
)
def test_a_target_of_words_passes_by_what_does_not_look_at_it(transformer):
    X, y = blobs()
    X = X.round()
    np.testing.assert_array_equal(transformer.fit_transform(X, y), transformer.fit(X).transform(X))


def test_a_constant_column_has_no_threshold_and_weights_are_repetition():
    X = np.array([[1.0, 3.0], [1.0, 4.0], [1.0, 9.0]])
    model = ThresholdFeatures(n_thresholds=1).fit(X, sample_weight=[1, 1, 4])
    assert [cuts.tolist() for cuts in model.thresholds_] == [[], [6.5]]
    repeated = X[[0, 1, 2, 2, 2, 2]]
    np.testing.assert_array_equal(
        ThresholdFeatures(n_thresholds=1).fit(repeated).transform(X), model.transform(X)
    )


def test_steps_let_a_linear_model_bend():
    x = np.linspace(-3, 3, 200)[:, None]
    plain = LinearRegression().fit(x, np.abs(x[:, 0])).score(x, np.abs(x[:, 0]))
    bent = make_pipeline(ThresholdFeatures(n_thresholds=20), LinearRegression()).fit(x, np.abs(x[:, 0]))
    assert plain < 0.01
    assert bent.score(x, np.abs(x[:, 0])) > 0.95
