from itertools import combinations

import numpy as np
import pytest
from sklearn.metrics import mutual_info_score

import gnomon as gn
from gnomon.errors import DataError, ParameterError
from gnomon.features.select.groups import score_feature_groups
from gnomon.features.select.interactions import feature_interactions


def information(X, columns, y):
    words = ["|".join(map(str, row)) for row in X[:, columns]]
    return mutual_info_score(words, y) / np.log(2)


@pytest.mark.parametrize("size", [2, 3, 4])
def test_groups_hold_the_information_counted_by_hand(size):
    random = np.random.default_rng(0)
    X, y = random.integers(3, size=(120, 5)), random.integers(3, size=120)
    scores = score_feature_groups(X, y, size=size)
    assert scores.groups == tuple(combinations(range(5), size))
    np.testing.assert_allclose(scores.joint, [information(X, list(g), y) for g in scores.groups])
    parts = [max(information(X, list(p), y) for p in combinations(g, size - 1)) for g in scores.groups]
    np.testing.assert_allclose(scores.best_subset, parts)


def test_parity_of_three_bits_is_found_and_is_no_chance():
    X = np.random.default_rng(0).integers(2, size=(300, 7))
    y = X[:, 1] ^ X[:, 4] ^ X[:, 6]
    table = score_feature_groups(X, y).frame()
    assert table["columns"][0] == (1, 4, 6)
    assert table["p_value"][0] < 1e-6
    assert table["p_value"][1:].min() > 0.01
    assert not feature_interactions(X, y).frame()["is_hidden"].any()


def test_a_task_names_the_columns():
    table = score_feature_groups(gn.load("play-tennis"), size=2).frame()
    assert set(table["columns"][:2]) == {("Outlook", "Humidity"), ("Outlook", "Wind")}


def test_noise_adds_nothing_beyond_chance():
    finds = 0
    for seed in range(20):
        random = np.random.default_rng(seed)
        scores = score_feature_groups(random.integers(2, size=(100, 6)), random.integers(2, size=100))
        finds += scores.p_value.min() < 0.05
    assert finds <= 3


def test_sizes_that_cannot_be_counted_are_refused():
    X, y = np.random.default_rng(0).normal(size=(300, 120)), np.arange(300) % 2
    with pytest.raises(ParameterError, match="280840 groups"):
        score_feature_groups(X, y)
    with pytest.raises(ParameterError, match="size=1"):
        score_feature_groups(X, y, size=1)
    with pytest.raises(DataError, match="decrease n_bins"):
        score_feature_groups(X[:, :4], y, n_bins=200)
