"""Features made of features: products of columns and subgroups."""

from itertools import product

import numpy as np
import pandas as pd
from sklearn.model_selection import cross_val_score
from sklearn.pipeline import make_pipeline

import gnomon as gn
from gnomon import CategoricalNB, DecisionTreeClassifier
from gnomon.features.learned_features import LearnedFeatures
from gnomon.features.products import CartesianProducts
from gnomon.learners.rules.subgroups import SubgroupFeatures

SHAPES, COLORS = ["Circle", "Triangle", "Square"], ["Red", "Green", "Blue"]


def test_shape_by_color_has_nine_values_in_row_major_order():
    """Probabilistic Models notes, section 9 Feature construction and selection."""
    things = pd.DataFrame(list(product(SHAPES, COLORS)), columns=["Shape", "Color"])
    model = CartesianProducts(output="name").fit(things)
    assert sorted(model.levels(0)) == sorted(
        f"({shape}, {color})" for shape, color in product(SHAPES, COLORS)
    )
    assert model.transform(things)[:4, 0].tolist() == [
        "(Circle, Red)",
        "(Circle, Green)",
        "(Circle, Blue)",
        "(Triangle, Red)",
    ]
    assert model.levels(0).tolist() == [
        f"({shape}, {color})" for shape, color in product(sorted(SHAPES), sorted(COLORS))
    ]
    codes = CartesianProducts().fit_transform(things)[:, 0]
    assert sorted(codes) == list(range(9))


def test_a_product_feature_removes_the_bias_of_naive_bayes_but_gives_a_tree_nothing():
    """Probabilistic Models notes, section 9 Feature construction and selection."""
    random = np.random.default_rng(0)
    X = random.integers(0, 3, size=(600, 2))
    y = X.sum(axis=1) % 2
    bayes = CategoricalNB(min_categories=9)
    alone = cross_val_score(CategoricalNB(min_categories=3), X, y, cv=5).mean()
    by_product = cross_val_score(make_pipeline(CartesianProducts(), bayes), X, y, cv=5).mean()
    assert alone < 0.9
    assert by_product == 1
    assert cross_val_score(DecisionTreeClassifier(), X, y, cv=5).mean() == 1


def test_naive_bayes_on_the_product_of_all_features_is_the_joint_distribution():
    """Probabilistic Models notes, section 9 Feature construction and selection."""
    random = np.random.default_rng(1)
    X = random.integers(0, 2, size=(400, 2))
    y = np.where(random.random(400) < 0.2 + 0.6 * (X[:, 0] == X[:, 1]), "+", "-")
    made = CartesianProducts().fit_transform(X)
    found = CategoricalNB(alpha=1e-9).fit(made, y).predict_proba(made)[:, 0]
    for part in range(4):
        own = made[:, 0] == part
        np.testing.assert_allclose(found[own], np.mean(y[own] == "+"), rtol=1e-6)


def test_subgroups_found_first_are_boolean_features_of_the_next_learner():
    """Probabilistic Models notes, section 9 Feature construction and selection."""
    random = np.random.default_rng(2)
    X = random.uniform(size=(400, 2))
    y = (X[:, 0] > 0.5) & (X[:, 1] > 0.5)
    plain = cross_val_score(gn.LogisticRegression(), X, y, cv=5).mean()
    subgroups = make_pipeline(SubgroupFeatures(n_subgroups=2), gn.LogisticRegression())
    assert cross_val_score(subgroups, X, y, cv=5).mean() > max(plain, 0.95)
    made = LearnedFeatures(SubgroupFeatures(n_subgroups=2)).fit(X, y).transform(X)
    assert set(np.unique(made)) == {0.0, 1.0}
