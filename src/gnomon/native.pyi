"""The compiled kernels, one line each.

Letters: n rows, d columns, t targets, q queries, K classes, S settings. "Real" is float64 or float32,
C-contiguous and the same for all Real arrays of a call; "code" is int32 or int64. Weights are float64 or None
(all ones). Wrong shapes raise ValueError, wrong dtypes or memory order TypeError. The number of threads never
changes a bit of a result.
"""

from collections.abc import Sequence
from typing import NamedTuple

from gnomon.arrays import Array, Flags, Floats, Integers

level: str
"""Which vectors the loops use here: "plain", "v3" or "v4"."""

def first_not_finite(X: Array, threads: int) -> int:
    """Place of the first value, row by row, that is infinite or NaN; -1 if there is none; X Real (n, d)."""

def moments(X: Array, Y: Array | None, weight: Floats | None, threads: int) -> tuple[float, Floats, Floats]:
    """Total weight, mean (d+t) and centered scatter (d+t, d+t) of [X | Y]; X Real (n, d), Y Real (n, t)."""

def class_moments(
    X: Array, codes: Array, n_classes: int, weight: Floats | None, threads: int
) -> tuple[Floats, Floats, Floats]:
    """Weight (K), mean (K, d) and sum of squares about it (K, d) of each class; X Real (n, d), codes (n)."""

def gaussian_scores(X: Array, mean: Floats, precision: Floats, constant: Floats, threads: int) -> Floats:
    """constant (K) - sum(precision (K, d) * (x - mean (K, d))**2) / 2 for each row and class: (n, K)."""

def gaussian_argmax(X: Array, mean: Floats, precision: Floats, constant: Floats, threads: int) -> Array:
    """The class of the largest such score, int32 (n); the lowest of equals; -1 if that is not finite."""

def nearest(
    data: Array,
    queries: Array,
    k: int,
    metric: str,
    exclude: Integers | None,
    threads: int,
    *,
    method: str = "brute",
    weight: Floats | None = None,
    categorical: Array | None = None,
    leaf_size: int = 64,
) -> tuple[Floats, Integers]:
    """Distance and row number (q, k) of the k nearest rows, by distance, then by row; data Real (n, d).

    metric: "euclidean", "manhattan", "hamming" (columns that differ), "mixed": the root of the sum of weight
    (d) times the squared difference or, where categorical (uint8, d) is set, times whether the values differ.
    exclude: a row that each query leaves out, int64 (q), -1 for none. method: "brute", or "tree" (euclidean
    and manhattan; the faster one for up to 7 columns). Values that are not finite raise.
    """

class KdTree:
    """A k-d tree over data Real (n, d) for few columns; leaf_size counts rows, in whole panels of 32."""

    def __init__(self, data: Array, leaf_size: int, threads: int) -> None: ...
    def query(
        self, queries: Array, k: int, metric: str, exclude: Integers | None, threads: int
    ) -> tuple[Floats, Integers]:
        """As `nearest`, for the metrics euclidean and manhattan."""

def contingency(a: Array, b: Array, n_a: int, n_b: int, weight: Floats | None, threads: int) -> Floats:
    """Weight of every pair of codes, (n_a, n_b); a and b code (n), of one dtype; negative ones skipped."""

def midranks(values: Array) -> Floats:
    """Ranks 1..n of values Real (n), ties at their mean; NaN raises."""

def auc(score: Array, positive: Array, weight: Floats | None) -> float:
    """Area under the ROC curve, ties as half, NaN if a class is empty; positive uint8 or bool (n)."""

def bootstrap_counts(units: int, first: int, times: int, seed: int, threads: int) -> Array:
    """How often each of `units` units is drawn, with replacement, in replicates first, first + 1, ...

    uint32 (times, units). A replicate depends on the seed (below 2**64) and its number alone.
    """

def bootstrap_auc(
    score: Array,
    positive: Array,
    weight: Floats | None,
    unit: Array | None,
    units: int,
    times: int,
    seed: int,
    threads: int,
) -> Floats:
    """`auc` of replicates 0, 1, ...: (times); NaN where a class is not drawn.

    unit: what each row is drawn with, int32 (n), from 0 to units - 1; None: each row by itself, and units n.
    """

def bootstrap_sums(values: Array, times: int, seed: int, threads: int) -> Floats:
    """Sums over the rows drawn in replicates 0, 1, ... of values Real (n, d): (times, d)."""

def sort_columns(X: Array, threads: int) -> tuple[Array, Array]:
    """Each column ascending, (d, n), and the rows its values come from, int32 (d, n), stable; NaN raises."""

def argsort_columns(X: Array, threads: int) -> Array:
    """The second part of `sort_columns` alone."""

