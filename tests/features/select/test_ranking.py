import numpy as np
import pandas as pd
import polars as pl
import pytest
from scipy.stats import false_discovery_control

import gnomon as gn
from gnomon.errors import DataError, ParameterError
from gnomon.features.select.filter import SelectByFilter
from gnomon.features.select.interactions import feature_interactions
from gnomon.features.select.permutation_null import false_discovery, permutation_p_values
from gnomon.features.select.ranking import score_features
from gnomon.features.select.top_curve import feature_count_curve
from gnomon.features.select.univariate import SCORES
from gnomon.learners.bayes.gaussian import GaussianNB


def rows(seed=0, n_rows=60, n_columns=5):
    random = np.random.default_rng(seed)
    y = np.arange(n_rows) % 2
    X = random.normal(size=(n_rows, n_columns))
    X[:, 0] += 1.5 * y
    return X, y


@pytest.mark.parametrize("name", list(SCORES))
def test_the_telling_column_is_no_chance_and_the_others_are(name):
    X, y = rows()
    scores = score_features(X, y, filter=name, permutations=99, random_state=0)
    assert scores.p_values[0] == pytest.approx(0.01)
    assert scores.p_values[1:].min() >= 0.05


def test_the_best_of_pure_noise_is_no_find_by_the_largest_score():
    finds = 0
    for seed in range(40):
        random = np.random.default_rng(seed)
        X, y = random.normal(size=(40, 12)), np.arange(40) % 2
        scores = score_features(X, y, filter="correlation", permutations=39, random_state=seed)
        finds += scores.p_values.min() <= 0.05
    assert finds <= 6


def test_looked_at_alone_and_corrected():
    X, y = rows()
    alone = score_features(X, y, permutations=99, correction=None, random_state=1).p_values
    fdr = score_features(X, y, permutations=99, correction="fdr", random_state=1).p_values
    largest = score_features(X, y, permutations=99, random_state=1).p_values
    np.testing.assert_allclose(fdr, false_discovery_control(alone))
    assert (largest >= alone - 1e-12).all()


def test_false_discovery_is_scipys():
    p = np.random.default_rng(0).random(50) ** 3
    np.testing.assert_allclose(false_discovery(p), false_discovery_control(p))


def test_the_same_seed_gives_the_same_p_values():
    X, y = rows()
    one, two = (score_features(X, y, permutations=20, random_state=3).p_values for _ in range(2))
    assert np.array_equal(one, two)


def test_a_null_that_cannot_be_is_refused():
    X, y = rows()
    with pytest.raises(ParameterError, match="not comparable"):
        score_features(X, y, filter="jmi", permutations=9)
    with pytest.raises(ParameterError, match="repeat the rows"):
        score_features(X, y, permutations=9, sample_weight=np.ones(60))
    with pytest.raises(ParameterError, match="correction"):
        permutation_p_values(np.ones(2), lambda random: np.ones(2), 5, correction="best")
    with pytest.raises(ParameterError, match="permutations"):
        permutation_p_values(np.ones(2), lambda random: np.ones(2), 0)


def test_a_tie_with_chance_counts_against_the_column():
    assert permutation_p_values(np.array([0.3]), lambda random: np.array([0.1 + 0.2]), 9).tolist() == [1.0]
    assert permutation_p_values(np.array([0.1 + 0.2]), lambda random: np.array([0.3]), 9).tolist() == [1.0]


def test_a_task_gives_its_kind_and_its_positive_class():
    heart = gn.load("heart")
    scores = score_features(heart, filter="correlation")
    assert scores.frame()["feature"][0] == "thal"
    assert scores.values[-1] > 0
    of_numbers = score_features(gn.load("auto"), categorical_features=["origin"])
    assert of_numbers.frame()["feature"][0] == "weight"
    assert "  1  thal" in str(scores)


def test_gaps_and_categories_of_a_task_are_scored():
    table = score_features(gn.load("cleveland")).frame()
    assert set(table["feature"][:2]) == {"thal", "chest_pain"}


def test_pairs_of_one_column_are_refused():
    with pytest.raises(DataError, match="one column"):
        feature_interactions([[0], [1]], [0, 1])


def test_a_curve_ranks_inside_each_fold():
    X, y = rows(n_rows=90)
    curve = feature_count_curve(GaussianNB(), X, y, filter="f", cv=3)
    assert curve.ranked.shape == curve.in_order.shape == (3, 5)
    order = SelectByFilter("f", k="all", guard=False).fit(X, y).order_
    assert order[0] == 0
    np.testing.assert_allclose(curve.ranked[:, -1], curve.in_order[:, -1])
    assert curve.frame()["ranked"].tolist() == curve.ranked.mean(axis=0).tolist()
    assert f"columns: {curve.best()};" in str(curve)


def test_a_curve_of_noise_stays_at_chance():
    random = np.random.default_rng(0)
    X, y = random.normal(size=(60, 300)), np.arange(60) % 2
    curve = feature_count_curve(GaussianNB(), X[:, :40], y, filter="correlation", cv=5)
    assert curve.ranked.mean() < 0.62


@pytest.mark.parametrize("library", ["pandas", "polars"])
def test_the_curve_of_a_frame_with_categories(library):
    random = np.random.default_rng(0)
    y = random.integers(2, size=60)
    frame = pd.DataFrame({"noise": random.normal(size=60), "town": np.where(y == 1, "Ulm", "Bonn")})
    frame = frame if library == "pandas" else pl.from_pandas(frame)
    curve = feature_count_curve(gn.DecisionTreeClassifier(), frame, y, filter="information_gain", cv=3)
    assert curve.ranked.tolist() == [[1, 1]] * 3
    assert curve.best() == 1


def test_targets_beyond_any_integer_are_quantities():
    scores = score_features([[1.0], [2.0], [3.0], [4.0]], np.array([1e300, 1e300, 2e300, 2e300]))
    assert scores.values == pytest.approx([1.0])
