"""The compiled kernels, one line each.

Letters: n rows, d columns, t targets, q queries, K classes, S settings. "Real" is float64 or float32,
C-contiguous and the same for all Real arrays of a call; "code" is int32 or int64. Weights are float64 or None
(all ones). Wrong shapes raise ValueError, wrong dtypes or memory order TypeError. The number of threads never
changes a bit of a result.
"""

from collections.abc import Sequence

from gnomon.arrays import Array, Floats, Integers

level: str
"""Which vectors the loops use here: "plain", "v3" or "v4"."""

def first_not_finite(X: Array, threads: int) -> int:
    """Place of the first value, row by row, that is infinite or NaN; -1 if there is none; X Real (n, d)."""

def moments(X: Array, Y: Array | None, weight: Floats | None, threads: int) -> tuple[float, Floats, Floats]:
    """Total weight, mean (d+t) and centred scatter (d+t, d+t) of [X | Y]; X Real (n, d), Y Real (n, t)."""

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

def stump_scan(
    values: Array,
    order: Array,
    member: Array | None,
    codes: Array,
    n_classes: int,
    weight: Floats | None,
    settings: Sequence[tuple[str, str, int]],
    threads: int,
) -> tuple[Integers, Floats, Floats, Floats, Floats, Floats]:
    """Best split for each setting: column (S), low (S), high (S), impurity (S), left (S, K), right (S, K).

    values, order: from `sort_columns`. member uint8 (n) and codes int32 (n) go by row. A setting is
    (criterion, polarity, least number of rows in a leaf): "error", "gini" or "entropy" (bits), averaged over
    the two sides; "majority" or, for two classes and "error", class 1 "above" or "below" the threshold. Rows
    with values <= low go left; the threshold is low / 2 + high / 2. Of equal splits the lowest column wins,
    then the lowest threshold. column is -1, and low, high and impurity are NaN, if no split is allowed.
    """

def squared_scan(
    values: Array,
    order: Array,
    member: Array | None,
    target: Floats,
    weight: Floats | None,
    min_leaf: Sequence[int],
    threads: int,
) -> tuple[Integers, Floats, Floats, Floats, Floats, Floats]:
    """As `stump_scan`, for a quantitative target (n) and a least leaf size a setting.

    impurity is the mean squared error; left and right (S, 2) hold the weight and the mean of each side.
    """

def softmax_loss(scores: Floats, codes: Integers, weight: Floats, threads: int) -> tuple[float, Floats]:
    """Log loss of scores (n, K), and its derivative by each: weight (n) (softmax - 1 at codes (n), int64).

    The loss is the sum of weight times log sum exp(scores) less the score of the row's class.
    """

def elastic_path(
    gram: Floats,
    cross: Floats,
    total: float,
    prices: Floats,
    start: Floats,
    positive: bool,
    tolerance: float,
    most: int,
) -> tuple[Floats, Floats, Integers]:
    """Coefficients (S, d), duality gap (S) and passes (S) of least squares with prices, one after the other.

    For each row (size, square) of prices (S, 2), float64: the least of (total - 2 cross'w + w' gram w) / 2 +
    size |w|_1 + square |w|² / 2, each started from the one before, the first from start (d).
    """

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
) -> tuple[Floats, float, float, Integers, Floats]:
    """The plane w (d), b after one visit of each row that order names, |w|², and the mistakes made.

    side: +1 or -1 by row. A row that is not above the plane, or, of side -1, not at or below it (strict: not
    below it) is a mistake, which adds amount x to w and amount to b (if constant): side rate, times the
    distance |w x + b| / |w| where by_distance. square: |w|², for that. Mistakes are given by the number of
    the visit (from 0) and the amount.
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
) -> tuple[Floats, float, float, Integers, Floats]:
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
) -> tuple[Floats, float, float, Integers, Floats]:
    """As `perceptron`, for rows known by their dot products (n, n): w (n) holds the scores of all rows."""

# Linear models.

def logistic_terms(
    scores: Floats, y: Floats, weight: Floats, threads: int
) -> tuple[float, Floats, Floats]:
    """Log loss of two classes summed by weight, and its first and second derivative by each score; all (n).

    y: 0 or 1. With p = 1 / (1 + exp(-score)): weight * (p - y) and weight * p * (1 - p).
    """

def sparse_product(values: Floats, columns: Array, begin: Array, B: Floats, threads: int) -> Floats:
    """S B (n, K) for sparse rows S, columns (int32) and begin (int32, n + 1) as in CSR, and B (d, K)."""
