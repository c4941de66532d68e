"""Measures of clusters against known classes, by the table of how many rows are in both.

Truth and clusters are labels of any kind; which label a cluster has does not matter. All are symmetric in the
two, but for purity, homogeneity and completeness.
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
    title="Adjusted Rand index: pairs of rows put together or apart alike, beyond chance",
)
def adjusted_rand(truth: Array, clusters: Array, weight: Array | None = None) -> float:
    """Agreement on which pairs of rows belong together, 0 for chance and 1 for the same partition.

    Hubert & Arabie (1985). 1 where both put all rows together, or each row apart.

    >>> adjusted_rand([0, 0, 1, 1], ["b", "b", "a", "a"])
    1.0
    """
    table = crossed(truth, clusters, weight)
    together = _pairs(table)
    rows, columns = _pairs(table.sum(axis=1)), _pairs(table.sum(axis=0))
    expected = rows * columns / _pairs(table.sum()) if table.sum() > 1 else 0.0
    most = (rows + columns) / 2
    if np.isclose(most, expected, rtol=1e-14, atol=0):
        return 1.0
    return float((together - expected) / (most - expected))


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
    """What the cluster of a row tells of its class: in nats, or by the logarithm of another base.

    >>> mutual_information([0, 0, 1, 1], [1, 1, 0, 0], base=2)
    1.0
    """
    if not (np.isfinite(base) and base > 1):
        raise ParameterError(f"base={base!r}: the base of the logarithm is a number above 1, such as 2")
    return float(_information(crossed(truth, clusters, weight)) / np.log(base))


@measure(
    better="higher",
    range=(0, 1),
    needs="clusters",
    kind="clustering",
    title="Normalized mutual information: as a share of the mean entropy",
)
def normalized_mutual_information(truth: Array, clusters: Array, weight: Array | None = None) -> float:
    """Mutual information as a share of the mean of the two entropies; 1 where both are one group.

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
    title="Adjusted mutual information: beyond chance, 0 for chance",
)
def adjusted_mutual_information(truth: Array, clusters: Array, weight: Array | None = None) -> float:
    """Mutual information beyond what chance gives, as a share of what is left (Vinh, Epps & Bailey 2010).

    What chance gives is counted over whole rows, so weights must be whole numbers.

    >>> adjusted_mutual_information([0, 0, 1, 1], [1, 1, 0, 0])
    1.0
    """
    from sklearn.metrics import adjusted_mutual_info_score

    truth, clusters = same_length(truth, clusters)
    times = weights(weight, len(truth))
    if (times != np.round(times)).any():
        row = int(np.argmax(times != np.round(times)))
        raise DataError(
            f"row {row} has weight {times[row]:g}; adjusted mutual information counts whole rows: use "
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
    """Harmonic mean of homogeneity and completeness, the latter beta times as dear (Rosenberg 2007).

    >>> round(v_measure([0, 0, 1, 1], [0, 1, 2, 2]), 4)
    0.8
    """
    if not (np.isfinite(beta) and beta > 0):
        raise ParameterError(f"beta={beta!r}: the weight of completeness is a number above 0")
    one, other = homogeneity(truth, clusters, weight), completeness(truth, clusters, weight)
    return 0.0 if one + other == 0 else (1 + beta) * one * other / (beta * one + other)


@measure(
    better="higher",
    range=(0, 1),
    needs="clusters",
    kind="clustering",
    title="Homogeneity: whether each cluster holds one class",
)
def homogeneity(truth: Array, clusters: Array, weight: Array | None = None) -> float:
    """The share of the classes' entropy that the clusters explain.

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
    """The share of the clusters' entropy that the classes explain.

    >>> completeness([0, 0, 1, 1], [0, 0, 0, 0])
    1.0
    """
    return homogeneity(clusters, truth, weight)


@measure(
    better="higher",
    range=(0, 1),
    needs="clusters",
    kind="clustering",
    title="Purity: share of rows that are of their cluster's commonest class",
)
def purity(truth: Array, clusters: Array, weight: Array | None = None) -> float:
    """Share of rows whose class is the commonest of their cluster; many clusters are pure for nothing.

    >>> purity([0, 0, 1, 1], [0, 0, 0, 1])
    0.75
    """
    table = crossed(truth, clusters, weight)
    return float(np.sum(table.max(axis=0)) / np.sum(table))


def crossed(truth: Array, clusters: Array, weight: Array | None = None) -> Floats:
    """Weight of the rows of each class (line) in each cluster (column).

    >>> crossed(["a", "b", "b"], [1, 1, 2])
    array([[1., 0.],
           [1., 1.]])
    """
    truth, clusters = same_length(truth, clusters)
    times = weights(weight, len(truth))
    kept = times > 0
    a, b = _codes("truth", truth)[kept], _codes("clusters", clusters)[kept]
    shape = int(a.max()) + 1, int(b.max()) + 1
    table = np.bincount(a * shape[1] + b, times[kept], shape[0] * shape[1])
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
    """sum p ln(p / (p_row p_column)) over the cells, in nats."""
    joint = table / np.sum(table)
    by_chance = joint.sum(axis=1, keepdims=True) * joint.sum(axis=0)
    cells = joint > 0
    return max(float(np.sum(joint[cells] * np.log(joint[cells] / by_chance[cells]))), 0.0)


def _part(information: float, entropy: float) -> float:
    """The share that is explained; nothing to explain is wholly explained."""
    return 1.0 if entropy <= 1e-15 else min(information / entropy, 1.0)
