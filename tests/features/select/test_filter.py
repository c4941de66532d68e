import warnings

import numpy as np
import pandas as pd
import polars as pl
import pytest
from sklearn.base import clone
from sklearn.dummy import DummyClassifier
from sklearn.model_selection import cross_val_score
from sklearn.pipeline import make_pipeline

import gnomon as gn
from gnomon.errors import DataError, DataWarning, ParameterError
from gnomon.features.select.filter import SelectByFilter
from gnomon.features.select.redundancy import CRITERIA
from gnomon.features.select.univariate import SCORES
from gnomon.learners.bayes.gaussian import GaussianNB
from gnomon.sharing import laws

FILTERS = [*SCORES, *CRITERIA, "fcbf"]
ALONE = SelectByFilter(k=2, guard=False)


def rows(seed=0, n_classes=2):
    random = np.random.default_rng(seed)
    y = random.integers(n_classes, size=120)
    X = random.normal(size=(120, 6)) + y[:, None] * [1.5, 0, 0.7, 0, 0.3, -1.0]
    X[:, 4] = np.round(X[:, 4])
    return X, np.array(["a", "b", "c"])[y]


@pytest.mark.parametrize("name", [name for name in FILTERS if name != "auc"])
def test_rows_left_out_have_no_say_in_numbers(name):
    for seed in (0, 1):
        laws.check_subsetting(clone(ALONE).set_params(filter=name), seed)


@pytest.mark.parametrize("name", FILTERS)
def test_rows_left_out_have_no_say_in_classes(name):
    X, y = rows()
    model = clone(ALONE).set_params(filter=name)
    data = model.prepare(*model.check_rows(X, y))
    for index in (np.arange(70), np.random.default_rng(0).integers(120, size=120)):
        shared = clone(model).fit_prepared(data.rows(index))
        alone = clone(model).fit(X[index], y[index])
        np.testing.assert_allclose(shared.scores_, alone.scores_, rtol=1e-9, atol=1e-12)
        assert np.array_equal(shared.ranking_, alone.ranking_)


@pytest.mark.parametrize("name", FILTERS)
def test_a_weight_is_a_repetition_or_is_refused(name):
    X, y = rows()
    weight = np.random.default_rng(1).integers(0, 4, size=120)
    model = clone(ALONE).set_params(filter=name)
    if name.startswith("relief"):
        with pytest.raises(ParameterError, match="does not support sample_weight"):
            model.fit(X, y, sample_weight=weight)
        return
    model.fit(X, y, sample_weight=weight)
    repeated = clone(model).fit(np.repeat(X, weight, axis=0), np.repeat(y, weight))
    np.testing.assert_allclose(model.scores_, repeated.scores_, rtol=1e-8)
    assert np.array_equal(model.ranking_, repeated.ranking_)


@pytest.mark.parametrize("name", FILTERS)
def test_the_best_columns_are_kept_in_their_order(name):
    X, y = rows()
    model = clone(ALONE).set_params(filter=name).fit(X, y)
    assert model.get_support(indices=True).tolist() == sorted(model.order_[: model.support_.sum()])
    assert 0 in model.get_support(indices=True) or name == "signed_correlation"
    assert sorted(model.ranking_) == [1, 2, 3, 4, 5, 6]
    assert np.array_equal(model.transform(X), X[:, model.support_])


@pytest.mark.parametrize("name", FILTERS)
def test_columns_without_spread_or_values_are_defined_and_said(name):
    X, y = rows()
    X = np.column_stack([np.full(120, 0.1), X[:, :2]])
    if not name.startswith("relief"):
        X = np.column_stack([X, np.full(120, np.nan)])
    model = clone(ALONE).set_params(filter=name, k="all")
    with pytest.warns(DataWarning, match="constant or have only missing values"):
        model.fit(X, y)
    assert model.ranking_[0] == 3
    assert np.isfinite(model.scores_).all()


def test_a_name_of_each_row_is_said_to_tell_nothing():
    frame = pd.DataFrame({"name": [f"row {i}" for i in range(20)], "size": np.arange(20.0)})
    with pytest.warns(DataWarning, match="columns 'name' are categories with one level per row"):
        SelectByFilter(k=1, guard=False).fit(frame, np.arange(20) % 2)


def test_all_columns_without_spread_are_ranked_as_they_stand():
    with pytest.warns(DataWarning, match="columns 0, 1"):
        model = SelectByFilter("jmi", k="all", guard=False).fit(np.ones((9, 2)), np.arange(9) % 2)
    assert model.ranking_.tolist() == [1, 2]


