"""Predictive power of several columns jointly: a small random forest, cross-validated on a sample of rows.

On the scale of `predictive_power`: balanced accuracy rescaled from chance level (0) to 1 for classes, R² of
the ranks for numbers.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from scipy.stats import rankdata

from gnomon.arrays import Array, Floats, Integers
from gnomon.data.task import Task
from gnomon.experiments.checks.conditional_correlation import (
    are_conditionally_uncorrelated,
    are_uncorrelated_within_classes,
)
from gnomon.experiments.checks.ordinal_encoding import ordinal_encoded
from gnomon.learners.ensembles.random_forest import RandomForestClassifier, RandomForestRegressor

MAX_ROWS = 2000
FOLDS = 5
TREES = 40
MIN_LEAF = 3
MIN_OF_CLASS = 20


@dataclass(frozen=True)
class JointPower:
    """The predictive power of columns jointly: overall, by class, and the contribution of each row.

    power: from 0 (baseline) to 1 (perfect). of_class: the power for each class against the rest, at its best
    threshold (Youden's J). contribution: of each row, with mean `power`.

    >>> power = JointPower(1.0, np.array([1.0, 1.0]), np.ones(4))
    >>> power.standard_error_of_difference(power)
    0.0
    """

    power: float
    of_class: Floats
    contribution: Floats

    @property
    def standard_error(self) -> float:
        """The standard error of the power."""
        return (
            float(np.std(self.contribution, ddof=1) / np.sqrt(len(self.contribution)))
            if len(self.contribution) > 1
            else np.inf
        )

    def standard_error_of_difference(self, other: "JointPower") -> float:
        """The standard error of the difference of two powers, paired by row."""
        difference = self.contribution - other.contribution
        n_rows = len(difference)
        return float(np.std(difference, ddof=1) / np.sqrt(n_rows)) if n_rows > 1 else np.inf


@dataclass(frozen=True)
class ColumnScorer:
    """A target and a sample of rows, on which the predictive power of columns is estimated.

    >>> task = Task({"a": np.arange(60.0), "b": np.arange(60.0) % 7}, ["low"] * 30 + ["high"] * 30)
    >>> scorer = ColumnScorer(task, np.arange(60))
    >>> bool(scorer.joint_power(["a"]).power > 0.9), bool(scorer.joint_power(["b"]).power < 0.5)
    (True, True)
    """

    task: Task
    rows: Integers
    random_state: int = 0

    @cached_property
    def sample(self) -> Integers:
        """The sampled rows, at most MAX_ROWS, plus rows of rare classes up to MIN_OF_CLASS each."""
        if len(self.rows) <= MAX_ROWS:
            return self.rows
        order = np.random.default_rng(self.random_state).permutation(self.rows)
        if self.task.codes is None:
            return np.sort(order[:MAX_ROWS])
        codes = self.task.codes[order]
        rare = [np.flatnonzero(codes == each)[:MIN_OF_CLASS] for each in np.unique(codes)]
        return np.sort(order[np.union1d(np.arange(MAX_ROWS), np.concatenate(rare))])

    @cached_property
    def target(self) -> Array:
        """Class codes 0, 1, …, of the classes present; or the ranks of a numeric target."""
        if self.task.codes is not None:
            return np.unique(self.task.codes[self.sample], return_inverse=True)[1]
        return rankdata(np.asarray(self.task.y, dtype=np.float64)[self.sample])

    @cached_property
    def fold(self) -> Integers:
        """The fold of each row, stratified by the target."""
        n_rows = len(self.sample)
        random = np.random.default_rng(self.random_state)
        order = np.lexsort((random.random(n_rows), self.target))
        fold = np.empty(n_rows, dtype=np.int64)
        fold[order] = np.arange(n_rows) % FOLDS
        return fold

    def encoded(self, names: Sequence[str]) -> Floats:
        """The sampled rows of these columns, ordinal-encoded."""
        return ordinal_encoded(self.task, names, self.sample)

    def are_screened(self, first: str, second: str) -> bool:
        """Whether two columns are correlated only through the target, as noisy copies of it are.

        The levels of a category are ordered by their mean target. For at most two classes, or numbers.
        """
        a, b = (self._ordered(name) for name in (first, second))
        if self.task.codes is None:
            return are_conditionally_uncorrelated(a, b, self.target)
        return are_uncorrelated_within_classes(a, b, self.target)

    def _ordered(self, name: str) -> Floats:
        values = self.encoded([name])[:, 0]
        if self.task.table.kinds[name] in ("quantitative", "ordinal"):
            return values
        level = np.unique(values, return_inverse=True)[1]
        return np.asarray((np.bincount(level, self.target) / np.bincount(level))[level])

    def joint_power(self, names: Sequence[str]) -> JointPower:
        """The predictive power of these columns jointly; the baseline if there are none."""
        X = self.encoded(names)
        if self.task.codes is None:
            return _of_numbers(X, self.target.astype(np.float64), self.fold)
        return _of_classes(X, self.target, self.fold)


def _of_numbers(X: Floats, target: Floats, fold: Integers) -> JointPower:
    predicted = np.empty(len(target))
    for each in range(FOLDS):
        train = fold != each
        if X.shape[1] == 0:
            predicted[~train] = target[train].mean()
            continue
        forest = RandomForestRegressor(n_estimators=TREES, min_samples_leaf=MIN_LEAF, random_state=0)
        predicted[~train] = forest.fit(X[train], target[train]).predict(X[~train])
    contribution = 1 - (predicted - target) ** 2 / max(float(np.var(target)), 1e-300)
    return JointPower(float(contribution.mean()), np.empty(0), contribution)


def _of_classes(X: Floats, target: Integers, fold: Integers) -> JointPower:
    n_classes = int(target.max()) + 1
    probability = np.full((len(target), n_classes), 1 / n_classes)
    for each in range(FOLDS) if X.shape[1] else ():
        train = fold != each
        count = np.bincount(target[train], minlength=n_classes)
        forest = RandomForestClassifier(n_estimators=TREES, min_samples_leaf=MIN_LEAF, random_state=0)
        # Balanced class weights, so that the most likely class maximizes the balanced accuracy.
        weight = train.sum() / n_classes / np.maximum(count, 1)[target[train]]
        forest.fit(X[train], target[train], sample_weight=weight)
        probability[np.ix_(~train, forest.classes_)] = forest.predict_proba(X[~train])
    is_right = probability.argmax(axis=1) == target
    chance = 1 / n_classes
    inverse = len(target) / (n_classes * np.bincount(target, minlength=n_classes))
    contribution = (is_right * inverse[target] - chance) / (1 - chance)
    of_class = [_youden(probability[:, each], target == each) for each in range(n_classes)]
    return JointPower(float(contribution.mean()), np.array(of_class), contribution)


def _youden(score: Floats, is_positive: Array) -> float:
    """Youden's J: the maximum of sensitivity + specificity - 1 over all thresholds."""
    if not 0 < is_positive.sum() < len(score):
        return 0.0
    order = np.argsort(-score, kind="stable")
    ends = np.append(np.flatnonzero(np.diff(score[order])), len(score) - 1)
    true_positive_rate = np.cumsum(is_positive[order])[ends] / is_positive.sum()
    false_positive_rate = np.cumsum(~is_positive[order])[ends] / (~is_positive).sum()
    return float(np.max(true_positive_rate - false_positive_rate))
