"""A pass of expectation maximization over normal densities, written to be read."""

import numpy as np
from scipy.special import logsumexp


def mixture_scores(X, mean, root, constant):
    scores = []
    for m, p, c in zip(mean, root, constant, strict=True):
        white = (X - m) @ (p if p.ndim == 2 else np.diag(p))
        scores.append(c - (white**2).sum(axis=1) / 2)
    return np.stack(scores, axis=1)


def mixture_pass(X, mean, root, constant, weight, known):
    w = np.ones(len(X)) if weight is None else weight
    scores = mixture_scores(X, mean, root, constant)
    logs = logsumexp(scores, axis=1)
    share = np.exp(scores - logs[:, None])
    if known is not None:
        for row in np.flatnonzero(known >= 0):
            share[row] = np.arange(len(mean)) == known[row]
            logs[row] = scores[row, known[row]]
    share = share * w[:, None]
    gaps = X[None, :, :] - mean[:, None, :]
    first = np.einsum("nk,knj->kj", share, gaps)
    second = np.einsum("nk,kni,knj->kij", share, gaps, gaps)
    if root.ndim == 2:
        second = np.diagonal(second, axis1=1, axis2=2)[:, :, None]
    return w @ logs, share.sum(axis=0), first, second.reshape(len(mean) * X.shape[1], -1)
