"""External measures of a clustering, against known classes, from the contingency table.

Truth and clusters are labels of any kind; permuting the labels changes nothing. All but purity, homogeneity
and completeness are symmetric.
"""

import numpy as np

from gnomon.arrays import Array, Floats, Integers
from gnomon.assessment.measures.facts import check_labels, distinct, measure, same_length, weights
from gnomon.errors import DataError, ParameterError


@measure(
    better="higher",
    range=(-0.5, 1),
    needs="clusters",
    kind="clustering",
    title="Adjusted Rand index: agreement on pairs of rows, corrected for chance",
)
def adjusted_rand(truth: Array, clusters: Array, weight: Array | None = None) -> float:
    """Adjusted Rand index (ARI): agreement on pairs of rows, 0 by chance and 1 for the same partition.

    Hubert & Arabie (1985). 1 where both are one cluster, or both are all singletons.

    >>> adjusted_rand([0, 0, 1, 1], ["b", "b", "a", "a"])
    1.0
    """
    table = crossed(truth, clusters, weight)
    agreement = _pairs(table)
    rows, columns = _pairs(table.sum(axis=1)), _pairs(table.sum(axis=0))
    expected = rows * columns / _pairs(table.sum()) if table.sum() > 1 else 0.0
    maximum = (rows + columns) / 2
    if np.isclose(maximum, expected, rtol=1e-14, atol=0):
        return 1.0
    return float((agreement - expected) / (maximum - expected))


@measure(
    better="higher",
    range=(0, 1),
    needs="clusters",
    kind="clustering",
    title="Rand index: share of the pairs of rows on which both agree",
)
def rand_index(truth: Array, clusters: Array, weight: Array | None = None) -> float:
    """Rand index: the share of pairs of rows that are together in both or apart in both (Rand 1971).

    It is high by chance where there are many clusters; `adjusted_rand` corrects for that.

    >>> round(rand_index([0, 0, 1, 1], [0, 0, 1, 2]), 4)
    0.8333
    """
    table = crossed(truth, clusters, weight)
    pairs = _pairs(table.sum())
    if pairs <= 0:
        return 1.0
    differ = _pairs(table.sum(axis=1)) + _pairs(table.sum(axis=0)) - 2 * _pairs(table)
    return float(1 - differ / pairs)


@measure(
    better="higher",
    range=(0, 1),
    needs="clusters",
    kind="clustering",
    title="Fowlkes-Mallows index: geometric mean of pairwise precision and recall",
)
def fowlkes_mallows(truth: Array, clusters: Array, weight: Array | None = None) -> float:
    """Fowlkes-Mallows index (1983): the geometric mean of the precision and recall of pairs of rows.

    0 where no pair is together in both.

    >>> round(fowlkes_mallows([0, 0, 1, 1], [0, 0, 1, 2]), 4)
    0.7071
    """
    table = crossed(truth, clusters, weight)
    agreement = _pairs(table)
    rows, columns = _pairs(table.sum(axis=1)), _pairs(table.sum(axis=0))
    return float(agreement / np.sqrt(rows * columns)) if agreement > 0 else 0.0


@measure(
    better="higher",
    range=(0, np.inf),
    needs="clusters",
    kind="clustering",
    title="Mutual information of classes and clusters",
)
def mutual_information(
    truth: Array, clusters: Array, weight: Array | None = None, *, base: float = np.e
) -> float:
    """Mutual information of classes and clusters, in nats or by the logarithm of another base.

    >>> mutual_information([0, 0, 1, 1], [1, 1, 0, 0], base=2)
    1.0
    """
    if not (np.isfinite(base) and base > 1):
        raise ParameterError(f"base={base!r}: the base of the logarithm must be above 1, such as 2")
    return float(_information(crossed(truth, clusters, weight)) / np.log(base))


@measure(
    better="higher",
    range=(0, 1),
    needs="clusters",
    kind="clustering",
    title="Normalized mutual information: mutual information divided by the mean entropy",
)
def normalized_mutual_information(truth: Array, clusters: Array, weight: Array | None = None) -> float:
    """Normalized mutual information (NMI): divided by the mean of the two entropies; 1 where both are 0.

    >>> normalized_mutual_information([0, 0, 1, 1], [1, 1, 0, 0])
    1.0
    """
    table = crossed(truth, clusters, weight)
    mean = (_entropy(table.sum(axis=1)) + _entropy(table.sum(axis=0))) / 2
    return _part(_information(table), mean)


