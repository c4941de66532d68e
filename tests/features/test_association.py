"""The association of two columns of any kinds, against scipy and by its definition."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats
from sklearn.metrics import mutual_info_score

from gnomon.data.column import column_of
from gnomon.errors import DataError, ParameterError
from gnomon.features.association import column_association

RANDOM = np.random.default_rng(0)
X = RANDOM.normal(size=80).round(1)
Y = X + RANDOM.normal(size=80)
G = np.array(["a", "b", "c"])[np.digitize(X + RANDOM.normal(size=80), [-0.5, 0.5])]
H = np.where(Y > 0, "yes", "no")
SIZES = column_of("size", np.array(["S", "M", "L"])[np.digitize(Y, [-1, 1])].tolist(), levels=["S", "M", "L"])


def test_two_numbers_go_by_pearson():
    found = column_association(X, Y)
    assert (found.value, found.p_value) == pytest.approx(tuple(stats.pearsonr(X, Y)))
    assert found.measure == "r"


def test_ordered_levels_go_by_ranks():
    found = column_association(SIZES, X)
    assert (found.value, found.p_value) == pytest.approx(tuple(stats.spearmanr(SIZES.values, X)))
    assert found.measure == "rank_r"
    assert column_association(X, Y, measure="rank_r").value == pytest.approx(stats.spearmanr(X, Y).statistic)


def test_names_and_numbers_go_by_the_correlation_ratio():
    found, turned = column_association(G, X), column_association(X, G)
    groups = [X[level == G] for level in "abc"]
    assert found == turned
    assert found.p_value == pytest.approx(stats.f_oneway(*groups).pvalue)
    within = sum(((each - each.mean()) ** 2).sum() for each in groups)
    assert found.value**2 == pytest.approx(1 - within / ((X - X.mean()) ** 2).sum())


def test_names_and_ordered_levels_go_by_kruskal_and_wallis():
    found = column_association(G, SIZES)
    expected = stats.kruskal(*(SIZES.values[level == G] for level in "abc"))
    assert found.p_value == pytest.approx(expected.pvalue)


def test_two_columns_of_names_go_by_cramer():
    found = column_association(G, H, n_permutations=0)
    table = stats.contingency.crosstab(G, H).count
    assert found.value == pytest.approx(stats.contingency.association(table, method="cramer"))
    assert found.p_value == pytest.approx(stats.chi2_contingency(table, correction=False).pvalue)
    chi2 = column_association(G, H, measure="chi2", n_permutations=0)
    assert chi2.value == pytest.approx(stats.chi2_contingency(table, correction=False).statistic)


def test_mutual_information_is_in_bits():
    found = column_association(G, H, measure="mutual_information")
    assert found.value == pytest.approx(mutual_info_score(G, H) / np.log(2))


def test_a_permutation_p_is_near_that_of_the_test():
    for a, b in ((X, RANDOM.normal(size=80)), (G, RANDOM.permutation(H))):
        exact, counted = (
            column_association(a, b, n_permutations=0),
            column_association(a, b, n_permutations=999),
        )
        assert counted.p_value == pytest.approx(exact.p_value, abs=0.06)
        assert counted.test == "999 permutations"
        assert counted == column_association(a, b, n_permutations=999)


def test_small_counts_are_shuffled_unasked():
    found = column_association(["a", "a", "b", "b", "b"], ["x", "x", "y", "y", "y"])
    assert found.test == "999 permutations"
    assert found.p_value == pytest.approx(0.1, abs=0.03)


def test_rows_with_a_missing_value_are_left_out():
    holes = X.copy()
    holes[:10] = np.nan
    assert column_association(holes, Y).value == pytest.approx(np.corrcoef(X[10:], Y[10:])[0, 1])
    assert column_association(holes, Y).n == 70


def test_measures_that_mean_nothing_are_refused():
    with pytest.raises(DataError, match="r requires numbers, and column 'a'"):
        column_association(G, X, measure="r")
    with pytest.raises(DataError, match="rank r requires ordered values"):
        column_association(G, X, measure="rank_r")
    with pytest.raises(DataError, match="is quantitative; discretize"):
        column_association(G, X, measure="mutual_information")
    with pytest.raises(DataError, match="correlation ratio requires a categorical"):
        column_association(X, Y, measure="correlation_ratio")
    with pytest.raises(ParameterError, match="measure='phi'"):
        column_association(X, Y, measure="phi")
    with pytest.raises(ParameterError, match="n_permutations=-1"):
        column_association(X, Y, n_permutations=-1)
    with pytest.raises(DataError, match="80 and 3 rows"):
        column_association(X, [1, 2, 3])
    with pytest.raises(DataError, match="column 'b' holds an infinite value"):
        column_association(X, [*Y[:-1], np.inf])


def test_a_constant_column_has_no_association_and_says_so():
    found = column_association(np.ones(10), np.arange(10.0))
    assert np.isnan(found.value)
    assert str(found) == "r is not defined: column 'a' is constant"
    assert "only 0 rows have both values" in str(column_association([None, None], [1.0, 2.0]))


@settings(max_examples=30)
@given(st.integers(0, 9999), st.sampled_from([1e-200, 1.0, 1e200]), st.sampled_from([0.0, 1e9]))
def test_r_does_not_depend_on_the_unit(seed, unit, shift):
    random = np.random.default_rng(seed)
    a, b = random.normal(size=(2, 20))
    shift = shift if unit == 1.0 else 0.0
    assert column_association(a * unit + shift, b).value == pytest.approx(
        column_association(a, b).value, abs=1e-6
    )


def test_a_boolean_counts_as_ordered():
    flags = Y > 0
    assert column_association(flags, X, measure="r").value == pytest.approx(np.corrcoef(flags, X)[0, 1])
    assert column_association(flags, X).value == pytest.approx(abs(np.corrcoef(flags, X)[0, 1]))


def test_shuffled_tables_of_very_many_levels_are_drawn_a_few_at_a_time(monkeypatch):
    import tracemalloc

    from gnomon.features import association

    names = column_of("name", [f"n{place}" for place in range(4000)])
    label = column_of("y", np.where(np.arange(4000) % 3, "a", "b").tolist())
    tracemalloc.start()
    found = column_association(names, label).p_value
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 40e6
    monkeypatch.setattr(association, "MAX_CELLS", 2**30)
    assert column_association(names, label).p_value == found