class StumpSplits(NamedTuple):
    """The best split for each setting: column, low, high and impurity (S), left and right (S, K)."""

    column: Integers
    low: Floats
    high: Floats
    impurity: Floats
    left: Floats
    right: Floats

def stump_scan(
    values: Array,
    order: Array,
    member: Array | None,
    codes: Array,
    n_classes: int,
    weight: Floats | None,
    settings: Sequence[tuple[str, str, int]],
    threads: int,
) -> StumpSplits:
    """Best split for each setting, the class weights of its sides left and right.

    values, order: from `sort_columns`. member uint8 (n) and codes int32 (n) go by row. A setting is
    (criterion, polarity, minimum leaf size in rows): "error", "gini" or "entropy" (bits), averaged over
    the two sides; "majority" or, for two classes and "error", class 1 "above" or "below" the threshold. Rows
    with values <= low go left; the threshold is low / 2 + high / 2. Of equal splits the lowest column wins,
    then the lowest threshold. column is -1, and low, high and impurity are NaN, if no split is allowed.
    """

def softmax_loss(scores: Floats, codes: Integers, weight: Floats, threads: int) -> tuple[float, Floats]:
    """Log loss of scores (n, K), and its derivative by each: weight (n) (softmax - 1 at codes (n), int64).

    The loss is the sum of weight times log sum exp(scores) less the score of the row's class.
    """

def elastic_path(
    gram: Floats,
    cross: Floats,
    total: float,
    penalties: Floats,
    start: Floats,
    positive: bool,
    tolerance: float,
    max_iter: int,
) -> tuple[Floats, Floats, Integers]:
    """Elastic net path by coordinate descent: coefficients (S, d), duality gaps (S), iterations (S).

    For each row (l1, l2) of penalties (S, 2), float64: minimize (total - 2 cross'w + w' gram w) / 2 +
    l1 |w|_1 + l2 |w|² / 2. Each is a warm start of the next; the first begins at start (d). max_iter: passes
    over the coefficients.
    """

class PerceptronEpoch(NamedTuple):
    """The hyperplane after an epoch, |w|², and the visit and amount of each mistake."""

    w: Floats
    b: float
    square: float
    visits: Integers
    amounts: Floats

def perceptron(
    X: Floats,
    side: Floats,
    order: Integers,
    w: Floats,
    b: float,
    square: float,
    rate: float,
    constant: bool,
    strict: bool,
    by_distance: bool,
) -> PerceptronEpoch:
    """One epoch of the perceptron: the hyperplane w (d), b after it, |w|², and the mistakes.

    side: +1 or -1 by row; order: the rows to visit. A row that is not above the hyperplane, or, of side -1,
    not at or below it (strict: not below it) is a mistake, which adds amount x to w and amount to b (if
    constant): side rate, times the distance |w x + b| / |w| where by_distance. square: |w|², for that. Each
    mistake is returned as the index of its visit (from 0) and its amount.
    """

def sparse_perceptron(
    values: Floats,
    columns: Array,
    begin: Array,
    side: Floats,
    order: Integers,
    w: Floats,
    b: float,
    square: float,
    rate: float,
    constant: bool,
    strict: bool,
    by_distance: bool,
) -> PerceptronEpoch:
    """As `perceptron`, for rows in CSR form: columns and begin are int32."""

def gram_perceptron(
    gram: Floats,
    side: Floats,
    order: Integers,
    w: Floats,
    b: float,
    square: float,
    rate: float,
    constant: bool,
    strict: bool,
    by_distance: bool,
) -> PerceptronEpoch:
    """The dual form of `perceptron`, on the Gram matrix (n, n): w (n) holds the scores of all rows."""

# Linear models.

def logistic_terms(scores: Floats, y: Floats, weight: Floats, threads: int) -> tuple[float, Floats, Floats]:
    """Weighted sum of the binary log loss, and its first and second derivative by each score; all (n).

    y: 0 or 1. With p = 1 / (1 + exp(-score)): weight * (p - y) and weight * p * (1 - p).
    """

def solve_positive_definite(system: Floats, right: Floats, ridge: float) -> Floats | None:
    """The solution (n) of a small positive definite system (n, n) by Cholesky factorization.

    The system is scaled to a unit diagonal, to which ridge is added. Only the upper triangle is read. None if
    the system is not positive definite.
    """

class SoftmaxMinimum(NamedTuple):
    """The coefficients, and how they were found."""

    coefficients: Floats
    objectives: Floats
    max_gradient: float
    n_iter: int
    converged: bool