@measure(
    better="higher",
    range=(-1, 1),
    needs="clusters",
    kind="clustering",
    title="Adjusted mutual information: mutual information corrected for chance",
)
def adjusted_mutual_information(truth: Array, clusters: Array, weight: Array | None = None) -> float:
    """Adjusted mutual information (AMI): corrected for chance, 0 expected (Vinh, Epps & Bailey 2010).

    The expectation counts whole rows, so weights must be integers.

    >>> adjusted_mutual_information([0, 0, 1, 1], [1, 1, 0, 0])
    1.0
    """
    from sklearn.metrics import adjusted_mutual_info_score

    truth, clusters = same_length(truth, clusters)
    times = weights(weight, len(truth))
    if (times != np.round(times)).any():
        row = int(np.argmax(times != np.round(times)))
        raise DataError(
            f"row {row} has weight {times[row]:g}; adjusted mutual information needs integer weights: use "
            "normalized_mutual_information"
        )
    codes = _codes("truth", truth), _codes("clusters", clusters)
    repeated = (np.repeat(each, times.astype(np.int64)) for each in codes)
    return float(adjusted_mutual_info_score(*repeated))


@measure(
    better="higher",
    range=(0, 1),
    needs="clusters",
    kind="clustering",
    title="V-measure: harmonic mean of homogeneity and completeness",
)
def v_measure(truth: Array, clusters: Array, weight: Array | None = None, *, beta: float = 1.0) -> float:
    """V-measure: harmonic mean of homogeneity and completeness (Rosenberg & Hirschberg 2007).

    beta: weight of completeness relative to homogeneity.

    >>> round(v_measure([0, 0, 1, 1], [0, 1, 2, 2]), 4)
    0.8
    """
    if not (np.isfinite(beta) and beta > 0):
        raise ParameterError(f"beta={beta!r}: the weight of completeness must be above 0")
    one, other = homogeneity(truth, clusters, weight), completeness(truth, clusters, weight)
    return 0.0 if one + other == 0 else (1 + beta) * one * other / (beta * one + other)


@measure(
    better="higher",
    range=(0, 1),
    needs="clusters",
    kind="clustering",
    title="Homogeneity: whether each cluster contains one class only",
)
def homogeneity(truth: Array, clusters: Array, weight: Array | None = None) -> float:
    """Homogeneity: 1 - H(class | cluster) / H(class), the share of class entropy the clusters explain.

    >>> homogeneity([0, 0, 1, 1], [0, 1, 2, 2])
    1.0
    """
    table = crossed(truth, clusters, weight)
    return _part(_information(table), _entropy(table.sum(axis=1)))


@measure(
    better="higher",
    range=(0, 1),
    needs="clusters",
    kind="clustering",
    title="Completeness: whether each class is in one cluster",
)
def completeness(truth: Array, clusters: Array, weight: Array | None = None) -> float:
    """Completeness: 1 - H(cluster | class) / H(cluster), the share of cluster entropy the classes explain.

    >>> completeness([0, 0, 1, 1], [0, 0, 0, 0])
    1.0
    """
    return homogeneity(clusters, truth, weight)


@measure(
    better="higher",
    range=(0, 1),
    needs="clusters",
    kind="clustering",
    title="Purity: share of rows of the majority class of their cluster",
)
def purity(truth: Array, clusters: Array, weight: Array | None = None) -> float:
    """Purity: the share of rows of their cluster's majority class; it rises with the number of clusters.

    >>> purity([0, 0, 1, 1], [0, 0, 0, 1])
    0.75
    """
    table = crossed(truth, clusters, weight)
    return float(np.sum(table.max(axis=0)) / np.sum(table))


def crossed(truth: Array, clusters: Array, weight: Array | None = None) -> Floats:
    """Contingency table: the weight of the rows of each class (row) in each cluster (column).

    >>> crossed(["a", "b", "b"], [1, 1, 2])
    array([[1., 0.],
           [1., 1.]])
    """
    truth, clusters = same_length(truth, clusters)
    times = weights(weight, len(truth))
    is_counted = times > 0
    a, b = _codes("truth", truth)[is_counted], _codes("clusters", clusters)[is_counted]
    shape = int(a.max()) + 1, int(b.max()) + 1
    table = np.bincount(a * shape[1] + b, times[is_counted], shape[0] * shape[1])
    return table.astype(np.float64).reshape(shape)


def _codes(name: str, labels: Array) -> Integers:
    check_labels(name, labels)
    return distinct(name, labels)[1]


def _pairs(counts: Floats) -> float:
    return float(np.sum(counts * (counts - 1)) / 2)


def _entropy(counts: Floats) -> float:
    share = counts[counts > 0] / np.sum(counts)
    return float(-np.sum(share * np.log(share)))


def _information(table: Floats) -> float:
    """Mutual information in nats: the sum over cells of p ln(p / (p_row p_column))."""
    joint = table / np.sum(table)
    by_chance = joint.sum(axis=1, keepdims=True) * joint.sum(axis=0)
    cells = joint > 0
    return max(float(np.sum(joint[cells] * np.log(joint[cells] / by_chance[cells]))), 0.0)


def _part(information: float, entropy: float) -> float:
    """information / entropy, at most 1; 1 where the entropy is 0."""
    return 1.0 if entropy <= 1e-15 else min(information / entropy, 1.0)
