"""Shared part of the multi-layer perceptrons: their parameters and training."""

from __future__ import annotations

import warnings
from math import inf
from numbers import Integral
from typing import TYPE_CHECKING, Any, Self

import numpy as np
from sklearn.utils.validation import check_is_fitted, validate_data

from gnomon import seeds
from gnomon.arrays import Array, Floats
from gnomon.check import Rule, between, flag, free, one_of, one_of_or
from gnomon.errors import NumericsWarning, ParameterError
from gnomon.learners.neural.network import MAX_ROWS, Network
from gnomon.learners.neural.optimizer import Adam, Optimizer, Sgd
from gnomon.learners.neural.problem import Problem, validation_split
from gnomon.learners.neural.standardization import Standardizer
from gnomon.learners.neural.training import Examples, Plan, Progress, StepCallback, Training
from gnomon.sharing.learner import Learner
from gnomon.sharing.prepared import Rows

if TYPE_CHECKING:
    import pandas as pd

AUTO_BATCH_SIZE = 200

_a_count = Rule(
    lambda value: isinstance(value, Integral) and not isinstance(value, bool) and int(value) >= 1,
    "an integer of at least 1",
    "int",
)


class Multilayer(Learner):
    """Fully connected feedforward network; see `MLPClassifier` and `MLPRegressor`."""

    hidden_layer_sizes: Any = free(
        default=(100,), help="number of units of each hidden layer; () for none", kind="int or tuple of int"
    )
    activation: str = one_of(
        "relu", "tanh", "logistic", "identity", default="relu", help="activation function of hidden units"
    )
    solver: str = one_of(
        "adam",
        "sgd",
        "lbfgs",
        default="adam",
        help="optimizer: Adam or SGD on batches, or L-BFGS (quasi-Newton) on all rows",
    )
    alpha: float = between(
        0,
        inf,
        default=1e-4,
        help="L2 regularization strength (weight decay), divided by the batch size",
        grid=(1e-4, 1.0),
    )
    batch_size: Any = one_of_or(
        _a_count, "auto", default="auto", help="rows per batch; 'auto' is 200, or all rows if fewer"
    )
    learning_rate_init: float = between(
        0, inf, open=True, default=1e-3, help="initial learning rate (step size)"
    )
    max_iter: int = between(1, inf, default=500, whole=True, help="maximum number of epochs")
    shuffle: bool = flag(default=True, help="whether to shuffle the rows in each epoch")
    scale: bool = flag(
        default=True, help="whether to standardize the columns (and the targets of regression)"
    )
    tol: float = between(
        0, inf, default=1e-4, help="tolerance of the loss improvement; for 'lbfgs' of the gradient"
    )
    n_iter_no_change: int = between(
        1, inf, default=10, whole=True, help="epochs without improvement by tol before training stops"
    )
    early_stopping: bool = flag(default=False, help="whether to stop by the validation loss")
    validation_fraction: float = between(
        0, 1, open=True, default=0.1, help="fraction of the rows in the validation set for early stopping"
    )
    momentum: float = between(0, 1, default=0.9, help="momentum of 'sgd'")
    nesterovs_momentum: bool = flag(default=True, help="whether 'sgd' uses Nesterov's momentum")
    beta_1: float = between(0, 0.9999999, default=0.9, help="decay rate of the first moment of 'adam'")
    beta_2: float = between(0, 0.9999999, default=0.999, help="decay rate of the second moment of 'adam'")
    epsilon: float = between(0, inf, open=True, default=1e-8, help="numerical stability constant of 'adam'")
    warm_start: bool = flag(default=False, help="whether `fit` starts from the weights of the last fit")
    initial_weights: Any = free(
        default=None,
        help="initial weights (coefs, intercepts), one array per layer each; None for random ones",
        kind="pair of lists of arrays or None",
    )
    random_state: Any = free(
        default=0,
        help="seed of the initial weights, shuffling and validation set; None for a random seed",
        kind="int, Generator or None",
    )

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.sparse = True
        return tags

    def check_examples(self, X: Any, *, reset: bool) -> Any:
        """Check the features; float32 stays float32, which trains faster."""
        X = validate_data(
            self,
            X,
            reset=reset,
            dtype=(np.float64, np.float32),
            order="C",
            accept_sparse="csr",
            ensure_all_finite=False,
        )
        self.refuse_not_finite(X)
        return X

    def fit_prepared(self, data: Rows, start: Self | None = None) -> Self:
        """Train from the initial weights; a warm start from other hyperparameters would change the result."""
        training, random = self.start_training(data)
        self._store_and_warn(training, self._train(training, random))
        return self

    def partial_fit(self, X: Any, y: Any = None, sample_weight: Any = None, classes: Any = None) -> Self:
        """Train one epoch on these rows from the current weights; the first call sets the standardization.

        classes: all classes, if the first rows may lack one.
        """
        if self.solver == "lbfgs":
            raise ParameterError(
                f"{type(self).__name__}(solver='lbfgs') needs all rows at once; use 'adam' for partial_fit"
            )
        first = not hasattr(self, "coefs_")
        data = Rows(*self.check_rows(X, y, sample_weight, reset=first, classes=classes))
        # A column that is constant in the first rows may vary later.
        problem = self._problem(data, is_first=first, constant=1.0)
        network = self._network(problem, seeds.generator(self.random_state), continues=not first)
        training = Training(network, problem.loss, self._plan(problem.examples, 1), problem.examples)
        if first or not hasattr(self, "optimizer_"):
            self.optimizer_ = self._optimizer()
        self.optimizer_.rate = self.learning_rate_init
        earlier = getattr(self, "history_", np.empty(0))
        random = seeds.generator(seeds.child(self.random_state, len(earlier)))
        self._store(training, self._train(training, random, self.optimizer_), earlier)
        return self

    def trace(self, X: Any, y: Any, sample_weight: Any = None) -> pd.DataFrame:
        """Fit, and return a data frame of all steps: epoch, batch, loss before the step, weights after it.

        Row 0 has the initial weights. w1[0,2] is the weight from column 0 to unit 2 of the first layer, and
        b1[2] is the bias of that unit.

        >>> from gnomon import MLPClassifier
        >>> model = MLPClassifier(hidden_layer_sizes=1, solver="lbfgs", activation="tanh")
        >>> model.trace([[0.0], [1.0], [2.0]], [0, 0, 1]).columns.tolist()
        ['epoch', 'batch', 'loss', 'w1[0,0]', 'w2[0,0]', 'b1[0]', 'b2[0]']
        """
        import pandas as pd

        data = self.prepare(*self.check_rows(X, y, sample_weight))
        steps: list[tuple[Any, ...]] = []
        training, random = self.start_training(
            data, lambda epoch, batch, loss: steps.append((epoch, batch, loss, *training.network.weights))
        )
        steps.append((0, -1, training.full_objective(), *training.network.weights))
        self._store_and_warn(training, self._train(training, random))
        return pd.DataFrame(steps, columns=["epoch", "batch", "loss", *training.network.names()])

    def start_training(
        self, data: Rows, callback: StepCallback | None = None
    ) -> tuple[Training, np.random.Generator]:
        """Prepare training, and return it with the random generator."""
        if self.early_stopping and self.solver == "lbfgs":
            raise ParameterError(
                f"{type(self).__name__}(early_stopping=True, solver='lbfgs'): 'lbfgs' does not support early "
                "stopping; use 'adam' or 'sgd'"
            )
        continues = self.warm_start and hasattr(self, "coefs_")
        random = seeds.generator(self.random_state)
        problem = self._problem(data, is_first=not continues)
        network = self._network(problem, random, continues)
        examples, held_out = problem.examples, None
        if self.early_stopping:
            examples, held_out = validation_split(examples, self.validation_fraction, random)
        plan = self._plan(examples, self.max_iter)
        return Training(network, problem.loss, plan, examples, held_out, callback), random

    def _problem(self, data: Rows, is_first: bool, constant: float = inf) -> Problem:
        """The training problem of these rows; if is_first, sets the standardization (and classes).

        constant: standard deviation assumed for constant columns.
        """
        raise TypeError(f"{type(self).__name__} defines no _problem")

    def _standardizer(self, table: Any, weight: Floats | None, constant: float) -> Standardizer:
        return (
            Standardizer.of(table, weight, constant) if self.scale else Standardizer.identity(table.shape[1])
        )

    def _rows(self, X: Any, weight: Floats | None, is_first: bool, constant: float) -> Any:
        """Standardized rows."""
        if is_first:
            standardizer = self._standardizer(X, weight, constant)
            self.mean_, self.scale_ = standardizer.mean, standardizer.scale
        return Standardizer(self.mean_, self.scale_).transform(X)

    def _network(self, problem: Problem, random: np.random.Generator, continues: bool) -> Network:
        """The network with its initial weights."""
        rows = problem.examples.rows
        sizes = (rows.shape[1], *self._hidden(), problem.n_outputs)
        network = Network(sizes, self.activation, rows.dtype, min(MAX_ROWS, rows.shape[0]))
        weights = (self.coefs_, self.intercepts_) if continues else self.initial_weights
        if weights is None:
            network.initialize(random)
            return network
        expected = [each.shape for each in (*network.coefs, *network.intercepts)]
        shapes = [np.shape(each) for each in (*weights[0], *weights[1])]
        if shapes != expected:
            raise ParameterError(
                f"{type(self).__name__}: the initial weights have shapes {shapes}, and the network needs "
                f"{expected}; pass initial_weights of these shapes, or set warm_start=False"
            )
        network.set_weights(*weights)
        return network

    def _hidden(self) -> tuple[int, ...]:
        sizes = self.hidden_layer_sizes
        layers = tuple(np.atleast_1d(np.asarray(sizes, dtype=object)))
        if not all(_a_count.allows(size) for size in layers):
            raise ParameterError(
                f"{type(self).__name__}(hidden_layer_sizes={sizes!r}): hidden_layer_sizes must be integers "
                "of at least 1, one per layer"
            )
        return tuple(int(size) for size in layers)

    def _plan(self, examples: Examples, max_iter: int) -> Plan:
        batch = AUTO_BATCH_SIZE if self.batch_size == "auto" else int(self.batch_size)
        batch = len(examples) if self.solver == "lbfgs" else min(batch, len(examples))
        l2 = self.alpha / (batch * examples.mean_weight)
        return Plan(batch, l2, max_iter, self.tol, self.n_iter_no_change, self.shuffle)

    def _optimizer(self) -> Optimizer:
        if self.solver == "sgd":
            return Sgd(rate=self.learning_rate_init, momentum=self.momentum, nesterov=self.nesterovs_momentum)
        return Adam(
            rate=self.learning_rate_init, beta_1=self.beta_1, beta_2=self.beta_2, epsilon=self.epsilon
        )

    def _train(
        self, training: Training, random: np.random.Generator, optimizer: Optimizer | None = None
    ) -> Progress:
        # Steps that are too long overflow, which raises an error below.
        with training.limited_threads(), np.errstate(over="ignore", invalid="ignore"):
            if self.solver == "lbfgs":
                progress = training.minimize()
            else:
                progress = training.stochastic_descent(optimizer or self._optimizer(), random)
            training.full_objective()
            progress.gradient = float(np.abs(training.network.gradient).max())
        if not progress.is_finite:
            advice = "a smaller learning_rate_init" if self.scale else "scale=True"
            raise ParameterError(
                f"{type(self).__name__}(learning_rate_init={self.learning_rate_init:g}, scale={self.scale}): "
                f"the loss overflowed in epoch {len(progress.history)}; use {advice}"
            )
        return progress

    def _store(self, training: Training, progress: Progress, earlier: Floats) -> None:
        """Store weights, history (appended to the earlier one) and convergence."""
        network = training.network
        self.gradient_ = progress.gradient
        self.coefs_ = [each.copy() for each in network.coefs]
        self.intercepts_ = [each.copy() for each in network.intercepts]
        self.history_ = np.append(earlier, progress.history)
        self.held_out_history_ = np.array(progress.held_out_history)
        self.n_iter_ = len(self.history_)
        self.converged_ = progress.converged

    def _store_and_warn(self, training: Training, progress: Progress) -> None:
        """Store the result; warn if training did not converge."""
        self.__dict__.pop("optimizer_", None)
        self._store(training, progress, np.empty(0))
        if self.converged_:
            return
        if self.n_iter_ < self.max_iter:
            reason = (
                "no step lowers the loss (relu is not differentiable, or rounding): increase tol, or use "
                "activation='tanh'"
            )
        else:
            reason = (
                f"the loss was still decreasing: increase max_iter={self.max_iter}, learning_rate_init or tol"
            )
        warnings.warn(
            f"{type(self).__name__} did not converge: stopped after {self.n_iter_} epochs at a loss of "
            f"{self.history_[-1]:.2g} with a largest gradient component of {self.gradient_:.1e}; {reason}",
            NumericsWarning,
            stacklevel=4,
        )

    def _scores(self, X: Any) -> Array:
        """Scores (pre-activations) of the output layer."""
        check_is_fitted(self)
        X = self.check_examples(X, reset=False).astype(self.coefs_[0].dtype, copy=False)
        network = Network.of(self.coefs_, self.intercepts_, self.activation, min(MAX_ROWS, X.shape[0]))
        standardizer = Standardizer(self.mean_, self.scale_)
        scores = np.empty((X.shape[0], network.sizes[-1]), X.dtype)
        for first in range(0, len(scores), MAX_ROWS):
            block = slice(first, first + MAX_ROWS)
            scores[block] = network.forward(standardizer.transform(X[block]))
        return scores
