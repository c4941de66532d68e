"""Public functions take lists and tuples, not only arrays and objects of this package."""

import numpy as np
import pytest

import gnomon as gn

stats, curves, decisions, clustering = gn.stats, gn.curves, gn.decisions, gn.clustering
Y, SCORE = [0, 1, 0, 1, 1, 0, 1, 0], [0.1, 0.6, 0.4, 0.8, 0.3, 0.2, 0.9, 0.5]
WEIGHT, GROUP = [1, 2, 1, 1, 1, 1, 1, 1], [0, 0, 1, 1, 2, 2, 3, 3]
DIFF = [0.1, 0.2, -0.05, 0.03, 0.06, 0.02, 0.1, -0.01]
FIVE = [[0.1, 0.2], [0.0, 0.1], [0.1, 0.05], [0.2, 0.1], [0.02, 0.03]]
X = [[0.0, 1], [1, 1], [5, 5], [6, 5], [0, 0], [6, 6], [5, 6], [1, 0]]
LABELS = [0, 0, 1, 1, 0, 1, 1, 0]
BOARD = [[0.9, 0.8, 0.7], [0.8, 0.85, 0.6], [0.7, 0.6, 0.5], [0.9, 0.7, 0.8]]
COSTS = [[0, 1], [5, 0]]

CALLS = {
    stats.t_interval: (DIFF,),
    stats.z_interval: (DIFF,),
    stats.variance_interval: (DIFF,),
    stats.deviation_interval: (DIFF,),
    stats.corrected_t_interval: (DIFF, 0.1),
    stats.rows_t_interval: (DIFF, WEIGHT, GROUP),
    stats.median_interval: (DIFF,),
    stats.pseudo_median_interval: (DIFF,),
    stats.percentile_interval: (DIFF,),
    stats.basic_bootstrap_interval: (0.1, DIFF),
    stats.bca_interval: (0.05, DIFF, DIFF),
    stats.studentized_bootstrap_interval: (0.05, 0.02, DIFF, [0.02] * 8),
    stats.delong_interval: (Y, SCORE, WEIGHT),
    stats.five_by_two_t_interval: (FIVE,),
    stats.five_by_two_f_interval: (FIVE,),
    stats.t_statistic: (DIFF, 0.0),
    stats.z_statistic: (DIFF, 0.0, 0.1),
    stats.variance_chi_squared: (DIFF, 0.1),
    stats.paired_t_test: (DIFF,),
    stats.corrected_t_test: (DIFF, 0.1),
    stats.wilcoxon_test: (DIFF,),
    stats.sign_test: (DIFF,),
    stats.five_by_two_t_test: (FIVE,),
    stats.five_by_two_f_test: (FIVE,),
    stats.two_means_test: (DIFF, SCORE),
    stats.friedman_test: (BOARD,),
    stats.iman_davenport_test: (BOARD,),
    stats.nemenyi_test: ([0.5, 1.0], 3, 10),
    stats.adjust_p_values: ([0.1, 0.2],),
    stats.bayesian_sign_test: (DIFF, 0.01),
    stats.bayesian_correlated_t_test: (DIFF, 0.1, 0.01),
    curves.roc_curve: (Y, SCORE, WEIGHT),
    curves.precision_recall_curve: (Y, SCORE, WEIGHT),
    curves.lift_curve: (Y, SCORE, WEIGHT),
    curves.cost_curve: (Y, SCORE, WEIGHT),
    curves.det_curve: (Y, SCORE, WEIGHT),
    curves.reliability_diagram: (Y, SCORE, WEIGHT),
    decisions.choose_threshold: (Y, SCORE),
    decisions.cost_by_threshold: (Y, SCORE),
    decisions.expected_costs: ([[0.2, 0.8]], COSTS),
    decisions.minimum_cost_decisions: ([[0.2, 0.8]], COSTS),
    gn.metrics.brier_decomposition: (Y, SCORE, WEIGHT),
    gn.ensembles.sign_vote: ([[1, -1], [1, 1]], [1, 2]),
    gn.ensembles.count_votes: ([[0, 1], [1, 1]], 2, [1, 2]),
    gn.ensembles.vote_margins: ([[3.0, 1.0], [1.0, 2.0]], [0, 1]),
    clustering.gap_statistic: (X, 2),
    clustering.clustering_stability: (X, 2),
    clustering.silhouette_samples: (X, LABELS),
    gn.neighbors.condensed_prototypes: (X, LABELS),
    gn.neighbors.edited_prototypes: (X, LABELS),
    gn.kernels.gram_frame: (X, LABELS),
}


@pytest.mark.parametrize("function", CALLS, ids=lambda function: function.__name__)
def test_lists_give_what_arrays_give(function):
    lists = CALLS[function]
    arrays = [np.array(each) if isinstance(each, list) else each for each in lists]
    assert repr(function(*lists)) == repr(function(*arrays))


def test_tests_on_rows_take_lists_of_weights_and_groups():
    gains = np.array(DIFF)

    def mean(w):
        return float(gains @ w / w.sum())

    for test, first in (
        (stats.sign_flip_test, DIFF),
        (lambda *a, **k: stats.paired_bootstrap(mean, 8, **k), 0),
    ):
        with_arrays = test(first, weight=np.array(WEIGHT), group=np.array(GROUP))
        assert repr(test(first, weight=WEIGHT, group=GROUP)) == repr(with_arrays)
    swapped = stats.prediction_swap_test(lambda y: float(np.mean(y)), [1, 0, 1], [0, 0, 1], group=[0, 1, 2])
    assert swapped.p == 1
    low, high = stats.percentile_bootstrap(lambda rows: gains[rows].mean(), list(range(8)))
    assert low < gains.mean() < high


def test_scores_from_elsewhere_have_every_interval_test_and_curve():
    split = np.arange(8) % 2
    first = gn.Predictions.from_arrays(Y, scores=SCORE, split=split, learner="first")
    second = gn.Predictions.from_arrays(Y, scores=SCORE[::-1], split=split, learner="second")
    assert first.estimate("auc").method == "corrected t"
    assert gn.compare(first, second, "accuracy").verdict in (
        "better",
        "worse",
        "undecided",
        "practically equal",
    )
    assert curves.roc_curve_of(first).auc == gn.metrics.auc(Y, SCORE)
    assert ("1", "recall") in [(str(label), rate) for label, rate in gn.metrics.rate_table(first).index]
