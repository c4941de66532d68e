"""Votes of many models: how often each class was named, by how much, and the margin by which it won."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from gnomon.arrays import Array, Floats, Integers
from gnomon.errors import DataError


def count_votes(codes: Integers, n_classes: int, weights: Floats | None = None) -> Floats:
    """Votes (rows, classes) that models give: v_k(x) = sum_t alpha_t [M_t(x) = k].

    codes: (models, rows) the class that each names. weights: alpha of each model; 1 if not given.

    >>> import numpy as np
    >>> count_votes(np.array([[0, 1], [0, 0], [1, 0]]), 2)
    array([[2., 1.],
           [2., 1.]])
    """
    alpha = np.ones(len(codes)) if weights is None else weights
    votes = np.zeros((codes.shape[1], n_classes))
    rows = np.arange(codes.shape[1])
    for named, each in zip(codes, alpha):
        votes[rows, named] += each
    return votes


def staged_votes(codes: Integers, n_classes: int, weights: Floats | None = None) -> Iterator[Floats]:
    """The votes after the first model, after two, and so on; each is a new array.

    >>> import numpy as np
    >>> [votes[0].tolist() for votes in staged_votes(np.array([[0], [1]]), 2, np.array([2.0, 0.5]))]
    [[2.0, 0.0], [2.0, 0.5]]
    """
    votes = np.zeros((codes.shape[1], n_classes))
    rows = np.arange(codes.shape[1])
    for model, named in enumerate(codes):
        votes[rows, named] += 1.0 if weights is None else weights[model]
        yield votes.copy()


def sign_vote(answers: Array, weights: Floats | None = None) -> Integers:
    """sign(sum_t alpha_t M_t(x)) of answers +1 and -1 (models, rows); 0 where the votes tie.

    >>> import numpy as np
    >>> sign_vote(np.array([[1, 1, -1], [-1, 1, -1]]))
    array([ 0,  1, -1])
    """
    answers = np.asarray(answers)
    if not np.isin(answers, (-1, 1)).all():
        raise DataError("sign_vote takes answers of +1 and -1 only; code the two classes so")
    alpha = np.ones(len(answers)) if weights is None else np.asarray(weights, dtype=np.float64)
    return np.sign(alpha @ answers).astype(np.int64)


def places_of(labels: Array, classes: Array) -> Integers:
    """The code of each label among the sorted classes; a label that is none of them is refused.

    >>> import numpy as np
    >>> places_of(np.array(["b", "a"]), np.array(["a", "b"]))
    array([1, 0])
    """
    unknown = np.flatnonzero(~np.isin(labels, classes))
    if len(unknown):
        raise DataError(
            f"y has {labels[unknown].tolist()[0]!r} (row {unknown[0]}), which is none of the classes "
            f"{classes[:5].tolist()}; leave such rows out"
        )
    return np.searchsorted(classes, labels)


def vote_margins(votes: Floats, truth: Integers, total: float | None = None) -> Floats:
    """The vote of the true class less the most of any other, as a share of all votes: from -1 to 1.

    For two classes this is y sum_t alpha_t M_t(x) / sum_t |alpha_t| with y and M of +1 and -1. votes: (rows,
    classes). truth: the code of each row's class. total: of all votes; if not given, what a row's add up to.
    Source: Schapire, Freund, Bartlett & Lee (1998).

    >>> import numpy as np
    >>> vote_margins(np.array([[3.0, 1.0, 0.0], [1.0, 1.0, 2.0]]), np.array([0, 0]))
    array([ 0.5 , -0.25])
    """
    votes = np.asarray(votes, dtype=np.float64)
    rows = np.arange(len(votes))
    others = votes.copy()
    others[rows, truth] = -np.inf
    rival = others.max(axis=1) if votes.shape[1] > 1 else np.zeros(len(votes))
    whole = votes.sum(axis=1) if total is None else np.full(len(votes), total)
    lead = votes[rows, truth] - rival
    return np.divide(lead, whole, out=np.zeros(len(votes)), where=whole > 0)
