"""What fitted models say of their columns."""

import numpy as np
import pandas as pd
import pytest
from sklearn.ensemble import RandomForestRegressor
from sklearn.feature_selection import SelectFromModel
from sklearn.linear_model import lasso_path
from sklearn.tree import DecisionTreeClassifier

from gnomon.errors import ParameterError
from gnomon.features.select.embedded import feature_importances, lasso_entry_order, selected_columns
from gnomon.learners.linear.lasso import Lasso
from gnomon.learners.linear.logistic import LogisticRegression
from gnomon.learners.neighbors.nearest import KNeighborsClassifier


def rows(n=100, d=6, seed=0):
    random = np.random.default_rng(seed)
    X = random.normal(size=(n, d))
    return X, 3 * X[:, 4] - 2 * X[:, 1] + X[:, 0] + 0.5 * random.normal(size=n)


def test_a_tree_reports_the_columns_that_it_uses():
    X, y = rows()
    frame = pd.DataFrame(X, columns=list("abcdef"))
    tree = DecisionTreeClassifier(max_depth=2, random_state=0).fit(frame, y > 0)
    used = selected_columns(tree)
    in_splits = {frame.columns[place] for place in tree.tree_.feature if place >= 0}
    assert set(used["column"]) == in_splits
    assert used["column"][0] == "e"
    assert used["importance"].is_monotonic_decreasing


def test_importances_are_those_of_the_model_and_squared_weights_summed_over_classes():
    X, y = rows()
    forest = RandomForestRegressor(5, random_state=0).fit(X, y)
    assert np.array_equal(feature_importances(forest), forest.feature_importances_)
    model = LogisticRegression().fit(X, np.digitize(y, [-1, 1]))
    assert feature_importances(model) == pytest.approx((model.coef_**2).sum(axis=0))


def test_scikit_learns_select_from_model_takes_our_lasso():
    X, y = rows()
    kept = SelectFromModel(Lasso(alpha=0.8)).fit(X, y).get_support(indices=True)
    assert set(kept) == {0, 1, 4} - ({0} if Lasso(alpha=0.8).fit(X, y).coef_[0] == 0 else set())


def test_the_order_of_entry_is_that_of_the_lasso_path():
    X, y = rows()
    scaled = (X - X.mean(axis=0)) / X.std(axis=0)
    found = lasso_entry_order(pd.DataFrame(X, columns=list("abcdef")), y)
    assert found["column"].tolist()[:3] == ["e", "b", "a"]
    prices, path, _ = lasso_path(scaled, y - y.mean(), eps=1e-2, alphas=1000, tol=1e-9)
    first = {
        list("abcdef")[column]: prices[np.flatnonzero(row)[0]] for column, row in enumerate(path) if row.any()
    }
    for name, price in found.head(3).values:
        assert first[name] == pytest.approx(price, rel=2e-2)


def test_neighbors_say_nothing_of_columns():
    X, y = rows()
    with pytest.raises(ParameterError, match="KNeighborsClassifier has no feature importances"):
        feature_importances(KNeighborsClassifier().fit(X, y > 0))