def softmax_minimum(
    X: Floats,
    codes: Integers,
    weight: Floats,
    l2: float,
    has_constant: bool,
    start: Floats,
    spread: Floats,
    tolerance: float,
    rounding: float,
    max_iter: int,
) -> SoftmaxMinimum:
    """Multinomial logistic regression: coefficients (K, d + 1), intercepts last, of X (n, d).

    Minimizes the log loss plus l2 |w|² / 2; codes (n, int64) below K. L-BFGS from start (K, d + 1) on one
    thread, until no partial derivative, divided by spread (d) and the sum of weight (n), exceeds tolerance.
    Also returns the objective after each iteration, the largest of these derivatives, the number of
    iterations, and whether it converged: so does a solver that makes no more progress if that is at most
    rounding.
    """

def sparse_product(values: Floats, columns: Array, begin: Array, B: Floats, threads: int) -> Floats:
    """S B (n, K) for sparse rows S, columns (int32) and begin (int32, n + 1) as in CSR, and B (d, K)."""

def tree_apply(
    X: Floats,
    feature: Array,
    threshold: Floats,
    first_child: Array,
    n_children: Array,
    missing: Array,
    level_begin: Integers,
    levels: Array,
    branches: Array,
    directions: Floats | None,
    threads: int,
) -> Array:
    """The node that each row of X (n, d) ends in, int32 (n); the arrays are those of learners/trees/tree.py.

    All whole numbers are int32, but level_begin. NaN is a missing value. directions: (any, d).
    """

def collapse_alphas(
    parent: Array, first_child: Array, n_children: Array, risk: Floats
) -> tuple[Floats, Floats, Floats]:
    """Alpha at which cost-complexity pruning collapses each node (infinity: never), leaves, risk."""

def tree_stops(parent: Array, closed: Flags) -> Integers:
    """The node in which the rows of each node end when these are closed; parents come before children."""

class TreeTable:
    """The columns of a table in sorted order, and those of few values as codes, for any number of trees."""

    def __init__(self, X: Floats, categorical: Array, threads: int) -> None:
        """X (n, d): infinity is missing. categorical: uint8 (d), 1 for codes of categories."""

def grow_tree(
    table: TreeTable,
    times: Array,
    weight: Floats | None,
    codes: Array | None,
    numbers: Floats | None,
    n_classes: int,
    criterion: str,
    by_ratio: bool,
    multiway: bool,
    max_depth: int,
    min_split: int,
    min_leaf: int,
    min_weight: float,
    min_gain: float,
    max_features: int,
    thresholds: int,
    seed: int,
    monotone: Array | None,
    threads: int,
) -> dict[str, Array]:
    """The arrays of a tree grown greedily on sorted columns.

    times: how often each row is in view, int32 (n). codes: int32 (n) of classes, or numbers. criterion: gini,
    entropy, error; squared, absolute. by_ratio: gain over the entropy of branches. thresholds: how many to
    draw a column, 0 for all. monotone: int8 (d).
    """

# boosting

class BestStump(NamedTuple):
    """The best stump: its column (-1: none has two groups), and its groups."""

    column: int
    score: float
    heads: Array
    table: Floats
    sides: Array

class StumpSearch:
    """Sorted columns of a table, searched for the best stump under any weights."""

    def __init__(
        self,
        order: Array,
        rises: Array,
        present: Integers,
        categorical: Array,
        member: Array | None,
        threads: int,
    ) -> None:
        """order int32, rises uint8 (d, n): rows of each column ascending, missing last; whether it rises.

        present (d): values not missing. categorical, member: uint8 (d), (n).
        """

    def best(self, weight: Floats, codes: Array, n_classes: int, criterion: str, threads: int) -> BestStump:
        """The best stump; heads: a row of each group beside the threshold; table: class weights (groups + 1,
        n_classes) with missing values last; sides: the group of each row.

        criterion: "error" or "gini". weight (n), codes int32 (n).
        """

def stump_votes(
    X: Floats, feature: Integers, threshold: Floats, ways: Array, alpha: Floats, n_classes: int
) -> Floats:
    """(n, n_classes): the votes alpha of stumps, added in their order, for the class that each predicts.

    ways: int32 (3, stumps), the class at or below the threshold, above it, and where the value is missing.
    """

def one_rule(
    order: Array, rises: Array, codes: Array, weight: Floats, n_classes: int, min_weight: float
) -> tuple[Array, Array, Floats]:
    """Holte's intervals of one column: rows below and above each cut (cuts), and class weights (cuts + 1, K).

    order int32, rises uint8: the column's rows ascending, none missing, and whether each is above the one
    before. codes int32 and weight by row. min_weight: of the majority class before an interval may end.
    """

