"""Classification by least squares of indicators, and what it shares with linear discriminants."""

import numpy as np
import pytest

from gnomon import LeastSquaresClassifier, LinearDiscriminantAnalysis


def three_classes(n_rows=80):
    random = np.random.default_rng(0)
    X = random.normal(size=(n_rows, 4)) * [1, 3, 0.5, 1] + [2, 0, 1, -2]
    signal = X @ [1.0, 0.3, 1.0, 0.3] + 0.3 * random.normal(size=n_rows)
    return X, np.digitize(signal, [1.5, 3.5])


@pytest.mark.filterwarnings("ignore::gnomon.errors.NumericsWarning")
@pytest.mark.parametrize("learner", [LeastSquaresClassifier, LinearDiscriminantAnalysis])
@pytest.mark.parametrize("constant", [7.3, 0.1, 1e6 / 3, -1e-9, 0.0])
@pytest.mark.parametrize("seed", range(3))
def test_a_constant_column_changes_nothing(learner, constant, seed):
    X, y = three_classes()
    weight = np.random.default_rng(seed).uniform(0.5, 2.0, size=len(y))
    wide = np.column_stack([X, np.full(len(X), constant)])
    plain = learner().fit(X, y, weight)
    beside = learner().fit(wide, y, weight)
    np.testing.assert_allclose(
        beside.decision_function(wide), plain.decision_function(X), rtol=1e-9, atol=1e-9
    )
    assert (beside.coef_[:, 4] == 0).all()


def test_a_column_far_from_zero_that_varies_a_little_still_counts():
    X = np.repeat([1e6, 1e6 + 1e-6], 20)[:, None]
    y = np.repeat([0, 1], 20)
    assert LeastSquaresClassifier().fit(X, y).score(X, y) == 1.0
