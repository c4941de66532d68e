"""The loop that trains a network: batches of rows, back-propagation, steps, and when to stop.

The objective is the weighted mean loss of the rows plus price |W|² / 2; constants carry no price.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import scipy.optimize

from gnomon import threads
from gnomon.arrays import Array, Floats, Integers
from gnomon.learners.neural.loss import Loss
from gnomon.learners.neural.network import Network
from gnomon.learners.neural.optimizer import Optimizer

LEAST_FOR_THREADS = 2**25
LEAST_TO_HOLD = 2**23

Watch = Callable[[int, int, float], object]


@dataclass(frozen=True)
class Examples:
    """Rows in the units of the network, targets, and weights (None for 1 each)."""

    rows: Any
    targets: Array
    weight: Array | None

    def __len__(self) -> int:
        return self.rows.shape[0]

    def some(self, index: Integers | slice) -> Examples:
        """These rows only."""
        weight = None if self.weight is None else self.weight[index]
        return Examples(self.rows[index], self.targets[index], weight)

    @property
    def mean_weight(self) -> float:
        """Weight of a row, on average."""
        return 1.0 if self.weight is None else float(self.weight.mean())


@dataclass(frozen=True)
class Plan:
    """How to train: rows a step, price of squared weights, most passes, and when to stop.

    tol, patience: stop once more than `patience` passes in a row improved by less than `tol`.
    """

    batch: int
    price: float
    max_iter: int
    tol: float
    patience: int
    shuffle: bool = True


@dataclass
class Progress:
    """What training went through: the loss of each pass, on rows held out too, and how it ended.

    gradient: the steepest slope of the objective over all rows, at the end.
    """

    history: list[float] = field(default_factory=list)
    held_out_history: list[float] = field(default_factory=list)
    converged: bool = False
    is_finite: bool = True
    gradient: float = np.nan


@dataclass(frozen=True)
class Training:
    """A network, what it learns from and how.

    held_out: rows whose loss says when to stop; the weights of the best pass are kept. watch: called with
    (pass, batch, loss of the batch) after every step.
    """

    network: Network
    loss: Loss
    plan: Plan
    examples: Examples
    held_out: Examples | None = None
    watch: Watch | None = None

    def descend(self, optimizer: Optimizer, random: np.random.Generator) -> Progress:
        """Train by steps on batches."""
        progress, best, idle = Progress(), np.inf, 0
        kept = self.network.weights.copy()
        for epoch in range(1, self.plan.max_iter + 1):
            value = self._one_pass(epoch, optimizer, random)
            progress.history.append(value)
            if self.held_out is not None:
                value = mean_loss(self.network, self.held_out, self.loss)
                progress.held_out_history.append(value)
            if not np.isfinite(value) or not np.isfinite(self.network.weights).all():
                progress.is_finite = False
                return progress
            idle = idle + 1 if value > best - self.plan.tol else 0
            if value < best:
                best = value
                kept[:] = self.network.weights
            if idle > self.plan.patience:
                progress.converged = True
                break
        if self.held_out is not None:
            self.network.weights[:] = kept
        return progress

    def minimize(self) -> Progress:
        """Train by quasi-Newton steps (L-BFGS) on all rows at once, until no slope is steeper than tol."""
        progress, plan = Progress(), self.plan

        def value_and_slopes(weights: Floats) -> tuple[float, Floats]:
            self.network.weights[:] = weights
            return self.whole_objective(), self.network.slopes.astype(np.float64)

        def after_step(intermediate_result: Any) -> None:
            progress.history.append(float(intermediate_result.fun))
            if self.watch is not None:
                self.network.weights[:] = intermediate_result.x
                self.watch(len(progress.history), 0, progress.history[-1])

        found = scipy.optimize.minimize(
            value_and_slopes,
            self.network.weights.astype(np.float64),
            method="L-BFGS-B",
            jac=True,
            callback=after_step,
            options={
                "maxiter": plan.max_iter,
                "maxfun": 100 * plan.max_iter,
                "gtol": plan.tol,
                "ftol": 1e-15,
            },
        )
        self.network.weights[:] = found.x
        progress.history = progress.history or [float(found.fun)]
        progress.is_finite = bool(np.isfinite(found.fun))
        progress.converged = bool(found.success)
        return progress

    def fewer_threads(self) -> AbstractContextManager[None]:
        """Holds BLAS to one thread where waking others for every step costs more than they do.

        A single short pass (rows that come one by one) is over before that could pay.
        """
        n_weights = len(self.network.weights)
        pays = self.plan.max_iter > 1 or len(self.examples) * n_weights > LEAST_TO_HOLD
        return (
            threads.limited(1) if pays and self.plan.batch * n_weights < LEAST_FOR_THREADS else nullcontext()
        )

    def whole_objective(self) -> float:
        """The objective over all rows; leaves its gradient in the network's slopes."""
        divisor = len(self.examples) * self.examples.mean_weight
        return objective(self.network, self.examples, self.loss, self.plan.price, divisor)

    def _one_pass(self, epoch: int, optimizer: Optimizer, random: np.random.Generator) -> float:
        """One step for each batch of rows; the mean of the batches' losses, each before its step."""
        # The mean weight of all rows, not of the batch: the expected slope is then that of the whole.
        total, mean_weight = 0.0, self.examples.mean_weight
        for number, batch in enumerate(_batches(self.examples, self.plan, random)):
            value = objective(self.network, batch, self.loss, self.plan.price, len(batch) * mean_weight)
            optimizer.step(self.network.weights, self.network.slopes)
            total += value * len(batch)
            if self.watch is not None:
                self.watch(epoch, number, value)
        return total / len(self.examples)


def objective(network: Network, examples: Examples, loss: Loss, price: float, divisor: float) -> float:
    """Sum of weighted losses / divisor + price |W|² / 2; the network's slopes become its gradient."""
    value, slopes = 0.0, None
    for block in _blocks(examples, network.most_rows):
        scores = network.scores(block.rows)
        value += loss.pull(scores, block.targets, block.weight)
        scores /= divisor
        network.propagate_back(block.rows, scores)
        if len(block) < len(examples):
            slopes = network.slopes.copy() if slopes is None else slopes + network.slopes
    if slopes is not None:
        network.slopes[:] = slopes
    products = network.weights[: network.n_products]
    network.slopes[: network.n_products] += price * products
    return value / divisor + 0.5 * price * float(products @ products)


def mean_loss(network: Network, examples: Examples, loss: Loss) -> float:
    """The weighted mean loss of some rows."""
    total = sum(
        loss.pull(network.scores(block.rows), block.targets, block.weight)
        for block in _blocks(examples, network.most_rows)
    )
    return total / (len(examples) * examples.mean_weight)


def _blocks(examples: Examples, most_rows: int) -> Iterator[Examples]:
    """The examples in pieces that the network has room for."""
    if len(examples) <= most_rows:
        yield examples
        return
    for begin in range(0, len(examples), most_rows):
        yield examples.some(slice(begin, begin + most_rows))


def _batches(examples: Examples, plan: Plan, random: np.random.Generator) -> Iterator[Examples]:
    if plan.batch >= len(examples):
        yield examples
        return
    order = random.permutation(len(examples)) if plan.shuffle else None
    for begin in range(0, len(examples), plan.batch):
        place = slice(begin, begin + plan.batch)
        yield examples.some(place if order is None else order[place])
