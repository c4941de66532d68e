import numpy as np
import pytest

import gnomon as gn
from gnomon.errors import DataError
from gnomon.learners.multiclass.binary_problems import prepared, present_classes
from gnomon.sharing.class_scatter import ClassScatter
from gnomon.sharing.counts import Counts
from gnomon.sharing.labels import Labels
from gnomon.sharing.moments import ClassMoments
from gnomon.sharing.order import Order
from gnomon.sharing.prepared import Rows

SIDES = [np.array([0, 1, 0, 0]), np.array([-1, 1, -1, 0]), np.array([1, 0, 1, 0])]


def rows(seed=0):
    random = np.random.default_rng(seed)
    X = random.normal(size=(60, 3)) * [1.0, 5.0, 0.1] + [1e4, 0.0, -3.0]
    return X, Labels.of(random.integers(4, size=60)), random.integers(0, 3, size=60).astype(float)


@pytest.mark.parametrize("side", SIDES, ids=str)
@pytest.mark.parametrize("kind", [ClassMoments, ClassScatter])
def test_moments_put_together_are_those_of_the_rows(kind, side):
    X, labels, weight = rows()
    inside = side[labels.codes] >= 0
    two = Labels(side[labels.codes][inside], np.array([0, 1]))
    expected = kind.of(X[inside], two, weight[inside])
    result = kind.of(X, labels, weight).grouped(side)
    np.testing.assert_allclose(result.weight, expected.weight)
    np.testing.assert_allclose(result.mean, expected.mean, rtol=1e-12)
    np.testing.assert_allclose(result.scatter, expected.scatter, rtol=1e-8, atol=1e-7)


@pytest.mark.parametrize("side", SIDES, ids=str)
def test_counts_put_together_are_those_of_the_rows(side):
    _, labels, weight = rows()
    codes = np.random.default_rng(1).integers(3, size=(60, 2))
    inside = side[labels.codes] >= 0
    two = Labels(side[labels.codes][inside], np.array([0, 1]))
    expected = Counts.of(two, codes[inside], weight[inside])
    result = Counts.of(labels, codes, weight).grouped(side)
    np.testing.assert_allclose(result.weight, expected.weight)
    for one, other in zip(result.tables, expected.tables, strict=True):
        np.testing.assert_allclose(one, other)


def test_sorted_columns_are_shared_and_other_preparations_left_to_the_problem():
    X, labels, _ = rows()
    assert isinstance(prepared(gn.DecisionStump(), X, labels, None), Order)
    for learner in (gn.GaussianNB(), gn.KNeighborsClassifier(), gn.Perceptron()):
        assert isinstance(prepared(learner, X, labels, None), Rows)


def test_classes_without_weight_are_not_there():
    X, labels, _ = rows()
    weight = (labels.codes != 2).astype(float)
    assert present_classes(Rows(X, labels, weight), "It")[1].tolist() == [0, 1, 3]
    model = gn.OneVsOneClassifier(gn.NearestMean()).fit(X, labels.codes, sample_weight=weight)
    assert model.classes_.tolist() == [0, 1, 3]
    with pytest.raises(DataError, match="y has 1 class"):
        present_classes(Rows(X, labels, (labels.codes == 1).astype(float)), "It")
