"""The tables that the chapters on probabilistic models and features print."""

import numpy as np

import gnomon as gn


def test_counts_and_bits_follow_from_the_words_of_each_mail():
    """Probabilistic Models notes, section 4 Training a naive Bayes model."""
    words = gn.load("mail-words").column("tokens").labels
    counts = np.array([[text.split().count(letter) for letter in "abc"] for text in words])
    assert np.array_equal(gn.load("mail-counts").X, counts)
    assert np.array_equal(gn.load("mail-bits").X, counts > 0)


def test_class_sums_of_counts_and_bits():
    """Probabilistic Models notes, section 4 Training a naive Bayes model."""
    counts, bits = gn.load("mail-counts"), gn.load("mail-bits")
    spam = counts.y == "+"
    assert counts.X[spam].sum(axis=0).tolist() == [5, 9, 3]
    assert counts.X[~spam].sum(axis=0).tolist() == [11, 3, 3]
    assert bits.X[spam].sum(axis=0).tolist() == [2, 3, 1]
    assert bits.X[~spam].sum(axis=0).tolist() == [3, 1, 1]


def test_people_by_genre_by_film_give_the_preferences():
    """Probabilistic Models notes, section 9 Feature construction and selection."""
    films, people, genres = (gn.load(name).encoded()[0] for name in ("films", "films-people", "films-genres"))
    assert np.array_equal(people @ np.diag([1, 2, 1]) @ genres, films)
    assert np.linalg.matrix_rank(films) == 3
    singular = np.linalg.svd(films, compute_uv=False)
    np.testing.assert_allclose(singular, [6.923170, 1.930219, 1.159295, 0], atol=5e-7)
