import numpy as np
import pytest
from sklearn.datasets import load_diabetes, load_iris, make_classification
from sklearn.linear_model import LinearRegression, LogisticRegression, PoissonRegressor
from sklearn.metrics import get_scorer, get_scorer_names
from sklearn.svm import LinearSVC

import gnomon as gn
from gnomon.features.select.scorer import MeasureScorer, scorer_name, scorer_of
from gnomon.metrics import find_measure

TWO = make_classification(200, flip_y=0.2, random_state=1)
THREE = load_iris(return_X_y=True)
# Averages over classes are tested on three of them; the two best of two classes are always right.
OTHERWISE = ("likelihood_ratio", "_weighted", "_micro", "_macro", "top_k_accuracy")


def named(kind):
    """scikit-learn's scorers that are measures of this kind of task here."""
    for name in get_scorer_names():
        try:
            measure = find_measure(name)
        except gn.errors.GnomonError:
            continue
        if measure.kind == kind and not name.endswith(OTHERWISE):
            yield name


def ours(name, is_of_classes=True):
    return MeasureScorer(find_measure(name), is_of_classes)


@pytest.mark.parametrize("name", list(named("classification")))
def test_scores_of_two_classes_are_those_of_scikit_learn(name):
    model = LogisticRegression().fit(*TWO)
    assert ours(name)(model, *TWO) == pytest.approx(get_scorer(name)(model, *TWO))


@pytest.mark.parametrize("name", list(named("regression")))
def test_scores_of_numbers_are_those_of_scikit_learn(name):
    X, y = load_diabetes(return_X_y=True)
    model = PoissonRegressor().fit(X, y)
    assert ours(name, False)(model, X, y) == pytest.approx(get_scorer(name)(model, X, y))


@pytest.mark.parametrize("name", ["f1_macro", "recall_weighted", "neg_log_loss", "balanced_accuracy"])
def test_scores_of_three_classes_are_those_of_scikit_learn(name):
    model = LogisticRegression(max_iter=1000).fit(*THREE)
    assert ours(name)(model, *THREE) == pytest.approx(get_scorer(name)(model, *THREE))


def test_labels_may_be_text_and_the_last_class_is_positive():
    X, y = TWO
    model, text = LogisticRegression().fit(X, y), np.where(y == 1, "sick", "fit")
    of_text = LogisticRegression().fit(X, text)
    for name in ("f1", "auc", "average_precision", "log_loss", "specificity", "brier"):
        assert ours(name)(of_text, X, text) == pytest.approx(ours(name)(model, X, y))


def test_a_classifier_without_probabilities_is_ranked_by_its_decision_function():
    model = LinearSVC().fit(*TWO)
    assert ours("auc")(model, *TWO) == pytest.approx(get_scorer("roc_auc")(model, *TWO))
    with pytest.raises(gn.errors.DesignError, match=r"needs predict_proba, which LinearSVC"):
        ours("log_loss")(model, *TWO)


def test_measures_of_another_kind_are_refused():
    with pytest.raises(gn.errors.DesignError, match="regression measure"):
        scorer_of("rmsle", LogisticRegression()) if scorer_name("rmsle") is None else ours("rmsle")
    with pytest.raises(gn.errors.DesignError, match="classification measure"):
        scorer_of("kappa", LinearRegression())
    with pytest.raises(gn.errors.DesignError, match="3 classes"):
        ours("specificity")(LogisticRegression(max_iter=1000).fit(*THREE), *THREE)


def test_functions_of_measures_are_measures_and_other_callables_are_scorers():
    model = LogisticRegression().fit(*TWO)
    assert scorer_of(find_measure("kappa").function, model)(model, *TWO) == ours("kappa")(model, *TWO)
    assert scorer_of(lambda model, X, y: 0.25, model)(model, *TWO) == 0.25
