"""Eigenvectors by three methods: of many and of few rows, and of matrices of low rank."""

import numpy as np
import pytest

from gnomon.learners.projections.spectrum import largest_eigenvectors


@pytest.mark.parametrize(("n", "rank", "k"), [(40, 40, 5), (600, 600, 5), (600, 600, 60), (600, 50, 40)])
def test_values_and_vectors_are_those_of_numpy_whatever_the_size_and_rank(n, rank, k):
    rows = np.random.default_rng(0).normal(size=(n, rank))
    matrix = rows @ rows.T
    values, vectors = largest_eigenvectors(matrix, k)
    np.testing.assert_allclose(values, np.linalg.eigvalsh(matrix)[::-1][:k])
    np.testing.assert_allclose(matrix @ vectors, vectors * values, atol=1e-7 * values[0])
    np.testing.assert_allclose(vectors.T @ vectors, np.eye(k), atol=1e-9)


@pytest.mark.parametrize("rank", [1, 3])
def test_a_large_matrix_of_lower_rank_than_asked_for_has_only_as_many_values_as_its_rank(rank):
    rows = np.random.default_rng(0).normal(size=(500, rank))
    values, vectors = largest_eigenvectors(rows @ rows.T, 40)
    assert vectors.shape == (500, rank)
    np.testing.assert_allclose(values, np.linalg.eigvalsh(rows.T @ rows)[::-1])
