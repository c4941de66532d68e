"""Worked example of the film preferences, and the identities of the singular value decomposition."""

import numpy as np
import pytest

import gnomon as gn
from gnomon.learners.projections.factors import MatrixFactors

PEOPLE = [[1, 0, 0], [0, 1, 0], [0, 0, 1], [1, 1, 0], [1, 0, 1], [0, 1, 1]]
FILMS = [[1, 0, 1, 0], [0, 1, 1, 1], [0, 0, 0, 1]]
X = np.array(
    [[1, 0, 1, 0], [0, 2, 2, 2], [0, 0, 0, 1], [1, 2, 3, 2], [1, 0, 1, 1], [0, 2, 2, 3]], dtype=np.float64
)


def test_genres_make_the_ratings_but_are_no_singular_vectors():
    """Probabilistic Models notes, section 9 Feature construction and selection."""
    genres = MatrixFactors(PEOPLE, [1, 2, 1], FILMS)
    assert np.array_equal(genres.product(), X)
    assert not genres.is_orthogonal
    assert np.linalg.matrix_rank(X) == 3
    assert (genres.left.T @ genres.left).tolist() == [[3, 1, 1], [1, 3, 1], [1, 1, 3]]


def test_singular_values_of_the_ratings():
    """Probabilistic Models notes, section 9 Feature construction and selection."""
    found = MatrixFactors.of(X)
    np.testing.assert_allclose(found.weights, [6.923170, 1.930219, 1.159295, 0], atol=5e-7)
    np.testing.assert_allclose(
        np.linalg.eigvalsh(X.T @ X)[::-1], [47.930289, 3.725747, 1.343965, 0], atol=5e-7
    )
    first = gn.TruncatedSVD(1).fit(X)
    np.testing.assert_allclose(first.components_[0], [0.130608, 0.484046, 0.614654, 0.608967], atol=5e-7)
    assert gn.TruncatedSVD(1).fit(X).factors(X).error(X) == pytest.approx(2.251602, abs=5e-7)
    assert gn.TruncatedSVD(2).fit(X).factors(X).error(X) == pytest.approx(1.159295, abs=5e-7)


def test_about_the_mean_the_ratings_are_principal_components():
    """Probabilistic Models notes, section 9 Feature construction and selection."""
    model = gn.PCA().fit(X)
    np.testing.assert_allclose(model.singular_values_, [3.851486, 1.775643, 0.716344], atol=5e-7)
    np.testing.assert_allclose(model.explained_variance_ratio_, [0.801835, 0.170428, 0.027738], atol=5e-7)


@pytest.mark.parametrize("shape", [(30, 4), (4, 30)])
def test_components_by_decomposition_scatter_and_gram_are_the_same(shape):
    """Probabilistic Models notes, section 9 Feature construction and selection."""
    rows = np.random.default_rng(0).normal(size=shape)
    centered = rows - rows.mean(axis=0)
    left, roots, right = np.linalg.svd(centered, full_matrices=False)
    for solver in ("full", "covariance_eigh", "gram", "deflation"):
        model = gn.PCA(3, svd_solver=solver).fit(rows)
        np.testing.assert_allclose(model.singular_values_, roots[:3])
        # The first column of U S, not its first row as the text has it, is the first component.
        np.testing.assert_allclose(np.abs(model.transform(rows)), np.abs(left * roots)[:, :3], atol=1e-7)
        np.testing.assert_allclose(np.abs(model.components_), np.abs(right[:3]), atol=1e-7)
