import numpy as np
import pandas as pd
import pytest
from scipy.stats import gaussian_kde, poisson

from gnomon.errors import DataError, ParameterError
from gnomon.learners.bayes.bernoulli import BernoulliNB
from gnomon.learners.bayes.categorical import CategoricalNB
from gnomon.learners.bayes.gaussian import GaussianNB
from gnomon.learners.bayes.mixed import MixedNB
from gnomon.learners.bayes.multinomial import MultinomialNB


def people(n_rows=150, seed=0):
    random = np.random.default_rng(seed)
    y = np.array(["ill", "well"])[random.integers(2, size=n_rows)]
    is_ill = y == "ill"
    frame = pd.DataFrame(
        {
            "age": random.normal(40 + 15 * is_ill, 10),
            "town": np.array(["north", "south", "west"])[random.integers(0, 3 - is_ill)],
            "smokes": random.random(n_rows) < 0.3 + 0.4 * is_ill,
            "visits": random.poisson(1 + 2 * is_ill),
        }
    )
    return frame, y


def test_it_is_the_product_of_the_models_of_its_kinds():
    X, y = people()
    mixed = MixedNB(kinds={"visits": "count"}, var_smoothing=0).fit(X, y)
    assert mixed.columns_.kinds == ("normal", "category", "boolean", "count")
    age = GaussianNB(var_smoothing=0).fit(X[["age"]], y)
    town = CategoricalNB().fit(X[["town"]], y)
    smokes = BernoulliNB().fit(X[["smokes"]], y)
    rates = [(X["visits"][y == c].sum() + X["visits"].mean()) / ((y == c).sum() + 1) for c in ("ill", "well")]
    visits = np.column_stack([poisson.logpmf(X["visits"], rate) for rate in rates])
    parts = [m.log_likelihood(X[[n]]) for m, n in ((age, "age"), (town, "town"), (smokes, "smokes"))]
    np.testing.assert_allclose(mixed.log_likelihood(X), sum(parts) + visits)


@pytest.mark.parametrize(
    ("kind", "twin"),
    [
        ("normal", GaussianNB()),
        ("word", MultinomialNB()),
        ("boolean", BernoulliNB()),
        ("category", CategoricalNB()),
    ],
)
def test_of_one_kind_it_is_the_learner_of_that_kind(kind, twin):
    random = np.random.default_rng(0)
    X, y = random.integers(0, 2, size=(80, 3)).astype(float), random.integers(0, 3, size=80)
    model = MixedNB(kinds=[kind] * 3).fit(X, y)
    np.testing.assert_allclose(model.predict_proba(X), twin.fit(X, y).predict_proba(X), rtol=1e-10)


@pytest.mark.parametrize("rule", ["scott", "silverman", 0.7])
def test_kernel_densities_are_those_of_scipy(rule):
    X, y = people()
    model = MixedNB(numbers="kernel", bandwidth=rule).fit(X[["age"]], y)
    points = np.linspace(0, 90, 7)
    for c, label in enumerate(model.classes_):
        values = X["age"].to_numpy()[y == label]
        width = model.families_["kernel"][1].bandwidths[0, c]
        if rule == "scott":
            assert width == pytest.approx(1.06 * values.std() * len(values) ** -0.2)
        oracle = gaussian_kde(values, bw_method=width / values.std(ddof=1))
        result = np.exp(model.log_likelihood(pd.DataFrame({"age": points})))[:, c]
        np.testing.assert_allclose(result, oracle(points), rtol=1e-9)


def test_bimodal_classes_need_kernel_densities():
    random = np.random.default_rng(0)
    y = random.integers(2, size=400)
    x = np.where(y == 1, random.choice([-4.0, 4.0], size=400), 0.0) + random.normal(size=400)
    kernel, normal = (
        MixedNB(numbers=kind).fit(x[:, None], y).score(x[:, None], y) for kind in ("kernel", "normal")
    )
    assert kernel > 0.95
    assert kernel >= normal


@pytest.mark.parametrize("numbers", ["normal", "kernel"])
def test_missing_values_drop_their_factors(numbers):
    X, y = people()
    incomplete = X.astype({"smokes": object})
    random = np.random.default_rng(1)
    for name in X.columns:
        incomplete.loc[random.random(len(X)) < 0.2, name] = None
    incomplete["age"] = incomplete["age"].astype(float)
    model = MixedNB(numbers=numbers, kinds={"smokes": "category"}).fit(incomplete, y)
    nothing = pd.DataFrame({"age": [np.nan], "town": [None], "smokes": [None], "visits": [np.nan]})
    np.testing.assert_allclose(model.predict_proba(nothing)[0], np.exp(model.class_log_prior_))
    terms = model.factors(incomplete).terms
    np.testing.assert_allclose(terms[incomplete["town"].isna().to_numpy(), 1], 0)
    assert np.isfinite(model.predict_proba(incomplete)).all()


