"""Mixed tables: kinds are those of the rows fitted on, and what is not changed passes."""

import numpy as np
import pandas as pd
import polars as pl
import pytest
import skops.io
from sklearn.base import clone

from gnomon.errors import DataError, DataWarning
from gnomon.features.agglomerative_merge import AgglomerativeMerge
from gnomon.features.binarize import Binarize
from gnomon.features.equal_width import EqualWidth
from gnomon.features.group import GroupLevels
from gnomon.features.order import OrderLevels
from gnomon.features.recursive_partition import RecursivePartition
from gnomon.features.scale import Normalize
from gnomon.features.text import TextFeatures
from gnomon.features.threshold import Threshold
from gnomon.features.unorder import Unorder

FRAME = pd.DataFrame({"ill": ["no", "yes", "no"], "age": [1.0, 2.0, 9.0]}, index=[7, 8, 9])


def test_a_boolean_column_is_read_alike_in_rows_that_show_one_value():
    made = Normalize("range").fit(FRAME)
    whole, part = made.transform(FRAME), made.transform(FRAME.iloc[[1]])
    assert whole[:, 0].tolist() == [0, 1, 0]
    assert part.tolist() == whole[[1]].tolist()


def test_a_strange_word_in_a_boolean_column_is_refused():
    with pytest.raises(DataError, match=r"unseen level 'perhaps' .row 0., not in the rows that Normalize"):
        Normalize().fit(FRAME).transform(pd.DataFrame({"ill": ["perhaps"], "age": [1.0]}))


def test_a_data_frame_out_has_the_index_of_the_one_in():
    frame = FRAME.assign(town=["Rome", "Oslo", "Rome"])
    assert Normalize().fit_transform(frame).index.tolist() == [7, 8, 9]
    assert EqualWidth(2).set_output(transform="pandas").fit_transform(FRAME).index.tolist() == [7, 8, 9]


def test_numbers_where_words_were_are_not_taken_for_numbers():
    made = Binarize().fit(pd.DataFrame({"zip": ["10", "20", "10"]}))
    assert made.transform(pd.DataFrame({"zip": [20, 10]})).tolist() == [[0, 1], [1, 0]]


def test_words_where_numbers_were_are_refused():
    with pytest.raises(DataError, match="column 'age' is declared quantitative, but 'old'"):
        Normalize().fit(FRAME).transform(pd.DataFrame({"ill": ["no"], "age": ["old"]}))


def test_other_columns_or_an_empty_table_are_refused():
    made = Normalize().fit(FRAME)
    with pytest.raises(ValueError, match="feature names"):
        made.transform(FRAME.rename(columns={"age": "size"}))
    with pytest.raises(DataError, match="0 rows"):
        Normalize().fit(FRAME.iloc[:0])


def test_a_column_missing_throughout_passes():
    frame = pd.DataFrame({"gone": [np.nan, np.nan], "size": pd.Categorical(["S", "L"], ordered=True)})
    out = Unorder().fit_transform(frame)
    assert out["gone"].isna().all()
    assert not out["size"].cat.ordered


ALL = [
    Binarize(),
    Unorder(),
    OrderLevels(positive="yes"),
    GroupLevels("chi2"),
    GroupLevels("rare", min_share=0.2),
    TextFeatures(columns=["town"]),
    Threshold(by="information_gain"),
    RecursivePartition(stop="pure", output="interval"),
    AgglomerativeMerge(output="interval"),
]


def mixed(n=60, seed=0):
    random = np.random.default_rng(seed)
    town = random.choice(["Rome", "Oslo", "Bern", "Paris"], n, p=[0.4, 0.3, 0.2, 0.1])
    size = pd.Categorical(random.choice(["S", "M", "L"], n), ["S", "M", "L"], ordered=True)
    frame = pd.DataFrame({"town": town, "size": size, "age": random.normal(size=n).round(1)})
    return frame, random.choice(["no", "perhaps", "yes"], n)


def same(one, other):
    return pd.DataFrame(one).equals(pd.DataFrame(other))


@pytest.mark.parametrize("transformer", ALL, ids=repr)
def test_rows_left_out_have_no_say_in_a_mixed_table(transformer):
    frame, y = mixed()
    for index in (np.arange(40), np.flatnonzero(frame["town"] != "Oslo"), np.flatnonzero(y != "perhaps")):
        data = clone(transformer)
        whole = data.fit_prepared(data.prepare(*data.check_rows(frame, y)).rows(index))
        alone = clone(transformer).fit(frame.iloc[index], y[index])
        seen = frame.iloc[index]
        assert same(whole.transform(seen), alone.transform(seen))
        assert whole.get_feature_names_out().tolist() == alone.get_feature_names_out().tolist()


@pytest.mark.parametrize("transformer", ALL, ids=repr)
def test_what_is_learned_of_categories_survives_a_model_file(transformer):
    frame, y = mixed()
    made = clone(transformer).fit(frame, y)
    file = skops.io.dumps(made)
    trusted = skops.io.get_untrusted_types(data=file)
    assert all(name.startswith("gnomon.") for name in trusted)
    assert same(skops.io.loads(file, trusted=trusted).transform(frame), made.transform(frame))


def test_a_column_like_a_name_is_warned_of():
    people = pd.DataFrame({"who": [f"person {i}" for i in range(20)]})
    for transformer in (Binarize(), OrderLevels()):
        with pytest.warns(DataWarning, match="'who' has almost only unique values"):
            transformer.fit(people, np.arange(20) % 2)


def test_a_lazy_frame_is_to_be_collected_first():
    with pytest.raises(DataError, match="collect it first"):
        Normalize().fit(pl.LazyFrame({"x": [1.0, 2.0]}))
    assert Normalize().fit_transform(pl.DataFrame({"x": [1.0, 3.0]})).ravel().tolist() == [-1, 1]


def test_a_frame_stays_one_of_its_library_and_keeps_kinds():
    frame = pl.DataFrame(
        {
            "size": pl.Series(["S", None, "L"], dtype=pl.Enum(["S", "L"])),
            "town": ["Ulm", "Bonn", None],
            "age": [1.0, None, 3.0],
            "ill": [True, None, False],
        }
    )
    found = EqualWidth(2, output="interval").fit_transform(frame)
    kinds = [pl.Enum(["S", "L"]), pl.Categorical, pl.Enum(["< 2", ">= 2"]), pl.Boolean]
    assert found.dtypes == kinds
    assert found.null_count().row(0) == (1, 1, 1, 1)
    assert found["town"].to_list() == ["Ulm", "Bonn", None]


def test_a_table_that_nothing_is_left_of_keeps_its_rows():
    nothing = pd.DataFrame({"town": np.full(3, None, dtype=object)}).astype("category")
    assert Binarize().fit_transform(nothing).shape == (3, 0)
