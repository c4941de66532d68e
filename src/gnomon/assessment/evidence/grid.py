"""The grid: every study that `make evidence` carries out.

The numbers of draws are weighed so that all of it takes about a quarter of an hour on two cores: 1,000 draws
put the Monte-Carlo standard error of a coverage of 95 % at 0.7 points, 2,000 at half a point; slow methods
that no claim rests on get fewer.
"""

from itertools import product

from gnomon.assessment.evidence.choices import ChosenIntervals
from gnomon.assessment.evidence.cross_validations import Cuts, ResampledIntervals, ResampledTests
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
    """All studies, those of the textbook's own intervals first.

    >>> len(studies()) > 100
    True
    """
    return [
        *(IndependentScores(k, 10_000) for k in (5, 10, 50)),
        *_shares(),
        *_other_measures(),
        *_folds(),
        *_other_splits(),
        *_other_measures_of_folds(),
        *_all_rows(),
        *_tests_of_models(),
        *_tests_of_learners(),
        *_tests_across_data_sets(),
    ]


def _shares() -> list[Study]:
    """The error of one model on rows held out once: 31 %, 11 % and 2 % of them wrong."""
    return [
        HeldOutIntervals(TwoNormals((shift,)), _cut(shift), n, "error", (*RATES, *BOOTSTRAPS), 1000)
        for n, shift in product((30, 100, 300, 1000), (1.0, 2.5, 4.0))
    ]


def _other_measures() -> list[Study]:
    """Areas, measures that are no mean, means of squares, and rows in groups, for one model."""
    found: list[Study] = []
    for n, shift, share in product((30, 100, 300, 1000), (1.0, 2.0), (0.5, 0.2)):
        world, rule = TwoNormals((shift,), share), _cut(shift)
        methods = ("delong", *BOOTSTRAPS) if n < 1000 else ("delong",)
        found.append(HeldOutIntervals(world, rule, n, "auc", methods, _at_the_edge(n)))
        if n < 1000 and shift == 1:
            found.append(HeldOutIntervals(world, rule, n, "balanced_accuracy", BOOTSTRAPS, 1000))
    linear, flat = LinearWorld((0.5, 0.0)), LeastSquares().of([0.0, 0.0], 0.0)
    for n in (30, 100, 300):
        slow = ("studentized bootstrap",)
        methods = ("rows t", *BOOTSTRAPS)
        found.append(HeldOutIntervals(linear, flat, n, "mean_squared_error", methods, _at_the_edge(n)))
        found.append(HeldOutIntervals(linear, flat, n, "mean_squared_error", slow, 100))
        found.append(HeldOutIntervals(TwoNormals((1.0,)), _cut(1.0), n, "auc", slow, 100))
    for n, (measure, method) in product((100, 300), (("error", "rows t"), ("auc", "delong"))):
        world = TwoNormals((1.0,), group_size=5)
        found.append(HeldOutIntervals(world, _cut(1.0), n, measure, (method, "bootstrap"), 1000))
    return found


def _folds() -> list[Study]:
    """The error of learners from steady to shaky, over one k-fold and over repeated ones."""
    found: list[Study] = []
    for (world, learner), (n, k) in product(LEARNERS, ((50, 10), (100, 5), (100, 10), (300, 10))):
        methods = (*BY_SPLITS, *BY_ROWS)
        found.append(ResampledIntervals(world, learner, n, Cuts("k-fold", k), "error", methods, 1000))
    for (world, learner), n in product(LEARNERS, (100, 300)):
        found.append(ResampledIntervals(world, learner, n, Cuts("k-fold", 10, 3), "error", BY_REPEATS, 1000))
    # Errors of the larger class follow the class, which stratified folds deal out alike.
    world, once, thrice = TwoNormals((0.0,), 0.3), Cuts("k-fold", 10), Cuts("k-fold", 10, 3)
    found.append(ResampledIntervals(world, Majority(), 300, once, "error", (*BY_SPLITS, *BY_ROWS), 1000))
    found.append(ResampledIntervals(world, Majority(), 300, thrice, "error", BY_REPEATS, 1000))
    return found


def _other_splits() -> list[Study]:
    """Repeated hold-outs, bootstrap samples, leave-one-out, folds without strata or with groups."""
    found: list[Study] = []
    for (world, learner), cuts in product(LEARNERS, (Cuts("hold-out", 1, 15), Cuts("bootstrap", 1, 20))):
        found.append(ResampledIntervals(world, learner, 100, cuts, "error", BY_REPEATS, 1000))
    for world, learner in (LEARNERS[0], LEARNERS[-1]):
        loose, one = Cuts("k-fold", 10, stratified=False), Cuts("leave-one-out", 50)
        found.append(ResampledIntervals(world, learner, 100, loose, "error", BY_SPLITS, 1000))
        found.append(ResampledIntervals(world, learner, 50, one, "error", ("wilson", "rows t"), 1000))
    folds, grouped = Cuts("k-fold", 10), TwoNormals((1.5,), group_size=5)
    found.append(
        ResampledIntervals(grouped, NearestMean(), 100, folds, "error", ("corrected t", "rows t"), 1000)
    )
    return found


