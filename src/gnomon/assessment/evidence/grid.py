"""The grid of studies that `make evidence` simulates.

The numbers of simulations are such that all takes about a quarter of an hour on two cores: with 1,000 the
Monte Carlo standard error of a coverage of 95 % is 0.7 percentage points, with 2,000 half a point; slow
methods that support no claim have fewer.
"""

from itertools import product

from gnomon.assessment.evidence.choices import ChosenIntervals
from gnomon.assessment.evidence.cross_validations import ResampledIntervals, ResampledTests, Resampling
from gnomon.assessment.evidence.data_sets import DataSetTests
from gnomon.assessment.evidence.hold_outs import HeldOutIntervals, HeldOutTests
from gnomon.assessment.evidence.independent import IndependentScores
from gnomon.assessment.evidence.refits import BY_BOOTSTRAP, RefittedIntervals
from gnomon.assessment.evidence.rules import (
    Discriminant,
    LeastSquares,
    LinearRule,
    Majority,
    NearestMean,
    OneNeighbor,
    Stump,
)
from gnomon.assessment.evidence.study import Study
from gnomon.assessment.evidence.worlds import LinearWorld, TwoNormals
from gnomon.assessment.validity import REPEATS

RATES = ("wilson", "clopper-pearson", "jeffreys", "agresti-coull", "rows t")
BOOTSTRAPS = ("bootstrap", "basic bootstrap", "bca bootstrap")
BY_ROWS = ("rows t", "wilson", "bayle", "bayle within folds")
BY_SPLITS = ("z", "t", "corrected t by splits alone", "corrected t")
BY_REPEATS = (*BY_SPLITS, REPEATS)
OF_LABELS = ("mcnemar", "mcnemar exact", "mcnemar chi-squared", "rows t")
OF_ROWS = ("rows t", "wilcoxon", "sign")
OF_SPLITS = ("paired t", "corrected t")
OF_REPEATS = (*OF_SPLITS, REPEATS)
ACROSS_TWO = ("paired t", "wilcoxon", "sign")
ACROSS_MANY = ("friedman", "iman-davenport", "nemenyi", "holm", "shaffer")

MANY_FEATURES = (0.4,) * 20
LEARNERS = (
    (TwoNormals((1.5,)), NearestMean()),
    (TwoNormals((1.5,), 0.2), NearestMean()),
    (TwoNormals((1.5,)), Stump()),
    (TwoNormals(MANY_FEATURES), Discriminant()),
    (TwoNormals((1.5,)), OneNeighbor()),
)


def studies() -> list[Study]:
    """All studies, those of z and t intervals of independent scores first.

    >>> len(studies()) > 100
    True
    """
    return [
        *(IndependentScores(k, 10_000) for k in (5, 10, 50)),
        *_proportions(),
        *_other_measures(),
        *_cross_validations(),
        *_other_splits(),
        *_other_measures_of_folds(),
        *_all_rows(),
        *_tests_of_models(),
        *_tests_of_learners(),
        *_tests_across_data_sets(),
    ]


def _proportions() -> list[Study]:
    """The error of one model on rows held out once: 31 %, 11 % and 2 % of them wrong."""
    return [
        HeldOutIntervals(TwoNormals((shift,)), _optimal_rule(shift), n, "error", (*RATES, *BOOTSTRAPS), 1000)
        for n, shift in product((30, 100, 300, 1000), (1.0, 2.5, 4.0))
    ]


