"""The transformer: against scikit-learn's own steps, by weights, and on awkward tables."""

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.compose import ColumnTransformer
from sklearn.impute import SimpleImputer
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import OneHotEncoder, StandardScaler

from gnomon.errors import DataError, ParameterError
from gnomon.features.automatic.prepare_table import PrepareTable


def mixed(n_rows=80, seed=0):
    random = np.random.default_rng(seed)
    frame = pd.DataFrame(
        {
            "x": random.normal(3, 100, n_rows),
            "town": random.choice(["Ulm", "Bonn", "Rome", "Oslo"], n_rows),
            "z": random.normal(size=n_rows),
        }
    )
    frame.loc[:10, "x"] = np.nan
    return frame


def test_it_does_what_scikit_learns_steps_do():
    frame = mixed()
    peer = ColumnTransformer(
        [
            ("numbers", make_pipeline(SimpleImputer(strategy="median"), StandardScaler()), ["x", "z"]),
            ("towns", OneHotEncoder(sparse_output=False), ["town"]),
        ]
    )
    mine = PrepareTable(scale=True).fit(frame)
    names = mine.get_feature_names_out().tolist()
    assert names == ["x", "town=Bonn", "town=Oslo", "town=Rome", "town=Ulm", "z"]
    assert np.allclose(mine.transform(frame)[:, [0, 5, 1, 2, 3, 4]], peer.fit_transform(frame))
    assert mine.origin_.tolist() == [0, 1, 1, 1, 1, 2]


def test_rare_levels_are_one_as_in_scikit_learn():
    towns = pd.DataFrame({"town": ["Ulm"] * 50 + ["Bonn"] * 30 + ["Rome"] * 3 + ["Oslo"] * 2})
    new = pd.DataFrame({"town": ["Ulm", "Rome", "Paris"]})
    peer = OneHotEncoder(min_frequency=0.05, handle_unknown="infrequent_if_exist", sparse_output=False)
    mine = PrepareTable(rare=0.05).fit(towns)
    assert mine.get_feature_names_out().tolist() == ["town=Bonn", "town=Ulm", "town=other"]
    assert np.array_equal(mine.transform(new), peer.fit(towns).transform(new))


@given(st.integers(0, 10_000))
@settings(max_examples=25, deadline=None)
def test_weights_count_as_repeated_rows(seed):
    random = np.random.default_rng(seed)
    frame = mixed(30, seed)
    times = random.integers(0, 4, len(frame))
    times[-1] = 1
    prepare = PrepareTable(scale=True, mark=["x"], rare=0.2)
    weighted = prepare.fit(frame, sample_weight=times).transform(frame)
    repeated = PrepareTable(scale=True, mark=["x"], rare=0.2).fit(frame.loc[frame.index.repeat(times)])
    assert np.allclose(weighted, repeated.transform(frame), atol=1e-9)


def test_ordinals_and_booleans_are_read_from_words_and_from_codes():
    prepare = PrepareTable(
        names=["size", "smoker"],
        categories=[],
        ordinals={"size": ["S", "M", "L"]},
        booleans={"smoker": ["no", "yes"]},
    )
    words = pd.DataFrame({"smoker": ["yes", "NO", "yes"], "size": ["L", "S", "M"]})
    prepare.fit(words)
    expected = [[2.0, 1.0], [0.0, 0.0], [1.0, 1.0]]
    assert prepare.transform(words).tolist() == expected
    assert prepare.transform(np.array(expected)).tolist() == expected
    truth = words.assign(smoker=[True, False, True])
    assert prepare.transform(truth).tolist() == expected
    unknown = pd.DataFrame({"smoker": ["perhaps"], "size": ["XXL"]})
    assert prepare.transform(unknown).tolist() == [[1.0, 1.0]]


def test_dates_become_their_parts_from_text_and_from_times():
    how = {
        "when": {"format": "%d.%m.%Y", "first": "2024-02-01", "parts": ["days", "year", "month", "weekday"]}
    }
    prepare = PrepareTable(categories=[], dates=how)
    text = pd.DataFrame({"when": ["01.02.2024", "29.02.2024", "soon"]})
    times = pd.DataFrame({"when": pd.to_datetime(["2024-02-01", "2024-02-29", None])})
    expected = [[0.0, 2024.0, 2.0, 3.0], [28.0, 2024.0, 2.0, 3.0], [14.0, 2024.0, 2.0, 3.0]]
    assert prepare.fit(text).transform(text).tolist() == expected
    assert prepare.transform(times).tolist() == expected


