"""What all discretizers share: outputs, names, missing values, mixed tables, weights, folds."""

import numpy as np
import pandas as pd
import pytest
from sklearn.model_selection import cross_val_score
from sklearn.naive_bayes import CategoricalNB
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import KBinsDiscretizer

from gnomon.errors import DataError, DataWarning, ParameterError
from gnomon.features.agglomerative_merge import AgglomerativeMerge
from gnomon.features.discretizer import bins, interval_names
from gnomon.features.equal_frequency import EqualFrequency
from gnomon.features.equal_width import EqualWidth
from gnomon.features.recursive_partition import RecursivePartition

ALL = [
    EqualWidth(3),
    EqualFrequency(3),
    RecursivePartition(stop="pure", max_depth=2),
    AgglomerativeMerge(alpha=0.3),
]


def rows(n=200, seed=0):
    random = np.random.default_rng(seed)
    X = random.normal(size=(n, 3)).round(1)
    y = np.array(["no", "maybe", "yes"])[np.digitize(X[:, 0] + random.normal(size=n), [-0.5, 0.5])]
    return X, y


@pytest.mark.parametrize("discretizer", ALL, ids=lambda each: type(each).__name__)
def test_weights_count_as_repetition(discretizer):
    X, y = rows()
    weight = np.random.default_rng(1).integers(0, 4, size=len(X))
    weighted = discretizer.fit(X, y, sample_weight=weight).cuts_
    repeated = discretizer.fit(np.repeat(X, weight, axis=0), np.repeat(y, weight)).cuts_
    for one, other in zip(weighted, repeated):
        np.testing.assert_allclose(one, other)


@pytest.mark.parametrize("discretizer", ALL, ids=lambda each: type(each).__name__)
def test_a_missing_value_has_no_say_and_stays_missing(discretizer):
    X, y = rows()
    full = [None if cuts is None else cuts.copy() for cuts in discretizer.fit(X, y).cuts_]
    holes = np.vstack([X, np.full((5, 3), np.nan)])
    made = discretizer.fit(holes, np.append(y, ["no"] * 5))
    assert all(np.array_equal(one, other) for one, other in zip(full, made.cuts_))
    assert np.isnan(made.transform(holes)[-5:]).all()
    assert not np.isnan(made.transform(holes)[:-5]).any()


@pytest.mark.parametrize("discretizer", ALL, ids=lambda each: type(each).__name__)
def test_other_kinds_pass_a_mixed_table_as_they_are(discretizer):
    X, y = rows()
    frame = pd.DataFrame({"a": X[:, 0], "town": np.where(X[:, 1] > 0, "Rome", "Oslo"), "b": X[:, 2]})
    made = discretizer.fit(frame, y)
    out = made.transform(frame)
    assert list(out.columns) == list(made.get_feature_names_out()) == ["a", "town", "b"]
    assert (out["town"] == frame["town"]).all()
    numbers = discretizer.fit(frame[["a", "b"]], y).transform(frame[["a", "b"]])
    assert np.array_equal(out[["a", "b"]], numbers)


def test_constant_and_all_missing_columns_have_one_bin():
    X = np.column_stack([np.ones(20), np.full(20, np.nan), np.arange(20.0)])
    y = np.arange(20) >= 7
    for discretizer in ALL[:2]:
        with pytest.warns(DataWarning, match=r"'x0' \(1\), 'x1' \(1\)"):
            cuts = discretizer.fit(X, y).cuts_
        assert [len(each) for each in cuts] == [0, 0, 2]
    for discretizer in ALL[2:]:
        cuts = discretizer.fit(X, y).cuts_
        assert [len(each) for each in cuts] == [0, 0, 1]


def test_an_identifier_gives_no_cut_by_description_length_unless_it_tells_of_the_classes():
    random = np.random.default_rng(0)
    identifier = np.arange(300.0)[:, None]
    assert len(RecursivePartition().fit(identifier, random.integers(2, size=300)).cuts_[0]) == 0
    assert RecursivePartition().fit(identifier, identifier[:, 0] >= 120).cuts_[0].tolist() == [119.5]


def test_intervals_and_bits_say_the_same_as_codes():
    X, _ = rows()
    frame = pd.DataFrame(X, columns=["a", "b", "c"])
    code = EqualFrequency(3).fit_transform(frame)
    made = EqualFrequency(3, output="interval").fit(frame)
    interval = made.transform(frame)
    assert interval["a"].cat.ordered
    assert np.array_equal(interval.apply(lambda column: column.cat.codes), code)
    bits = EqualFrequency(3, output="one_hot").fit(frame)
    assert np.array_equal(bits.transform(frame)[:, :3].argmax(axis=1), code[:, 0])
    assert bits.get_feature_names_out()[0] == f"a: {interval['a'].cat.categories[0]}"
    assert bits.set_output(transform="pandas").transform(frame).shape == (200, 9)