class Lloyd(NamedTuple):
    """The clusters after Lloyd iterations, and what each iteration did."""

    labels: Array
    centers: Floats
    inertia: float
    converged: bool
    has_empty: bool
    changed: Integers
    shifts: Floats
    computed: Integers

def lloyd(
    X: Array,
    centers: Floats,
    weight: Floats | None,
    before: Array | None,
    tolerance: float,
    max_iter: int,
    bounded: bool,
    empty_threshold: int,
    threads: int,
) -> Lloyd:
    """k-means by Lloyd iterations from centers (k, d): labels (n), centers, inertia, whether it converged and
    whether a cluster is empty; and for each iteration the number of labels that changed, the sum of squared
    shifts of the centers, and the number of rows whose distances were computed.

    X: (n, d), float64 or float32. before: previous labels, int32. max_iter: 0 assigns the nearest centers
    only. bounded: whether to skip rows whose label provably stays the same. Iterations stop at an empty
    cluster, of weight no more than empty_threshold (-1: never), before the centers are updated.
    """

def try_centers(
    X: Array, trials: Floats, closest: Floats, weight: Floats | None, keep: bool, threads: int
) -> tuple[Floats, Floats]:
    """k-means++: for each candidate center (t, d), up to 8, the potential, the sum over rows of
    w_i min(closest_i, |x_i - trial|²); if keep, also these minima (n) for the first. X: (n, d), float64 or
    float32.
    """

# Support vector machines. A kernel is (shape, gamma, coef0, degree), with s = x.z and u = |x - z|²: "linear"
# s, "polynomial" (gamma s + coef0)^degree, "tanh" tanh(gamma s + coef0), "exponential" exp(gamma s) - 1,
# "rbf" exp(-gamma u), "laplacian" exp(-gamma sqrt(u)). CSR rows are (values float64, column int32,
# start int64 (n + 1), d). Callers limit BLAS to one thread.

class Stop:
    """A flag that one thread sets for kernels on others, which then raise KeyboardInterrupt."""

    def set(self) -> None: ...
    def is_set(self) -> bool: ...

class Solution(NamedTuple):
    """b, its gradient and the gap; history (steps, gap, value); error: a bound of that of the gradient."""

    b: Floats
    gradient: Floats
    gap: float
    n_steps: int
    history: Floats
    error: float

class ExactSolution(NamedTuple):
    """As `Solution`, with the bias."""

    b: Floats
    gradient: Floats
    bias: float
    gap: float
    n_steps: int
    history: Floats
    error: float

class Gram:
    """Kernel matrix K of n rows: float32 rows of K in a cache of cache_bytes, sums in float64."""

    @staticmethod
    def of_rows(X: Floats, kernel: tuple[str, float, float, int], is_shifted: bool, cache_bytes: int) -> Gram:
        """X (n, d); is_shifted: sums of coefficients are fixed, so that K less a constant is equivalent."""
    @staticmethod
    def of_sparse(
        X: tuple[Floats, Array, Integers, int],
        kernel: tuple[str, float, float, int],
        is_shifted: bool,
        cache_bytes: int,
    ) -> Gram:
        """The same for CSR rows."""
    @staticmethod
    def of_values(values: Floats, cache_bytes: int) -> Gram:
        """A precomputed kernel matrix (n, n)."""
    def solve(
        self,
        row: Integers,
        linear: Floats,
        low: Floats,
        high: Floats,
        start: Floats,
        gradient: Floats | None,
        bias: float | None,
        tolerance: float,
        max_iter: int,
        threads: int,
        error: float | None = None,
        stop: Stop | None = None,
    ) -> Solution:
        """Maximize linear'b - b'Kb / 2 over low <= b <= high, from b = start; all (m), row (m) of 0..n-1.

        bias None: the bias is free, and the sum of b fixed. gradient: linear - K start, if known. error:
        bound of its error, and permission for an inexact result; None: the result is computed in float64.
        Returns b, its gradient, the gap, the number of steps, the history (steps, gap, value) by working set
        (w, 3), and a bound of the gradient's error.
        """
    def solve_exactly(
        self,
        row: Integers,
        linear: Floats,
        low: Floats,
        high: Floats,
        start: Floats,
        gradient: Floats | None,
        bias: float | None,
        tolerance: float,
        max_iter: int,
        stop: Stop | None = None,
    ) -> ExactSolution:
        """`solve`, then an active-set Newton method to rounding error; after b and its gradient, the bias."""
    def cache_values(self, threads: int) -> None:
        """Compute all of K in float64, (n, n), and cache it for submatrices."""
    def part(self, row: Integers) -> Gram:
        """The submatrix of K of some rows, with a cache for all its float32 values."""