def _other_measures() -> list[Study]:
    """AUC, measures that are not means, mean squared error, and grouped rows, for one model."""
    listed: list[Study] = []
    for n, shift, share in product((30, 100, 300, 1000), (1.0, 2.0), (0.5, 0.2)):
        world, rule = TwoNormals((shift,), share), _optimal_rule(shift)
        methods = ("delong", *BOOTSTRAPS) if n < 1000 else ("delong",)
        listed.append(HeldOutIntervals(world, rule, n, "auc", methods, _n_simulations(n)))
        if n < 1000 and shift == 1:
            listed.append(HeldOutIntervals(world, rule, n, "balanced_accuracy", BOOTSTRAPS, 1000))
    linear, flat = LinearWorld((0.5, 0.0)), LeastSquares().of([0.0, 0.0], 0.0)
    for n in (30, 100, 300):
        slow = ("studentized bootstrap",)
        methods = ("rows t", *BOOTSTRAPS)
        listed.append(HeldOutIntervals(linear, flat, n, "mean_squared_error", methods, _n_simulations(n)))
        listed.append(HeldOutIntervals(linear, flat, n, "mean_squared_error", slow, 100))
        listed.append(HeldOutIntervals(TwoNormals((1.0,)), _optimal_rule(1.0), n, "auc", slow, 100))
    for n, (measure, method) in product((100, 300), (("error", "rows t"), ("auc", "delong"))):
        world = TwoNormals((1.0,), group_size=5)
        listed.append(HeldOutIntervals(world, _optimal_rule(1.0), n, measure, (method, "bootstrap"), 1000))
    return listed


def _cross_validations() -> list[Study]:
    """The error of stable to unstable learners, over k-fold and repeated k-fold."""
    listed: list[Study] = []
    for (world, learner), (n, k) in product(LEARNERS, ((50, 10), (100, 5), (100, 10), (300, 10))):
        methods = (*BY_SPLITS, *BY_ROWS)
        listed.append(ResampledIntervals(world, learner, n, Resampling("k-fold", k), "error", methods, 1000))
    for (world, learner), n in product(LEARNERS, (100, 300)):
        listed.append(
            ResampledIntervals(world, learner, n, Resampling("k-fold", 10, 3), "error", BY_REPEATS, 1000)
        )
    # Errors of the majority class depend on the class only, which stratified folds balance.
    world, once, thrice = TwoNormals((0.0,), 0.3), Resampling("k-fold", 10), Resampling("k-fold", 10, 3)
    listed.append(ResampledIntervals(world, Majority(), 300, once, "error", (*BY_SPLITS, *BY_ROWS), 1000))
    listed.append(ResampledIntervals(world, Majority(), 300, thrice, "error", BY_REPEATS, 1000))
    return listed


def _other_splits() -> list[Study]:
    """Repeated hold-outs, bootstrap samples, leave-one-out, folds without strata or with groups."""
    listed: list[Study] = []
    for (world, learner), resampling in product(
        LEARNERS, (Resampling("hold-out", 1, 15), Resampling("bootstrap", 1, 20))
    ):
        listed.append(ResampledIntervals(world, learner, 100, resampling, "error", BY_REPEATS, 1000))
    for world, learner in (LEARNERS[0], LEARNERS[-1]):
        loose, one = Resampling("k-fold", 10, stratified=False), Resampling("leave-one-out", 50)
        listed.append(ResampledIntervals(world, learner, 100, loose, "error", BY_SPLITS, 1000))
        listed.append(ResampledIntervals(world, learner, 50, one, "error", ("wilson", "rows t"), 1000))
    folds, grouped = Resampling("k-fold", 10), TwoNormals((1.5,), group_size=5)
    listed.append(
        ResampledIntervals(grouped, NearestMean(), 100, folds, "error", ("corrected t", "rows t"), 1000)
    )
    return listed


def _other_measures_of_folds() -> list[Study]:
    """AUC and mean squared error over k-fold and repeated k-fold."""
    listed: list[Study] = []
    for (world, learner), n, repeats in product((LEARNERS[0], LEARNERS[3]), (100, 300), (1, 3)):
        methods = ("z", "t", "corrected t", "influence", *((REPEATS,) if repeats > 1 else ()))
        listed.append(
            ResampledIntervals(world, learner, n, Resampling("k-fold", 10, repeats), "auc", methods, 1000)
        )
    over_rows, resampling = ("z", "t", "corrected t", "rows t", "bayle"), Resampling("k-fold", 10)
    for slope, n in product(((0.5, 0.0), (0.3,) * 10), (50, 100)):
        linear = LinearWorld(slope), LeastSquares()
        listed.append(ResampledIntervals(*linear, n, resampling, "mean_squared_error", over_rows, 1000))
    return listed


