"""Transformations of features: fixtures of recursive partitioning and merging, and the chapter's claims."""

import numpy as np
import pandas as pd
import pytest
from sklearn.datasets import load_breast_cancer, load_wine
from sklearn.model_selection import cross_val_score
from sklearn.pipeline import make_pipeline

import gnomon as gn
from gnomon import CategoricalNB, GaussianNB
from gnomon.features.agglomerative_merge import AgglomerativeMerge
from gnomon.features.binarize import Binarize
from gnomon.features.calibrate_category import CalibrateCategories
from gnomon.features.discretizer import bins
from gnomon.features.equal_frequency import EqualFrequency
from gnomon.features.recursive_partition import RecursivePartition
from gnomon.features.scale import Normalize
from gnomon.features.text import TextFeatures
from gnomon.features.threshold import Threshold, threshold_scores

V = np.arange(1.0, 13.0)[:, None]
LABELS = np.array([0, 0, 1, 0, 0, 1, 1, 0, 1, 1, 1, 1])


def test_information_gain_of_every_threshold():
    """Probabilistic Models notes, section 8 Feature transformations, on data made for the test."""
    found = threshold_scores(V[:, 0], LABELS)
    np.testing.assert_allclose(found.thresholds, np.arange(1.5, 12))
    expected = [
        0.113013, 0.245460, 0.061573, 0.168591, 0.333923, 0.195710, 0.104349, 0.343579, 0.236562, 0.146535,
        0.068674,
    ]  # fmt: skip
    np.testing.assert_allclose(found.scores, expected, atol=5e-7)
    assert found.best == Threshold(by="information_gain").fit(V, LABELS).thresholds_[0] == 8.5


def test_partitioning_to_pure_bins_in_the_order_found():
    """Probabilistic Models notes, section 8 Feature transformations, on data made for the test."""
    made = RecursivePartition(stop="pure").fit(V, LABELS)
    assert made.trace().threshold.tolist() == [8.5, 2.5, 3.5, 5.5, 7.5]
    assert made.cuts_[0].tolist() == [2.5, 3.5, 5.5, 7.5, 8.5]
    assert made.trace().score[0] == pytest.approx(0.343579, abs=5e-7)


def test_no_cut_of_twelve_rows_pays_for_its_description():
    """Probabilistic Models notes, section 8 Feature transformations, on data made for the test."""
    assert RecursivePartition().fit(V, LABELS).cuts_[0].tolist() == []


@pytest.mark.parametrize("join_pure", [False, True])
@pytest.mark.parametrize("all_ties", [False, True])
def test_merging_by_chi2_with_three_levels(join_pure, all_ties):
    """Probabilistic Models notes, section 8 Feature transformations, on data made for the test."""

    def cuts(alpha):
        return AgglomerativeMerge(alpha=alpha, join_pure=join_pure, all_ties=all_ties).fit(V, LABELS).cuts_[0]

    assert cuts(0.10).tolist() == [2.5, 3.5, 5.5, 7.5, 8.5]
    assert cuts(0.05).tolist() == [5.5]
    assert cuts(0.01).tolist() == []
    codes = bins(cuts(0.05), V[:, 0])
    assert [np.bincount(LABELS[codes == code]).tolist() for code in (0, 1)] == [[4, 1], [1, 6]]


@pytest.mark.parametrize(
    ("alpha", "below", "above"),
    [
        (0.10, (21, 21, 21, 41), (13, 5, 37, 36)),  # chi2 just below and just above 2.705543
        (0.05, (27, 13, 26, 29), (33, 14, 42, 38)),  # 3.841459
        (0.01, (27, 7, 31, 28), (33, 18, 31, 44)),  # 6.634897
    ],
)
def test_merging_stops_at_the_critical_value_of_chi2(alpha, below, above):
    """Probabilistic Models notes, section 8 Feature transformations."""
    for counts, cuts in ((below, []), (above, [1.5])):
        X, y = np.repeat([[1.0], [1.0], [2.0], [2.0]], counts, axis=0), np.repeat([0, 1, 0, 1], counts)
        assert AgglomerativeMerge(alpha=alpha).fit(X, y).cuts_[0].tolist() == cuts


def test_true_is_from_the_threshold_on():
    """Probabilistic Models notes, section 8 Feature transformations."""
    assert Threshold(by=3).fit_transform([[2.9], [3.0], [3.1]]).ravel().tolist() == [0, 1, 1]


def test_a_text_column_becomes_the_printed_counts_and_bits():
    """Probabilistic Models notes, section 7 Features."""
    words = pd.DataFrame({"mail": gn.load("mail-words").column("tokens").labels})
    counts = TextFeatures(stop_words=["d", "e"]).fit_transform(words)
    assert np.array_equal(counts, gn.load("mail-counts").X)
    bits = TextFeatures(output="bits", vocabulary=["a", "b", "c"]).fit_transform(words)
    assert np.array_equal(bits, gn.load("mail-bits").X)


def test_bins_are_calibrated_as_categories():
    """Probabilistic Models notes, section 8 Feature transformations."""
    made = make_pipeline(AgglomerativeMerge(alpha=0.05), CalibrateCategories(cv=None)).fit(V, LABELS)
    below, above = (1 + 1) / (1 + 1 + 7 / 5 * (4 + 1)), (6 + 1) / (6 + 1 + 7 / 5 * (1 + 1))
    np.testing.assert_allclose(made.transform([[1.0], [12.0]]).ravel(), [below, above])


def test_guessed_bounds_truncate():
    """Probabilistic Models notes, section 8 Feature transformations."""
    assert Normalize("range", low=0, high=100).fit_transform([[-1.0], [25.0], [200.0]]).ravel().tolist() == [
        0,
        0.25,
        1,
    ]


def test_binarization_can_be_undone_and_bins_forget_the_scale():
    """Probabilistic Models notes, section 8 Feature transformations."""
    frame = pd.DataFrame({"color": ["red", "blue", "green", "red"]})
    made = Binarize().fit(frame)
    bits = made.transform(frame)
    names = [name.removeprefix("color=") for name in made.get_feature_names_out()]
    assert [names[place] for place in bits.argmax(axis=1)] == frame["color"].tolist()
    assert np.array_equal(EqualFrequency(3).fit_transform(V), EqualFrequency(3).fit_transform(np.exp(V)))


@pytest.mark.parametrize("load", [load_wine, load_breast_cancer])
def test_equal_frequency_bins_work_reasonably_well_in_naive_bayes(load):
    """Probabilistic Models notes, section 8 Feature transformations."""
    X, y = load(return_X_y=True)
    score = {
        name: cross_val_score(learner, X, y, cv=5).mean()
        for name, learner in {
            "equal frequency": make_pipeline(EqualFrequency(5), CategoricalNB(min_categories=5)),
            "partition": make_pipeline(RecursivePartition(), CategoricalNB(min_categories=30)),
            "merging": make_pipeline(AgglomerativeMerge(max_bins=6), CategoricalNB(min_categories=6)),
            "normal": GaussianNB(),
        }.items()
    }
    best = max(score.values())
    assert score["equal frequency"] > best - 0.04
    assert min(score.values()) > 0.88