def kernel_sums(
    A: Floats, B: Floats, coef: Floats, kernel: tuple[str, float, float, int], threads: int
) -> Floats:
    """coef (k, n) times the kernel between A (q, d) and B (n, d): (q, k)."""

def kernel_sums_sparse(
    A: tuple[Floats, Array, Integers, int],
    B: tuple[Floats, Array, Integers, int],
    coef: Floats,
    kernel: tuple[str, float, float, int],
    threads: int,
) -> Floats:
    """The same for CSR rows."""

# Hierarchical clustering. A dendrogram is SciPy's linkage matrix (n - 1, 4): two clusters, height, weight.

def linkage_of_rows(X: Floats, metric: str, method: str, weight: Floats | None, threads: int) -> Floats:
    """The dendrogram of rows X (n, d); metric "euclidean" or "manhattan"; weight (n) above 0.

    method: "single", "complete", "average", "weighted", or, for "euclidean", "ward", "centroid", "median".
    """

def linkage_of_distances(D: Floats, method: str, weight: Floats | None, threads: int) -> Floats:
    """The same, of a symmetric distance matrix (n, n)."""

# Gaussian mixtures, log w_k N(x | m_k, S_k) = c_k - |(x - m_k) P_k|² / 2: mean (k, d), root P
# (k, d, d) upper triangular, or (k, d) for its diagonal, constant c (k).

def mixture_scores(X: Floats, mean: Floats, root: Floats, constant: Floats, threads: int) -> Floats:
    """That weighted log density for each row of X (n, d) and each component: (n, k)."""

class MixtureSums(NamedTuple):
    """The sums of an E-step, for each component."""

    log_likelihood: float
    weight: Floats
    first: Floats
    second: Floats

def mixture_pass(
    X: Floats,
    mean: Floats,
    root: Floats,
    constant: Floats,
    weight: Floats | None,
    known: Integers | None,
    threads: int,
) -> MixtureSums:
    """One E-step: log likelihood, and for each component the sums of r, r g and r g g' with g = x - mean.

    r: a row's weight times the responsibility of the component, which is 1 at the known component (n), -1 if
    not known. Shapes (k), (k, d), (k d, d); or (k d, 1) for a diagonal.
    """

# Linear support vector machines.

class DualPlane(NamedTuple):
    """The multipliers (n), w (d), the intercept's coefficient, and the violation after each iteration."""

    alpha: Floats
    w: Floats
    constant: float
    violations: Floats
    converged: bool

def svm_dual(
    X: Array,
    side: Floats,
    margin: Floats,
    C: Floats,
    squared: bool,
    bias: float,
    tolerance: float,
    gap: float,
    max_iter: int,
    seed: int,
) -> DualPlane:
    """Dual coordinate descent: multipliers (n), w (d), the intercept's coefficient, the violation after each
    iteration, whether it converged.

    Minimizes |w|²/2 + sum of C (n) times the (squared) hinge loss of side (n) times score below margin (n);
    the score is w x + bias times the intercept's coefficient, penalized as w is. X Real (n, d). It stops once
    the largest less the smallest projected gradient is at most tolerance, or the duality gap at most gap
    times the primal objective.
    """

def sparse_svm_dual(
    values: Array,
    columns: Array,
    begin: Array,
    width: int,
    side: Floats,
    margin: Floats,
    C: Floats,
    squared: bool,
    bias: float,
    tolerance: float,
    gap: float,
    max_iter: int,
    seed: int,
) -> DualPlane:
    """As `svm_dual`, for CSR rows of width columns: values Real, columns and begin int32."""

class SquaredPlane(NamedTuple):
    """w (d + 1), the objective after each step, and the primal and dual objectives."""

    w: Floats
    objectives: Floats
    primal: float
    dual: float
    converged: bool

def squared_planes(
    X: Floats,
    target: Floats,
    C: Floats,
    width: float | None,
    bias: float,
    start: Floats,
    max_iter: int,
) -> list[SquaredPlane]:
    """For each row of target (planes, n): w (d + 1) that minimizes |w|²/2 + sum of C (n) rho²; by Newton.

    rho is the difference of the score x·w, a constant bias at the end of x, from the nearest score without
    loss: side times score >= 1, or a score within width of its target. start: (planes, d + 1). Also returns
    the objective after each iteration, the primal and the dual objective at w, and whether it converged.
    After an overflow the last objective is not finite.
    """

