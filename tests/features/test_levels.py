"""Transformations of categories: binarize, unorder, order and group."""

import numpy as np
import pandas as pd
import polars as pl
import pytest
from sklearn.linear_model import LogisticRegression
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import OneHotEncoder

from gnomon.errors import DataError, DataWarning, ParameterError
from gnomon.features.binarize import Binarize
from gnomon.features.group import GroupLevels, merged
from gnomon.features.order import OrderLevels
from gnomon.features.unorder import Unorder

TOWNS = pd.DataFrame({"town": ["Rome", "Oslo", "Rome", "Bern", None], "age": [1.0, 2.0, 3.0, 4.0, np.nan]})


def test_binarize_makes_the_columns_of_one_hot_and_keeps_the_rest():
    out = Binarize().fit_transform(TOWNS.dropna())
    expected = OneHotEncoder(sparse_output=False).fit_transform(TOWNS.dropna()[["town"]])
    assert np.array_equal(out[:, :3], expected)
    assert np.array_equal(out[:, 3], TOWNS["age"].dropna())


def test_a_missing_category_is_missing_in_all_its_columns():
    out = Binarize().fit_transform(TOWNS)
    assert np.isnan(out[4, :3]).all()
    assert out[:4, :3].sum() == 4


def test_a_level_not_seen_before_is_none_of_those_known():
    made = Binarize().fit(TOWNS)
    new = pd.DataFrame({"town": ["Paris"], "age": [1.0]})
    with pytest.warns(DataWarning, match=r"unseen level 'Paris' \(row 0\), not in the rows that Binarize"):
        assert made.transform(new).tolist() == [[0, 0, 0, 1]]
    with pytest.raises(DataError, match="fit on rows that have it"):
        Binarize(unseen="error").fit(TOWNS).transform(new)


def test_levels_that_only_rows_left_out_have_make_no_column():
    frame = pd.DataFrame({"town": pd.Categorical(["Rome", "Oslo"], ["Bern", "Oslo", "Rome"])})
    assert Binarize().fit(frame).get_feature_names_out().tolist() == ["town=Oslo", "town=Rome"]
    assert Binarize().fit(frame, sample_weight=[1, 0]).get_feature_names_out().tolist() == ["town=Rome"]


def test_numbers_named_as_columns_are_taken_as_categories():
    X = np.array([[7.0, 1.0], [12.0, 2.0], [7.0, 3.0]])
    made = Binarize(columns=[0]).fit(X)
    assert made.get_feature_names_out().tolist() == ["x0=7", "x0=12", "x1"]
    assert made.transform(X)[:, 0].tolist() == [1, 0, 1]


def test_polars_frames_and_arrays_of_words_are_read():
    frame = pl.DataFrame({"town": ["Rome", "Oslo"], "age": [1.0, 2.0]})
    assert Binarize().fit_transform(frame).tolist() == [[0, 1, 1], [1, 0, 2]]
    words = np.array([["Rome", "x"], ["Oslo", "x"]])
    assert Binarize().fit(words).get_feature_names_out().tolist() == ["x0=Oslo", "x0=Rome", "x1=x"]


def test_unordering_drops_the_order_and_nothing_else():
    sizes = pd.DataFrame({"size": pd.Categorical(["S", "L", None], ["S", "M", "L"], ordered=True)})
    out = Unorder().fit_transform(sizes)
    assert not out["size"].cat.ordered
    assert out["size"].astype(object).equals(sizes["size"].astype(object))


def test_ordering_goes_by_the_smoothed_share_of_the_positive_class():
    frame = pd.DataFrame({"level": list("aaabbbccc")})
    y = np.array(["-", "-", "+", "+", "+", "+", "-", "+", "+"])
    assert OrderLevels(positive="+").fit(frame, y).levels_ == [("a", "c", "b")]
    assert OrderLevels().fit(frame, y).levels_ == [("b", "c", "a")]
    assert OrderLevels(positive="+", output="code").fit_transform(frame, y).ravel()[:4].tolist() == [
        0,
        0,
        0,
        2,
    ]