def _other_measures_of_folds() -> list[Study]:
    """Areas and mean squares over one k-fold and over repeated ones."""
    found: list[Study] = []
    for (world, learner), n, repeats in product((LEARNERS[0], LEARNERS[3]), (100, 300), (1, 3)):
        methods = ("z", "t", "corrected t", "influence", *((REPEATS,) if repeats > 1 else ()))
        found.append(ResampledIntervals(world, learner, n, Cuts("k-fold", 10, repeats), "auc", methods, 1000))
    over_rows, cuts = ("z", "t", "corrected t", "rows t", "bayle"), Cuts("k-fold", 10)
    for slope, n in product(((0.5, 0.0), (0.3,) * 10), (50, 100)):
        linear = LinearWorld(slope), LeastSquares()
        found.append(ResampledIntervals(*linear, n, cuts, "mean_squared_error", over_rows, 1000))
    return found


def _all_rows() -> list[Study]:
    """The model trained on all the rows, which is the one that will be used; and the best of several."""
    found: list[Study] = []
    for world, learner in (LEARNERS[0], *LEARNERS[2:]):
        methods, folds = ("corrected t", *BY_ROWS), Cuts("k-fold", 10)
        found += [
            ResampledIntervals(world, learner, 100, folds, "error", methods, 1000, "this model"),
            RefittedIntervals(world, learner, 100, tuple(BY_BOOTSTRAP), 400),
            RefittedIntervals(world, learner, 100, ("nested cross-validation",), 4000),
        ]
    chances = TwoNormals((0.5,) * 8), TwoNormals((0.5,) * 7 + (1.5,))
    found += [ChosenIntervals(world, 100, Cuts("k-fold", 10), 500) for world in chances]
    return found


def _tests_of_models() -> list[Study]:
    """Two fixed models on the same held-out rows, as good as each other or not."""
    found: list[Study] = []
    for n, second in product((50, 100, 300), (1.5, 1.0)):
        world = TwoNormals((1.5, second))
        rules = LinearRule().of([1.0, 0.0], -0.75), LinearRule().of([0.0, 1.0], -second / 2)
        found.append(HeldOutTests(world, rules, n, "error", OF_LABELS, 500))
        found.append(HeldOutTests(world, rules, n, "error", ("bootstrap", "permutation"), 100))
        found.append(HeldOutTests(world, rules, n, "auc", ("delong",), 500))
    for n, second in product((30, 100), (0.5, 0.2)):
        linear = LinearWorld((0.5, second))
        lines = LeastSquares().of([0.5, 0.0], 0.0), LeastSquares().of([0.0, second], 0.0)
        found.append(HeldOutTests(linear, lines, n, "mean_squared_error", OF_ROWS, 500))
    return found


def _tests_of_learners() -> list[Study]:
    """Two learners of one kind, each with features of its own, over the same splits."""
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
        (Cuts("k-fold", 10), (*OF_SPLITS, "rows t", "mcnemar")),
        (Cuts("k-fold", 10, 3), OF_REPEATS),
        (Cuts("hold-out", 1, 15), OF_REPEATS),
        (Cuts("k-fold", 2, 5), ("5x2cv t", "5x2cv F", *OF_REPEATS)),
    )
    return [
        ResampledTests(TwoNormals(shift), learners, 100, cuts, "error", methods, simulations)
        for (shift, learners, simulations), (cuts, methods) in product(pairs, plans)
    ]


def _tests_across_data_sets() -> list[Study]:
    """Scores of two or of five learners on several data sets."""
    found: list[Study] = []
    for n, gain in product((10, 30), (0.0, 1.0)):
        found.append(DataSetTests(n, 2, gain, ACROSS_TWO, 2000))
        found.append(DataSetTests(n, 5, gain, ACROSS_MANY, 2000))
    return found


def _at_the_edge(n: int) -> int:
    """More draws for 100 rows, where the domains of DeLong's interval and of BCa begin."""
    return 3000 if n == 100 else 1000


def _cut(shift: float) -> LinearRule:
    """The best cut between two classes that are as frequent as each other."""
    return LinearRule().of([1.0], -shift / 2)
