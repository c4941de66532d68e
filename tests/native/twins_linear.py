"""Slow twins of the kernels of linear models."""

import numpy as np
import scipy.sparse
from scipy.special import expit, logsumexp, softmax


def logistic_terms(scores, y, weight):
    p = expit(scores)
    return weight @ (np.logaddexp(0, scores) - y * scores), weight * (p - y), weight * p * expit(-scores)


def sparse_product(values, columns, begin, B):
    shape = (len(begin) - 1, len(B))
    return scipy.sparse.csr_matrix((values, columns, begin), shape).toarray() @ B


def softmax_minimum(X, codes, weight, l2, has_constant, n_classes):
    """Coefficients (classes, columns and constant), by Newton's steps with the whole Hessian."""
    design = np.column_stack([X, np.full(len(X), float(has_constant))])
    width = design.shape[1]
    penalty = np.tile(np.append(np.full(width - 1, l2), 0.0), n_classes)

    def value(theta):
        scores = design @ theta.reshape(n_classes, width).T
        return (
            weight @ (logsumexp(scores, axis=1) - scores[np.arange(len(X)), codes]) + penalty @ theta**2 / 2
        )

    theta = np.zeros(n_classes * width)
    for _ in range(100):
        p = softmax(design @ theta.reshape(n_classes, width).T, axis=1)
        slope = ((p - np.eye(n_classes)[codes]) * weight[:, None]).T @ design
        curvature = np.einsum("ic,ck->ick", p, np.eye(n_classes)) - np.einsum("ic,ik->ick", p, p)
        hessian = np.einsum("i,ick,ia,ib->cakb", weight, curvature, design, design).reshape(2 * (theta.size,))
        gradient = slope.ravel() + penalty * theta
        step = -np.linalg.lstsq(hessian + np.diag(penalty), gradient)[0]
        while value(theta + step) > value(theta) and np.abs(step).max() > 1e-14:
            step = step / 2
        theta = theta + step
        if np.abs(gradient).max() < 1e-11:
            break
    return theta.reshape(n_classes, width)


def solve_positive_definite(system, right, ridge):
    scale = np.sqrt(np.diag(system))
    return (
        np.linalg.solve(system / np.outer(scale, scale) + ridge * np.eye(len(scale)), right / scale) / scale
    )