def test_a_fold_without_any_value_is_filled():
    frame = mixed()
    prepare = PrepareTable(scale=True).fit(frame.iloc[:10])
    assert np.array_equal(prepare.transform(frame.iloc[:10])[:, 0], np.zeros(10))
    empty = frame.assign(town=None).astype({"town": object})
    made = PrepareTable(categories=["town"]).fit(empty)
    assert made.get_feature_names_out().tolist() == ["x", "town=missing", "z"]


def test_categories_stay_where_the_learner_takes_them():
    frame = mixed()
    prepare = PrepareTable(encode=False, fill=False).fit(frame)
    new = pd.DataFrame({"x": [1.0, np.nan], "town": ["Ulm", "Paris"], "z": [0.0, 1.0]}, index=[7, 9])
    made = prepare.transform(new)
    assert made["town"].tolist() == ["Ulm", "not seen in training"]
    assert made.index.tolist() == [7, 9]
    assert np.isnan(made.loc[9, "x"])


def test_the_same_number_as_text_and_as_number_is_one_level():
    prepare = PrepareTable(categories=["zip"]).fit(pd.DataFrame({"zip": [101, 202, 303]}))
    assert prepare.transform(pd.DataFrame({"zip": ["202"]})).tolist() == [[0.0, 1.0, 0.0]]
    assert prepare.transform(pd.DataFrame({"zip": [202.0]})).tolist() == [[0.0, 1.0, 0.0]]


@pytest.mark.parametrize(
    ("parameters", "error", "said"),
    [
        ({"drop": ["nowhere"]}, DataError, "column 'nowhere' is not in the table"),
        ({"drop": ["x", "town", "z"]}, DataError, "every column is dropped"),
        ({"categories": "all"}, ParameterError, "pass a list of names"),
        ({"dates": {"x": "ISO8601"}}, ParameterError, "pass format, first and parts"),
        ({"categories": []}, DataError, "'Rome' in row 0, which is not a number"),
    ],
)
def test_what_cannot_be_done_is_one_clear_error(parameters, error, said):
    frame = mixed()
    frame.loc[0, "town"] = "Rome"
    with pytest.raises(error, match=said):
        PrepareTable(**parameters).fit(frame)


def test_a_missing_column_is_named():
    prepare = PrepareTable(names=["x", "town", "z"], categories=["town"]).fit(mixed())
    with pytest.raises(DataError, match="no column 'z'; its columns are 'x', 'town'"):
        prepare.transform(mixed()[["x", "town"]])
    with pytest.raises(DataError, match="X has 2 columns, but the table that was fitted has 3"):
        prepare.transform(np.zeros((1, 2)))


def test_numbers_of_any_size_are_scaled_without_overflow():
    frame = pd.DataFrame({"x": [1e308, -1e308, 0.0], "y": [1e-308, 2e-308, 3e-308], "c": [5.0, 5.0, 5.0]})
    made = PrepareTable(scale=True).fit_transform(frame)
    assert np.isfinite(made).all()
    assert np.allclose(made[:, 0], [1.2247448713915892, -1.2247448713915892, 0.0])


def test_names_that_would_be_there_twice_are_told_apart():
    frame = pd.DataFrame({"age": [1.0, None, 2.0], "age: missing": [0.0, 1.0, 5.0], "a": ["b=c", "x", "y"]})
    names = PrepareTable(mark=["age"]).fit(frame).get_feature_names_out().tolist()
    assert names == ["age", "age: missing", "age: missing'", "a=b=c", "a=x", "a=y"]


def test_infinity_is_refused_by_the_name_of_its_column():
    frame = pd.DataFrame({"nr": [1.0, 2.0], "age": [3.0, np.inf]})
    with pytest.raises(DataError, match=r"column 'age' contains infinity .row 1"):
        PrepareTable(drop=["nr"]).fit(frame)


def test_numbers_at_the_end_of_floats_are_filled_and_scaled():
    largest = np.finfo(np.float64).max
    frame = pd.DataFrame({"size": [largest, -largest, largest, np.nan, largest, -largest / 2]})
    step = PrepareTable(names=["size"], fill=True, scale=True)
    found = step.fit_transform(frame)
    assert step.fills_ == [largest]
    assert np.isfinite(found).all()
    assert found.mean() == pytest.approx(0, abs=1e-12)
    assert found.std() == pytest.approx(1)