def test_a_missing_value_is_missing_in_every_output():
    X = np.array([[1.0], [np.nan], [3.0]])
    assert np.isnan(EqualWidth(2, output="one_hot").fit_transform(X)[1]).all()
    assert pd.isna(EqualWidth(2, output="interval").fit_transform(X).iloc[1, 0])


def test_a_value_at_a_cut_lies_above_it_and_values_beyond_lie_in_the_outer_bins():
    assert bins(np.array([2.0, 5.0]), [-np.inf, 2.0, 4.9, 5.0, np.inf]).tolist() == [0, 1, 1, 2, 2]


def test_names_of_intervals_tell_close_cuts_apart():
    names = interval_names(np.array([1.00000001, 1.00000002]))
    assert len(set(names)) == 3
    assert names[1] == "[1.00000001, 1.00000002)"


def test_equal_width_has_the_bins_of_scikit_learn():
    X, _ = rows()
    peer = KBinsDiscretizer(5, encode="ordinal", strategy="uniform").fit(X)
    made = EqualWidth(5).fit(X)
    for cuts, edges in zip(made.cuts_, peer.bin_edges_):
        np.testing.assert_allclose(cuts, edges[1:-1], atol=1e-12)


def test_equal_frequency_has_the_bins_of_scikit_learn_on_distinct_values():
    X = np.random.default_rng(0).normal(size=(120, 4))
    peer = KBinsDiscretizer(4, encode="ordinal", strategy="quantile", quantile_method="averaged_inverted_cdf")
    assert np.array_equal(EqualFrequency(4).fit_transform(X), peer.fit_transform(X))


def test_more_bins_than_values_gives_a_bin_a_value_and_says_so():
    X = np.array([[1.0], [2.0], [2.0], [3.0]])
    with pytest.warns(DataWarning, match=r"n_bins=9\): too few distinct values .* 'x0' \(3\)"):
        assert EqualFrequency(9).fit(X).cuts_[0].tolist() == [1.5, 2.5]


def test_discretizers_are_fitted_inside_a_fold():
    X, y = rows(300)
    pipe = make_pipeline(RecursivePartition(stop="pure", max_depth=2), CategoricalNB(min_categories=8))
    assert cross_val_score(pipe, X, y, cv=5).mean() > 0.4


def test_a_quantitative_target_is_cut_into_classes_first():
    X = np.arange(40.0)[:, None]
    y = np.where(X[:, 0] < 20, 0.25, 7.5) + X[:, 0] / 1000
    assert RecursivePartition(target_bins=2).fit(X, y).cuts_[0].tolist() == [19.5]


def test_columns_can_be_named_numbered_or_flagged():
    X, y = rows()
    for chosen in ([1], ["x1"], [False, True, False], 1):
        made = RecursivePartition(columns=chosen, stop="pure", max_depth=1).fit(X, y)
        assert [cuts is None for cuts in made.cuts_] == [True, False, True]
        assert np.array_equal(made.transform(X)[:, [0, 2]], X[:, [0, 2]])
    with pytest.raises(ParameterError, match="'z', which is not a column"):
        EqualWidth(columns=["z"]).fit(X)
    with pytest.raises(ParameterError, match="mask of length 2 for 3 columns"):
        EqualWidth(columns=[True, False]).fit(X)


def test_words_named_as_numbers_are_refused():
    frame = pd.DataFrame({"town": ["Rome", "Oslo"], "a": [1.0, 2.0]})
    with pytest.raises(DataError, match="column 'town' is declared quantitative, but 'Rome'"):
        EqualWidth(columns=["town"]).fit(frame)


def test_infinite_values_and_missing_labels_are_refused():
    frame = pd.DataFrame({"town": ["Rome", "Oslo"], "a": [1.0, np.inf]})
    with pytest.raises(DataError, match=r"infinity \(column 'a', row 1\)"):
        EqualWidth().fit(frame)
    with pytest.raises(DataError, match="infinity"):
        EqualWidth().fit([[1.0], [np.inf]])
    with pytest.raises(DataError, match="row 1 has no value"):
        RecursivePartition().fit([[1.0], [2.0]], ["a", None])


def test_the_frame_lists_every_bin():
    frame = EqualWidth(2).fit(pd.DataFrame({"age": [0.0, 10.0]})).frame()
    assert frame.values.tolist() == [["age", 0, -np.inf, 5.0, "< 5"], ["age", 1, 5.0, np.inf, ">= 5"]]


def test_huge_and_tiny_values_are_cut():
    X = np.array([[-1.7e308], [1.7e308], [0.0]])
    assert np.isfinite(EqualWidth(2).fit(X).cuts_[0]).all()
    assert EqualFrequency(3).fit(X).cuts_[0].shape == (2,)
    assert AgglomerativeMerge("distance", max_bins=2).fit(X).cuts_[0].shape == (1,)
