import numpy as np
import pandas as pd
import pytest
from sklearn.model_selection import KFold

import gnomon as gn
from gnomon.errors import DataError
from gnomon.learners.trees.classifier import DecisionTreeClassifier
from gnomon.learners.trees.regressor import DecisionTreeRegressor
from gnomon.learners.trees.size_curves import depth_curve, pruning_curve

FOLDS = list(KFold(4, shuffle=True, random_state=0).split(np.zeros(200)))


def sample(seed=0):
    random = np.random.default_rng(seed)
    frame = pd.DataFrame(random.normal(size=(200, 3)), columns=list("abc"))
    # One category is so rare that some folds never see it.
    frame["z"] = pd.Categorical(random.choice(list("pqrs"), size=200, p=[0.4, 0.4, 0.19, 0.01]))
    signal = frame["a"] + (frame["z"] == "q") + random.normal(size=200)
    return frame, signal.to_numpy()


def loss(model, X, y):
    wrong = model.predict(X) - y
    return np.mean(wrong != 0) if isinstance(model, DecisionTreeClassifier) else np.mean(wrong**2)


@pytest.mark.parametrize(
    "learner", [DecisionTreeClassifier(category_splits="multiway"), DecisionTreeRegressor()]
)
def test_one_tree_a_fold_gives_the_loss_of_every_depth(learner):
    X, signal = sample()
    y = (signal > 0).astype(int) if isinstance(learner, DecisionTreeClassifier) else signal
    curve = depth_curve(learner, X, y, FOLDS, (1, 2, 5, 30))
    for fold, (train, held_out) in enumerate(FOLDS):
        for place, depth in enumerate((1, 2, 5, 30)):
            model = type(learner)(**{**learner.get_params(), "max_depth": depth}).fit(X.iloc[train], y[train])
            assert curve.training[fold, place] == pytest.approx(
                loss(model, X.iloc[train], y[train]), abs=1e-10
            )
            assert curve.held_out[fold, place] == pytest.approx(loss(model, X.iloc[held_out], y[held_out]))


@pytest.mark.parametrize(
    "learner", [DecisionTreeClassifier(min_samples_leaf=2), DecisionTreeRegressor(min_samples_leaf=4)]
)
def test_one_tree_a_fold_gives_the_loss_of_every_ccp_alpha(learner):
    X, signal = sample(1)
    y = (signal > 0).astype(int) if isinstance(learner, DecisionTreeClassifier) else signal
    curve = pruning_curve(learner, X, y, FOLDS)
    train, held_out = FOLDS[0]
    for place in range(0, len(curve.sizes), 5):
        alpha = curve.sizes[place]
        model = type(learner)(**{**learner.get_params(), "ccp_alpha": alpha}).fit(X.iloc[train], y[train])
        if alpha > 0:
            assert curve.held_out[0, place] == pytest.approx(loss(model, X.iloc[held_out], y[held_out]))
            assert curve.training[0, place] == pytest.approx(loss(model, X.iloc[train], y[train]), abs=1e-10)


def test_the_simplest_tree_is_no_larger_than_the_best():
    X, signal = sample(2)
    y = (signal > 0).astype(int)
    prices = pruning_curve(DecisionTreeClassifier(), X, y, FOLDS)
    assert prices.simplest >= prices.best
    depths = depth_curve(DecisionTreeClassifier(), X, y, FOLDS)
    assert depths.simplest <= depths.best
    assert (np.diff(depths.training.mean(axis=0)) <= 1e-12).all()
    assert list(depths.frame()) == ["max_depth", "training", "held_out", "standard_error"]
    assert "max_depth" in str(depths)


def test_invalid_splits_and_depths_are_refused():
    X, signal = sample()
    with pytest.raises(DataError, match="depths"):
        depth_curve(DecisionTreeRegressor(), X, signal, FOLDS, ())
    with pytest.raises(DataError, match="empty training or test set"):
        depth_curve(DecisionTreeRegressor(), X, signal, [(np.arange(10), np.arange(0))])


@pytest.mark.parametrize("curve", [depth_curve, pruning_curve])
def test_a_plan_and_a_task_are_taken_as_pairs_of_indices_are(curve):
    X, signal = sample(3)
    task, plan = gn.Task(X[["a", "b"]], signal > 0), gn.k_fold(4, random_state=1)
    by_plan = curve(DecisionTreeClassifier(), task, cv=plan)
    by_pairs = curve(DecisionTreeClassifier(), X[["a", "b"]], signal > 0, list(plan.split(task)))
    np.testing.assert_array_equal(by_plan.held_out, by_pairs.held_out)
