"""AdaBoost: weak learners in sequence on reweighted rows, combined by a weighted vote."""

from __future__ import annotations

import warnings
from collections.abc import Iterator, Sequence
from dataclasses import field
from math import inf
from typing import TYPE_CHECKING, Any, Self

import numpy as np
from scipy.special import softmax
from sklearn.base import ClassifierMixin
from sklearn.utils import get_tags
from sklearn.utils.validation import check_is_fitted

from gnomon import seeds
from gnomon.arrays import Array, Floats
from gnomon.check import Rule, between, free, one_of, seed
from gnomon.errors import NumericsWarning, ParameterError
from gnomon.learners.ensembles import members
from gnomon.learners.ensembles.boosting import Attempt, Boosted, BoostingOptions, boost, boosting_error_limit
from gnomon.learners.ensembles.boosting_tables import round_table, stump_descriptions, weights_of_rounds
from gnomon.learners.ensembles.boosting_trainers import in_view, learner_trainer, stump_trainer
from gnomon.learners.ensembles.bootstrap_sampler import BootstrapSampler
from gnomon.learners.ensembles.stump_columns import StumpColumns
from gnomon.learners.ensembles.votes import class_codes, vote_margins
from gnomon.learners.ensembles.weighted_vote import WeightedVote
from gnomon.registry import learners
from gnomon.sharing.learner import Learner
from gnomon.sharing.mixed_table import check_mixed, dense_rows
from gnomon.ties import first_largest

if TYPE_CHECKING:
    import pandas as pd

A_WEAK_LEARNER = Rule(
    lambda value: value is None or hasattr(value, "fit"),
    "a classifier, or None for decision stumps",
    "classifier or None",
    "base estimator (weak learner); decision stumps if None",
)