def test_partial_fit_adds_categories_and_subtraction_removes_them():
    X, y = people()
    order = np.argsort(X["town"].to_numpy(), kind="stable")
    pieces = MixedNB(kinds={"visits": "kernel"})
    for rows in np.array_split(order, 5):
        pieces.partial_fit(X.iloc[rows], y[rows], classes=["ill", "well"])
    whole = MixedNB(kinds={"visits": "kernel"}).fit(X, y)
    np.testing.assert_allclose(pieces.predict_proba(X), whole.predict_proba(X), rtol=1e-9)
    gone = order[90:]
    left = whole.forget(X.iloc[gone], y[gone])
    alone = MixedNB(kinds={"visits": "kernel"}).fit(X.iloc[order[:90]], y[order[:90]])
    np.testing.assert_allclose(left.predict_proba(X), alone.predict_proba(X), rtol=1e-8)


def test_summaries_of_separately_encoded_rows_can_be_added():
    X, y = people()
    order = np.argsort(X["town"].to_numpy(), kind="stable")
    a, b = MixedNB(), MixedNB()
    halves = [
        m.prepare(*m.check_rows(X.iloc[rows], y[rows])) for m, rows in ((a, order[:70]), (b, order[70:]))
    ]
    both = a.fit_prepared(halves[0] + halves[1])
    np.testing.assert_allclose(both.log_likelihood(X), MixedNB().fit(X, y).log_likelihood(X))


def test_weights_are_repetitions():
    X, y = people(60)
    weight = np.random.default_rng(0).integers(0, 3, 60)
    weight[X["town"] == "west"] = 0
    for numbers in ("normal", "kernel"):
        model = MixedNB(numbers=numbers).fit(X, y, weight.astype(float))
        rows = np.repeat(np.arange(60), weight)
        alone = MixedNB(numbers=numbers).fit(X.iloc[rows], y[rows])
        np.testing.assert_allclose(model.predict_proba(X), alone.predict_proba(X), rtol=1e-9)


def test_it_works_in_folds_of_a_task():
    import gnomon as gn

    X, y = people()
    task = gn.Task(X, y)
    for trained in gn.selection.train_each(MixedNB(), task, gn.k_fold(5).split(task)):
        train = np.setdiff1d(np.arange(len(y)), trained.held_out)
        alone = MixedNB().fit(X.iloc[train], y[train]).predict_proba(X.iloc[trained.held_out])
        np.testing.assert_allclose(trained.learner.predict_proba(trained.examples), alone)
    assert gn.resample(task, MixedNB(), gn.k_fold(5)).estimate("accuracy").value > 0.7


def test_wrong_kinds_are_refused_by_name():
    X, y = people()
    for wrong, words in (
        ({"agee": "count"}, "there is no column 'agee'"),
        ({"age": "counts"}, "'counts'; it must be one of"),
        (["normal"], "1 entries for 4 columns"),
    ):
        with pytest.raises(ParameterError, match=words):
            MixedNB(kinds=wrong).fit(X, y)
    with pytest.raises(DataError, match=r"column 'age', row 0 .*kind 'count'"):
        MixedNB(kinds={"age": "count"}).fit(X, y)
    words = X[["visits"]].astype(float)
    words.iloc[3] = np.nan
    with pytest.raises(DataError, match=r"row 3 is nan.*none of them missing"):
        MixedNB(kinds=["word"]).fit(words, y)
    with pytest.raises(DataError, match="kind 'boolean' need 0 and 1"):
        MixedNB(kinds={"visits": "boolean"}).fit(X, y)


def test_samples_have_category_names():
    X, y = people()
    drawn, labels = MixedNB(kinds={"visits": "count"}).fit(X, y).sample(50, random_state=0)
    assert set(drawn["town"]) <= {"north", "south", "west"}
    assert set(labels) == {"ill", "well"}


def test_factors_have_category_names():
    X, y = people()
    frame = MixedNB().fit(X, y).factors(X[:1]).frame()
    assert frame["feature"].tolist() == ["prior", "age", "town", "smokes", "visits"]
    assert frame["value"][2] == X["town"][0]


