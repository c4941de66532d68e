import numpy as np
import pandas as pd
import pytest
from scipy.stats import chi2_contingency, kstest

from gnomon.data.table import Table
from gnomon.errors import DataError
from gnomon.learners.bayes.independence import naive_bayes_independence


def test_categories_are_tested_by_the_g_statistic_of_each_class():
    random = np.random.default_rng(0)
    y = random.integers(2, size=300)
    a = random.integers(3, size=300)
    b = np.where(random.random(300) < 0.3, a, random.integers(3, size=300))
    result = naive_bayes_independence(np.column_stack([a, b]), y, categorical_features=[True, True])
    tables = [pd.crosstab(a[y == c], b[y == c]) for c in (0, 1)]
    oracle = [chi2_contingency(table, correction=False, lambda_="log-likelihood") for table in tables]
    assert result.statistic[0] == pytest.approx(sum(each.statistic for each in oracle))
    assert result.degrees_of_freedom[0] == sum(each.dof for each in oracle) == 8
    assert result.strength[0] == pytest.approx(result.statistic[0] / (2 * 300 * np.log(2)))


def test_marginal_dependence_is_not_conditional_dependence():
    random = np.random.default_rng(0)
    y = random.integers(2, size=4000)
    X = random.normal(size=(4000, 2)) + 4 * y[:, None]
    assert abs(np.corrcoef(X.T)[0, 1]) > 0.7
    assert naive_bayes_independence(X, y).p_value[0] > 0.01
    X[:, 1] += 0.5 * X[:, 0]
    assert naive_bayes_independence(X, y).p_value[0] < 1e-9


@pytest.mark.parametrize("categorical", [[], [0], [0, 1]])
def test_p_values_of_independent_columns_are_uniform(categorical):
    random = np.random.default_rng(1)
    p = []
    for _ in range(300):
        y, X = random.integers(2, size=200), random.normal(size=(200, 2))
        for place in categorical:
            X[:, place] = random.integers(3, size=200)
        p.append(naive_bayes_independence(X, y, categorical_features=categorical).p_value[0])
    assert kstest(p, "uniform").pvalue > 1e-3


def test_mixed_frames_with_missing_values_and_names():
    random = np.random.default_rng(0)
    size = random.normal(size=400)
    frame = pd.DataFrame(
        {"size": size, "shape": np.where(size > 0, "big", "small"), "noise": random.normal(size=400)}
    )
    frame.loc[:30, "size"] = np.nan
    result = naive_bayes_independence(frame, random.integers(2, size=400))
    table = result.frame()
    assert table.loc[0, ["one", "other"]].tolist() == ["size", "shape"]
    assert table["method"].tolist()[0] == "G"
    assert (table["adjusted"] >= table["p_value"]).all()
    assert str(result).startswith("1 of 3 pairs")


def test_invalid_input_is_refused():
    with pytest.raises(DataError, match="X has one"):
        naive_bayes_independence([[1.0], [2.0]], [0, 1])
    with pytest.raises(DataError, match="2 rows but y has 3"):
        naive_bayes_independence([[1.0, 2.0], [2.0, 1.0]], [0, 1, 1])
    alone = naive_bayes_independence([[1.0, 2.0], [1.0, 3.0]], [0, 1])
    assert alone.p_value.tolist() == [1.0]


def test_constant_columns_are_independent():
    X = np.full((60, 2), [0.1, 0.7])
    assert naive_bayes_independence(X, [0, 1] * 30).p_value.tolist() == [1.0]


def test_huge_numbers_correlate_as_small_ones_do():
    X = np.random.default_rng(0).normal(size=(80, 2)) @ [[1.0, 0.5], [0.0, 1.0]]
    y = [0, 1] * 40
    wanted = naive_bayes_independence(X, y).p_value
    np.testing.assert_allclose(naive_bayes_independence(X * 1e200, y).p_value, wanted, rtol=1e-9)


def test_columns_may_come_by_name():
    columns = {"a": [1.0, 2.0, 3.0, 5.0] * 5, "b": [2.0, 1.0, 4.0, 4.0] * 5}
    y = [0] * 10 + [1] * 10
    for X in (columns, pd.DataFrame(columns), Table.of(columns)):
        assert naive_bayes_independence(X, y).pairs == (("a", "b"),)
    with pytest.raises(DataError, match=r"X has shape \(2,\)"):
        naive_bayes_independence([1, 2], [0, 1])


@pytest.mark.parametrize("slope", [-2.0, 2.0])
def test_a_column_that_is_a_multiple_of_another_is_dependent_beyond_doubt(slope):
    y, column = np.arange(40) % 2, np.arange(40.0) ** 2
    result = naive_bayes_independence(np.column_stack([column, slope * column]), y)
    assert result.strength[0] == pytest.approx(1)
    assert np.isfinite(result.statistic[0])
    assert result.p_value[0] < 1e-100
