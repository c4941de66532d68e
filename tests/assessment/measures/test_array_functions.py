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
COUNTS = RANDOM.poisson(2.0, 80)

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
    ("mean_squared_log_error", sk.mean_squared_log_error, (T**2, P**2), {}, {}),
    ("root_mean_squared_log_error", sk.root_mean_squared_log_error, (T**2, P**2), {}, {}),
    ("mean_poisson_deviance", sk.mean_poisson_deviance, (COUNTS, P**2), {}, {}),
    ("mean_gamma_deviance", sk.mean_gamma_deviance, (T**2, P**2), {}, {}),
    ("d2_absolute_error", sk.d2_absolute_error_score, (T, P), {}, {}),
    ("d2_log_loss", sk.d2_log_loss_score, (THREE, THREE_PROBA), {}, {}),
    ("d2_brier", sk.d2_brier_score, (THREE, THREE_PROBA), {}, {}),
    ("top_k_accuracy", sk.top_k_accuracy_score, (THREE, THREE_PROBA), {}, {}),
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


def test_every_scorer_of_scikit_learn_is_a_measure_except_of_several_labels_a_row():
    unknown = []
    for name in sk.get_scorer_names():
        try:
            gn.metrics.find_measure(name)
        except KeyError:
            unknown.append(name)
    assert [name for name in unknown if not name.endswith("_samples")] == []


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


def test_likelihood_ratios_and_indices_of_pairs_are_those_of_scikit_learn():
    y, p = (Y == "ill").astype(int), (PRED == "ill").astype(int)
    plus, minus = sk.class_likelihood_ratios(y, p)
    assert gn.metrics.positive_likelihood_ratio(y, p) == pytest.approx(plus)
    assert gn.metrics.negative_likelihood_ratio(y, p) == pytest.approx(minus)
    assert gn.metrics.positive_likelihood_ratio([0, 1], [0, 1]) == np.inf
    assert gn.metrics.positive_likelihood_ratio([0, 1], [0, 0]) == 1
    assert gn.metrics.rand_index(THREE, THREE_PRED) == pytest.approx(sk.rand_score(THREE, THREE_PRED))
    index = sk.fowlkes_mallows_score(THREE, THREE_PRED)
    assert gn.metrics.fowlkes_mallows(THREE, THREE_PRED) == pytest.approx(index)


def test_deviances_and_logarithms_refuse_what_they_are_not_defined_for():
    for name in ("mean_squared_log_error", "mean_poisson_deviance", "mean_gamma_deviance"):
        with pytest.raises(DataError, match=r"predicted, row 1: -2 must be above (-1|0)"):
            getattr(gn.metrics, name)([1.0, 1.0], [1.0, -2.0])
    with pytest.raises(DataError, match="truth, row 0: -1 must be 0 or more"):
        gn.metrics.mean_poisson_deviance([-1.0], [1.0])
    for name in ("d2_log_loss", "d2_brier"):
        with pytest.raises(DataError, match="undefined here"):
            getattr(gn.metrics, name)([1, 1], [0.5, 0.5], labels=[0, 1])