class SparseRows:
    """CSR rows (n, width), and a constant column of value bias at the end; the arrays are not copied."""

    def __init__(self, values: Floats, columns: Array, begin: Array, width: int, bias: float) -> None: ...
    def scores(self, v: Floats, threads: int) -> Floats:
        """x·v (n) of every row x, for v (width + 1)."""

    def transposed(self, weight: Floats, threads: int) -> Floats:
        """X' weight: the sum of weight (n) times x, (width + 1)."""

    def curvature(self, weight: Floats, v: Floats, threads: int) -> Floats:
        """Hessian-vector product: the sum of weight (n) times x·v times x, (width + 1)."""

    def squares(self, weight: Floats, threads: int) -> Floats:
        """The sum of weight (n) times x² by column, (width + 1)."""

# Forests and gradient boosting. Codes (n, d) are uint8, missing 255, or uint16, missing 4095. A forest is
# nodes (N, 2) uint32: the left child (a leaf: itself; the right child follows it), and feature << 14 |
# threshold << 2 | categorical split << 1 | missing goes left; side (N) int32: of a leaf -1 - class if it is
# pure, else its row in values, of a categorical split its row in subsets; values (leaves, outputs); subsets
# (S, 4) uint64; begin (trees + 1) int64. bootstrap: (order (n) int32, cumulative weight (n), draws).

class ForestTrees(NamedTuple):
    """The trees of a forest, with the weight of each node and importance (trees, d)."""

    nodes: Array
    side: Array
    values: Floats
    subsets: Array
    begin: Integers
    weight: Floats
    importance: Floats

class ForestNodes(NamedTuple):
    """The arrays of a forest that predictions need."""

    nodes: Array
    side: Array
    values: Floats
    subsets: Array
    begin: Integers

class ForestGrowth:
    """How the trees of a forest are grown.

    threshold_tests: random thresholds of a column, 0 for all. min_share: of all weight, in a leaf.
    min_decrease, min_gain: of impurity, as a share of all weight, and of the node's. max_leaves: 0 for no
    limit.
    """

    def __init__(
        self,
        max_features: int,
        per_tree: bool,
        threshold_tests: int,
        with_replacement: bool,
        max_depth: int,
        min_split: float,
        min_leaf: float,
        min_share: float,
        min_decrease: float,
        min_gain: float,
        max_leaves: int,
    ) -> None: ...

def forest_cuts(
    X: Floats, weight: Floats | None, max_bins: int, threads: int
) -> tuple[Floats, Integers, Floats]:
    """Cuts of each column into at most max_bins bins, where those of each column begin (d + 1), and the
    largest value in each bin (one more per column than cuts)."""

def forest_codes(X: Floats, cuts: tuple[Floats, Integers], threads: int) -> Array:
    """The number of cuts below each value, uint8 (n, d); 255 for NaN."""

def forest_wide_codes(X: Floats, cuts: tuple[Floats, Integers], threads: int) -> Array:
    """The number of cuts below each value, uint16 (n, d); 4095 for NaN."""

def forest_classes(
    codes: Array,
    is_category: Array,
    tops: tuple[Floats, Integers],
    label: Array,
    class_weight: Floats,
    criterion: str,
    weight: Floats | None,
    bootstrap: tuple[Array, Floats, int] | None,
    growth: ForestGrowth,
    seed: int,
    first: int,
    end: int,
    threads: int,
) -> ForestTrees:
    """Trees first .. end - 1 of a classification forest."""

def forest_numbers(
    codes: Array,
    is_category: Array,
    tops: tuple[Floats, Integers],
    value: Integers,
    scale: tuple[float, float, float],
    weight: Floats | None,
    bootstrap: tuple[Array, Floats, int] | None,
    growth: ForestGrowth,
    seed: int,
    first: int,
    end: int,
    threads: int,
) -> ForestTrees:
    """As `forest_classes`, for y = center + step value; scale: step, center, unit of the impurity."""

def forest_leaves(forest: ForestNodes, codes: Array, first: int, end: int, threads: int) -> Array:
    """The leaf of each row in each of some trees, int32 (n, end - first)."""

def forest_predictions(
    forest: ForestNodes, codes: Array, first: int, end: int, votes: bool, threads: int
) -> Floats:
    """The sum of the predictions (or votes) of some trees (n, outputs)."""

def forest_held_out(
    forest: ForestNodes,
    bootstrap: tuple[Array, Floats, int],
    seed: int,
    codes: Array,
    first: int,
    end: int,
    votes: bool,
    threads: int,
) -> tuple[Floats, Array]:
    """As `forest_predictions`, of each tree for its out-of-bag rows, and how many trees predicted (n)."""

def forest_draws(bootstrap: tuple[Array, Floats, int], seed: int, first: int, end: int) -> Array:
    """How often each row is in the bootstrap sample of each of some trees, int32 (end - first, n)."""

