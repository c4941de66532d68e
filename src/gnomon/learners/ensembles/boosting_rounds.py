"""The rounds of gradient boosting: trees for each score column, and the loss after each round."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from gnomon import native, seeds, threads
from gnomon.arrays import Array, Flags, Floats
from gnomon.errors import DataError
from gnomon.learners.ensembles.binning import Binned
from gnomon.learners.ensembles.boosting_loss import Loss
from gnomon.learners.ensembles.trees import Trees

if TYPE_CHECKING:
    from gnomon.learners.ensembles.gradient_boosting import GradientBoosting

MANY_ROWS = 10_000
MIN_CURVATURE = 1e-3
NO_LIMIT = 2**31


@dataclass(frozen=True)
class Rounds:
    """Trees by score column, the initial scores, and the mean loss after each round."""

    trees: tuple[Trees, ...]
    baseline: Floats
    history: Floats
    held_out_history: Floats

    def __len__(self) -> int:
        return len(self.history)

    def first(self, n_rounds: int) -> Rounds:
        """The first n_rounds rounds, or all if there are fewer."""
        n = min(n_rounds, len(self))
        trees = tuple(each.first(n) for each in self.trees)
        return Rounds(trees, self.baseline, self.history[:n], self.held_out_history[:n])

    def is_unaffected(self, max_leaves: int, other: int) -> bool:
        """Whether these rounds, grown with a maximum number of leaves, are the same for another maximum."""
        # A tree of k leaves has 2k - 1 nodes.
        grown = max((int(np.diff(trees.begin).max(initial=1)) + 1) // 2 for trees in self.trees)
        return other == max_leaves or (grown < max_leaves and grown <= other)

    def scores(self, codes: Array) -> Floats:
        """The raw scores (rows, score columns)."""
        each = [trees.sums(codes, 0, len(trees))[:, 0] for trees in self.trees]
        return self.baseline + np.stack(each, axis=1)

    @property
    def memory(self) -> int:
        """The address of the trees, equal for the first rounds of the same trees."""
        return int(self.trees[0].nodes.ctypes.data)

    def staged_scores(self, codes: Array) -> Iterator[Floats]:
        """The scores after each round."""
        total = np.tile(self.baseline, (len(codes), 1))
        for n in range(len(self)):
            total = total + np.stack([trees.sums(codes, n, n + 1)[:, 0] for trees in self.trees], axis=1)
            yield total


def scores_each(every: Sequence[Rounds], codes: Array) -> list[Floats]:
    """The scores of each; rounds that are the first rounds of others are summed once.

    >>> import gnomon as gn
    >>> path = [gn.GradientBoostingRegressor(n_estimators=n, min_samples_leaf=1) for n in (2, 1)]
    >>> data = path[0].prepare(np.array([[0.0], [1.0]]), np.array([0.0, 8.0]))
    >>> rounds = [model.rounds_ for model in gn.GradientBoostingRegressor.fit_each(path, data)]
    >>> [scores[1, 0].round(2).item() for scores in scores_each(rounds, data.codes)]
    [4.76, 4.4]
    """
    scores: dict[int, Floats] = {}
    done: dict[int, tuple[int, Any]] = {}
    for number in sorted(range(len(every)), key=lambda number: len(every[number])):
        rounds = every[number]
        n_done, before = done.get(rounds.memory, (0, 0.0))
        more = [trees.sums(codes, n_done, len(trees))[:, 0] for trees in rounds.trees]
        total = before + np.stack(more, axis=1)
        done[rounds.memory] = len(rounds.trees[0]), total
        scores[number] = rounds.baseline + total
    return [scores[number] for number in range(len(every))]


def boost(params: GradientBoosting, data: Binned, loss: Loss, n_rounds: int) -> Rounds:
    """Add trees round by round, until n_rounds or early stopping."""
    seed = int(seeds.sequence(params.random_state).generate_state(1, np.uint64)[0])
    content = _content(params, data, seed)
    is_held_out = _held_out(params, data, content)
    weight, n_rows = data.weight, len(data)
    is_training = np.ones(n_rows, dtype=bool) if is_held_out is None else ~is_held_out
    if weight is not None:
        is_training &= weight > 0
    scores = np.repeat(loss.start[:, None], n_rows, axis=1)
    directions, limits, categories = params.directions(data.is_category), _limits(params), _categories(params)
    n_threads = threads.count_for(n_rows * data.X.shape[1])
    grown = native.Boosting(data.boost_table, len(loss.baseline))
    history, held_out_history = [], []
    samples = params.subsample < 1 or params.max_features < 1
    for number in range(n_rounds):
        if samples or number == 0:
            rows, allowed = _sampled(params, data, content, is_training, number, seed)
        total, gradient, hessian = loss.derivatives(scores, weight)
        if number:
            history.append(total)
        step = grown.round(
            gradient, hessian, weight, rows, allowed, directions, limits, categories, n_threads
        )
        scores += step
        if is_held_out is not None:
            held_out_history.append(loss.mean(scores, np.flatnonzero(is_held_out), weight))
            if _is_stalled(held_out_history, params.n_iter_no_change, params.tol):
                break
    history.append(loss.derivatives(scores, weight)[0])
    mean = np.array(history) / (n_rows if weight is None else weight.sum())
    trees = tuple(Trees(*grown.trees(column)).scaled(loss.scale) for column in range(len(loss.baseline)))
    return Rounds(trees, loss.baseline, mean, np.array(held_out_history))


def _limits(params: GradientBoosting) -> native.BoostLimits:
    """The limits and penalties of a tree."""
    return native.BoostLimits(
        max_leaves=params.max_leaf_nodes,
        max_depth=NO_LIMIT if params.max_depth is None else params.max_depth,
        min_leaf=float(params.min_samples_leaf),
        min_hessian=MIN_CURVATURE if params.l2_regularization == 0 else 0.0,
        l2=params.l2_regularization,
        min_gain=0.0,
        learning_rate=params.learning_rate,
    )


def _categories(params: GradientBoosting) -> native.CategorySplits:
    """How the levels of categorical features are smoothed and grouped."""
    return native.CategorySplits(
        smoothing=float(params.cat_smooth),
        l2=float(params.cat_l2),
        max_levels=params.max_cat_threshold,
        min_group=float(params.min_data_per_group),
    )


def _content(params: GradientBoosting, data: Binned, seed: int) -> Array:
    """A 64-bit hash of each row's contents and the seed."""
    samples = params.subsample < 1 or _stops(params, data)
    if not samples:
        return np.zeros(0, dtype=np.uint64)
    own = data.y.codes if hasattr(data.y, "codes") else data.y
    return _rehashed(data.content(own), seed)


