from itertools import product

import numpy as np
import pytest
from sklearn.metrics import mutual_info_score

from gnomon.features.select.coded import Coded
from gnomon.features.select.fcbf import predominant
from gnomon.features.select.redundancy import CRITERIA, choose


def information(*parts):
    """I(first...; last) in bits, by counting words."""
    *left, right = parts
    words = ["|".join(map(str, row)) for row in np.column_stack(left)]
    return mutual_info_score(words, right) / np.log(2)


def entropy(*parts):
    words = ["|".join(map(str, row)) for row in np.column_stack(parts)]
    return mutual_info_score(words, words) / np.log(2)


def conditional(x, y, given):
    return sum(
        np.mean(given == level) * mutual_info_score(x[given == level], y[given == level]) / np.log(2)
        for level in np.unique(given)
    )


FORMULAS = {
    "mrmr": lambda x, y, S: information(x, y) - np.mean([information(x, s) for s in S]),
    "mrmr_quotient": lambda x, y, S: information(x, y) / np.mean([information(x, s) for s in S]),
    "jmi": lambda x, y, S: sum(information(x, s, y) for s in S),
    "cmim": lambda x, y, S: min(conditional(x, y, s) for s in S),
    "disr": lambda x, y, S: sum(information(x, s, y) / entropy(x, s, y) for s in S),
}


@pytest.fixture
def rows():
    random = np.random.default_rng(3)
    y = random.integers(3, size=300)
    X = (
        y[:, None] * (random.random((300, 6)) < [0.9, 0.8, 0.5, 0.3, 0.2, 0])
        + random.integers(3, size=(300, 6))
    ) % 4
    X[:, 1] = np.where(random.random(300) < 0.9, X[:, 0], X[:, 1])
    return X, y


def coded(X, y):
    return Coded(X.astype(np.uint8), int(X.max()) + 1, y.astype(np.uint16), int(y.max()) + 1)


@pytest.mark.parametrize("criterion", list(CRITERIA))
def test_choices_and_scores_are_those_of_the_formula_by_brute_force(rows, criterion):
    X, y = rows
    order, scores = choose(coded(X, y), criterion, 6)
    chosen = [int(np.argmax([information(x, y) for x in X.T]))]
    expected = {chosen[0]: information(X[:, chosen[0]], y)}
    while len(chosen) < 6:
        S = [X[:, column] for column in chosen]
        left = {j: FORMULAS[criterion](X[:, j], y, S) for j in range(6) if j not in chosen}
        best = max(left, key=lambda j: left[j])
        expected[best] = left[best]
        chosen.append(best)
    assert order.tolist() == chosen
    np.testing.assert_allclose(scores, [expected[j] for j in range(6)], rtol=1e-9, atol=1e-12)


def test_the_first_choices_do_not_depend_on_how_many_follow(rows):
    X, y = rows
    for criterion in CRITERIA:
        assert (
            choose(coded(X, y), criterion, 3)[0].tolist() == choose(coded(X, y), criterion, 6)[0][:3].tolist()
        )


def test_tables_in_parts_give_the_same(rows, monkeypatch):
    X, y = rows
    whole = choose(coded(X, y), "disr", 5)
    monkeypatch.setattr("gnomon.features.select.coded.MAX_CELLS", 100)
    parts = choose(coded(X, y), "disr", 5)
    assert np.array_equal(whole[0], parts[0])
    assert np.array_equal(whole[1], parts[1])


def test_jmi_and_cmim_find_exclusive_or_after_its_first_half():
    X = np.array(list(product(range(2), repeat=3)) * 10)
    y = X[:, 0] ^ X[:, 2]
    for criterion in ("jmi", "cmim"):
        order, _ = choose(coded(X, y), criterion, 2)
        assert set(order) == {0, 2}


def test_fcbf_drops_what_a_better_column_stands_in_for(rows):
    X, y = rows
    kept, strength = predominant(coded(X, y))
    assert 0 in kept
    assert 1 not in kept
    assert strength[kept].tolist() == sorted(strength[kept], reverse=True)
    by_hand = slow_fcbf(X, y)
    assert kept.tolist() == by_hand


def slow_fcbf(X, y):
    def uncertainty(a, b):
        return 2 * information(a, b) / (entropy(a) + entropy(b))

    strength = [uncertainty(x, y) for x in X.T]
    left = sorted(range(X.shape[1]), key=lambda j: -strength[j])
    for best in list(left):
        if best in left:
            after = left[left.index(best) + 1 :]
            gone = [j for j in after if uncertainty(X[:, j], X[:, best]) >= strength[j]]
            left = [j for j in left if j not in gone]
    return left
