import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn import metrics

from gnomon.assessment.measures import auc, auc_hand_till, auc_provost_domingos
from gnomon.errors import DataError


def a_draw(seed, n_rows=60, n_classes=4):
    generator = np.random.default_rng(seed)
    truth = np.concatenate([np.arange(n_classes), generator.integers(n_classes, size=n_rows - n_classes)])
    return truth, generator.dirichlet(np.ones(n_classes), n_rows), generator.integers(1, 4, n_rows)


@settings(max_examples=20)
@given(st.integers(0, 1000), st.integers(3, 5))
def test_areas_of_many_classes_agree_with_scikit_learn(seed, n_classes):
    truth, score, weight = a_draw(seed, n_classes=n_classes)
    theirs = metrics.roc_auc_score(truth, score, multi_class="ovr", average="weighted", sample_weight=weight)
    assert np.isclose(auc_provost_domingos(truth, score, weight.astype(float)), theirs)
    theirs = metrics.roc_auc_score(truth, score, multi_class="ovo", average="macro")
    assert np.isclose(auc_hand_till(truth, score), theirs)
    theirs = metrics.roc_auc_score(truth, score, multi_class="ovo", average="weighted")
    assert np.isclose(auc_hand_till(truth, score, average="weighted"), theirs)


@settings(max_examples=20)
@given(st.integers(0, 1000))
def test_weights_are_repetitions(seed):
    truth, score, weight = a_draw(seed)
    for measure in (auc_provost_domingos, auc_hand_till):
        repeated = measure(np.repeat(truth, weight), np.repeat(score, weight, axis=0))
        assert np.isclose(measure(truth, score, weight.astype(float)), repeated)


def test_the_pairwise_area_does_not_depend_on_how_common_the_classes_are():
    truth, score, _ = a_draw(0)
    common = np.where(truth == 2, 10.0, 1.0)
    assert auc_hand_till(truth, score, common) == pytest.approx(auc_hand_till(truth, score))
    assert auc_provost_domingos(truth, score, common) != pytest.approx(auc_provost_domingos(truth, score))


def test_two_classes_with_one_score_have_the_plain_area():
    truth, score = [0, 1, 1, 0], [0.1, 0.4, 0.35, 0.8]
    assert auc_hand_till(truth, score) == auc_provost_domingos(truth, score) == auc(truth, score)


def test_a_class_that_is_missing_is_named():
    for measure in (auc_provost_domingos, auc_hand_till):
        with pytest.raises(DataError, match="class 2"):
            measure([0, 1, 0], np.full((3, 3), 1 / 3))
        with pytest.raises(DataError, match="searchsorted"):
            measure(["a", "b"], np.full((2, 2), 0.5))


def test_a_thousand_classes_cost_a_sort_each():
    generator = np.random.default_rng(0)
    truth = np.repeat(np.arange(1000), 2)
    score = generator.random((2000, 1000)) + (truth[:, None] == np.arange(1000))
    # Uniform scores, one of them moved by 1: a row of the class itself is always above the others.
    assert auc_hand_till(truth, score) == 1.0
    assert auc_hand_till(truth, -score) == 0.0
