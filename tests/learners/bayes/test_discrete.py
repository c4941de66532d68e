"""Bernoulli, multinomial, complement and categorical naive Bayes: agreement, weights, pieces, bad input."""

import numpy as np
import pytest
import scipy.sparse
import sklearn.naive_bayes
from hypothesis import given, settings
from hypothesis import strategies as st

from gnomon.errors import DataError, ParameterError
from gnomon.learners.bayes.bernoulli import BernoulliNB
from gnomon.learners.bayes.categorical import CategoricalNB
from gnomon.learners.bayes.complement import ComplementNB
from gnomon.learners.bayes.multinomial import MultinomialNB

# Some rows that are predicted have levels that those fitted on have not.
pytestmark = pytest.mark.filterwarnings("ignore:column .* is an unknown category")

ALL = [BernoulliNB, MultinomialNB, ComplementNB, CategoricalNB]
SPARSE = ALL[:3]


def counts(n_rows=200, n_columns=6, n_classes=3, seed=0):
    random = np.random.default_rng(seed)
    y = random.integers(n_classes, size=n_rows)
    X = random.poisson(0.5 + (np.arange(n_columns) % n_classes == y[:, None]), size=(n_rows, n_columns))
    return X, y


def twin(learner, **settings):
    return getattr(sklearn.naive_bayes, learner.__name__)(**settings)


@pytest.mark.parametrize("learner", ALL)
@pytest.mark.parametrize(
    "setting", [{}, {"alpha": 0.3}, {"fit_prior": False}, {"class_prior": [0.2, 0.3, 0.5]}, {"alpha": 1e-3}]
)
@pytest.mark.parametrize("weighted", [False, True])
def test_it_agrees_with_scikit_learn(learner, setting, weighted):
    X, y = counts()
    weight = np.random.default_rng(1).uniform(0.1, 3, len(y)) if weighted else None
    ours, theirs = learner(**setting).fit(X, y, weight), twin(learner, **setting).fit(X, y, weight)
    for name in ("class_count_", "class_log_prior_", "feature_count_", "feature_log_prob_"):
        if name != "feature_count_" or learner is not CategoricalNB:
            one, other = getattr(ours, name), getattr(theirs, name)
            for a, b in zip(one, other, strict=True):
                np.testing.assert_allclose(a, b, rtol=1e-12, atol=1e-15)
    np.testing.assert_allclose(ours.predict_joint_log_proba(X), theirs.predict_joint_log_proba(X), rtol=1e-12)
    np.testing.assert_allclose(ours.predict_proba(X), theirs.predict_proba(X), rtol=1e-9)
    assert np.array_equal(ours.predict(X), theirs.predict(X))


@pytest.mark.parametrize("learner", SPARSE)
@pytest.mark.parametrize("kind", [np.float64, np.float32, np.int64])
def test_sparse_rows_are_as_good_as_dense_ones(learner, kind):
    X, y = counts()
    S = scipy.sparse.csr_matrix(X.astype(kind))
    dense, sparse = learner().fit(X, y), learner().fit(S, y)
    np.testing.assert_allclose(sparse.feature_log_prob_, dense.feature_log_prob_)
    np.testing.assert_allclose(sparse.predict_proba(S), dense.predict_proba(X), rtol=1e-10)
    np.testing.assert_allclose(dense.predict_proba(S), dense.predict_proba(X), rtol=1e-10)


def test_duplicate_entries_of_sparse_rows_are_summed():
    X = scipy.sparse.csr_matrix(([1.0, -1.0, 2.0], ([0, 0, 1], [0, 0, 1])), (2, 2))
    assert BernoulliNB().fit(X, [0, 1]).feature_count_.tolist() == [[0, 0], [0, 1]]


@pytest.mark.parametrize("learner", ALL)
def test_weights_are_repetitions_even_of_levels(learner):
    X, y = counts(60)
    X[:3] = 9
    weight = np.random.default_rng(0).integers(0, 4, 60)
    weight[:3] = 0
    repeated = learner().fit(np.repeat(X, weight, axis=0), np.repeat(y, weight))
    np.testing.assert_allclose(
        learner().fit(X, y, weight.astype(float)).predict_proba(X), repeated.predict_proba(X), rtol=1e-10
    )


@pytest.mark.parametrize("learner", ALL)
def test_partial_fit_and_subtraction_equal_one_fit(learner):
    X, y = counts()
    whole, pieces = learner().fit(X, y), learner()
    for rows in np.array_split(np.argsort(y, kind="stable"), 7):
        pieces.partial_fit(X[rows], y[rows], classes=[0, 1, 2])
    np.testing.assert_allclose(pieces.predict_proba(X), whole.predict_proba(X), rtol=1e-10)
    rest = learner().fit(X, y).forget(X[150:], y[150:])
    np.testing.assert_allclose(
        rest.predict_proba(X), learner().fit(X[:150], y[:150]).predict_proba(X), rtol=1e-9
    )


