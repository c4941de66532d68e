"""The functions of `gnomon.metrics` agree with scikit-learn's of the same meaning, on labels of any kind."""

import inspect

import numpy as np
import pytest
from sklearn import metrics as sk

import gnomon as gn
from gnomon.assessment.measures.synonyms import MEASURE_OF, SYNONYMS
from gnomon.errors import DataError, ParameterError
from gnomon.registry import measures

RANDOM = np.random.default_rng(11)
Y = np.array(["ill", "well"])[RANDOM.integers(0, 2, 80)]
PRED = np.where(RANDOM.random(80) < 0.7, Y, "ill")
SCORE = (Y == "ill") + RANDOM.normal(size=80)
PROBA = 1 / (1 + np.exp(-SCORE))
THREE = np.array(["a", "b", "c"])[RANDOM.integers(0, 3, 80)]
THREE_PRED = np.where(RANDOM.random(80) < 0.6, THREE, "b")
THREE_PROBA = RANDOM.dirichlet([1, 1, 1], 80)
T, P = RANDOM.normal(size=80) + 3, RANDOM.normal(size=80) + 3
W = RANDOM.random(80)

PAIRS = [
    ("accuracy", sk.accuracy_score, (THREE, THREE_PRED), {}, {}),
    ("balanced_accuracy", sk.balanced_accuracy_score, (THREE, THREE_PRED), {}, {}),
    ("kappa", sk.cohen_kappa_score, (THREE, THREE_PRED), {}, {}),
    ("mcc", sk.matthews_corrcoef, (THREE, THREE_PRED), {}, {}),
    ("precision", sk.precision_score, (Y, PRED), {"pos_label": "ill"}, {"pos_label": "ill"}),
    ("recall", sk.recall_score, (Y, PRED), {"pos_label": "well"}, {"pos_label": "well"}),
    ("f1", sk.f1_score, (Y, PRED), {"pos_label": "ill"}, {"pos_label": "ill"}),
    ("jaccard", sk.jaccard_score, (Y, PRED), {"pos_label": "ill"}, {"pos_label": "ill"}),
    ("f1_macro", sk.f1_score, (THREE, THREE_PRED), {}, {"average": "macro"}),
    ("recall_weighted", sk.recall_score, (THREE, THREE_PRED), {}, {"average": "weighted"}),
    ("auc", sk.roc_auc_score, (Y == "ill", SCORE), {}, {}),
    ("auc", sk.roc_auc_score, (THREE, THREE_PROBA), {}, {"multi_class": "ovr"}),
    ("average_precision", sk.average_precision_score, (Y, SCORE), {"pos_label": "ill"}, {"pos_label": "ill"}),
    ("log_loss", sk.log_loss, (THREE, THREE_PROBA), {}, {}),
    ("log_loss", sk.log_loss, (Y == "ill", PROBA), {}, {}),
    ("mean_squared_error", sk.mean_squared_error, (T, P), {}, {}),
    ("root_mean_squared_error", sk.root_mean_squared_error, (T, P), {}, {}),
    ("mean_absolute_error", sk.mean_absolute_error, (T, P), {}, {}),
    ("mean_absolute_percentage_error", sk.mean_absolute_percentage_error, (T, P), {}, {}),
    ("r2", sk.r2_score, (T, P), {}, {}),
    ("explained_variance", sk.explained_variance_score, (T, P), {}, {}),
    ("pinball", sk.mean_pinball_loss, (T, P), {"quantile": 0.9}, {"alpha": 0.9}),
]


@pytest.mark.parametrize("weight", [None, W], ids=["", "weighted"])
@pytest.mark.parametrize("case", PAIRS, ids=lambda case: case[0])
def test_values_are_those_of_scikit_learn(case, weight):
    name, theirs, arrays, ours_with, theirs_with = case
    result = getattr(gn.metrics, name)(*arrays, sample_weight=weight, **ours_with)
    assert result == pytest.approx(theirs(*arrays, sample_weight=weight, **theirs_with))


def test_every_measure_is_a_function_with_the_signature_of_scikit_learn():
    for name in measures:
        names = list(inspect.signature(getattr(gn.metrics, name)).parameters)
        assert names[:2] in (
            ["y_true", "y_pred"],
            ["y_true", "y_score"],
            ["y_true", "y_proba"],
            ["labels_true", "labels_pred"],
            ["X", "labels"],
        )
        assert "sample_weight" in names


def test_labels_name_the_columns():
    order = [2, 0, 1]
    assert gn.metrics.log_loss(THREE, THREE_PROBA[:, order], labels=["c", "a", "b"]) == pytest.approx(
        gn.metrics.log_loss(THREE, THREE_PROBA)
    )
    costs = [[0, 5], [1, 0]]
    assert gn.metrics.expected_cost(["n", "y"], ["y", "y"], labels=["n", "y"], costs=costs) == 2.5


def test_labels_that_do_not_say_which_is_positive_are_refused():
    with pytest.raises(ParameterError, match="pass the positive class: pos_label='well'"):
        gn.metrics.precision(Y, PRED)
    with pytest.raises(ParameterError, match="is not one of the labels"):
        gn.metrics.auc(Y, SCORE, pos_label="dead")
    with pytest.raises(DataError, match="y_score has 3 columns"):
        gn.metrics.auc(Y, THREE_PROBA)
    with pytest.raises(ParameterError, match="lacks"):
        gn.metrics.log_loss(THREE, THREE_PROBA, labels=["a", "b", "d"])


def test_usual_names_of_measures_work_wherever_a_measure_is_named():
    assert set(SYNONYMS) <= set(measures)
    assert not set(MEASURE_OF) & set(measures)
    predictions = gn.Predictions.from_arrays(T, P)
    assert predictions.score("rmse") == predictions.score("neg_root_mean_squared_error")
    scored = gn.Predictions.from_arrays(Y, scores=SCORE, positive="ill")
    assert scored.score("roc_auc") == scored.score("AUC") == scored.score("auroc")
    assert scored.score("acc") == scored.score("accuracy")
    # scikit-learn's own scorers: each of these kinds that has an equal here is known by its name.
    wanted = ["neg_log_loss", "neg_mean_squared_error", "balanced_accuracy", "r2", "neg_brier_score", "f1"]
    assert all(gn.metrics.find_measure(name) for name in wanted)


@pytest.mark.parametrize("name", ["accuracy", "mcc", "f1", "recall", "f1_macro", "expected_cost", "lift"])
def test_scores_where_labels_are_due_are_refused(name):
    function = getattr(gn.metrics, name)
    with pytest.raises(DataError, match=r"y_pred, row 1: 0\.9 is not a class label; apply a threshold"):
        function([0, 1, 1], [0.0, 0.9, 0.4])
    with pytest.raises(DataError, match="y_true, row 0"):
        function([0.5, 1.5], [0, 1])
    with pytest.raises(DataError, match="y_true has labels such as 'a' and y_pred such as 0"):
        function(["a", "b"], [0, 1])


def test_whole_numbers_of_any_type_are_labels():
    assert gn.metrics.accuracy([0, 1, 2], np.array([0.0, 1.0, 1.0])) == pytest.approx(2 / 3)
    assert gn.metrics.recall([True, False], [1.0, 0.0]) == 1
    assert gn.metrics.accuracy(np.array(["a", "b"], dtype=object), np.array(["a", "a"])) == 0.5