def test_smoothing_draws_rare_levels_to_the_middle():
    frame = pd.DataFrame({"level": ["rare"] + ["common"] * 10 + ["even"] * 4})
    y = [1] + [1] * 9 + [0] + [0, 0, 0, 1]
    assert OrderLevels(smoothing=0.0).fit(frame, y).levels_ == [("even", "common", "rare")]
    assert OrderLevels(smoothing=2.0).fit(frame, y).levels_ == [("even", "rare", "common")]


def test_ordering_by_a_quantity_goes_by_its_mean():
    frame = pd.DataFrame({"level": ["a", "a", "b", "b"]})
    assert OrderLevels(smoothing=0.0).fit(frame, [9.5, 8.5, 1.5, 2.25]).levels_ == [("b", "a")]


def test_weights_count_as_repetition_in_orders_and_groups():
    random = np.random.default_rng(0)
    frame = pd.DataFrame({"level": random.choice(list("abcdef"), 60)})
    y, weight = random.integers(2, size=60), random.integers(0, 3, size=60)
    repeated = frame.loc[frame.index.repeat(weight)].reset_index(drop=True), np.repeat(y, weight)
    for made in (OrderLevels(), GroupLevels("chi2"), GroupLevels("rare", min_share=0.15)):
        assert made.fit(frame, y, sample_weight=weight).learned_ == made.fit(*repeated).learned_


def test_many_classes_need_a_positive_one_to_order_by():
    frame = pd.DataFrame({"level": ["a", "b", "c"]})
    with pytest.raises(ParameterError, match="positive=None"):
        OrderLevels().fit(frame, ["x", "y", "z"])
    with pytest.raises(DataError, match="is not a class of y"):
        OrderLevels(positive="w").fit(frame, ["x", "y", "z"])


def test_an_unseen_level_has_no_place_in_the_order():
    made = OrderLevels().fit(pd.DataFrame({"level": ["a", "b"]}), [0, 1])
    with pytest.warns(DataWarning, match="it becomes a missing value"):
        assert made.transform(pd.DataFrame({"level": ["z"]})).isna().all(axis=None)


def test_rare_levels_become_other_and_so_do_unseen_ones():
    frame = pd.DataFrame({"town": ["Rome"] * 10 + ["Oslo"] * 9 + ["Bern"]})
    made = GroupLevels(min_share=0.1).fit(frame)
    assert made.groups_[0].names == ("Oslo", "Rome", "other")
    assert made.transform(frame)["town"].tolist()[-1] == "other"
    with pytest.warns(DataWarning, match="it becomes 'other'"):
        assert made.transform(pd.DataFrame({"town": ["Paris", None]}))["town"].tolist()[0] == "other"
    assert GroupLevels(min_share=0.01).fit(frame).groups_[0].names == ("Bern", "Oslo", "Rome")


def test_levels_alike_by_chi2_are_joined_and_the_groups_left_differ():
    random = np.random.default_rng(0)
    level = random.choice(list("abcdef"), 600)
    y = random.random(600) < np.where(np.isin(level, list("abc")), 0.2, 0.8)
    made = GroupLevels("chi2", alpha=0.01).fit(pd.DataFrame({"level": level}), y)
    assert made.groups_[0].names == ("a|b|c", "d|e|f")
    capped = GroupLevels("chi2", alpha=0.5, max_groups=1).fit(pd.DataFrame({"level": level}), y)
    assert len(capped.groups_[0].names) == 1
    with pytest.raises(DataError, match="requires y"):
        GroupLevels("chi2").fit(pd.DataFrame({"level": level}))


def test_groups_stop_at_the_first_pair_that_differs():
    counts = np.array([[10.0, 0.0], [9.0, 1.0], [0.0, 10.0]])
    assert merged(counts, 3.84, 99) == [[0, 1], [2]]
    assert merged(counts, 0.5, 99) == [[0], [1], [2]]


def test_they_stand_in_a_pipeline():
    random = np.random.default_rng(0)
    frame = pd.DataFrame({"town": random.choice(["Rome", "Oslo", "Bern"], 90), "age": random.normal(size=90)})
    y = np.where(frame["town"] == "Rome", "yes", "no")
    pipe = make_pipeline(GroupLevels("chi2"), Binarize(), LogisticRegression(C=100))
    assert pipe.fit(frame, y).score(frame, y) == 1
