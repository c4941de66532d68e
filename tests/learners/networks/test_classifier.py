import numpy as np
import pandas as pd
import pytest
from sklearn.datasets import load_iris
from sklearn.model_selection import cross_val_score
from sklearn.naive_bayes import CategoricalNB
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

import gnomon as gn
from gnomon.errors import DataError, DataWarning, ParameterError
from gnomon.learners.networks.classifier import BayesianNetworkClassifier
from gnomon.learners.networks.graph import DirectedGraph

STRUCTURES = ("naive", "tan", "kdb", "augmented", "learned")


def levels(seed=0, n=300, d=4):
    random = np.random.default_rng(seed)
    X = random.integers(3, size=(n, d))
    return X, (X[:, 0] + X[:, 1] + random.integers(2, size=n)) % 3


def parity(n=400, seed=0):
    """The class is whether two columns agree: neither says anything by itself."""
    random = np.random.default_rng(seed)
    X = random.integers(2, size=(n, 4)).astype(float)
    return X, (X[:, 0] == X[:, 1]) ^ (random.random(n) < 0.05)


def categories(X):
    return pd.DataFrame(X).astype(str).rename(columns=lambda j: f"c{j}")


@pytest.mark.parametrize("alpha", [0.5, 1.0])
def test_the_naive_network_is_categorical_naive_bayes_but_for_the_smoothed_prior(alpha):
    X, y = levels()
    peer = CategoricalNB(alpha=alpha).fit(X, y)
    ours = BayesianNetworkClassifier(structure="naive", smoothing=alpha).fit(categories(X), y)
    prior = (np.bincount(y) + alpha) / (len(y) + 3 * alpha)
    expected = peer.predict_joint_log_proba(X) - peer.class_log_prior_ + np.log(prior)
    expected = np.exp(expected) / np.exp(expected).sum(axis=1, keepdims=True)
    np.testing.assert_allclose(ours.predict_proba(categories(X)), expected, rtol=1e-10)


@pytest.mark.parametrize("structure", [each for each in STRUCTURES if each != "naive"])
def test_dependent_features_are_put_to_use(structure):
    X, y = parity()
    score = cross_val_score(BayesianNetworkClassifier(structure=structure, max_parents=2), X, y).mean()
    naive = cross_val_score(BayesianNetworkClassifier(structure="naive"), X, y).mean()
    assert score > 0.9 > naive + 0.2


@pytest.mark.parametrize("structure", STRUCTURES)
def test_posteriors_are_those_of_the_network_itself(structure):
    X, y = levels(1)
    model = BayesianNetworkClassifier(structure=structure).fit(categories(X), y)
    result = model.predict_proba(categories(X[:5]))
    for row, shares in zip(categories(X[:5]).to_dict("records"), result, strict=True):
        np.testing.assert_allclose(shares, model.network_.query("class", row).values, rtol=1e-10)


@pytest.mark.parametrize("structure", STRUCTURES)
def test_missing_values_are_summed_out(structure):
    X, y = levels(2)
    model = BayesianNetworkClassifier(structure=structure).fit(categories(X), y)
    frame = categories(X[:20])
    is_missing = np.random.default_rng(0).random(frame.shape) < 0.4
    result = model.predict_proba(frame.mask(is_missing))
    for row, missing_here, shares in zip(frame.to_dict("records"), is_missing, result, strict=True):
        seen = {
            name: level for (name, level), gone in zip(row.items(), missing_here, strict=True) if not gone
        }
        np.testing.assert_allclose(shares, model.network_.query("class", seen).values, rtol=1e-10)


@pytest.mark.parametrize("structure", STRUCTURES)
def test_a_level_never_seen_says_as_much_as_a_missing_value(structure):
    X, y = levels(3)
    model = BayesianNetworkClassifier(structure=structure).fit(categories(X), y)
    new, gone = categories(X[:4]), categories(X[:4])
    new.loc[:, "c1"], gone.loc[:, "c1"] = "none of these", None
    np.testing.assert_array_equal(model.predict_proba(new), model.predict_proba(gone))


