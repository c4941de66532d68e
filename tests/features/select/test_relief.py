import numpy as np
import pytest

from gnomon.errors import ParameterError
from gnomon.features.select.filter import SelectByFilter
from gnomon.features.select.relief import regression_relief, relief_weights, relieff


def slow_difference(X, a, b, column, is_category):
    if is_category[column]:
        return float(X[a, column] != X[b, column])
    spread = X[:, column].max() - X[:, column].min()
    return abs(X[a, column] - X[b, column]) / spread if spread else 0.0


def slow_neighbors(X, row, members, k, is_category):
    columns = range(X.shape[1])
    far = [(sum(slow_difference(X, row, m, c, is_category) for c in columns), m) for m in members if m != row]
    return [member for _, member in sorted(far)[:k]]


def slow_relief(X, codes, k, is_category):
    n, d = X.shape
    share = np.bincount(codes) / n
    weight = np.zeros(d)
    for row in range(n):
        for c in range(len(share)):
            near = slow_neighbors(X, row, np.flatnonzero(codes == c), k, is_category)
            price = -1.0 if c == codes[row] else share[c] / (1 - share[codes[row]])
            for other in near:
                for column in range(d):
                    gap = slow_difference(X, row, other, column, is_category)
                    weight[column] += price * gap / len(near) / n
    return weight


def slow_regression_relief(X, y, k, is_category):
    n, d = X.shape
    target, column_sum, both = 0.0, np.zeros(d), np.zeros(d)
    for row in range(n):
        for other in slow_neighbors(X, row, np.arange(n), k, is_category):
            apart = abs(y[row] - y[other]) / (y.max() - y.min()) / k
            target += apart
            for column in range(d):
                gap = slow_difference(X, row, other, column, is_category)
                column_sum[column] += gap / k
                both[column] += gap * apart
    return both / target - (column_sum - both) / (n - target)


@pytest.fixture
def rows():
    random = np.random.default_rng(0)
    X = random.normal(size=(50, 4))
    X[:, 2] = random.integers(3, size=50)
    X[:, 3] = 7.0
    codes = np.digitize(X[:, 0], [-0.8, 0.3])
    return X, codes, np.array([False, False, True, False])


@pytest.mark.parametrize("k", [1, 4, 30])
def test_relieff_is_that_of_the_slow_twin(rows, k):
    X, codes, is_category = rows
    expected = slow_relief(X, codes, k, is_category)
    np.testing.assert_allclose(relieff(X, codes, 3, k, is_category), expected, atol=1e-12)


@pytest.mark.parametrize("k", [1, 5])
def test_relief_of_numbers_is_that_of_the_slow_twin(rows, k):
    X, _, is_category = rows
    y = X[:, 0] + 0.3 * X[:, 1] ** 2
    expected = slow_regression_relief(X, y, k, is_category)
    np.testing.assert_allclose(regression_relief(X, y, k, is_category), expected, atol=1e-12)


def test_exclusive_or_is_seen_where_single_columns_see_nothing():
    random = np.random.default_rng(0)
    X = random.integers(2, size=(200, 6)).astype(float)
    found = relieff(X, (X[:, 1].astype(int) ^ X[:, 4].astype(int)), 2, 10)
    assert set(np.argsort(found)[-2:]) == {1, 4}


def test_a_class_of_one_row_has_no_hits_and_breaks_nothing():
    found = relieff(np.array([[0.0], [0.1], [5.0]]), np.array([0, 0, 1]), 2, 3)
    assert np.isfinite(found).all()


def test_a_target_of_one_value_tells_nothing():
    assert regression_relief(np.arange(4.0)[:, None], np.ones(4), 2).tolist() == [0.0]
    assert relieff(np.arange(4.0)[:, None], np.zeros(4, int), 1, 1)[0] <= 0


@pytest.mark.parametrize("scaled", [False, True])
def test_relief_by_hand_over_every_row(scaled):
    random = np.random.default_rng(0)
    X, y = random.normal(size=(30, 3)) * [1, 5, 0.2], random.integers(3, size=30)
    units = np.ptp(X, axis=0) if scaled else np.ones(3)
    expected = np.zeros(3)
    for row in range(30):
        far = (((X - X[row]) / units) ** 2).sum(axis=1)
        for sign, members in ((-1, (y == y[row]) & (np.arange(30) != row)), (1, y != y[row])):
            near = np.flatnonzero(members)[np.argmin(far[members])]
            expected += sign * ((X[row] - X[near]) / units) ** 2
    np.testing.assert_allclose(relief_weights(X, y, scaled=scaled), expected)
    model = SelectByFilter("relief", k="all", guard=False).fit(X, y)
    np.testing.assert_allclose(model.scores_, relief_weights(X, y) / 30)


def test_rows_drawn_at_random_give_the_weights_of_all_in_the_long_run():
    random = np.random.default_rng(0)
    y = random.integers(2, size=40)
    X = np.column_stack([y, random.integers(3, size=40), random.normal(size=40)]).astype(float)
    flags = np.array([False, True, False])
    whole = relief_weights(X, y, is_category=flags) / 40
    drawn = relief_weights(X, y, is_category=flags, iterations=20_000, random_state=0) / 20_000
    np.testing.assert_allclose(drawn, whole, atol=0.02)
    with pytest.raises(ParameterError, match="iterations=0"):
        relief_weights(X, y, iterations=0)