@pytest.mark.parametrize("learner", ALL)
def test_folds_by_adding_are_folds_by_refitting(learner):
    import gnomon as gn

    X, y = counts()
    X = X.astype(float)
    task = gn.Task(X, y)
    for plan in (gn.k_fold(5), gn.leave_one_out()):
        splits = plan.split(task)
        for trained in gn.selection.train_each(learner(), task, list(splits)[:6]):
            train = np.setdiff1d(np.arange(len(y)), trained.held_out)
            alone = learner().fit(X[train], y[train])
            np.testing.assert_allclose(
                trained.learner.predict_proba(trained.examples), alone.predict_proba(X[trained.held_out])
            )


@settings(max_examples=25)
@given(st.integers(0, 9999), st.floats(0, 5), st.sampled_from(["uniform", "pooled"]))
def test_pseudo_counts_follow_the_prior_estimate(seed, m, shares):
    X, y = counts(40, seed=seed)
    model = MultinomialNB(equivalent_sample_size=m, prior_estimate=shares).fit(X, y)
    sums = np.array([X[y == c].sum(axis=0) for c in range(3)])
    p = np.full(6, 1 / 6) if shares == "uniform" else X.sum(axis=0) / X.sum()
    expected = (sums + m * p) / (sums.sum(axis=1, keepdims=True) + m)
    np.testing.assert_allclose(np.exp(model.feature_log_prob_), expected, atol=1e-12)


def test_prior_estimates_may_be_numbers():
    y = [0, 0, 1]
    bits = BernoulliNB(equivalent_sample_size=4, prior_estimate=[0.25]).fit([[1], [0], [1]], y)
    np.testing.assert_allclose(np.exp(bits.feature_log_prob_), [[2 / 6], [2 / 5]])
    levels = CategoricalNB(equivalent_sample_size=1, prior_estimate=[[0.5, 0.25, 0.25]]).fit(
        [[0], [1], [2]], y
    )
    np.testing.assert_allclose(
        np.exp(levels.feature_log_prob_[0]), np.array([[1.5, 1.25, 0.25], [0.75, 0.375, 1.875]]) / 3
    )
    for wrong in ([0.5, 0.6], [[0.5, 0.5]], [[0.5, 0.4, 0.2]], 3):
        with pytest.raises((ParameterError, TypeError)):
            CategoricalNB(equivalent_sample_size=1, prior_estimate=wrong).fit([[0], [1], [2]], y)


def test_alpha_may_differ_by_column_as_in_scikit_learn():
    X, y = counts()
    alpha = [0.0, 0.5, 1.0, 2.0, 3.0, 4.0]
    np.testing.assert_allclose(
        MultinomialNB(alpha=alpha).fit(X, y).feature_log_prob_,
        twin(MultinomialNB, alpha=alpha).fit(X, y).feature_log_prob_,
    )
    # scikit-learn's BernoulliNB takes an array too, but adds it to the classes and fails.
    on = np.array([(X[y == c] > 0).sum(axis=0) for c in range(3)])
    expected = (on + alpha) / (np.bincount(y)[:, None] + 2 * np.array(alpha))
    np.testing.assert_allclose(np.exp(BernoulliNB(alpha=alpha).fit(X, y).feature_log_prob_), expected)
    for wrong in ([1.0, 2.0], -1, "much", np.nan):
        with pytest.raises(ParameterError, match="alpha"):
            MultinomialNB(alpha=wrong).fit(X, y)


@pytest.mark.parametrize("learner", [MultinomialNB, ComplementNB])
def test_negative_counts_are_refused_with_row_and_column(learner):
    X, y = counts(10)
    X[3, 2] = -1
    for rows in (X, scipy.sparse.csr_matrix(X)):
        with pytest.raises(DataError, match="column 2, row 3"):
            learner().fit(rows, y)
        with pytest.raises(DataError, match="column 2, row 3"):
            learner().fit(abs(X), y).predict(rows)


def test_words_unseen_without_smoothing_rule_classes_out():
    model = MultinomialNB(alpha=0).fit([[1, 0, 1], [0, 1, 1]], ["a", "b"])
    assert model.predict_proba([[1, 0, 5]]).tolist() == [[1, 0]]
    for rows in ([[1, 1, 0]], scipy.sparse.csr_matrix([[1, 1, 0]])):
        with pytest.raises(DataError, match="probability 0 in every class"):
            model.predict_proba(rows)
    with pytest.raises(DataError, match="column 0 is 0 in all rows but those of one class"):
        ComplementNB(alpha=0).fit([[1, 0, 1], [0, 1, 1]], ["a", "b"])