def boost_log_loss(
    score: Floats, y: Array, weight: Floats | None, threads: int
) -> tuple[float, Floats, Floats]:
    """The log loss of two classes (y uint8) at raw scores, its gradient (n) and its hessian (n)."""

class BoostLimits:
    """The limits and penalties of a boosted tree; min_leaf in rows."""

    def __init__(
        self,
        max_leaves: int,
        max_depth: int,
        min_leaf: float,
        min_hessian: float,
        l2: float,
        min_gain: float,
        learning_rate: float,
    ) -> None: ...

class CategorySplits:
    """How the levels of categories are smoothed and grouped: max_levels of a set, min_group in rows."""

    def __init__(self, smoothing: float, l2: float, max_levels: int, min_group: float) -> None: ...

class BinnedTable:
    """The binned columns of gradient boosting."""

    def __init__(self, codes: Array, bins: Array, is_category: Array) -> None:
        """codes uint8 (n, d); bins int32 (d), missing values not counted; is_category uint8 (d)."""

class Boosting:
    """Boosted trees, grown round by round (Newton boosting)."""

    def __init__(self, table: BinnedTable, n_scores: int) -> None: ...
    def round(
        self,
        gradient: Floats,
        hessian: Floats,
        weight: Floats | None,
        rows: Array,
        is_allowed: Array,
        direction: Array | None,
        limits: BoostLimits,
        categories: CategorySplits,
        threads: int,
    ) -> Floats:
        """One more tree for each row of gradient and hessian (n_scores, n); their predictions (n_scores, n).

        rows int32: the training sample. is_allowed uint8 (d). direction int8 (d): monotonic constraints,
        increasing (1), decreasing (-1), none (0).
        """

    def trees(self, score: int) -> ForestTrees:
        """The trees of one column of scores, as `forest_classes`."""

# Naive Bayes. codes: the class of each row, int64 (n), below n_classes.

def level_counts(
    X: Array, codes: Integers, n_classes: int, max_levels: int, weight: Floats | None, threads: int
) -> tuple[Integers, Floats] | None:
    """Weight of each level and class: where each column's levels begin (d + 1), and their counts (levels, K).

    X Real, int64, int32 or uint8 (n, d); NaN is not counted. None unless all values are whole numbers from 0,
    below max_levels (a power of 2), and the table has at most 2**20 cells.
    """

def level_scores(X: Array, begin: Integers, values: Floats, constant: Floats, threads: int) -> Floats:
    """constant (K) + the sum of values (levels, K) of a row's levels: (n, K); X as in `level_counts`.

    A value that is no level of its column, or NaN, adds nothing.
    """

def bernoulli_scores(X: Floats, threshold: float, values: Floats, constant: Floats, threads: int) -> Floats:
    """As `level_scores`, with values (2 d, K): of X <= threshold, and of X > threshold, column by column."""

def count_scores(X: Floats, weights: Floats, constant: Floats, threads: int) -> tuple[Floats, float]:
    """constant (K) + X weights (d, K): (n, K), and the smallest value of X (0 if all are above)."""

def feature_sums(
    X: Floats, codes: Integers, n_classes: int, weight: Floats | None, threshold: float | None, threads: int
) -> tuple[Floats, float]:
    """Sums of features in each class (K, d), and the smallest value (0 if all are above).

    With a threshold, the weight of values above it, and NaN if there is one (else 0).
    """

def sparse_feature_sums(
    values: Floats,
    columns: Array,
    begin: Array,
    width: int,
    codes: Integers,
    n_classes: int,
    weight: Floats | None,
    threshold: float | None,
    threads: int,
) -> tuple[Floats, float]:
    """As `feature_sums`, of sparse rows as in CSR; zeros that are not stored are not above the threshold."""

class Families:
    """Families of a Bayesian network counted over rows; a row with a missing value in one is left out of it.

    codes int32 (d, n): from 0, or -1 for missing; levels int32 (d). kind: "likelihood" (number: the penalty
    per free parameter), "bdeu" (number: the equivalent sample size) or "k2".
    """

    def __init__(self, codes: Array, levels: Array, weight: Floats | None) -> None: ...
    def adding(
        self, child: int, parents: Integers, candidates: Integers, kind: str, number: float, threads: int
    ) -> Floats:
        """Score of the child with its parents, then with each candidate as one more (1 + c)."""

    def pairs(self, conditioning: Integers, kind: str, number: float, threads: int) -> Floats:
        """[u, v]: score of v with u and the conditioning columns as parents; without u on the diagonal."""

    def information(self, conditioning: Integers, threads: int) -> Floats:
        """Conditional mutual information of every two columns, in nats; entropies on the diagonal (d, d)."""

    def counts(self, child: int, parents: Integers) -> Floats:
        """Weight of each state of the child in each configuration of its parents, the last fastest (q, r)."""

