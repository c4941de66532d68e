"""How much of the target some columns tell together: a small forest, cross-validated on a draw of the rows.

On the scale of `one_column`: 0 for no more than a guess, 1 for all of it. Of classes the share is that of
the balanced accuracy between a guess and 1, of numbers the share of the variance of their ranks.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from scipy.stats import rankdata

from gnomon.arrays import Array, Floats, Integers
from gnomon.data.task import Task
from gnomon.experiments.checks.plain_columns import plain_columns
from gnomon.learners.ensembles.random_forest import RandomForestClassifier, RandomForestRegressor

MOST_ROWS = 2000
FOLDS = 5
TREES = 40
LEAF = 3
FEWEST_OF_CLASS = 20


@dataclass(frozen=True)
class Told:
    """What columns tell: the share of the target, the shares of each class, and how each row fares.

    share: on the scale from a guess (0) to all (1). of_class: the same of each class against all others, at
    its best threshold (Youden's J). merit: of each row, such that `share` is the mean of it.

    >>> told = Told(1.0, np.array([1.0, 1.0]), np.ones(4))
    >>> told.standard_error_beside(told)
    0.0
    """

    share: float
    of_class: Floats
    merit: Floats

    @property
    def standard_error(self) -> float:
        """The standard error of the share."""
        return float(np.std(self.merit, ddof=1) / np.sqrt(len(self.merit))) if len(self.merit) > 1 else np.inf

    def standard_error_beside(self, other: "Told") -> float:
        """The standard error of the difference of two shares, row by row."""
        gap = self.merit - other.merit
        return float(np.std(gap, ddof=1) / np.sqrt(len(gap))) if len(gap) > 1 else np.inf


@dataclass(frozen=True)
class Question:
    """A target and the rows, a draw of them where there are many, on which columns are asked for it.

    >>> task = Task({"a": np.arange(60.0), "b": np.arange(60.0) % 7}, ["low"] * 30 + ["high"] * 30)
    >>> question = Question(task, np.arange(60))
    >>> bool(question.told_by(["a"]).share > 0.9), bool(question.told_by(["b"]).share < 0.5)
    (True, True)
    """

    task: Task
    rows: Integers
    random_state: int = 0

    @cached_property
    def drawn(self) -> Integers:
        """The rows that are asked, at most MOST_ROWS; of every class at least FEWEST_OF_CLASS, if there."""
        if len(self.rows) <= MOST_ROWS:
            return self.rows
        order = np.random.default_rng(self.random_state).permutation(self.rows)
        if self.task.codes is None:
            return np.sort(order[:MOST_ROWS])
        codes = self.task.codes[order]
        rare = [np.flatnonzero(codes == each)[:FEWEST_OF_CLASS] for each in np.unique(codes)]
        return np.sort(order[np.union1d(np.arange(MOST_ROWS), np.concatenate(rare))])

    @cached_property
    def target(self) -> Array:
        """The classes as codes 0, 1, …, those that are there; or the ranks of the numbers."""
        if self.task.codes is not None:
            return np.unique(self.task.codes[self.drawn], return_inverse=True)[1]
        return rankdata(np.asarray(self.task.y, dtype=np.float64)[self.drawn])

    @cached_property
    def fold(self) -> Integers:
        """The fold of each row, dealt within the order of the target so that all folds are alike."""
        n_rows = len(self.drawn)
        random = np.random.default_rng(self.random_state)
        order = np.lexsort((random.random(n_rows), self.target))
        fold = np.empty(n_rows, dtype=np.int64)
        fold[order] = np.arange(n_rows) % FOLDS
        return fold

    def plain(self, names: Sequence[str]) -> Floats:
        """The columns of the rows that are asked, as one number each."""
        return plain_columns(self.task, names, self.drawn)

    def told_by(self, names: Sequence[str]) -> Told:
        """What these columns tell together; nothing where there are none."""
        X = self.plain(names)
        if self.task.codes is None:
            return _of_numbers(X, self.target.astype(np.float64), self.fold)
        return _of_classes(X, self.target, self.fold)


def _of_numbers(X: Floats, target: Floats, fold: Integers) -> Told:
    predicted = np.empty(len(target))
    for each in range(FOLDS):
        train = fold != each
        if X.shape[1] == 0:
            predicted[~train] = target[train].mean()
            continue
        forest = RandomForestRegressor(n_estimators=TREES, min_samples_leaf=LEAF, random_state=0)
        predicted[~train] = forest.fit(X[train], target[train]).predict(X[~train])
    merit = 1 - (predicted - target) ** 2 / max(float(np.var(target)), 1e-300)
    return Told(float(merit.mean()), np.empty(0), merit)


def _of_classes(X: Floats, target: Integers, fold: Integers) -> Told:
    n_classes = int(target.max()) + 1
    probability = np.full((len(target), n_classes), 1 / n_classes)
    for each in range(FOLDS) if X.shape[1] else ():
        train = fold != each
        count = np.bincount(target[train], minlength=n_classes)
        forest = RandomForestClassifier(n_estimators=TREES, min_samples_leaf=LEAF, random_state=0)
        # Every class weighs the same, so that the likeliest class serves the balanced accuracy.
        weight = train.sum() / n_classes / np.maximum(count, 1)[target[train]]
        forest.fit(X[train], target[train], sample_weight=weight)
        probability[np.ix_(~train, forest.classes_)] = forest.predict_proba(X[~train])
    is_right = probability.argmax(axis=1) == target
    guess = 1 / n_classes
    inverse = len(target) / (n_classes * np.bincount(target, minlength=n_classes))
    merit = (is_right * inverse[target] - guess) / (1 - guess)
    of_class = [_youden(probability[:, each], target == each) for each in range(n_classes)]
    return Told(float(merit.mean()), np.array(of_class), merit)


def _youden(score: Floats, is_positive: Array) -> float:
    """The greatest sum of sensitivity and specificity over all thresholds, less 1."""
    if not 0 < is_positive.sum() < len(score):
        return 0.0
    order = np.argsort(-score, kind="stable")
    ends = np.append(np.flatnonzero(np.diff(score[order])), len(score) - 1)
    hits = np.cumsum(is_positive[order])[ends] / is_positive.sum()
    alarms = np.cumsum(~is_positive[order])[ends] / (~is_positive).sum()
    return float(np.max(hits - alarms))
