"""Slow twins of the kernels of linear models."""

import numpy as np
import scipy.sparse
from scipy.special import expit


def logistic_terms(scores, y, weight):
    p = expit(scores)
    return weight @ (np.logaddexp(0, scores) - y * scores), weight * (p - y), weight * p * expit(-scores)


def sparse_product(values, columns, begin, B):
    shape = (len(begin) - 1, len(B))
    return scipy.sparse.csr_matrix((values, columns, begin), shape).toarray() @ B