class AdaBoostClassifier(ClassifierMixin, Learner):
    """AdaBoost classifier (adaptive boosting): weak learners fitted in sequence on reweighted rows.

    Each base estimator votes with weight alpha = ln((1 - error) / error), of its weighted training error.
    Decision stumps are searched over all thresholds of presorted columns; missing values and each category
    are groups of their own. Probabilities are the softmax of the votes, as the votes estimate log-odds
    (Friedman, Hastie & Tibshirani 2000); they are often overconfident.

    Attributes
    ----------
    classes_, estimators_ : the class labels, and the fitted base estimators (on class codes 0, 1, ...)
    estimator_weights_, estimator_errors_ : weight alpha of each base estimator, and its weighted error
    training_bound_ : after each round, the upper bound on the training error rate (not for "real")
    history_ : every fitted base estimator, accepted or not
    converged_ : False if boosting stopped early because no base estimator was better than chance
    n_iter_ : number of base estimators that vote

    Examples
    --------
    >>> from gnomon import AdaBoostClassifier
    >>> X, y = [[1.0], [2.0], [3.0], [4.0], [5.0], [6.0]], ["a", "b", "b", "b", "a", "a"]
    >>> model = AdaBoostClassifier(n_estimators=3).fit(X, y)
    >>> model.predict(X), model.estimator_errors_.round(2)
    (array(['a', 'b', 'b', 'b', 'a', 'a'], dtype='<U1'), array([0.17, 0.2 , 0.19]))
    """

    estimator: Any = field(default=None, kw_only=False, metadata={"rule": A_WEAK_LEARNER})
    n_estimators: int = between(
        1, inf, whole=True, default=50, grid=(10, 50, 200), help="maximum number of base estimators"
    )
    learning_rate: float = between(
        0, inf, open=True, default=1.0, help="learning rate: shrinks the weight of each base estimator"
    )
    algorithm: str = one_of(
        "SAMME",
        "M1",
        "real",
        "uniform",
        default="SAMME",
        help="SAMME (multiclass: better than random guessing), M1 (AdaBoost.M1: error below 1/2), real "
        "(SAMME.R: "
        "votes are log probabilities), or uniform (equal weights and votes, with sampling='resample' "
        "bagging)",
    )
    sampling: str = one_of(
        "reweight",
        "resample",
        default="reweight",
        grid=("reweight",),
        help="use sample weights, or resample the rows in proportion to them",
    )
    vote: str = one_of(
        "log_odds",
        "half_log_odds",
        default="log_odds",
        help="alpha = ln((1 - error) / error), or half of it, as texts differ; predictions are the same",
    )
    worse_than_chance: str = one_of(
        "stop",
        "redraw",
        "invert",
        default="stop",
        help="what to do with a base estimator no better than chance: stop, resample and refit (for "
        "'resample'), or invert its predictions (for two classes)",
    )
    max_redraws: int = between(
        0, inf, whole=True, default=100, help="maximum number of further samples in a round"
    )
    perfect: str = one_of(
        "keep",
        "drop",
        default="keep",
        help="keep or drop a base estimator without training error, which stops boosting",
    )
    criterion: str = one_of(
        "error",
        "gini",
        default="error",
        help="splitting criterion of the stumps: weighted error or Gini impurity (always, for 'real')",
    )
    categorical_features: Any = free(
        default="from_dtype",
        help="categorical features of the stumps: 'from_dtype', or a list of names, indices or a mask; "
        "unknown "
        "categories get the majority class",
    )
    random_state: Any = seed(help="seed of the random number generator, for samples and base estimators")
    shared_by = ("estimator", "categorical_features")

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        if self.estimator is not None:
            tags.input_tags = get_tags(self.estimator).input_tags
        else:
            tags.input_tags.sparse = tags.input_tags.allow_nan = tags.input_tags.categorical = True
        return tags

    def check_examples(self, X: Any, *, reset: bool) -> Any:
        """Rows as numbers; categorical features are encoded."""
        owner = self if self.estimator is None else self.estimator
        takes = get_tags(owner).input_tags.categorical
        chosen = getattr(owner, "categorical_features", "from_dtype") if takes else None
        X = check_mixed(self, X, super().check_examples, chosen, reset=reset)
        return dense_rows(X, type(self).__name__) if self.estimator is None else X

    def prepare(self, X: Any, y: Any = None, weight: Floats | None = None) -> Any:
        """Sorted columns for stumps, or the preparation that the rounds share."""
        if self.estimator is not None:
            return members.SharedRows.of(self._weak(), X, y, weight)
        categories = getattr(self, "categories_", None)
        return StumpColumns.of(X, y, weight, None if categories is None else categories.mask)

    def fit_prepared(self, data: Any, start: Self | None = None) -> Self:
        """Run the boosting rounds."""
        return self._take(self._boosted(data), data)

    @classmethod
    def fit_each(cls, path: Sequence[Self], data: Any) -> Iterator[Self]:
        """Models that differ in the number of rounds alone share the rounds of the longest."""
        keys = [members.sharing_key(each, "n_estimators", "vote") for each in path]
        longest: dict[str, Self] = {}
        for key, each in sorted(zip(keys, path), key=lambda pair: pair[1].n_estimators):
            longest[key] = each
        runs = {key: each._boosted(data) for key, each in longest.items()}
        for key, each in zip(keys, path):
            yield each._take(runs[key].first(each.n_estimators), data)

    def predict(self, X: Any) -> Array:
        """The class of most votes; ties go to the first class."""
        check_is_fitted(self)
        return self.classes_[first_largest(self._checked_votes(X))]

    def predict_proba(self, X: Any) -> Floats:
        """The softmax of the votes; for "uniform" the proportions of votes."""
        check_is_fitted(self)
        return self.vote_.probabilities(self._checked_votes(X), self.n_iter_)

    def decision_function(self, X: Any) -> Floats:
        """Normalized votes: the second of two classes minus the first, or each class against the others.

        From -1 to 1 (for K classes from -1/(K-1)); for "real" the mean log probabilities instead.
        """
        check_is_fitted(self)
        return self.vote_.scores(self._checked_votes(X), self.n_iter_)

    def staged_predict(self, X: Any) -> Iterator[Array]:
        """Predictions after the first round, after two, and so on."""
        check_is_fitted(self)
        for votes in self.vote_.staged(self.check_examples(X, reset=False)):
            yield self.classes_[first_largest(votes)]

    def staged_predict_proba(self, X: Any) -> Iterator[Floats]:
        """Class probabilities after the first round, after two, and so on."""
        check_is_fitted(self)
        for number, votes in enumerate(self.vote_.staged(self.check_examples(X, reset=False)), 1):
            yield self.vote_.probabilities(votes, number)

    def staged_errors(self, X: Any, y: Any) -> Floats:
        """The error rate after the first round, after two, and so on."""
        return np.array([np.mean(predicted != np.asarray(y)) for predicted in self.staged_predict(X)])

    def voting_margins(self, X: Any, y: Any) -> Floats:
        """The voting margin of each row: the normalized votes for the true class minus the largest other."""
        check_is_fitted(self)
        truth = class_codes(np.asarray(y), self.classes_)
        votes = self._checked_votes(X)
        if self.algorithm == "real":
            return vote_margins(softmax(votes, axis=1), truth)
        return vote_margins(votes, truth, float(np.abs(self.vote_.alpha).sum()))

    def rounds(self) -> pd.DataFrame:
        """Every fitted base estimator: round, weighted error, vote and outcome."""
        check_is_fitted(self)
        return round_table(self.history_)

    def trace(self, X: Any, y: Any, sample_weight: Any = None) -> pd.DataFrame:
        """The weight of every row in every round, and whether it is misclassified in that round."""
        data = self.prepare(*self.check_rows(X, y, sample_weight))
        boosted = self._boosted(data, trace=True)
        predicted = self._take(boosted, data).vote_.predicted_codes(
            data.X if isinstance(data, StumpColumns) else data.table.X
        )
        return weights_of_rounds(boosted, self.classes_[predicted], np.asarray(y))

    def describe(self) -> str:
        """The stumps as text, each with its voting weight."""
        check_is_fitted(self)
        if self.estimator is not None:
            raise ParameterError("AdaBoostClassifier.describe is for stumps; set estimator=None")
        names = getattr(self, "feature_names_in_", [f"x{j}" for j in range(self.n_features_in_)])
        categories = getattr(self, "categories_", None)
        return stump_descriptions(self.estimators_, self.estimator_weights_, names, self.classes_, categories)

    def _weak(self) -> Any:
        """The base estimator, with the categorical columns named, as their levels arrive as codes."""
        return members.with_categorical_features(self.estimator, getattr(self, "categories_", None))

    def _checked_votes(self, X: Any) -> Floats:
        return self.vote_.votes(self.check_examples(X, reset=False))

    def _boosted(self, data: Any, trace: bool = False) -> Boosted:
        labels, weight = in_view(data)
        self._check(labels.n_classes)
        root = seeds.sequence(self.random_state)
        resample, real = self.sampling == "resample", self.algorithm == "real"
        if isinstance(data, StumpColumns):
            X, train = data.X, stump_trainer(data, labels, "gini" if real else self.criterion, real=real)
        else:
            X = data.table.X
            train = learner_trainer(data, labels, self._weak(), root, resample=resample, real=real)
        options = BoostingOptions(
            self.n_estimators,
            self.learning_rate,
            self.algorithm,
            self.worse_than_chance,
            self.max_redraws,
            self.perfect,
        )
        sampler = BootstrapSampler.of(X, labels.codes, weight) if resample else None
        return boost(train, labels, weight, sampler, options, root, trace)

    def _take(self, boosted: Boosted, data: Any) -> Self:
        self.classes_ = in_view(data)[0].classes
        accepted = boosted.accepted
        self.estimators_ = boosted.models
        self.estimator_errors_ = np.array([each.error for each in accepted])
        alpha = np.array([each.vote for each in accepted])
        self.estimator_weights_ = alpha / 2 if self.vote == "half_log_odds" else alpha
        self.history_ = [(each.round, each.error, each.vote, each.outcome) for each in boosted.attempts]
        self.n_iter_ = len(accepted)
        self.converged_ = boosted.attempts[-1].outcome not in ("discarded", "poor")
        kind = {"real": "real", "uniform": "uniform"}.get(self.algorithm, "discrete")
        scale = self.learning_rate if kind == "real" else 1.0
        self.vote_ = WeightedVote(boosted.models, alpha * scale, len(self.classes_), kind)
        if kind == "discrete":
            self.training_bound_ = _bound(self.estimator_errors_, alpha)
        self._warn_if_poor(accepted)
        return self

    def _warn_if_poor(self, accepted: list[Attempt]) -> None:
        if accepted[-1].outcome == "poor":
            limit = boosting_error_limit(len(self.classes_), self.algorithm)
            warnings.warn(
                f"{type(self).__name__}: the first base estimator has weighted error "
                f"{accepted[-1].error:.3g}, not below {limit:.3g} (chance), so boosting stops there; "
                "use another estimator, or other features",
                NumericsWarning,
                stacklevel=2,
            )

    def _check(self, n_classes: int) -> None:
        name = type(self).__name__
        if self.worse_than_chance == "invert" and n_classes > 2:
            raise ParameterError(
                f"{name}(worse_than_chance='invert') needs two classes, not {n_classes}; use 'stop'"
            )
        if self.worse_than_chance == "redraw" and self.sampling != "resample":
            raise ParameterError(
                f"{name}(worse_than_chance='redraw') has no effect with sampling='reweight'; use 'resample'"
            )
        if self.estimator is None:
            return
        if self.sampling == "reweight":
            members.require_sample_weight(name, self.estimator, "use sampling='resample', or another learner")
        if self.algorithm == "real" and not hasattr(self.estimator, "predict_proba"):
            raise ParameterError(
                f"{name}(algorithm='real') needs predict_proba, which {type(self.estimator).__name__} does "
                "not have; use 'SAMME'"
            )


def _bound(errors: Floats, alpha: Floats) -> Floats:
    """prod_t ((1 - e_t) exp(-alpha_t / 2) + e_t exp(alpha_t / 2)), which is prod_t 2 sqrt(e_t (1 - e_t))."""
    # A large learning_rate must not overflow.
    half = np.minimum(alpha / 2, 300.0)
    with np.errstate(over="ignore"):
        return np.asarray(np.cumprod((1 - errors) * np.exp(-half) + errors * np.exp(half)))


learners.add(
    "AdaBoostClassifier",
    AdaBoostClassifier,
    "AdaBoost (adaptive boosting) of decision stumps or any classifier",
    task=("classification",),
    family="ensembles",
)
