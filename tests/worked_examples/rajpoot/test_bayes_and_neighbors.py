"""Worked examples of the slides that naive Bayes and nearest neighbors reach."""

import numpy as np

import gnomon as gn


def test_naive_densities_need_log_space():
    """Rajpoot, lecture 4, slide "Exercise (ungraded)"."""
    X = [[-4, 1], [-5, 2], [-3, 3], [-2.5, 4.5], [-4, 5], [3, 1], [3.5, 0], [4, 0.5], [4, -1], [3.5, -1]]
    model = gn.GaussianNB(var_smoothing=0, priors=[0.5, 0.5]).fit(X, np.repeat([1, 2], 5))
    joint = model.predict_joint_log_proba([[-2.0, 2.0]])[0]
    np.testing.assert_allclose(np.exp(joint - np.log(0.5)), [0.0139079, 3.876e-51], rtol=2e-4)
    np.testing.assert_allclose(model.theta_, [[-3.7, 3.1], [3.6, -0.1]])
    np.testing.assert_allclose(model.var_, [[0.76, 2.24], [0.14, 0.64]])
    assert model.predict([[-2.0, 2.0]]) == [1]


def test_five_rows_can_never_win_among_eleven_neighbors():
    """Rajpoot, lecture 6, slide "Difficulties with kNN"."""
    X = np.concatenate([np.zeros((5, 1)), np.linspace(1, 2, 100)[:, None]])
    y = np.array(["rare"] * 5 + ["common"] * 100)
    assert gn.KNeighborsClassifier(11).fit(X, y).predict([[0.0]]) == ["common"]
    tied = gn.KNeighborsClassifier(10).fit(X, y).predict_proba([[0.0]])[0]
    assert tied.tolist() == [0.5, 0.5]
    assert gn.KNeighborsClassifier(9).fit(X, y).predict([[0.0]]) == ["rare"]