def test_missing_values_come_in_many_forms():
    y = [0, 1, 0, 1]
    nullable = pd.DataFrame(
        {
            "b": pd.array([True, False, True, None], dtype="boolean"),
            "n": pd.array([1, 2, None, 5], dtype="Int64"),
            "w": pd.Categorical(["u", "v", None, "u"]),
        }
    )
    plain = pd.DataFrame(
        {"b": [True, False, True, None], "n": [1.0, 2.0, np.nan, 5.0], "w": ["u", "v", None, "u"]}
    )
    one = MixedNB().fit(nullable, y)
    other = MixedNB(kinds={"b": "boolean"}, categorical_features=["w"]).fit(plain, y)
    assert one.columns_.kinds == other.columns_.kinds == ("boolean", "normal", "category")
    np.testing.assert_allclose(one.predict_proba(nullable), other.predict_proba(plain))


def test_batches_need_not_have_the_dtypes_of_the_first():
    first = pd.DataFrame({"b": [True, False], "n": [1, 2]})
    more = pd.DataFrame({"b": [True, None], "n": [1.5, np.nan]})
    pieces = MixedNB().partial_fit(first, [0, 1]).partial_fit(more, [0, 1])
    whole = MixedNB(kinds={"b": "boolean"}).fit(pd.concat([first.astype({"b": object}), more]), [0, 1, 0, 1])
    np.testing.assert_allclose(pieces.predict_proba(first), whole.predict_proba(first))
    lists = MixedNB().partial_fit([[1.0, 2.0]], [0], classes=[0, 1]).partial_fit([[3.0, 4.0]], [1])
    assert lists.predict([[3.0, 4.0]]) == [1]


@pytest.mark.parametrize("size", [1e155, 1e200, 1e307])
def test_numbers_whose_squares_overflow_are_refused_by_column(size):
    X = pd.DataFrame({"town": ["n", "s", "n", "s"], "income": [0.0, 1.0, size, size * 1.1]})
    with pytest.raises(DataError, match="squares of column 1 overflow"):
        MixedNB().fit(X, [0, 0, 1, 1])
    pieces = MixedNB().partial_fit(X[:2], [0, 0], classes=[0, 1])
    with pytest.raises(DataError, match="squares of column 1 overflow"):
        pieces.partial_fit(X[2:], [0, 1])


def test_an_outlier_is_assigned_to_the_class_of_largest_variance():
    X = pd.DataFrame({"x": [0.0, 1.0, 2.0, 6.0], "town": ["n", "s", "n", "s"]})
    model = MixedNB().fit(X, ["narrow", "narrow", "wide", "wide"])
    far = pd.DataFrame({"x": [0.0, 1e200, -1e300], "town": ["n", "n", None]})
    assert model.predict(far).tolist() == ["narrow", "wide", "wide"]
    assert model.predict_proba(far)[1:].tolist() == [[0, 1], [0, 1]]


def test_samples_of_a_model_of_a_frame_can_be_fitted_again():
    X, y = people()
    model = MixedNB(kinds={"visits": "count"}).fit(X, y)
    drawn, labels = model.sample(300, random_state=0)
    assert drawn.columns.tolist() == X.columns.tolist()
    again = MixedNB(kinds={"visits": "count"}).fit(drawn, labels)
    assert again.columns_.kinds == model.columns_.kinds
    assert np.mean(again.predict(X) == model.predict(X)) > 0.9


def test_kinds_may_be_specified_by_index():
    X, y = people()
    by_name = MixedNB(kinds={"visits": "count"}).fit(X, y)
    assert MixedNB(kinds={3: "count"}).fit(X, y).columns_.kinds == by_name.columns_.kinds
    with pytest.raises(ParameterError, match="kinds: there is no column 4"):
        MixedNB(kinds={4: "count"}).fit(X, y)


@pytest.mark.parametrize("scale", [1e-200, 1e200])
def test_kernel_densities_are_scale_equivariant(scale):
    random = np.random.default_rng(0)
    X, y = random.normal(size=(40, 1)), random.integers(2, size=40)
    wanted = MixedNB(numbers="kernel").fit(X, y).predict_proba(X)
    np.testing.assert_allclose(MixedNB(numbers="kernel").fit(X * scale, y).predict_proba(X * scale), wanted)


def test_an_outlier_is_assigned_to_the_widest_kernel():
    X, y = np.array([[0.0], [0.1], [0.2], [0.0], [5.0], [9.0]]), [0, 0, 0, 1, 1, 1]
    model = MixedNB(numbers="kernel").fit(X, y)
    assert model.predict_proba([[1e200], [-1e250]]).tolist() == [[0, 1], [0, 1]]
