import numpy as np
import pytest

from gnomon.learners.trees.random_tests import RandomTestTree


def blobs(n_classes=6, seed=0, n_rows=60):
    random = np.random.default_rng(seed)
    angle = np.arange(n_classes) * 2 * np.pi / n_classes
    centers = 5 * np.column_stack([np.cos(angle), np.sin(angle)])
    y = np.repeat(np.arange(n_classes), n_rows)
    return centers[y] + random.normal(size=(len(y), 2)) * 0.6, y


@pytest.mark.parametrize(("levels", "most"), [(2, 2 / 6), (3, 4 / 6)])
def test_few_levels_cannot_separate_six_classes(levels, most):
    X, y = blobs()
    model = RandomTestTree(features="lines", feature_tests=20, max_depth=levels - 1).fit(X, y)
    assert np.mean(model.predict(X) == y) <= most + 1e-9


def test_four_levels_can():
    X, y = blobs()
    model = RandomTestTree(features="lines", feature_tests=50, threshold_tests=20, max_depth=3).fit(X, y)
    assert np.mean(model.predict(X) == y) > 0.9


def test_oblique_splits_are_stored_as_directions_of_two_columns():
    random = np.random.default_rng(0)
    X = random.normal(size=(200, 4))
    model = RandomTestTree(features="lines", max_depth=4).fit(X, X[:, 0] > X[:, 1])
    directions = model.tree_.directions
    assert ((directions != 0).sum(axis=1) == 2).all()
    np.testing.assert_allclose((directions**2).sum(axis=1), 1)
    inner = ~model.tree_.is_leaf
    assert (model.tree_.feature[inner] >= 4).all()


def test_more_tests_gain_more_at_the_root():
    X, y = blobs()
    gains = [
        np.mean(
            [
                RandomTestTree(feature_tests=k, threshold_tests=k, max_depth=1, random_state=seed)
                .fit(X, y)
                .tree_.gain[0]
                for seed in range(8)
            ]
        )
        for k in (1, 10)
    ]
    assert gains[1] > gains[0]


def test_a_split_that_gains_too_little_is_not_made():
    X, y = blobs()
    assert len(RandomTestTree(min_gain=3.0).fit(X, y).tree_) == 1


def test_weights_are_repetitions():
    X, y = blobs(3, n_rows=8)
    weight = np.random.default_rng(1).integers(0, 3, size=len(y))
    weight[:2] = 1
    weighted = RandomTestTree(random_state=3).fit(X, y, weight)
    repeated = RandomTestTree(random_state=3).fit(np.repeat(X, weight, axis=0), np.repeat(y, weight))
    np.testing.assert_allclose(weighted.predict_proba(X), repeated.predict_proba(X))


def test_columns_whose_range_is_too_long_for_a_float_are_cut():
    X = np.array([[-1.7e308], [-1.6e308], [1.6e308], [1.7e308]])
    model = RandomTestTree(random_state=0).fit(X, [0, 0, 1, 1])
    assert model.predict(X).tolist() == [0, 0, 1, 1]


def test_the_root_has_no_parent_and_every_other_node_one_before_it():
    tree = RandomTestTree(max_depth=3).fit(*blobs()).tree_
    assert tree.parent[0] == -1
    assert len(tree.parent) > 1
    assert all(0 <= parent < node for node, parent in enumerate(tree.parent.tolist()) if node)
