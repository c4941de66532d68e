"""Training loop of a network: batches, backpropagation, optimizer steps and stopping.

The objective is the weighted mean loss of the rows plus l2 |W|² / 2; biases are not penalized.
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

MIN_SIZE_FOR_THREADS = 2**25
MIN_SIZE_TO_LIMIT = 2**23

StepCallback = Callable[[int, int, float], object]


@dataclass(frozen=True)
class Examples:
    """Standardized rows, targets, and sample weights (None for 1 each)."""

    rows: Any
    targets: Array
    weight: Array | None

    def __len__(self) -> int:
        return self.rows.shape[0]

    def subset(self, index: Integers | slice) -> Examples:
        """A subset of the rows."""
        weight = None if self.weight is None else self.weight[index]
        return Examples(self.rows[index], self.targets[index], weight)

    @property
    def mean_weight(self) -> float:
        """Mean sample weight."""
        return 1.0 if self.weight is None else float(self.weight.mean())


@dataclass(frozen=True)
class Plan:
    """Training hyperparameters.

    batch: rows per batch. l2: L2 penalty. max_iter: maximum number of epochs. tol, patience: stop after more
    than `patience` epochs in a row that improve by less than `tol`.
    """

    batch: int
    l2: float
    max_iter: int
    tol: float
    patience: int
    shuffle: bool = True


@dataclass
class Progress:
    """Training history: training and validation loss of each epoch, and convergence.

    gradient: largest absolute partial derivative of the objective over all rows at the end.
    """

    history: list[float] = field(default_factory=list)
    held_out_history: list[float] = field(default_factory=list)
    converged: bool = False
    is_finite: bool = True
    gradient: float = np.nan


@dataclass(frozen=True)
class Training:
    """Training of a network on examples.

    held_out: validation set of early stopping; the weights of the best epoch are restored. callback: called
    with (epoch, batch, loss of the batch) after every step.
    """

    network: Network
    loss: Loss
    plan: Plan
    examples: Examples
    held_out: Examples | None = None
    callback: StepCallback | None = None

    def stochastic_descent(self, optimizer: Optimizer, random: np.random.Generator) -> Progress:
        """Train by stochastic gradient steps on batches."""
        progress, best, epochs_without_improvement = Progress(), np.inf, 0
        best_weights = self.network.weights.copy()
        for epoch in range(1, self.plan.max_iter + 1):
            value = self._epoch(epoch, optimizer, random)
            progress.history.append(value)
            if self.held_out is not None:
                value = mean_loss(self.network, self.held_out, self.loss)
                progress.held_out_history.append(value)
            if not np.isfinite(value) or not np.isfinite(self.network.weights).all():
                progress.is_finite = False
                return progress
            epochs_without_improvement = epochs_without_improvement + 1 if value > best - self.plan.tol else 0
            if value < best:
                best = value
                best_weights[:] = self.network.weights
            if epochs_without_improvement > self.plan.patience:
                progress.converged = True
                break
        if self.held_out is not None:
            self.network.weights[:] = best_weights
        return progress

    def minimize(self) -> Progress:
        """Train by L-BFGS (quasi-Newton) on all rows, until the largest gradient component is at most tol."""
        progress, plan = Progress(), self.plan

        def objective_and_gradient(weights: Floats) -> tuple[float, Floats]:
            self.network.weights[:] = weights
            return self.full_objective(), self.network.gradient.astype(np.float64)

        def after_step(intermediate_result: Any) -> None:
            progress.history.append(float(intermediate_result.fun))
            if self.callback is not None:
                self.network.weights[:] = intermediate_result.x
                self.callback(len(progress.history), 0, progress.history[-1])

        result = scipy.optimize.minimize(
            objective_and_gradient,
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
        self.network.weights[:] = result.x
        progress.history = progress.history or [float(result.fun)]
        progress.is_finite = bool(np.isfinite(result.fun))
        progress.converged = bool(result.success)
        return progress

    def limited_threads(self) -> AbstractContextManager[None]:
        """Limit BLAS to one thread where starting others for every step costs more than it saves.

        For a single short epoch (streaming rows) the limit itself costs more than it saves.
        """
        n_weights = len(self.network.weights)
        is_worthwhile = self.plan.max_iter > 1 or len(self.examples) * n_weights > MIN_SIZE_TO_LIMIT
        return (
            threads.limited(1)
            if is_worthwhile and self.plan.batch * n_weights < MIN_SIZE_FOR_THREADS
            else nullcontext()
        )

    def full_objective(self) -> float:
        """Objective over all rows; stores its gradient in the network."""
        divisor = len(self.examples) * self.examples.mean_weight
        return objective(self.network, self.examples, self.loss, self.plan.l2, divisor)

    def _epoch(self, epoch: int, optimizer: Optimizer, random: np.random.Generator) -> float:
        """One step per batch; returns the mean of the batch losses, each before its step."""
        # The mean weight of all rows, not of the batch, makes the gradient unbiased.
        total, mean_weight = 0.0, self.examples.mean_weight
        for number, batch in enumerate(_batches(self.examples, self.plan, random)):
            value = objective(self.network, batch, self.loss, self.plan.l2, len(batch) * mean_weight)
            optimizer.step(self.network.weights, self.network.gradient)
            total += value * len(batch)
            if self.callback is not None:
                self.callback(epoch, number, value)
        return total / len(self.examples)


def objective(network: Network, examples: Examples, loss: Loss, l2: float, divisor: float) -> float:
    """Sum of weighted losses / divisor + l2 |W|² / 2; stores the gradient in the network."""
    value, gradient = 0.0, None
    for block in _blocks(examples, network.max_rows):
        scores = network.forward(block.rows)
        value += loss.loss_and_gradient(scores, block.targets, block.weight)
        scores /= divisor
        network.backpropagate(block.rows, scores)
        if len(block) < len(examples):
            gradient = network.gradient.copy() if gradient is None else gradient + network.gradient
    if gradient is not None:
        network.gradient[:] = gradient
    products = network.weights[: network.n_products]
    network.gradient[: network.n_products] += l2 * products
    return value / divisor + 0.5 * l2 * float(products @ products)


def mean_loss(network: Network, examples: Examples, loss: Loss) -> float:
    """Weighted mean loss of examples."""
    total = sum(
        loss.loss_and_gradient(network.forward(block.rows), block.targets, block.weight)
        for block in _blocks(examples, network.max_rows)
    )
    return total / (len(examples) * examples.mean_weight)


def _blocks(examples: Examples, max_rows: int) -> Iterator[Examples]:
    """The examples in blocks that fit the network's buffers."""
    if len(examples) <= max_rows:
        yield examples
        return
    for first in range(0, len(examples), max_rows):
        yield examples.subset(slice(first, first + max_rows))


def _batches(examples: Examples, plan: Plan, random: np.random.Generator) -> Iterator[Examples]:
    if plan.batch >= len(examples):
        yield examples
        return
    order = random.permutation(len(examples)) if plan.shuffle else None
    for first in range(0, len(examples), plan.batch):
        index = slice(first, first + plan.batch)
        yield examples.subset(index if order is None else order[index])
