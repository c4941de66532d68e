"""Decision forests on six classes in the plane; the blobs are made here."""

import numpy as np
import pytest

from gnomon.learners.ensembles.decision_forest import DecisionForestClassifier


def blobs(seed, n_rows=300):
    random = np.random.default_rng(seed)
    angle = np.arange(6) * np.pi / 3
    y = np.arange(n_rows) % 6
    return np.column_stack([np.cos(angle), np.sin(angle)])[y] * 3 + 0.6 * random.normal(size=(n_rows, 2)), y


@pytest.fixture(scope="module")
def six():
    return blobs(0), blobs(1)


def scores(model, X, y):
    return np.mean(model.tree_predictions(X) == y[:, None]), model.score(X, y)


def test_a_tree_of_two_or_three_levels_cannot_part_six_classes_and_one_of_four_can(six):
    """Rajpoot, lecture 10, slide "Random forest: demo"."""
    (X, y), (held_out, truth) = six
    alone = []
    for levels in (2, 3, 4):  # scikit-learn's depth is one less
        model = DecisionForestClassifier(
            30, max_depth=levels - 1, feature_tests=20, threshold_tests=10, lines=400, random_state=0
        ).fit(X, y)
        alone.append(scores(model, held_out, truth)[0])
    assert alone[0] == pytest.approx(1 / 3, abs=0.03)
    assert alone[1] == pytest.approx(2 / 3, abs=0.06)
    assert alone[2] > 0.9


def test_single_trees_of_one_line_are_poor_and_their_average_is_good(six):
    """Rajpoot, lecture 10, slide "Random forest: demo"."""
    (X, y), (held_out, truth) = six
    model = DecisionForestClassifier(
        50, max_depth=1, feature_tests=1, threshold_tests=10, lines=400, random_state=0
    ).fit(X, y)
    tree, forest = scores(model, held_out, truth)
    assert tree < 0.4
    assert forest > 0.93


def test_few_tests_make_poor_trees_and_many_make_good_ones_but_the_forest_is_good_either_way(six):
    """Rajpoot, lecture 10, slide "Implementation details"."""
    (X, y), (held_out, truth) = six
    found = [
        scores(DecisionForestClassifier(50, feature_tests=f, threshold_tests=t).fit(X, y), held_out, truth)
        for f, t in ((1, 1), (20, 10))
    ]
    assert found[1][0] > found[0][0] + 0.02
    assert min(found[0][1], found[1][1]) > 0.96


def test_a_forest_predicts_the_mean_of_its_trees_histograms(six):
    """Rajpoot, lecture 10, slide "A forest of trees"."""
    (X, y), (held_out, _) = six
    model = DecisionForestClassifier(7, max_depth=2).fit(X, y)
    leaves = model.apply(held_out)
    histograms = model.trees_.leaf_values()[leaves]
    assert np.allclose(model.predict_proba(held_out), histograms.mean(axis=1))


def test_one_test_of_each_makes_extremely_randomized_trees_that_still_recall_their_rows(six):
    """Rajpoot, lecture 10, slide "Implementation details"."""
    (X, y), _ = six
    model = DecisionForestClassifier(10, feature_tests=1, threshold_tests=1, bootstrap=False).fit(X, y)
    assert model.score(X, y) == 1.0
