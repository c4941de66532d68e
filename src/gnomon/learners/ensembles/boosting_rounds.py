"""The rounds of gradient boosting: trees for each column of scores, and the loss that they left."""

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
LEAST_CURVATURE = 1e-3
NO_LIMIT = 2**31


@dataclass(frozen=True)
class Rounds:
    """Trees by column of scores, where scores begin, and the mean loss after each round."""

    trees: tuple[Trees, ...]
    baseline: Floats
    history: Floats
    held_out_history: Floats

    def __len__(self) -> int:
        return len(self.history)

    def first(self, n_rounds: int) -> Rounds:
        """The first so many rounds, or all there are."""
        n = min(n_rounds, len(self))
        trees = tuple(each.first(n) for each in self.trees)
        return Rounds(trees, self.baseline, self.history[:n], self.held_out_history[:n])

    def serve(self, most_leaves: int, other: int) -> bool:
        """Whether these rounds, grown with at most so many leaves a tree, are those of another bound too."""
        # A tree of k leaves has 2k - 1 nodes.
        grown = max((int(np.diff(trees.begin).max(initial=1)) + 1) // 2 for trees in self.trees)
        return other == most_leaves or (grown < most_leaves and grown <= other)

    def scores(self, codes: Array) -> Floats:
        """(rows, columns of scores)"""
        each = [trees.sums(codes, 0, len(trees))[:, 0] for trees in self.trees]
        return self.baseline + np.stack(each, axis=1)

    @property
    def memory(self) -> int:
        """Where the trees lie: the same for the first rounds of the same ones."""
        return int(self.trees[0].nodes.ctypes.data)

    def staged_scores(self, codes: Array) -> Iterator[Floats]:
        """The scores after each round."""
        total = np.tile(self.baseline, (len(codes), 1))
        for n in range(len(self)):
            total = total + np.stack([trees.sums(codes, n, n + 1)[:, 0] for trees in self.trees], axis=1)
            yield total


def scores_each(every: Sequence[Rounds], codes: Array) -> list[Floats]:
    """The scores of each; rounds that are the first of others are added up once.

    >>> import gnomon as gn
    >>> path = [gn.GradientBoostingRegressor(n_estimators=n, min_samples_leaf=1) for n in (2, 1)]
    >>> data = path[0].prepare(np.array([[0.0], [1.0]]), np.array([0.0, 8.0]))
    >>> rounds = [model.rounds_ for model in gn.GradientBoostingRegressor.fit_each(path, data)]
    >>> [scores[1, 0].round(2).item() for scores in scores_each(rounds, data.codes)]
    [4.76, 4.4]
    """
    found: dict[int, Floats] = {}
    done: dict[int, tuple[int, Any]] = {}
    for place in sorted(range(len(every)), key=lambda place: len(every[place])):
        rounds = every[place]
        n_done, before = done.get(rounds.memory, (0, 0.0))
        more = [trees.sums(codes, n_done, len(trees))[:, 0] for trees in rounds.trees]
        total = before + np.stack(more, axis=1)
        done[rounds.memory] = len(rounds.trees[0]), total
        found[place] = rounds.baseline + total
    return [found[place] for place in range(len(every))]


def boost(setting: GradientBoosting, data: Binned, loss: Loss, n_rounds: int) -> Rounds:
    """Round by round, until there are enough or held-out rows see no progress."""
    seed = int(seeds.sequence(setting.random_state).generate_state(1, np.uint64)[0])
    content = _content(setting, data, seed)
    is_held_out = _held_out(setting, data, content)
    weight, n_rows = data.weight, len(data)
    learning = np.ones(n_rows, dtype=bool) if is_held_out is None else ~is_held_out
    if weight is not None:
        learning &= weight > 0
    scores = np.repeat(loss.start[:, None], n_rows, axis=1)
    directions, numbers = setting.directions(data.is_category), _numbers(setting)
    n_threads = threads.count_for(n_rows * data.X.shape[1])
    grown = native.Boosting(data.boost_table, len(loss.baseline))
    history, held_out_history = [], []
    draws = setting.subsample < 1 or setting.max_features < 1
    for number in range(n_rounds):
        if draws or number == 0:
            rows, allowed = _drawn(setting, data, content, learning, number, seed)
        total, slope, curvature = loss.steps(scores, weight)
        if number:
            history.append(total)
        step = grown.round(
            slope, curvature, weight, rows, allowed, directions, numbers, _categories(setting), n_threads
        )
        scores += step
        if is_held_out is not None:
            held_out_history.append(loss.mean(scores, np.flatnonzero(is_held_out), weight))
            if _is_stalled(held_out_history, setting.n_iter_no_change, setting.tol):
                break
    history.append(loss.steps(scores, weight)[0])
    mean = np.array(history) / (n_rows if weight is None else weight.sum())
    trees = tuple(Trees(*grown.trees(place)).scaled(loss.scale) for place in range(len(loss.baseline)))
    return Rounds(trees, loss.baseline, mean, np.array(held_out_history))


def _numbers(setting: GradientBoosting) -> tuple[Any, ...]:
    """The bounds and prices of a tree, as the kernel takes them."""
    return (
        setting.max_leaf_nodes,
        NO_LIMIT if setting.max_depth is None else setting.max_depth,
        float(setting.min_samples_leaf),
        LEAST_CURVATURE if setting.l2_regularization == 0 else 0.0,
        setting.l2_regularization,
        0.0,
        setting.learning_rate,
    )


def _categories(setting: GradientBoosting) -> tuple[float, float, int, float]:
    """How levels of categories are smoothed and grouped, as the kernel takes it."""
    return (
        float(setting.cat_smooth),
        float(setting.cat_l2),
        setting.max_cat_threshold,
        float(setting.min_data_per_group),
    )


def _content(setting: GradientBoosting, data: Binned, seed: int) -> Array:
    """A random number for each row, uniform over 64 bits, that depends on the seed and the row's contents."""
    draws = setting.subsample < 1 or _stops(setting, data)
    if not draws:
        return np.zeros(0, dtype=np.uint64)
    own = data.y.codes if hasattr(data.y, "codes") else data.y
    return _scrambled(data.content(own), seed)


def _stops(setting: GradientBoosting, data: Binned) -> bool:
    by_size = isinstance(setting.early_stopping, str)
    return len(data) > MANY_ROWS if by_size else bool(setting.early_stopping)


def _held_out(setting: GradientBoosting, data: Binned, content: Array) -> Flags | None:
    if not _stops(setting, data):
        return None
    chosen = _is_drawn(_scrambled(content, 1), setting.validation_fraction)
    if chosen.all() or not chosen.any():
        raise DataError(
            f"early_stopping holds out a share of {setting.validation_fraction} of {len(data)} rows, which "
            "leaves no row on one side; give more rows, or early_stopping=False"
        )
    return chosen


def _drawn(
    setting: GradientBoosting, data: Binned, content: Array, learning: Flags, number: int, seed: int
) -> tuple[Array, Array]:
    """The rows that a round learns from, and the features it may ask for."""
    rows = learning
    if setting.subsample < 1:
        rows = learning & _is_drawn(_scrambled(content, 2 + number), setting.subsample)
        rows = rows if rows.any() else learning
    allowed = np.ones(data.X.shape[1], dtype=np.uint8)
    if setting.max_features < 1:
        random = seeds.generator(seeds.child(seed, number))
        n_features = max(1, round(setting.max_features * len(allowed)))
        allowed[random.permutation(len(allowed))[n_features:]] = 0
    return np.flatnonzero(rows).astype(np.int32), allowed


def _is_drawn(content: Array, share: float) -> Flags:
    return content < np.uint64(min(share * 2.0**64, 2.0**64 - 2048))


def _scrambled(content: Array, key: int) -> Array:
    """Other numbers for another key (SplitMix64's finish)."""
    z = content ^ np.uint64(key * 0x9E3779B97F4A7C15 % 2**64)
    z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return z ^ (z >> np.uint64(31))


def _is_stalled(losses: list[float], patience: int, tol: float) -> bool:
    """Whether the last `patience` rounds have not bettered the best before them by more than tol."""
    if len(losses) <= patience:
        return False
    return min(losses[-patience:]) > min(losses[:-patience]) - tol
