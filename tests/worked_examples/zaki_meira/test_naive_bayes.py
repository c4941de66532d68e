"""The chapter's naive Bayes classifier of versicolor on two principal components of Iris."""

import numpy as np
import pytest

import gnomon as gn

PC1 = [-0.36158968, 0.08226889, -0.85657211, -0.35884393]
PC2 = [0.65653988, 0.72971237, -0.1757674, -0.07470647]
POSITIVE = [51, 57, 64, 79, 81, 87, 88, 91, 92, 93]
NEGATIVE = [2, 5, 14, 28, 30, 36, 39, 42, 46, 106, 107, 108, 109, 113, 123, 126, 133, 138, 145, 146]


@pytest.fixture(scope="module")
def fitted():
    from sklearn.datasets import load_iris

    X = load_iris().data.copy()
    X[[34, 37]] = [4.9, 3.1, 1.5, 0.1]
    X = (X - X.mean(axis=0)) @ np.array([PC1, PC2]).T
    y = np.where(np.arange(150) // 50 == 1, "c1", "c2")
    held_out = np.array(POSITIVE + NEGATIVE)
    train = np.setdiff1d(np.arange(150), held_out)
    return gn.GaussianNB(var_smoothing=0).fit(X[train], y[train]), X[held_out], y[held_out]


def test_estimates_of_priors_means_and_variances(fitted):
    """Zaki and Meira 2014, section 22.1.2, example 22.3."""
    model, _, _ = fitted
    np.testing.assert_allclose(model.class_prior_, [1 / 3, 2 / 3])
    np.testing.assert_allclose(model.theta_, [[-0.6406, -0.2036], [0.2696, 0.1403]], atol=5e-5)
    np.testing.assert_allclose(model.var_, [[0.2881, 0.1803], [6.1402, 0.2058]], atol=5e-5)


def test_scores_of_the_held_out_rows(fitted):
    """Zaki and Meira 2014, section 22.1.3, example 22.4 and table 22.5."""
    model, X, _ = fitted
    score = dict(zip(POSITIVE + NEGATIVE, model.predict_proba(X)[:, 0], strict=True))
    # Rows 107 and 109 are printed with exponent -03; no point of Iris can have those scores.
    printed = {106: 0.92616, 87: 0.81808, 113: 0.79995, 138: 0.69177, 51: 0.54794, 108: 0.043651}
    printed |= {107: 2.9691e-4, 109: 1.2829e-4, 5: 2.5497e-7, 42: 7.8286e-10}
    for row, expected in printed.items():
        assert score[row] == pytest.approx(expected, rel=5e-5)


def test_the_area_is_0_775_though_the_first_row_is_negative(fitted):
    """Zaki and Meira 2014, section 22.1.3, example 22.4; section 22.1.3, example 22.6."""
    from gnomon.assessment.measures.ranking import auc

    model, X, y = fitted
    score = model.predict_proba(X)[:, 0]
    assert auc(y == "c1", score) == pytest.approx(0.775)
    assert y[np.argmax(score)] == "c2"


def test_full_bayes_errs_on_one_of_each_two_points_of_two_labels():
    """Zaki and Meira 2014, section 22.1, example 22.1."""
    task = gn.load("iris-sepals")
    model = gn.QuadraticDiscriminantAnalysis().fit(task.X, task.y)
    assert np.sum(model.predict(task.X) != task.y) == 30
    point = np.array([6.0, 2.2])
    twins = np.flatnonzero((point == task.X).all(axis=1))
    assert sorted(task.y[twins]) == ["versicolor", "virginica"]
    assert np.sum(model.predict(task.X[twins]) == task.y[twins]) == 1