def test_more_columns_asked_for_than_there_are_is_said():
    X, y = rows()
    with pytest.warns(DataWarning, match="k=9 of 6 columns: all are selected"):
        assert SelectByFilter(k=9, guard=False).fit(X, y).get_support().all()


def test_a_threshold_keeps_columns_of_that_score_and_at_most_k():
    X, y = rows()
    scores = clone(ALONE).set_params(k="all").fit(X, y).scores_
    cut = np.sort(scores)[-3]
    model = clone(ALONE).set_params(threshold=cut, k="all").fit(X, y)
    assert np.array_equal(model.get_support(), scores >= cut)
    assert clone(ALONE).set_params(threshold=cut, k=1).fit(X, y).support_.sum() == 1


def test_the_sign_is_kept_and_the_size_ranks():
    X, y = rows()
    by_size = clone(ALONE).set_params(filter="correlation").fit(X, y)
    assert by_size.values_[5] < 0 < by_size.scores_[5]
    assert by_size.ranking_[5] == 2
    assert clone(ALONE).set_params(filter="signed_correlation").fit(X, y).ranking_[5] == 6
    by_area = clone(ALONE).set_params(filter="auc").fit(X, y)
    np.testing.assert_allclose(by_area.scores_, np.maximum(by_area.values_, 1 - by_area.values_))


def test_frames_of_categories_and_numbers_are_taken_as_they_are():
    frame = pd.DataFrame(
        {
            "size": [1.5, 2.5, 9.5, 8.5] * 5,
            "color": ["red", "red", "blue", None] * 5,
            "noise": [1.0, 2.0] * 10,
        }
    )
    y = np.array(["no", "no", "yes", "yes"] * 5)
    model = SelectByFilter("information_gain", k=1, guard=False).set_output(transform="pandas").fit(frame, y)
    assert model.get_feature_names_out().tolist() == ["size"]
    assert list(model.transform(frame).columns) == ["size"]
    np.testing.assert_allclose(model.scores_, [1, 1, 0], atol=1e-12)
    with pytest.raises(ParameterError, match="encode it"):
        clone(model).set_params(filter="correlation", categorical_features=["size", "color"]).fit(frame, y)
    new = frame.assign(color="unseen")
    assert model.transform(new).shape == (20, 1)


def test_words_among_numbers_are_refused_with_a_way_out():
    with pytest.raises(DataError, match="categorical_features"):
        SelectByFilter(guard=False).fit(np.array([["a", "1"], ["b", "2"]]), [0, 1])
    model = SelectByFilter(k=1, guard=False, categorical_features=[0, 1])
    words = np.array([["a", "1"], ["b", "1"], ["b", "2"], ["b", "2"]])
    assert model.fit(words, [0, 1, 1, 1]).support_.tolist() == [True, False]


@pytest.mark.parametrize("name", ["relief", "relieff"])
def test_relief_refuses_gaps(name):
    X, y = rows()
    X[3, 1] = np.nan
    with pytest.raises(DataError, match="column 1, row 3, is missing"):
        clone(ALONE).set_params(filter=name).fit(X, y)


def test_infinity_is_refused():
    X, y = rows()
    X[3, 1] = np.inf
    with pytest.raises(DataError, match="infinity"):
        clone(ALONE).fit(X, y)


def test_filters_of_two_classes_refuse_three_with_a_way_out():
    X, y = rows(n_classes=3)
    for name in ("correlation", "auc"):
        with pytest.raises(ParameterError, match="3"):
            clone(ALONE).set_params(filter=name).fit(X, y)
    with pytest.raises(DataError, match=r"y holds .a., which is not a number"):
        clone(ALONE).set_params(target="numbers").fit(X, y)
    with pytest.raises(ParameterError, match="requires classes"):
        clone(ALONE).set_params(filter="auc").fit(X, X[:, 0])


def test_the_target_can_be_told_to_be_numbers_or_classes():
    X = np.array([[0], [1], [2], [3]] * 3)
    y = np.array([1, 4, 2, 3] * 3)
    assert clone(ALONE).set_params(filter="correlation", target="numbers", k=1).fit(X, y).values_[0] > 0
    by_class = clone(ALONE).set_params(k=1, target="classes").fit(X, y / 2)
    np.testing.assert_allclose(by_class.scores_, 2)


@pytest.mark.parametrize(
    "settings", [{"k": 0}, {"k": True}, {"k": "some"}, {"n_bins": 1}, {"filter": "best"}]
)
def test_settings_out_of_range_are_refused(settings):
    X, y = rows()
    with pytest.raises(ParameterError):
        SelectByFilter(**settings).fit(X, y)