def _all_rows() -> list[Study]:
    """The score of the model trained on all rows; and of the best of several settings."""
    listed: list[Study] = []
    for world, learner in (LEARNERS[0], *LEARNERS[2:]):
        methods, folds = ("corrected t", *BY_ROWS), Resampling("k-fold", 10)
        listed += [
            ResampledIntervals(world, learner, 100, folds, "error", methods, 1000, "this model"),
            RefittedIntervals(world, learner, 100, tuple(BY_BOOTSTRAP), 400),
            RefittedIntervals(world, learner, 100, ("nested cross-validation",), 4000),
        ]
    chances = TwoNormals((0.5,) * 8), TwoNormals((0.5,) * 7 + (1.5,))
    listed += [ChosenIntervals(world, 100, Resampling("k-fold", 10), 500) for world in chances]
    return listed


def _tests_of_models() -> list[Study]:
    """Two fixed models on the same held-out rows, with and without a difference."""
    listed: list[Study] = []
    for n, second in product((50, 100, 300), (1.5, 1.0)):
        world = TwoNormals((1.5, second))
        rules = LinearRule().of([1.0, 0.0], -0.75), LinearRule().of([0.0, 1.0], -second / 2)
        listed.append(HeldOutTests(world, rules, n, "error", OF_LABELS, 500))
        listed.append(HeldOutTests(world, rules, n, "error", ("bootstrap", "permutation"), 100))
        listed.append(HeldOutTests(world, rules, n, "auc", ("delong",), 500))
    for n, second in product((30, 100), (0.5, 0.2)):
        linear = LinearWorld((0.5, second))
        lines = LeastSquares().of([0.5, 0.0], 0.0), LeastSquares().of([0.0, second], 0.0)
        listed.append(HeldOutTests(linear, lines, n, "mean_squared_error", OF_ROWS, 500))
    return listed


def _tests_of_learners() -> list[Study]:
    """Two learners of one kind, on different features, over the same splits."""
    first, second = tuple(range(10)), tuple(range(10, 20))
    pairs = (
        ((1.5, 1.5), (NearestMean((0,)), NearestMean((1,))), 1000),
        ((1.5, 1.5), (Stump(0), Stump(1)), 1000),
        ((0.5,) * 20, (Discriminant(first), Discriminant(second)), 1000),
        ((1.5, 1.5), (OneNeighbor(0), OneNeighbor(1)), 1000),
        ((1.5, 1.0), (NearestMean((0,)), NearestMean((1,))), 500),
        ((1.5, 1.0), (OneNeighbor(0), OneNeighbor(1)), 500),
    )
    plans = (
        (Resampling("k-fold", 10), (*OF_SPLITS, "rows t", "mcnemar")),
        (Resampling("k-fold", 10, 3), OF_REPEATS),
        (Resampling("hold-out", 1, 15), OF_REPEATS),
        (Resampling("k-fold", 2, 5), ("5x2cv t", "5x2cv F", *OF_REPEATS)),
    )
    return [
        ResampledTests(TwoNormals(shift), learners, 100, resampling, "error", methods, simulations)
        for (shift, learners, simulations), (resampling, methods) in product(pairs, plans)
    ]


def _tests_across_data_sets() -> list[Study]:
    """Scores of two or of five learners on several data sets."""
    listed: list[Study] = []
    for n, gain in product((10, 30), (0.0, 1.0)):
        listed.append(DataSetTests(n, 2, gain, ACROSS_TWO, 2000))
        listed.append(DataSetTests(n, 5, gain, ACROSS_MANY, 2000))
    return listed


def _n_simulations(n: int) -> int:
    """More simulations for 100 rows, where the domains of DeLong's interval and of BCa begin."""
    return 3000 if n == 100 else 1000


def _optimal_rule(shift: float) -> LinearRule:
    """The Bayes-optimal rule for two equally frequent classes."""
    return LinearRule().of([1.0], -shift / 2)
