import numpy as np
import pytest
from scipy.stats import chi2_contingency
from sklearn.feature_selection import chi2, mutual_info_classif
from sklearn.preprocessing import OneHotEncoder

from gnomon.features.select.chi_squared import chi_squared, chi_squared_evidence
from gnomon.features.select.filter import SelectByFilter
from gnomon.features.select.information import gain_ratio, information_gain, symmetric_uncertainty
from gnomon.probability import association
from gnomon.probability import shared_information as one_table


@pytest.fixture
def discrete():
    random = np.random.default_rng(0)
    y = random.integers(3, size=500)
    X = (random.integers(4, size=(500, 8)) + (random.random((500, 8)) < 0.3) * y[:, None]) % 6
    return X, y


def scores(name, X, y, **settings):
    return SelectByFilter(name, k="all", guard=False, **settings).fit(X, y).scores_


def test_gain_of_discrete_columns_is_scikit_learns_in_bits(discrete):
    X, y = discrete
    expected = mutual_info_classif(X, y, discrete_features=True) / np.log(2)
    np.testing.assert_allclose(scores("information_gain", X, y), expected, atol=1e-12)


def test_numbers_of_few_values_are_classes_of_their_own(discrete):
    X, y = discrete
    as_numbers = scores("information_gain", X, y / 2, target="numbers")
    np.testing.assert_allclose(as_numbers, scores("information_gain", X, y))


def test_chi_squared_is_that_of_the_levels_as_columns_in_scikit_learn(discrete):
    X, y = discrete
    expected = [chi2(OneHotEncoder().fit_transform(x[:, None]), y)[0].sum() for x in X.T]
    np.testing.assert_allclose(scores("chi_squared", X, y), expected)


def test_evidence_is_the_p_of_scipys_test(discrete):
    X, y = discrete
    tables = [np.array([[np.sum((x == u) & (y == v)) for v in range(3)] for u in range(6)]) for x in X.T]
    expected = [-np.log10(chi2_contingency(table, correction=False).pvalue) for table in tables]
    np.testing.assert_allclose(chi_squared_evidence(np.array(tables, float)), expected, rtol=1e-9)


def test_the_evidence_of_a_very_strong_column_is_finite():
    assert chi_squared_evidence(np.array([[[1e5, 0], [0, 1e5]]]))[0] > 1e4


def test_ratios_of_many_tables_are_those_of_each_alone():
    tables = np.random.default_rng(0).integers(1, 9, size=(5, 4, 3)).astype(float)
    np.testing.assert_allclose(gain_ratio(tables), [one_table.gain_ratio(each) for each in tables])
    np.testing.assert_allclose(
        chi_squared(tables), [association.chi_squared_test(each).statistic for each in tables]
    )
    expected = [one_table.symmetric_uncertainty(each) for each in tables]
    np.testing.assert_allclose(symmetric_uncertainty(tables), expected)


def test_a_column_of_one_level_has_no_score():
    tables = np.array([[[3.0, 4.0], [0.0, 0.0]]])
    for score in (information_gain, gain_ratio, symmetric_uncertainty, chi_squared):
        assert np.isnan(score(tables)).all()