@pytest.mark.parametrize(
    "dtype", [np.float32, np.float16, np.longdouble, np.int64, np.int32, np.uint64, np.uint8, np.int8, bool]
)
def test_integers_and_single_precision_give_the_same_scores(dtype):
    random = np.random.default_rng(0)
    X = random.integers(2, size=(80, 3))
    y = X[:, 1] ^ (random.random(80) < 0.2)
    for name in FILTERS:
        model = clone(ALONE).set_params(filter=name)
        expected = clone(model).fit(X.astype(float), y)
        assert np.array_equal(model.fit(X.astype(dtype), y).scores_, expected.scores_)


def test_settings_of_a_path_share_codes_and_tables():
    X, y = rows()
    model = clone(ALONE)
    data = model.prepare(*model.check_rows(X, y))
    path = [clone(model).set_params(filter=name, k=k) for name in ("jmi", "information_gain") for k in (1, 3)]
    fitted = list(SelectByFilter.fit_each(path, data))
    assert len(data._coded) == 1
    for setting, shared in zip(path, fitted, strict=True):
        assert np.array_equal(shared.scores_, clone(setting).fit(X, y).scores_)


def test_copies_are_warned_of_by_name():
    X, y = rows()
    frame = pd.DataFrame(X[:, :3], columns=["a", "b", "c"]).assign(again=X[:, 0] * 2)
    with pytest.warns(DataWarning, match="columns 'a' and 'again' are redundant"):
        SelectByFilter("correlation", k=2).fit(frame, y)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        SelectByFilter("mrmr", k=2).fit(frame, y)


def test_a_pair_that_tells_together_is_warned_of_by_name():
    random = np.random.default_rng(0)
    X = random.integers(2, size=(200, 5))
    y = X[:, 1] ^ X[:, 3]
    with pytest.warns(DataWarning, match="columns 1 and 3 have 0.99 bits"):
        SelectByFilter("information_gain", k=1).fit(X, y)
    kept = SelectByFilter("relieff", k=2).fit(X, y)
    assert kept.get_support(indices=True).tolist() == [1, 3]


def test_noise_gives_no_warning_of_pairs():
    for seed in range(20):
        random = np.random.default_rng(seed)
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            SelectByFilter(k=2).fit(random.normal(size=(150, 8)), random.integers(2, size=150))


def test_selection_inside_each_fold_shows_that_noise_is_noise():
    random = np.random.default_rng(0)
    X, y = random.normal(size=(60, 2000)), np.arange(60) % 2
    chosen = SelectByFilter("correlation", k=10).fit_transform(X, y)
    naive = cross_val_score(GaussianNB(), chosen, y, cv=5).mean()
    honest = cross_val_score(
        make_pipeline(SelectByFilter("correlation", k=10), GaussianNB()), X, y, cv=5
    ).mean()
    assert naive > 0.8
    assert honest < 0.65


def test_it_works_in_a_pipeline_of_a_task():
    task = gn.load("heart")
    pipeline = make_pipeline(SelectByFilter("mrmr", k=5), DummyClassifier())
    assert gn.resample(task, pipeline, gn.k_fold(3)).score("accuracy") > 0


@pytest.mark.parametrize("library", ["pandas", "polars"])
def test_categories_that_are_kept_reach_the_learner_as_they_are(library):
    X, y = rows()
    frame = pd.DataFrame({"town": np.where(y == "a", "Ulm", "Bonn"), "age": X[:, 0], "noise": X[:, 1]})
    frame = frame if library == "pandas" else pl.from_pandas(frame)
    model = make_pipeline(SelectByFilter(k=2, guard=False), gn.DecisionTreeClassifier())
    assert model.fit(frame, y).score(frame, y) == 1
    kept = model[0].transform(frame)
    assert list(kept.columns) == ["town", "age"] == model[0].get_feature_names_out().tolist()
    found = gn.resample(gn.Task(frame, y), model, gn.k_fold(3))
    assert found.estimate("accuracy").value == 1
    with pytest.raises(ValueError, match="feature names"):
        model[0].transform(frame[["town", "noise", "age"]])


def test_a_target_with_a_missing_value_is_refused_by_row():
    X, _ = rows()
    with pytest.raises(DataError, match=r"contains NaN \(row 3"):
        ALONE.fit(X, np.where(np.arange(120) == 3, np.nan, np.arange(120) % 2))
