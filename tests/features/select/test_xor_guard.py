import numpy as np
import pytest

from gnomon.errors import DataWarning
from gnomon.features.select.coded import Coded
from gnomon.features.select.xor_guard import pair_information, warn_of_pairs


def coded(X, y):
    return Coded(X.astype(np.uint8), int(X.max()) + 1, y.astype(np.uint16), int(y.max()) + 1)


def bits(seed=0, n_rows=300, n_columns=5):
    return np.random.default_rng(seed).integers(2, size=(n_rows, n_columns))


def test_every_pair_is_looked_at_once():
    X = bits()
    pairs = pair_information(coded(X, X[:, 0]))
    assert list(zip(pairs.first, pairs.second, strict=True)) == [
        (i, j) for i in range(5) for j in range(i + 1, 5)
    ]


def test_exclusive_or_is_hidden_and_its_sum_is_not():
    X = bits()
    hidden = pair_information(coded(X, X[:, 1] ^ X[:, 2])).hidden()
    assert hidden.sum() == 1
    assert not pair_information(coded(X, X[:, 1] + X[:, 2])).hidden().any()


def test_noise_on_exclusive_or_still_shows_it():
    X = bits()
    y = X[:, 0] ^ X[:, 4] ^ (np.random.default_rng(1).random(300) < 0.15)
    pairs = pair_information(coded(X, y))
    assert list(zip(pairs.first[pairs.hidden()], pairs.second[pairs.hidden()], strict=True)) == [(0, 4)]


def test_chance_is_held_to_its_level():
    p_values = []
    for seed in range(60):
        X = bits(seed, 200, 4)
        y = np.random.default_rng(1000 + seed).integers(2, size=200)
        p_values.append(pair_information(coded(X, y)).p_value.min())
    # A p below 0.05 for some pair, in at most 5 of 100 sets; three standard errors allowed.
    assert np.mean(np.array(p_values) < 0.05) <= 0.05 + 3 * np.sqrt(0.05 * 0.95 / 60)


def test_a_copy_under_other_names_of_levels_is_repeated():
    X = bits()
    X[:, 3] = 1 - X[:, 0]
    pairs = pair_information(coded(X, X[:, 1]))
    assert pairs.repeated().sum() == 1
    with pytest.warns(DataWarning, match=r"columns 'a' and 'd' are redundant \(100%"):
        warn_of_pairs(pairs, list("abcde"), np.array([True, True, False, True, False]))


def test_the_number_of_further_pairs_is_said():
    X = bits()
    X[:, 3] = X[:, 0]
    with pytest.warns(DataWarning, match=r"\(1 more such pairs\)"):
        warn_of_pairs(pair_information(coded(X, X[:, 0] ^ X[:, 1])), range(5), np.zeros(5, dtype=bool))