def _stops(params: GradientBoosting, data: Binned) -> bool:
    by_size = isinstance(params.early_stopping, str)
    return len(data) > MANY_ROWS if by_size else bool(params.early_stopping)


def _held_out(params: GradientBoosting, data: Binned, content: Array) -> Flags | None:
    if not _stops(params, data):
        return None
    is_held_out = _is_sampled(_rehashed(content, 1), params.validation_fraction)
    if is_held_out.all() or not is_held_out.any():
        raise DataError(
            f"validation_fraction={params.validation_fraction} of {len(data)} rows leaves the training or "
            "the validation set empty; pass more rows, or early_stopping=False"
        )
    return is_held_out


def _sampled(
    params: GradientBoosting, data: Binned, content: Array, is_training: Flags, number: int, seed: int
) -> tuple[Array, Array]:
    """The rows and the features of a round."""
    rows = is_training
    if params.subsample < 1:
        rows = is_training & _is_sampled(_rehashed(content, 2 + number), params.subsample)
        rows = rows if rows.any() else is_training
    allowed = np.ones(data.X.shape[1], dtype=np.uint8)
    if params.max_features < 1:
        random = seeds.generator(seeds.child(seed, number))
        n_features = max(1, round(params.max_features * len(allowed)))
        allowed[random.permutation(len(allowed))[n_features:]] = 0
    return np.flatnonzero(rows).astype(np.int32), allowed


def _is_sampled(content: Array, fraction: float) -> Flags:
    return content < np.uint64(min(fraction * 2.0**64, 2.0**64 - 2048))


def _rehashed(content: Array, key: int) -> Array:
    """Another hash for another key (the finalizer of SplitMix64)."""
    z = content ^ np.uint64(key * 0x9E3779B97F4A7C15 % 2**64)
    z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return z ^ (z >> np.uint64(31))


def _is_stalled(losses: list[float], patience: int, tol: float) -> bool:
    """Whether the last `patience` rounds have not improved on the best loss before by more than tol."""
    if len(losses) <= patience:
        return False
    return min(losses[-patience:]) > min(losses[:-patience]) - tol