@pytest.mark.parametrize("structure", STRUCTURES)
def test_training_rows_may_have_missing_values(structure):
    X, y = levels(4)
    X = X.astype(float)
    X[np.random.default_rng(0).random(X.shape) < 0.1] = np.nan
    model = BayesianNetworkClassifier(structure=structure).fit(X, y)
    assert np.isfinite(model.predict_proba(X)).all()
    whole = ~np.isnan(X[:, 0])
    table = model.network_.tables["x0"]
    if model.network_.graph.parents_of("x0") == ("class",):
        expected = np.array([np.sum((y == 1) & whole & (X[:, 0] == v)) + 1 for v in range(3)])
        np.testing.assert_allclose(table[1], expected / expected.sum())


@pytest.mark.parametrize("structure", STRUCTURES)
def test_weights_are_repetitions(structure):
    X, y = load_iris(return_X_y=True)
    times = np.random.default_rng(0).integers(0, 3, size=len(y))
    weighted = BayesianNetworkClassifier(structure=structure).fit(X, y, sample_weight=times)
    repeated = BayesianNetworkClassifier(structure=structure).fit(
        np.repeat(X, times, axis=0), np.repeat(y, times)
    )
    np.testing.assert_allclose(weighted.predict_proba(X), repeated.predict_proba(X), rtol=1e-9)


def test_a_class_absent_from_a_fold_is_not_predicted_and_does_no_harm():
    X, y = levels(5, n=60)
    y[:2] = 9
    with pytest.warns(DataWarning, match="class 9 has 2 rows"):
        predictions = gn.resample(
            gn.Task(X, y, kind="classification"), BayesianNetworkClassifier(), gn.k_fold(5)
        )
    assert len(predictions.predicted) == 60
    model = BayesianNetworkClassifier().fit(X[2:], y[2:])
    assert 9 not in model.classes_


def test_folds_by_the_training_loop_are_those_of_scikit_learn():
    X, y = levels(6, n=120)
    frame = categories(X).assign(number=np.random.default_rng(0).normal(size=120))
    task = gn.Task(frame, y, kind="classification")
    splits = gn.k_fold(4, random_state=0).split(task)
    ours = gn.resample(task, BayesianNetworkClassifier(), splits).score("accuracy")
    theirs = []
    for train, held_out in splits:
        model = BayesianNetworkClassifier().fit(frame.iloc[train], y[train])
        theirs.append(model.predict(frame.iloc[held_out]) == y[held_out])
    assert ours == pytest.approx(np.concatenate(theirs).mean())


def test_a_given_graph_is_used_as_it_is():
    X, y = levels(7)
    graph = DirectedGraph.of_formula("[c1][kind|c1][c0|kind]")
    model = BayesianNetworkClassifier(structure=graph).fit(categories(X), y)
    assert model.network_.graph == graph
    assert model.target_ == "kind"
    assert model.structure_ is None
    assert model.predict_proba(categories(X)).shape == (300, 3)


def test_a_column_called_class_keeps_its_name():
    X, y = levels(8)
    frame = categories(X).rename(columns={"c0": "class"})
    assert BayesianNetworkClassifier().fit(frame, y).target_ == "class_"


def test_labels_may_be_words_or_booleans():
    X, y = levels(9)
    words = np.array(["low", "mid", "high"])[y]
    assert set(BayesianNetworkClassifier().fit(X, words).predict(X)) <= {"low", "mid", "high"}
    assert BayesianNetworkClassifier().fit(X, y > 0).predict(X).dtype == bool


def test_numbers_are_cut_where_the_training_rows_say():
    X = np.arange(10.0)[:, None]
    model = BayesianNetworkClassifier(n_bins=2, structure="naive").fit(X, np.arange(10) > 4)
    assert model.network_.levels["x0"] == ("<= 4.5", "> 4.5")
    assert make_pipeline(StandardScaler(), model).fit(X, np.arange(10) > 4).score(X, np.arange(10) > 4) == 1


def test_the_search_and_its_history_can_be_read():
    X, y = parity()
    model = BayesianNetworkClassifier(structure="augmented").fit(X, y)
    assert ("x0", "x1") in model.structure_.graph.edges or ("x1", "x0") in model.structure_.graph.edges
    assert {"operation", "gain", "score"} <= set(model.structure_.frame().columns)


