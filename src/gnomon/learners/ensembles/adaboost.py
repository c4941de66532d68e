"""AdaBoost: weak models in sequence, each on what those before it got wrong, and their weighted vote."""

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
from gnomon.learners.ensembles.boosting import Attempt, Boosted, Rules, boost, boosting_error_limit
from gnomon.learners.ensembles.boosting_reading import round_table, sentences, weights_of_rounds
from gnomon.learners.ensembles.draws import Draws
from gnomon.learners.ensembles.stump_columns import StumpColumns
from gnomon.learners.ensembles.votes import places_of, vote_margins
from gnomon.learners.ensembles.weak_learners import in_view, learner_trainer, stump_trainer
from gnomon.learners.ensembles.weighted_vote import WeightedVote
from gnomon.registry import learners
from gnomon.sharing.learner import Learner
from gnomon.sharing.mixed_table import check_mixed, dense_rows
from gnomon.ties import first_largest

if TYPE_CHECKING:
    import pandas as pd

A_WEAK_LEARNER = Rule(
    lambda value: value is None or hasattr(value, "fit"),
    "a classifier, or None for stumps of least weighted error",
    "classifier or None",
    "what learns in each round",
)


class AdaBoostClassifier(ClassifierMixin, Learner):
    """Train models one after the other, each with more weight on the rows that the last one got wrong.

    Each model votes with alpha = ln((1 - error) / error), its error by weight. Stumps are searched among all
    thresholds of columns that were sorted once; missing values and each level of a category are groups of
    their own. Probabilities are exp(votes) made to sum to 1, which is what the votes estimate (Friedman,
    Hastie & Tibshirani 2000): they are often too sure.

    Attributes
    ----------
    classes_, estimators_ : the classes, and the models (of codes 0, 1, ... of the classes)
    estimator_weights_, estimator_errors_ : alpha of each model, and its error by weight
    training_bound_ : after each round, what the share of training errors cannot exceed (not for "real")
    history_ : every model that was trained, kept or not
    converged_ : False if the rounds ended early as no model was better than chance
    n_iter_ : how many models vote

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
        1, inf, whole=True, default=50, grid=(10, 50, 200), help="rounds, if none ends them early"
    )
    learning_rate: float = between(0, inf, open=True, default=1.0, help="what every vote is multiplied by")
    algorithm: str = one_of(
        "SAMME",
        "M1",
        "real",
        "uniform",
        default="SAMME",
        help="SAMME asks models of K classes to beat a guess, M1 to be right more often than not; real votes "
        "are logarithms of probabilities (SAMME.R); uniform never changes the weights and counts votes "
        "alike, which with sampling='resample' is bagging",
    )
    sampling: str = one_of(
        "reweight",
        "resample",
        default="reweight",
        grid=("reweight",),
        help="train on weighted rows, or on rows drawn by weight",
    )
    vote: str = one_of(
        "log_odds",
        "half_log_odds",
        default="log_odds",
        help="alpha as ln((1 - error) / error) or half of it, as books differ; predictions are the same",
    )
    worse_than_chance: str = one_of(
        "stop",
        "redraw",
        "invert",
        default="stop",
        help="what to do with a model no better than chance: end there, draw rows again (for 'resample'), or "
        "turn its answers round (for two classes)",
    )
    max_redraws: int = between(0, inf, whole=True, default=100, help="draws of one round after the first")
    perfect: str = one_of(
        "keep", "drop", default="keep", help="whether a model without error, which ends the rounds, votes"
    )
    criterion: str = one_of(
        "error", "gini", default="error", help="what stumps have little of; for 'real', gini is always used"
    )
    categorical_features: Any = free(
        default="from_dtype",
        help="categories of stumps: by type, or a list of names, numbers or flags; a level never seen gets "
        "the commonest class of all rows",
    )
    random_state: Any = seed(help="of the rows drawn and of models that draw")
    shared_by = ("estimator", "categorical_features")

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        if self.estimator is not None:
            tags.input_tags = get_tags(self.estimator).input_tags
        else:
            tags.input_tags.sparse = tags.input_tags.allow_nan = tags.input_tags.categorical = True
        return tags

    def check_examples(self, X: Any, *, reset: bool) -> Any:
        """Rows as numbers; categories become codes."""
        asked = self if self.estimator is None else self.estimator
        takes = get_tags(asked).input_tags.categorical
        chosen = getattr(asked, "categorical_features", "from_dtype") if takes else None
        X = check_mixed(self, X, super().check_examples, chosen, reset=reset)
        return dense_rows(X, type(self).__name__) if self.estimator is None else X

    def prepare(self, X: Any, y: Any = None, weight: Floats | None = None) -> Any:
        """Columns sorted for stumps, or what another learner can share between rounds."""
        if self.estimator is not None:
            return members.SharedRows.of(self._weak(), X, y, weight)
        found = getattr(self, "categories_", None)
        return StumpColumns.of(X, y, weight, None if found is None else found.mask)

    def fit_prepared(self, data: Any, start: Self | None = None) -> Self:
        """Run the rounds."""
        return self._take(self._boosted(data), data)

    @classmethod
    def fit_each(cls, path: Sequence[Self], data: Any) -> Iterator[Self]:
        """Run the rounds of the longest setting for all that differ in the number of rounds alone."""
        keys = [members.kinship(each, "n_estimators", "vote") for each in path]
        longest: dict[str, Self] = {}
        for key, each in sorted(zip(keys, path), key=lambda pair: pair[1].n_estimators):
            longest[key] = each
        runs = {key: each._boosted(data) for key, each in longest.items()}
        for key, each in zip(keys, path):
            yield each._take(runs[key].first(each.n_estimators), data)

    def predict(self, X: Any) -> Array:
        """The class of most votes; the first of equals."""
        check_is_fitted(self)
        return self.classes_[first_largest(self._checked_votes(X))]

    def predict_proba(self, X: Any) -> Floats:
        """exp(votes), made to sum to 1; for "uniform" the shares of the votes."""
        check_is_fitted(self)
        return self.vote_.probabilities(self._checked_votes(X), self.n_iter_)

    def decision_function(self, X: Any) -> Floats:
        """The votes' lead as a share of all votes: of the second class of two, or of each against the others.

        From -1 to 1 (of K classes from -1/(K-1)); for "real" the mean of the logarithms instead.
        """
        check_is_fitted(self)
        return self.vote_.scores(self._checked_votes(X), self.n_iter_)

    def staged_predict(self, X: Any) -> Iterator[Array]:
        """What `predict` gives after the first model, after two, and so on."""
        check_is_fitted(self)
        for votes in self.vote_.staged(self.check_examples(X, reset=False)):
            yield self.classes_[first_largest(votes)]

    def staged_predict_proba(self, X: Any) -> Iterator[Floats]:
        """What `predict_proba` gives after the first model, after two, and so on."""
        check_is_fitted(self)
        for number, votes in enumerate(self.vote_.staged(self.check_examples(X, reset=False)), 1):
            yield self.vote_.probabilities(votes, number)

    def staged_errors(self, X: Any, y: Any) -> Floats:
        """The share of errors after the first model, after two, and so on."""
        return np.array([np.mean(predicted != np.asarray(y)) for predicted in self.staged_predict(X)])

    def voting_margins(self, X: Any, y: Any) -> Floats:
        """Voting margin of each row: by how much of all votes the true class leads; see `vote_margins`."""
        check_is_fitted(self)
        truth = places_of(np.asarray(y), self.classes_)
        votes = self._checked_votes(X)
        if self.algorithm == "real":
            return vote_margins(softmax(votes, axis=1), truth)
        return vote_margins(votes, truth, float(np.abs(self.vote_.alpha).sum()))

    def rounds(self) -> pd.DataFrame:
        """Every model that was trained: round, error by weight, vote and outcome."""
        check_is_fitted(self)
        return round_table(self.history_)

    def trace(self, X: Any, y: Any, sample_weight: Any = None) -> pd.DataFrame:
        """The weight of every row in every round, and whether that round's model was wrong about it."""
        data = self.prepare(*self.check_rows(X, y, sample_weight))
        found = self._boosted(data, trace=True)
        named = self._take(found, data).vote_.named(
            data.X if isinstance(data, StumpColumns) else data.table.X
        )
        return weights_of_rounds(found, self.classes_[named], np.asarray(y))

    def describe(self) -> str:
        """The stumps as sentences, each with its vote."""
        check_is_fitted(self)
        if self.estimator is not None:
            raise ParameterError("AdaBoostClassifier.describe is for stumps; set estimator=None")
        names = getattr(self, "feature_names_in_", [f"x{j}" for j in range(self.n_features_in_)])
        categories = getattr(self, "categories_", None)
        return sentences(self.estimators_, self.estimator_weights_, names, self.classes_, categories)

    def _weak(self) -> Any:
        """The learner of the rounds, told which columns are categories, as their levels reach it as codes."""
        return members.told_categories(self.estimator, getattr(self, "categories_", None))

    def _checked_votes(self, X: Any) -> Floats:
        return self.vote_.votes(self.check_examples(X, reset=False))

    def _boosted(self, data: Any, trace: bool = False) -> Boosted:
        labels, weight = in_view(data)
        self._check(labels.n_classes)
        root = seeds.sequence(self.random_state)
        drawn, real = self.sampling == "resample", self.algorithm == "real"
        if isinstance(data, StumpColumns):
            X, train = data.X, stump_trainer(data, labels, "gini" if real else self.criterion, real=real)
        else:
            X = data.table.X
            train = learner_trainer(data, labels, self._weak(), root, drawn=drawn, real=real)
        rules = Rules(
            self.n_estimators,
            self.learning_rate,
            self.algorithm,
            self.worse_than_chance,
            self.max_redraws,
            self.perfect,
        )
        draws = Draws.of(X, labels.codes, weight) if drawn else None
        return boost(train, labels, weight, draws, rules, root, trace)

    def _take(self, found: Boosted, data: Any) -> Self:
        self.classes_ = in_view(data)[0].classes
        kept = found.kept
        self.estimators_ = found.models
        self.estimator_errors_ = np.array([each.error for each in kept])
        alpha = np.array([each.vote for each in kept])
        self.estimator_weights_ = alpha / 2 if self.vote == "half_log_odds" else alpha
        self.history_ = [(each.round, each.error, each.vote, each.outcome) for each in found.attempts]
        self.n_iter_ = len(kept)
        self.converged_ = found.attempts[-1].outcome not in ("discarded", "poor")
        kind = {"real": "real", "uniform": "uniform"}.get(self.algorithm, "discrete")
        scale = self.learning_rate if kind == "real" else 1.0
        self.vote_ = WeightedVote(found.models, alpha * scale, len(self.classes_), kind)
        if kind == "discrete":
            self.training_bound_ = _bound(self.estimator_errors_, alpha)
        self._warn_if_poor(kept)
        return self

    def _warn_if_poor(self, kept: list[Attempt]) -> None:
        if kept[-1].outcome == "poor":
            limit = boosting_error_limit(len(self.classes_), self.algorithm)
            warnings.warn(
                f"{type(self).__name__}: the first model errs on {kept[-1].error:.3g} of the weight, not "
                f"below {limit:.3g}, so that it votes alone; use "
                "another estimator, or other columns",
                NumericsWarning,
                stacklevel=2,
            )

    def _check(self, n_classes: int) -> None:
        name = type(self).__name__
        if self.worse_than_chance == "invert" and n_classes > 2:
            raise ParameterError(
                f"{name}(worse_than_chance='invert') is for two classes, and there are {n_classes}; "
                "use 'stop'"
            )
        if self.worse_than_chance == "redraw" and self.sampling != "resample":
            raise ParameterError(
                f"{name}(worse_than_chance='redraw') draws nothing with sampling='reweight'; use 'resample'"
            )
        if self.estimator is None:
            return
        if self.sampling == "reweight":
            members.refuse_no_weights(name, self.estimator, "use sampling='resample', or another learner")
        if self.algorithm == "real" and not hasattr(self.estimator, "predict_proba"):
            raise ParameterError(
                f"{name}(algorithm='real') needs probabilities, which {type(self.estimator).__name__} does "
                "not give; use 'SAMME'"
            )


def _bound(errors: Floats, alpha: Floats) -> Floats:
    """prod_t ((1 - e_t) exp(-alpha_t / 2) + e_t exp(alpha_t / 2)), which is prod_t 2 sqrt(e_t (1 - e_t))."""
    # Votes that a large learning_rate makes huge must not overflow.
    half = np.minimum(alpha / 2, 300.0)
    with np.errstate(over="ignore"):
        return np.asarray(np.cumprod((1 - errors) * np.exp(-half) + errors * np.exp(half)))


learners.add(
    "AdaBoostClassifier",
    AdaBoostClassifier,
    "weak models in sequence, each on what the last got wrong, by weighted vote",
    task=("classification",),
    family="ensembles",
)