@pytest.mark.parametrize("learner", [BernoulliNB, CategoricalNB])
def test_missing_values_are_marginalized_exactly(learner):
    random = np.random.default_rng(0)
    X, y = random.integers(0, 2, (80, 4)).astype(float), random.integers(0, 2, 80)
    X[random.random((80, 4)) < 0.2] = np.nan
    model = learner(alpha=0.5).fit(X, y)
    row = np.array([[1.0, np.nan, 0.0, 1.0]])
    joint = sum(model.joint(np.array([[1.0, value, 0.0, 1.0]])) for value in (0.0, 1.0))
    np.testing.assert_allclose(model.joint(row), joint)
    np.testing.assert_allclose(
        model.predict_proba(np.full((1, 4), np.nan))[0], np.exp(model.class_log_prior_)
    )
    one = y == model.classes_[0]
    known = X[one, 1][~np.isnan(X[one, 1])]
    log_on = model.feature_log_prob_[0, 1] if learner is BernoulliNB else model.feature_log_prob_[1][0, 1]
    assert np.exp(log_on) == pytest.approx((known.sum() + 0.5) / (len(known) + 1))


def test_sparse_rows_with_missing_values_are_dense_rows_with_them():
    X = np.array([[1.0, np.nan], [0.0, 1.0], [1.0, 0.0], [0.0, 1.0]])
    dense, sparse = (BernoulliNB().fit(rows, [0, 0, 1, 1]) for rows in (X, scipy.sparse.csr_matrix(X)))
    np.testing.assert_allclose(sparse.feature_log_prob_, dense.feature_log_prob_)
    np.testing.assert_allclose(sparse.predict_proba(scipy.sparse.csr_matrix(X)), dense.predict_proba(X))


def test_thresholds_of_binary_features():
    X, y = counts()
    X = X - 0.5
    np.testing.assert_allclose(
        BernoulliNB(binarize=0.7).fit(X, y).predict_proba(X),
        twin(BernoulliNB, binarize=0.7).fit(X, y).predict_proba(X),
    )
    with pytest.raises(DataError, match=r"binarize=-0.5"):
        BernoulliNB(binarize=-0.5).fit(scipy.sparse.csr_matrix(X), y)
    with pytest.raises(DataError, match="0 and 1 only"):
        BernoulliNB(binarize=None).fit(X, y)
    with pytest.raises(ParameterError, match="binarize"):
        BernoulliNB(binarize="high").fit(X, y)
    assert BernoulliNB(binarize=None).fit([[0], [1]], [0, 1]).predict([[1]]) == [1]


@settings(max_examples=30)
@given(st.integers(0, 9999))
def test_the_bayesian_multinomial_sums_to_one_over_all_counts(seed):
    random = np.random.default_rng(seed)
    X, y = random.integers(0, 4, (12, 3)), np.arange(12) % 2
    model = MultinomialNB(bayesian=True, alpha=0.7).fit(X, y)
    rows = [[a, b, 3 - a - b] for a in range(4) for b in range(4 - a)]
    np.testing.assert_allclose(np.exp(model.log_likelihood(rows)).sum(axis=0), 1)
    plain = MultinomialNB(alpha=0.7).fit(X, y)
    np.testing.assert_allclose(np.exp(plain.log_likelihood(rows)).sum(axis=0), 1)
    np.testing.assert_allclose(
        np.exp(model.log_likelihood(scipy.sparse.csr_matrix(rows))), np.exp(model.log_likelihood(rows))
    )
    one_word = np.eye(3)
    np.testing.assert_allclose(model.log_likelihood(one_word), plain.log_likelihood(one_word))


@pytest.mark.parametrize("learner", ALL)
def test_one_class_is_always_predicted(learner):
    model = learner().fit([[1, 0], [2, 1]], ["only", "only"])
    assert model.predict([[5, 5]]) == ["only"]
    assert model.predict_proba([[5, 5]]).tolist() == [[1]]


def test_complement_is_not_a_generative_model():
    model = ComplementNB().fit([[1, 0], [0, 1]], [0, 1])
    assert not any(hasattr(model, name) for name in ("sample", "joint", "score_samples", "with_prior"))
    assert hasattr(MultinomialNB(), "sample")


@pytest.mark.parametrize("norm", [False, True])
def test_weights_of_the_complement_may_be_normalized(norm):
    X, y = counts()
    np.testing.assert_allclose(
        ComplementNB(norm=norm).fit(X, y).feature_log_prob_,
        twin(ComplementNB, norm=norm).fit(X, y).feature_log_prob_,
    )


def test_a_bayesian_model_has_no_factors_and_allows_an_empty_class():
    model = MultinomialNB(bayesian=True, alpha=0).fit([[1, 2], [0, 0]], ["a", "b"])
    assert model.predict_proba([[1, 1]]).tolist() == [[1, 0]]
    assert model.predict_proba([[0, 0]]).tolist() == [[0.5, 0.5]]
    with pytest.raises(DataError, match="bayesian=False"):
        model.factors([[1, 1]])