def pair_counts(
    codes: Array, levels: Array, first: Array, second: Array, weight: Floats | None, threads: int
) -> Floats:
    """Joint tables of pairs of columns, one after the other, each (levels of first, levels of second).

    codes uint8 or uint16 (d, n), a column after the other; levels int32 (d); a code of levels or more is a
    missing value, which no table counts; first, second int32 (p), numbers of columns.
    """

# Bayesian networks. A tree is ten arrays of a junction tree with E entries in C cliques, children before
# parents, and V nodes: potential float64 (E), start int64 (C + 1), parent int32 (C), separator int64 (C + 1),
# up int32 (E), below int64 (C + 1), down int32, home int32 (V), stride int64 (V), levels int32 (V); tree.hpp
# says what each means. Codes are int32 (n, V), -1 where a node is not observed.

def tree_query(
    tree: tuple[Array, ...], codes: Array, output: Array, outputs: int, threads: int
) -> tuple[Floats, Floats]:
    """p(output | codes) (n, outputs), log p(codes) (n); output int32: where each entry of the root goes."""

def tree_marginals(tree: tuple[Array, ...], codes: Array, threads: int) -> tuple[Floats, Floats]:
    """p(level | codes) of all levels of all nodes (n, sum of levels) and log p(codes) (n)."""

def tree_counts(
    tree: tuple[Array, ...], codes: Array, weight: Floats | None, threads: int
) -> tuple[Floats, Floats]:
    """The sum over rows of weight x p(entry | codes) (E), and log p(codes) (n)."""

def tree_explain(tree: tuple[Array, ...], codes: Array, threads: int) -> tuple[Array, Floats]:
    """The most probable levels of all nodes, int32 (n, V), and the log of their joint probability (n)."""

def partition_columns(
    values: Floats,
    order: Array,
    member: Array | None,
    codes: Array,
    n_classes: int,
    weight: Floats | None,
    criterion: str,
    by_mdl: bool,
    critical: Floats | None,
    max_depth: int,
    min_weight: float,
    min_gain: float,
    threads: int,
) -> tuple[Integers, Floats]:
    """Cuts of each column by recursive partitioning: where each column's begin (d + 1), and a row a cut.

    values, order: from `sort_columns`, missing values as infinity. member uint8 (n) and codes int32 (n) go by
    row. criterion: "entropy", "gini" or "chi2". by_mdl: a cut must pass the MDL criterion; critical (K):
    what chi2 must exceed, by degrees of freedom. A row: threshold, score, needed, weight below, above, depth.
    """

class Merges(NamedTuple):
    """The cuts and the merges of all columns, and where those of each begin (d + 1)."""

    cut_begin: Integers
    cuts: Floats
    merge_begin: Integers
    merges: Floats

def merge_columns(
    values: Floats,
    order: Array,
    member: Array | None,
    codes: Array,
    n_classes: int,
    weight: Floats | None,
    by_distance: bool,
    join_pure: bool,
    all_ties: bool,
    stop: float,
    min_bins: int,
    max_bins: int,
    threads: int,
) -> Merges:
    """Cuts that merging leaves: begin (d + 1), thresholds; and merges: begin, (threshold, score) in order.

    Adjacent bins of lowest chi2, or of nearest means, are merged while that is at most stop or there are
    more than max_bins, and more than min_bins.
    """

# Relevance of features.

def label_tables(
    codes: Array, labels: Array, n_levels: int, n_labels: int, weight: Floats | None, threads: int
) -> Floats:
    """Weight (d, levels, labels) of each code of each column within each label; codes uint8 (n, d).

    labels uint16 (n). Levels up to 256, labels up to 65536.
    """

def small_codes(X: Array, limit: int, threads: int) -> tuple[Array, Array]:
    """X as uint8 (n, d) where a value is a whole number from 0 to limit - 1, else 0; uint8 (d): if all are.

    X float64, float32, int64 or int32 (n, d); limit up to 256.
    """

def cut_codes(X: Array, cuts: Floats, missing: Array, threads: int) -> Array:
    """How many cuts of its column are below each value, uint8 (n, d); missing uint8 (d) for NaN; X Real.

    cuts (d, 2**s - 1), s up to 8, ascending for each column, filled up with infinity.
    """

def gower(X: Floats, donors: Floats, scale: Floats, is_category: Array, threads: int) -> Floats:
    """Gower's distance (n, m) of rows X (n, d) from donors (d, m): the mean over columns that both have.

    scale (d): of a difference |a - b| of numbers, or of one of categories (is_category uint8 (d)). NaN is
    missing; 1 where no column is in common.
    """