@pytest.mark.parametrize(
    ("options", "error", "message"),
    [
        ({"structure": "tree"}, ParameterError, "structure='tree'"),
        ({"structure": DirectedGraph.of_formula("[x0][x1]")}, ParameterError, "one node for the class"),
        ({"structure": DirectedGraph.of_formula("[u][v]")}, ParameterError, "one node for the class"),
        ({"smoothing": -1}, ParameterError, "smoothing=-1"),
        ({"n_bins": 1}, ParameterError, "n_bins=1"),
        ({"structure": "kdb", "max_parents": None, "n_bins": 300}, DataError, "fewer parents"),
    ],
)
def test_bad_options_are_refused(options, error, message):
    X, y = np.random.default_rng(0).normal(size=(300, 5)), np.arange(300) % 2
    with pytest.raises(error, match=message):
        BayesianNetworkClassifier(**options).fit(X, y)


def test_states_that_no_row_has_are_warned_of_where_nothing_is_smoothed():
    X, y = levels(12, n=12)
    with pytest.warns(DataWarning, match=r"of the parents of 'c\d' are in no row.*smoothing above 0"):
        model = BayesianNetworkClassifier(structure="kdb", smoothing=0).fit(categories(X), y)
    for table in model.network_.tables.values():
        np.testing.assert_allclose(table.sum(axis=-1), 1)


def test_a_score_with_a_prior_refuses_missing_values_in_training():
    X = np.array([[0.0], [1.0], [np.nan], [1.0]])
    with pytest.raises(DataError, match="needs complete rows"):
        BayesianNetworkClassifier(structure="learned", criterion="bdeu").fit(X, [0, 1, 0, 1])


def test_the_joint_is_that_of_the_network_and_sums_to_one_over_all_rows():
    X, y = levels(10, n=100, d=3)
    model = BayesianNetworkClassifier(structure="kdb").fit(categories(X), y)
    every = categories(np.array(np.meshgrid(*[range(3)] * 3)).reshape(3, -1).T)
    assert model.joint(every).sum() == pytest.approx(1)
    first = every.iloc[0].to_dict()
    expected = [model.network_.joint({"class": kind, **first}) for kind in range(3)]
    np.testing.assert_allclose(model.joint(every)[0], expected, rtol=1e-12)
    np.testing.assert_allclose(model.score_samples(every), np.log(model.joint(every).sum(axis=1)))


def test_rows_drawn_from_the_model_are_like_the_training_rows():
    X, y = load_iris(return_X_y=True)
    model = BayesianNetworkClassifier().fit(X, y)
    sampled, classes = model.sample(3000, random_state=0)
    assert sampled.shape == (3000, 4)
    assert (sampled >= X.min(axis=0)).all()
    assert (sampled <= X.max(axis=0)).all()
    np.testing.assert_allclose(sampled.mean(axis=0), X.mean(axis=0), atol=0.15)
    assert (model.predict(sampled) == classes).mean() > 0.8
    assert np.array_equal(sampled, model.sample(3000, random_state=0)[0])


def test_categories_are_drawn_as_they_were():
    X, y = levels(11)
    frame = categories(X).assign(size=X[:, 0] / 2)
    sampled, _ = BayesianNetworkClassifier().fit(frame, y).sample(50, random_state=1)
    assert list(sampled.columns) == list(frame.columns)
    assert set(sampled["c0"]) <= {"0", "1", "2"}
    assert sampled["size"].between(0, 1).all()


def test_columns_that_name_the_rows_are_refused_with_the_column():
    n = 9000
    frame = pd.DataFrame({"a": np.arange(n).astype(str), "b": np.arange(n)[::-1].astype(str)})
    with pytest.raises(DataError, match="merge rare levels"):
        BayesianNetworkClassifier().fit(frame, np.arange(n) % 2)
    frame = pd.DataFrame({"ok": ["a", "b"] * 33_000, "row": np.arange(66_000).astype(str)})
    with pytest.raises(DataError, match="column 'row' has 66000 levels"):
        BayesianNetworkClassifier(structure="naive").fit(frame, np.arange(66_000) % 2)


@pytest.mark.parametrize("structure", ["naive", "tan", "kdb", "augmented", "learned"])
def test_a_column_without_values_changes_nothing(structure):
    random = np.random.default_rng(0)
    y = random.integers(2, size=80)
    X = np.column_stack([random.normal(y, 1.0), random.normal(2 * y, 1.0)])
    empty = np.column_stack([np.full(80, np.nan), X])
    wanted = BayesianNetworkClassifier(structure=structure).fit(X, y).predict_proba(X)
    result = BayesianNetworkClassifier(structure=structure).fit(empty, y).predict_proba(empty)
    np.testing.assert_allclose(result, wanted, atol=1e-12)
