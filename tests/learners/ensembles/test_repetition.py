"""A weight is so many equal rows, and a row without weight is none, for every learner of trees."""

import numpy as np
import pandas as pd
import pytest
from sklearn.base import clone, is_classifier

from gnomon.learners.ensembles.gradient_boosting import (
    GradientBoosting,
    GradientBoostingClassifier,
    GradientBoostingRegressor,
)
from gnomon.learners.ensembles.random_forest import RandomForestClassifier, RandomForestRegressor
from gnomon.learners.trees.classifier import DecisionTreeClassifier
from gnomon.learners.trees.regressor import DecisionTreeRegressor

LEARNERS = [
    DecisionTreeClassifier(),
    DecisionTreeClassifier(category_splits="multiway", criterion="gain_ratio", pruning="pessimistic"),
    DecisionTreeRegressor(),
    DecisionTreeRegressor(criterion="absolute_error"),
    RandomForestClassifier(3),
    RandomForestRegressor(3, bootstrap=False, max_features=2),
    GradientBoostingClassifier(n_estimators=4, min_samples_leaf=3),
    GradientBoostingRegressor(n_estimators=4, min_samples_leaf=3),
]


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("learner", LEARNERS, ids=lambda learner: type(learner).__name__)
def test_weights_are_repetitions_with_missing_values_and_categories(learner, seed):
    random = np.random.default_rng(seed)
    X = random.normal(size=(60, 2))
    X[random.random((60, 2)) < 0.2] = np.nan
    frame = pd.DataFrame(X, columns=["a", "b"]).assign(c=random.choice(list("pqr"), 60))
    y = random.integers(3, size=60) if is_classifier(learner) else random.normal(size=60)
    weight = random.integers(4, size=60)
    again = np.repeat(np.arange(60), weight)
    weighted = clone(learner).fit(frame, y, sample_weight=weight)
    repeated = clone(learner).fit(frame.iloc[again], y[again])
    answer = "predict_proba" if is_classifier(learner) else "predict"
    # Boosting may part the rows it learns from by either of two columns that part them alike.
    asked = frame.iloc[again] if isinstance(learner, GradientBoosting) else frame
    assert np.allclose(getattr(weighted, answer)(asked), getattr(repeated, answer)(asked))
