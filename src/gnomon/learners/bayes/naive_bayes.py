"""The common methods of naive Bayes classifiers, from their log p(x_j | c).

p(c | x) is p(c) prod_j p(x_j | c), normalized over the classes. These are generative models: they also have
the density p(x), the joint p(x, c), and can be sampled.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable
from typing import Any, ClassVar, Self, TypeVar

import numpy as np
from scipy.special import logsumexp
from sklearn.base import ClassifierMixin, clone
from sklearn.utils.metaestimators import available_if
from sklearn.utils.validation import check_is_fitted

from gnomon import native, seeds, threads
from gnomon.arrays import Array, Floats, Integers
from gnomon.errors import DataError
from gnomon.learners.bayes.class_table import ClassTable
from gnomon.learners.bayes.factors import Factors
from gnomon.learners.bayes.smoothing import log_probabilities
from gnomon.probability.draws import check_draws
from gnomon.seeds import Seed
from gnomon.sharing.learner import Learner
from gnomon.ties import first_largest

_Method = TypeVar("_Method", bound=Callable[..., Any])


def _for_generative(method: _Method) -> _Method:
    """A method that only models of p(x, c) have."""
    return available_if(lambda self: self.is_generative)(method)


class NaiveBayes(ClassifierMixin, Learner):
    """Naive Bayes classifier: Bayes' rule with conditionally independent features.

    A subclass fits `classes_`, `class_count_` and `class_log_prior_`, and implements the likelihoods.
    """

    summarizes = True
    predicts_most_probable = True
    is_generative: ClassVar[bool] = True
    prior_parameter: ClassVar[str] = "class_prior"

    @abstractmethod
    def _scores(self, X: Any, constant: Floats) -> Floats:
        """constant_c + sum_j log p(x_j | c) by row and class, up to a term common to all classes."""

    @abstractmethod
    def _terms(self, X: Any) -> Floats:
        """log p(x_j | c), (rows, features, classes)."""

    @abstractmethod
    def _sample_rows(self, codes: Integers, random: np.random.Generator) -> Array:
        """One row of features for each of these classes."""

    def _common_term(self, X: Any) -> Floats:
        """The term of log p(x | c) that is common to all classes."""
        return np.zeros(X.shape[0])

    def _log_posterior_scores(self, X: Any) -> Floats:
        """Log posterior up to a constant per row, with at least one finite value in each row."""
        scores = self._scores(X, self.class_log_prior_)
        far = np.flatnonzero(~np.isfinite(scores.max(axis=1, initial=-np.inf)))
        if len(far):
            wide = self._extended_terms(X[far])
            if wide is not None:
                scores[far] = relative_scores(wide, self.class_log_prior_)
            check_positive_probability(scores, self)
        return scores

    def _extended_terms(self, X: Any) -> Array | None:
        """The terms in extended precision, for rows whose squares overflow; None if there are no squares."""
        return None

    def _values(self, X: Any) -> Array:
        """Checked rows with their original values."""
        return X if isinstance(X, np.ndarray) else np.asarray(X.toarray())

    def refuse_infinite(self, X: Any) -> None:
        """Raise DataError, with row and column, if a value is infinite; NaN is a missing value."""
        table = X if isinstance(X, np.ndarray) else X.data[:, None]
        if native.first_not_finite(np.ascontiguousarray(table), threads.count()) >= 0:
            super().refuse_infinite(X)

    def predict(self, X: Any) -> Array:
        """Predict the most probable class of each row; the first in `classes_` on ties."""
        check_is_fitted(self)
        return self.classes_[first_largest(self._log_posterior_scores(self.check_examples(X, reset=False)))]

    def predict_joint_log_proba(self, X: Any) -> Floats:
        """Return log p(c) + log p(x | c), up to a term common to all classes (see `joint`)."""
        check_is_fitted(self)
        return self._scores(self.check_examples(X, reset=False), self.class_log_prior_)

    def predict_log_proba(self, X: Any) -> Floats:
        """Return log p(c | x) for each row and class."""
        check_is_fitted(self)
        scores = self._log_posterior_scores(self.check_examples(X, reset=False))
        scores -= scores.max(axis=1, keepdims=True)
        scores -= np.log(np.exp(scores).sum(axis=1, keepdims=True))
        return scores

    def predict_proba(self, X: Any) -> Floats:
        """Return p(c | x) for each row and class."""
        return np.exp(self.predict_log_proba(X))

    @_for_generative
    def joint(self, X: Any) -> Floats:
        """Return the joint probability p(x, c) by row and class; a density if features are continuous."""
        check_is_fitted(self)
        checked = self.check_examples(X, reset=False)
        return np.exp(self._scores(checked, self.class_log_prior_) + self._common_term(checked)[:, None])

    @_for_generative
    def log_likelihood(self, X: Any) -> Floats:
        """Return log p(x | c) for each row and class; its argmax is the maximum likelihood class."""
        check_is_fitted(self)
        checked = self.check_examples(X, reset=False)
        return self._scores(checked, np.zeros(len(self.classes_))) + self._common_term(checked)[:, None]

    @_for_generative
    def score_samples(self, X: Any) -> Floats:
        """Return the log density log p(x) of each row; low for outliers."""
        likelihood = self.log_likelihood(X)
        return np.asarray(logsumexp(likelihood + self.class_log_prior_, axis=1), dtype=np.float64)

    @_for_generative
    def sample(self, n_samples: int = 1, *, random_state: Seed = 0) -> tuple[Array, Array]:
        """Sample rows and their classes from the model."""
        check_is_fitted(self)
        size, random = check_draws(n_samples, "n_samples"), seeds.generator(random_state)
        codes = random.choice(len(self.classes_), size=size, p=np.exp(self.class_log_prior_))
        return self._sample_rows(codes, random), self.classes_[codes]

    @_for_generative
    def sample_features(self, codes: Integers, random: np.random.Generator) -> Array:
        """Sample features of rows of these classes, by their indices in `classes_`."""
        check_is_fitted(self)
        return self._sample_rows(codes, random)

    def factors(self, X: Any) -> Factors:
        """Explain each prediction as a product: prior odds times one likelihood ratio per feature."""
        check_is_fitted(self)
        checked = self.check_examples(X, reset=False)
        names = getattr(self, "feature_names_in_", np.arange(checked.shape[1]))
        return Factors(
            self.classes_, names, self._values(checked), self.class_log_prior_, self._terms(checked)
        )

    @_for_generative
    def class_table(self, X: Any) -> ClassTable:
        """Return prior, likelihood, joint and posterior of each row and class."""
        return ClassTable(self.classes_, self.class_log_prior_, self.log_likelihood(X))

    @_for_generative
    def with_prior(self, prior: Any) -> Self:
        """Return the model with another class prior: numbers, "uniform", or None for the class frequencies.

        The likelihoods are reused. With a uniform prior the maximum a posteriori rule is the maximum
        likelihood rule; class weights that sum to 1 give a recalibrated model.
        """
        check_is_fitted(self)
        model = clone(self).set_params(**{self.prior_parameter: prior})
        for name in ("n_features_in_", "feature_names_in_", "columns_"):
            if hasattr(self, name):
                setattr(model, name, getattr(self, name))
        return model.fit_prepared(self.prepared_)

    def _set_classes(self, seen: Any, priors: Floats) -> None:
        self.classes_, self.class_count_ = seen.classes, seen.weight
        self.class_log_prior_ = log_probabilities(priors)


def relative_scores(terms: Array, log_prior: Floats) -> Floats:
    """Scores of rows from extended-precision terms, relative to the largest, so that they do not overflow.

    >>> relative_scores(np.array([[[-9.0, -4.0]]], np.longdouble), np.log([0.5, 0.5])).round(2)
    array([[-5.69, -0.69]])
    """
    total = np.where(np.isneginf(log_prior), -np.inf, terms.sum(axis=1))
    with np.errstate(over="ignore", invalid="ignore"):
        return np.asarray(total - total.max(axis=1, keepdims=True) + log_prior, dtype=np.float64)


def check_positive_probability(scores: Floats, model: NaiveBayes) -> None:
    """Raise DataError if a row has probability 0 in every class: its posterior is 0 / 0.

    >>> check_positive_probability(np.array([[0.0, -np.inf]]), NaiveBayes())
    """
    best = scores.max(axis=1, initial=-np.inf)
    if not np.isfinite(best).all():
        row = int(np.flatnonzero(~np.isfinite(best))[0])
        raise DataError(
            f"row {{row}} has probability 0 in every class, so {type(model).__name__} has no posterior for "
            "it; use smoothing (alpha=1), or check its values: they may be outliers",
            row=row,
        )
