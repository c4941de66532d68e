"""What every naive Bayes classifier can be asked, given its log p(x_j | c).

p(c | x) is p(c) prod_j p(x_j | c), made to sum to 1 over the classes. These are generative models: they also
have p(x), the joint p(x, c), and rows of their own to draw.
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
from gnomon.learners.bayes.smoothing import log_chances
from gnomon.probability.draws import check_draws
from gnomon.seeds import Seed
from gnomon.sharing.learner import Learner
from gnomon.ties import first_largest

_Method = TypeVar("_Method", bound=Callable[..., Any])


def _for_generative(method: _Method) -> _Method:
    """A method that only models of p(x, c) have."""
    return available_if(lambda self: self.is_generative)(method)


class NaiveBayes(ClassifierMixin, Learner):
    """Classify by Bayes' rule with features that are independent in each class.

    A subclass fits `classes_`, `class_count_` and `class_log_prior_`, and gives the likelihoods.
    """

    summarizes = True
    predicts_most_probable = True
    is_generative: ClassVar[bool] = True
    prior_parameter: ClassVar[str] = "class_prior"

    @abstractmethod
    def _scores(self, X: Any, constant: Floats) -> Floats:
        """constant_c + sum_j log p(x_j | c) for each checked row and class, less what all classes share."""

    @abstractmethod
    def _terms(self, X: Any) -> Floats:
        """log p(x_j | c), (rows, features, classes)."""

    @abstractmethod
    def _drawn(self, codes: Integers, random: np.random.Generator) -> Array:
        """One row of features for each of these classes."""

    def _shared(self, X: Any) -> Floats:
        """The part of log p(x | c) that is the same for every class."""
        return np.zeros(X.shape[0])

    def _compared(self, X: Any) -> Floats:
        """Scores by which the classes of each row can be compared: one of them at least is finite."""
        scores = self._scores(X, self.class_log_prior_)
        far = np.flatnonzero(~np.isfinite(scores.max(axis=1, initial=-np.inf)))
        if len(far):
            wide = self._wide_terms(X[far])
            if wide is not None:
                scores[far] = compared_far_out(wide, self.class_log_prior_)
            refuse_impossible(scores, self)
        return scores

    def _wide_terms(self, X: Any) -> Array | None:
        """The terms of rows too far out for a float, with more exponent; None of a model without squares."""
        return None

    def _values(self, X: Any) -> Array:
        """Checked rows as a reader knows them."""
        return X if isinstance(X, np.ndarray) else np.asarray(X.toarray())

    def refuse_infinite(self, X: Any) -> None:
        """Raise DataError, which names the place, if a value is infinite; NaN is a missing value."""
        table = X if isinstance(X, np.ndarray) else X.data[:, None]
        if native.first_not_finite(np.ascontiguousarray(table), threads.count()) >= 0:
            super().refuse_infinite(X)

    def predict(self, X: Any) -> Array:
        """The most probable class of each row; of equals, the first in `classes_`."""
        check_is_fitted(self)
        return self.classes_[first_largest(self._compared(self.check_examples(X, reset=False)))]

    def predict_joint_log_proba(self, X: Any) -> Floats:
        """log p(c) + log p(x | c) for each row and class, less what all classes share (see `joint`)."""
        check_is_fitted(self)
        return self._scores(self.check_examples(X, reset=False), self.class_log_prior_)

    def predict_log_proba(self, X: Any) -> Floats:
        """log p(c | x) for each row and class."""
        check_is_fitted(self)
        scores = self._compared(self.check_examples(X, reset=False))
        scores -= scores.max(axis=1, keepdims=True)
        scores -= np.log(np.exp(scores).sum(axis=1, keepdims=True))
        return scores

    def predict_proba(self, X: Any) -> Floats:
        """p(c | x) for each row and class."""
        return np.exp(self.predict_log_proba(X))

    @_for_generative
    def joint(self, X: Any) -> Floats:
        """p(x, c) for each row and class; densities where features are measured."""
        check_is_fitted(self)
        checked = self.check_examples(X, reset=False)
        return np.exp(self._scores(checked, self.class_log_prior_) + self._shared(checked)[:, None])

    @_for_generative
    def log_likelihood(self, X: Any) -> Floats:
        """log p(x | c) for each row and class: its largest is the choice of maximum likelihood."""
        check_is_fitted(self)
        checked = self.check_examples(X, reset=False)
        return self._scores(checked, np.zeros(len(self.classes_))) + self._shared(checked)[:, None]

    @_for_generative
    def score_samples(self, X: Any) -> Floats:
        """log p(x) of each row: low for rows that are unlike the training rows."""
        likelihood = self.log_likelihood(X)
        return np.asarray(logsumexp(likelihood + self.class_log_prior_, axis=1), dtype=np.float64)

    @_for_generative
    def sample(self, n_samples: int = 1, *, random_state: Seed = None) -> tuple[Array, Array]:
        """Rows and their classes, drawn from the model: first the class by its prior, then the features."""
        check_is_fitted(self)
        size, random = check_draws(n_samples, "n_samples"), seeds.generator(random_state)
        codes = random.choice(len(self.classes_), size=size, p=np.exp(self.class_log_prior_))
        return self._drawn(codes, random), self.classes_[codes]

    @_for_generative
    def draws_of_classes(self, codes: Integers, random: np.random.Generator) -> Array:
        """Features drawn for rows of these classes, by their places in `classes_`."""
        check_is_fitted(self)
        return self._drawn(codes, random)

    def factors(self, X: Any) -> Factors:
        """Each prediction as a product: prior odds times one likelihood ratio a feature."""
        check_is_fitted(self)
        checked = self.check_examples(X, reset=False)
        names = getattr(self, "feature_names_in_", np.arange(checked.shape[1]))
        return Factors(
            self.classes_, names, self._values(checked), self.class_log_prior_, self._terms(checked)
        )

    @_for_generative
    def class_table(self, X: Any) -> ClassTable:
        """Prior, likelihood, joint and posterior of each class, for each row."""
        return ClassTable(self.classes_, self.class_log_prior_, self.log_likelihood(X))

    @_for_generative
    def with_prior(self, prior: Any) -> Self:
        """The same likelihoods under another prior: None for the classes' shares, "uniform", or numbers.

        Nothing is counted again. A uniform prior turns the rule of the highest posterior into that of maximum
        likelihood; weights of the classes that add up to 1 make it a recalibrated one.
        """
        check_is_fitted(self)
        model = clone(self).set_params(**{self.prior_parameter: prior})
        for name in ("n_features_in_", "feature_names_in_", "columns_"):
            if hasattr(self, name):
                setattr(model, name, getattr(self, name))
        return model.fit_prepared(self.prepared_)

    def _keep_classes(self, seen: Any, priors: Floats) -> None:
        self.classes_, self.class_count_ = seen.classes, seen.weight
        self.class_log_prior_ = log_chances(priors)


def compared_far_out(terms: Array, log_prior: Floats) -> Floats:
    """Scores of rows from wide terms: less the largest, those of the other classes fit in a float again.

    >>> compared_far_out(np.array([[[-9.0, -4.0]]], np.longdouble), np.log([0.5, 0.5])).round(2)
    array([[-5.69, -0.69]])
    """
    total = np.where(np.isneginf(log_prior), -np.inf, terms.sum(axis=1))
    with np.errstate(over="ignore", invalid="ignore"):
        return np.asarray(total - total.max(axis=1, keepdims=True) + log_prior, dtype=np.float64)


def refuse_impossible(scores: Floats, model: NaiveBayes) -> None:
    """Raise DataError if a row has probability 0 in every class: no rule can divide 0 by 0.

    >>> refuse_impossible(np.array([[0.0, -np.inf]]), NaiveBayes())
    """
    best = scores.max(axis=1, initial=-np.inf)
    if not np.isfinite(best).all():
        row = int(np.flatnonzero(~np.isfinite(best))[0])
        raise DataError(
            f"row {row} has probability 0 in every class, so {type(model).__name__} has no posterior for it; "
            "smooth the counts (alpha=1 is Laplace's correction), or look at its values: they may be far out"
        )
