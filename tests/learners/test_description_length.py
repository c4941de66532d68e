import numpy as np
import pandas as pd
import pytest
import scipy.sparse

from gnomon.errors import DataError, ParameterError
from gnomon.learners.bayes.gaussian import GaussianNB
from gnomon.learners.clusters.kmeans import KMeans
from gnomon.learners.description_length import (
    code_of_labels,
    description_length,
    mdl_cluster_count,
    mdl_polynomial_degree,
    mdl_tree_size,
    minimum_description_length,
)
from gnomon.learners.linear.polynomial import PolynomialRegression
from gnomon.learners.linear.ridge import Ridge
from gnomon.learners.mixtures.gaussian import GaussianMixture
from gnomon.learners.networks.network import BayesianNetwork
from gnomon.learners.trees.classifier import DecisionTreeClassifier


def curve(seed=1, n_rows=60):
    random = np.random.default_rng(seed)
    x = random.uniform(-2, 2, n_rows)
    return x[:, None], x**3 - 2 * x + random.normal(scale=0.5, size=n_rows)


def test_the_true_degree_is_selected_nearly_always():
    result = [mdl_polynomial_degree(*curve(seed)).best for seed in range(40)]
    assert result.count(3) >= 36


def test_a_path_of_degrees_and_models_one_by_one_have_the_same_codes():
    X, y = curve()
    path = mdl_polynomial_degree(X, y, 5)
    models = {degree: PolynomialRegression(degree=degree).fit(X, y) for degree in range(6)}
    one_by_one = minimum_description_length(models, X, y)
    assert one_by_one.frame()["total"].to_numpy() == pytest.approx(path.frame()["total"].to_numpy())
    assert one_by_one.model is models[path.best]


def test_a_perfect_fit_has_a_finite_code_and_the_lowest_degree_wins():
    x = np.arange(12.0)[:, None]
    assert mdl_polynomial_degree(x, 3 * x[:, 0] - 1, 4).best == 1
    assert mdl_polynomial_degree(x, np.full(12, 7.0), 4).best == 0


def test_finer_parameters_make_simpler_models():
    X, y = curve(n_rows=25)
    orders = [mdl_polynomial_degree(X, y, bits_per_parameter=bits).best for bits in (0, 2, 200)]
    assert orders == sorted(orders, reverse=True)
    assert orders[0] > orders[-1] == 0


def test_units_of_the_target_change_nothing():
    X, y = curve()
    assert mdl_polynomial_degree(X, 1000 * y + 5).frame()["excess"].to_numpy() == pytest.approx(
        mdl_polynomial_degree(X, y).frame()["excess"].to_numpy(), abs=1e-6
    )


def noisy_step(seed=0, n_rows=200, noise=0.1):
    random = np.random.default_rng(seed)
    X = random.uniform(size=(n_rows, 2))
    return X, (X[:, 0] > 0.5) ^ (random.random(n_rows) < noise)


def test_a_tree_is_pruned_to_what_its_leaves_are_worth():
    X, y = noisy_step()
    choice = mdl_tree_size(X, y)
    assert choice.best == choice.model.get_n_leaves() == 2
    table = choice.frame()
    assert table["model"].is_monotonic_increasing
    assert table.loc[table.index.max(), "data"] == 0
    assert table.loc[1, "model"] < table.loc[2, "model"]


def test_noise_alone_grows_no_tree():
    random = np.random.default_rng(0)
    assert mdl_tree_size(random.normal(size=(80, 3)), random.integers(0, 3, 80)).best == 1


def test_the_code_of_a_stump_by_hand():
    X, y = np.arange(8.0)[:, None], np.array([0, 0, 0, 1, 1, 1, 1, 0])
    stump = DecisionTreeClassifier(criterion="error", max_depth=1).fit(X, y)
    code = description_length(stump, X, y)
    # Three nodes; one column, one of seven cuts; two labels of one bit; errors of 3 and of 5 rows.
    assert code.model == pytest.approx(3 + np.log2(7) + 2 + np.log2(4) + np.log2(6))
    assert code.data == pytest.approx(np.log2(5))


def test_questions_about_categories_and_directions_have_a_code():
    random = np.random.default_rng(0)
    kinds = pd.DataFrame({"kind": pd.Categorical(random.choice(list("abcd"), 100))})
    y = kinds["kind"].isin(["a", "c"]).astype(int)
    for way in ("subset", "multiway"):
        tree = DecisionTreeClassifier(category_splits=way).fit(kinds, y)
        assert description_length(tree, kinds, y).data == 0
    assert description_length(tree, kinds, y).model > 0


def test_clusters_far_apart_are_counted():
    random = np.random.default_rng(0)
    X = np.concatenate([random.normal(size=(60, 2)) + center for center in ((0, 0), (6, 6), (0, 9))])
    choice = mdl_cluster_count(X, range(1, 6))
    assert choice.best == choice.model.n_components == 3
    assert mdl_cluster_count(random.normal(size=(150, 2)), range(1, 4)).best == 1


def test_k_means_counts_round_clusters_and_repeated_rows():
    random = np.random.default_rng(0)
    X = np.concatenate([random.normal(size=(60, 2)) + center for center in ((0, 0), (9, 9), (0, 12))])
    assert mdl_cluster_count(X, range(1, 6), KMeans(random_state=0)).best == 3
    model = KMeans(2, random_state=0).fit(X)
    sparse = description_length(model, scipy.sparse.csr_array(X))
    assert sparse.total == pytest.approx(description_length(model, X).total)
    points = np.repeat([[0.0], [1.0], [5.0]], 20, axis=0)
    assert mdl_cluster_count(points, (1, 2, 3), KMeans(random_state=0)).best == 3
    assert mdl_cluster_count(np.ones((10, 2)), (1,), KMeans(random_state=0)).best == 1


def test_a_mixture_has_the_code_of_its_criteria():
    X = np.random.default_rng(0).normal(size=(50, 2))
    model = GaussianMixture(n_components=1).fit(X)
    assert description_length(model, X).total == pytest.approx(model.criteria(X).mdl + np.log2(2.865064))


def test_an_edge_of_a_network_is_worth_its_parameters_where_nodes_depend():
    random = np.random.default_rng(0)
    a = random.integers(0, 2, 300)
    rows = pd.DataFrame(
        {"a": a, "b": a ^ (random.random(300) < 0.1), "c": random.integers(0, 2, 300)}
    ).astype(int)
    formulas = ("[a][b][c]", "[a][b|a][c]", "[a][b|a][c|a]")
    networks = {formula: BayesianNetwork.learn(formula, rows) for formula in formulas}
    assert minimum_description_length(networks, rows).best == "[a][b|a][c]"


def test_better_probabilities_say_the_labels_in_fewer_bits():
    X, y = noisy_step()
    bits = code_of_labels(GaussianNB().fit(X, y), X, y)
    assert 0 < bits < len(y)
    with pytest.raises(DataError, match="not among"):
        code_of_labels(GaussianNB().fit(X, y.astype(int)), X, y.astype(int) + 5)


def test_models_without_a_code_are_refused():
    X, y = curve()
    with pytest.raises(ParameterError, match="two_part_code"):
        description_length(Ridge().fit(X, y), X, y)
    with pytest.raises(DataError):
        minimum_description_length([], X, y)
