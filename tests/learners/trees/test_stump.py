import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.tree import DecisionTreeClassifier

from gnomon.errors import ParameterError
from gnomon.learners.trees.stump import DecisionStump


def sample(n_rows=300, n_columns=6, n_classes=2, seed=0):
    random = np.random.default_rng(seed)
    # Trees of scikit-learn cut float32 values.
    X = random.normal(size=(n_rows, n_columns)).astype(np.float32).astype(np.float64)
    y = np.digitize(X[:, 2] + random.normal(size=n_rows), np.linspace(-1, 1, n_classes - 1))
    return X, y


@pytest.mark.parametrize("criterion", ["gini", "entropy"])
@pytest.mark.parametrize("leaf", [1, 30, 140])
@pytest.mark.parametrize("n_classes", [2, 3, 5])
@pytest.mark.parametrize("weighted", [False, True])
def test_it_agrees_with_scikit_learns_tree_of_depth_one(criterion, leaf, n_classes, weighted):
    X, y = sample(n_classes=n_classes)
    weight = np.random.default_rng(1).uniform(0.1, 2, len(y)) if weighted else None
    ours = DecisionStump(criterion=criterion, min_samples_leaf=leaf).fit(X, y, weight)
    theirs = DecisionTreeClassifier(max_depth=1, criterion=criterion, min_samples_leaf=leaf).fit(X, y, weight)
    assert ours.feature_ == theirs.tree_.feature[0]
    assert ours.threshold_ == pytest.approx(theirs.tree_.threshold[0], rel=1e-12)
    np.testing.assert_allclose(ours.predict_proba(X), theirs.predict_proba(X), rtol=1e-12)
    assert np.array_equal(ours.predict(X), theirs.predict(X))


@given(st.integers(0, 9999), st.integers(2, 30), st.integers(1, 4), st.integers(2, 4), st.booleans())
def test_no_threshold_makes_fewer_errors(seed, n_rows, n_columns, n_classes, coarse):
    random = np.random.default_rng(seed)
    X = random.normal(size=(n_rows, n_columns))
    X = np.round(X) if coarse else X
    y = random.integers(n_classes, size=n_rows)
    model = DecisionStump().fit(X, y)
    made = np.mean(model.predict(X) != y)
    best = 1 - np.bincount(y).max() / n_rows
    for column in X.T:
        for threshold in column:
            sides = [y[column <= threshold], y[column > threshold]]
            wrong = sum(len(side) - np.bincount(side).max() for side in sides if len(side))
            best = min(best, wrong / n_rows)
    assert made == pytest.approx(best)
    if model.feature_ >= 0:
        assert model.impurity_ == pytest.approx(made)


@given(st.integers(0, 9999), st.sampled_from(["above", "below"]))
def test_the_majority_is_never_worse_than_a_fixed_polarity(seed, polarity):
    X, y = sample(40, 3, seed=seed)
    y[:2] = [0, 1]
    fixed = DecisionStump(polarity=polarity).fit(X, y)
    assert np.mean(fixed.predict(X) != y) >= np.mean(DecisionStump().fit(X, y).predict(X) != y)
    high, low = fixed.predict(np.full((1, 3), 99.0)), fixed.predict(np.full((1, 3), -99.0))
    assert (high, low) == ((1, 0) if polarity == "above" else (0, 1))


def test_a_fixed_polarity_is_for_two_classes():
    X, y = sample(n_classes=3)
    with pytest.raises(ParameterError, match="needs two classes, not 3"):
        DecisionStump(polarity="above").fit(X, y)


def test_constant_columns_leave_the_majority():
    model = DecisionStump().fit(np.ones((5, 2)), ["a", "b", "b", "b", "a"])
    assert model.feature_ == -1
    assert model.predict([[7.0, 7.0]]) == ["b"]
    assert model.predict_proba([[7.0, 7.0]]).tolist() == [[0.4, 0.6]]


def test_of_equally_good_columns_and_thresholds_the_first_is_taken():
    x = np.array([0.0, 1.0, 2.0, 3.0])
    model = DecisionStump().fit(np.column_stack([np.zeros(4), x, x]), [0, 1, 0, 1])
    assert (model.feature_, model.threshold_) == (1, 0.5)


def test_neighboring_floats_are_separated():
    low = 1.0
    high = np.nextafter(low, 2)
    model = DecisionStump().fit([[low], [high]], [0, 1])
    assert model.predict([[low], [high]]).tolist() == [0, 1]
