"""What the two small networks share: their parameters, and training from prepared rows."""

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
from gnomon.learners.neural.network import MOST_ROWS, Network
from gnomon.learners.neural.optimizer import Adam, Optimizer, Sgd
from gnomon.learners.neural.problem import Problem, held_apart
from gnomon.learners.neural.training import Examples, Plan, Progress, Training, Watch
from gnomon.learners.neural.units import StandardUnits
from gnomon.sharing.learner import Learner
from gnomon.sharing.prepared import Rows

if TYPE_CHECKING:
    import pandas as pd

MOST_ROWS_A_BATCH = 200

_a_count = Rule(
    lambda value: isinstance(value, Integral) and not isinstance(value, bool) and int(value) >= 1,
    "a whole number of at least 1",
    "int",
)


class Multilayer(Learner):
    """A fully connected network; `MLPClassifier` and `MLPRegressor` say what its outputs mean."""

    hidden_layer_sizes: Any = free(
        default=(100,), help="units of each hidden layer; () for none", kind="int or tuple of int"
    )
    activation: str = one_of(
        "relu", "tanh", "logistic", "identity", default="relu", help="what a hidden unit makes of its score"
    )
    solver: str = one_of(
        "adam", "sgd", "lbfgs", default="adam", help="steps on batches, or quasi-Newton steps on all rows"
    )
    alpha: float = between(
        0,
        inf,
        default=1e-4,
        help="price of squared weights, against the losses of one batch",
        grid=(1e-4, 1.0),
    )
    batch_size: Any = one_of_or(
        _a_count, "auto", default="auto", help="rows a step; 'auto' is 200, or all if there are fewer"
    )
    learning_rate_init: float = between(0, inf, open=True, default=1e-3, help="size of the steps")
    max_iter: int = between(1, inf, default=500, whole=True, help="most passes over the rows")
    shuffle: bool = flag(default=True, help="whether every pass takes the rows in a new order")
    scale: bool = flag(
        default=True, help="whether to bring columns (and numbers to predict) to mean 0 and spread 1 first"
    )
    tol: float = between(
        0, inf, default=1e-4, help="fall of the loss that counts; for 'lbfgs' the slope at which to stop"
    )
    n_iter_no_change: int = between(
        1, inf, default=10, whole=True, help="passes without such a fall, in a row, that are put up with"
    )
    early_stopping: bool = flag(default=False, help="whether to stop by the loss of rows that are held out")
    validation_fraction: float = between(
        0, 1, open=True, default=0.1, help="share of the rows held out for that"
    )
    momentum: float = between(0, 1, default=0.9, help="for 'sgd', share of a step that the next one keeps")
    nesterovs_momentum: bool = flag(default=True, help="for 'sgd', whether to look one step ahead")
    beta_1: float = between(0, 0.9999999, default=0.9, help="for 'adam', memory of the mean slope")
    beta_2: float = between(0, 0.9999999, default=0.999, help="for 'adam', memory of the mean square")
    epsilon: float = between(0, inf, open=True, default=1e-8, help="for 'adam', keeps it off division by 0")
    warm_start: bool = flag(default=False, help="whether `fit` goes on from the weights of the last fit")
    initial_weights: Any = free(
        default=None,
        help="weights to begin with, (coefs, intercepts), an array a layer each; None for random ones",
        kind="pair of lists of arrays or None",
    )
    random_state: Any = free(
        default=0,
        help="seed of first weights, order of rows and rows held out; None for a fresh draw",
        kind="int, Generator or None",
    )

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.sparse = True
        return tags

    def check_examples(self, X: Any, *, reset: bool) -> Any:
        """Features checked at the door; float32 stays so, and is learned in less time."""
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
        """Train from random weights: a start from another setting would change what is found."""
        training, random = self.begin(data)
        self._finish(training, self._trained(training, random))
        return self

    def partial_fit(self, X: Any, y: Any = None, sample_weight: Any = None, classes: Any = None) -> Self:
        """One pass over these rows, from where the weights are; the first rows set the units of the columns.

        classes: every class there is, if the first rows may lack one.
        """
        if self.solver == "lbfgs":
            raise ParameterError(f"{type(self).__name__}(solver='lbfgs') takes all rows at once; use 'adam'")
        first = not hasattr(self, "coefs_")
        data = Rows(*self.check_rows(X, y, sample_weight, reset=first, classes=classes))
        # A column that is constant in the first rows, or in a first row alone, may vary later.
        problem = self._problem(data, fresh=first, constant=1.0)
        network = self._network(problem, seeds.generator(self.random_state), goes_on=not first)
        training = Training(network, problem.loss, self._plan(problem.examples, 1), problem.examples)
        if first or not hasattr(self, "optimizer_"):
            self.optimizer_ = self._optimizer()
        self.optimizer_.rate = self.learning_rate_init
        earlier = getattr(self, "history_", np.empty(0))
        random = seeds.generator(seeds.child(self.random_state, len(earlier)))
        self._keep(training, self._trained(training, random, self.optimizer_), earlier)
        return self

    def trace(self, X: Any, y: Any, sample_weight: Any = None) -> pd.DataFrame:
        """Fit, and show every step: epoch, batch, loss of the batch before the step, all weights after it.

        Row 0 holds the weights to begin with. w1[0,2] leads from column 0 to unit 2 of the first layer, and
        b1[2] is the constant of that unit.

        >>> from gnomon import MLPClassifier
        >>> model = MLPClassifier(hidden_layer_sizes=1, solver="lbfgs", activation="tanh")
        >>> model.trace([[0.0], [1.0], [2.0]], [0, 0, 1]).columns.tolist()
        ['epoch', 'batch', 'loss', 'w1[0,0]', 'w2[0,0]', 'b1[0]', 'b2[0]']
        """
        import pandas as pd

        data = self.prepare(*self.check_rows(X, y, sample_weight))
        lines: list[tuple[Any, ...]] = []
        training, random = self.begin(
            data, lambda epoch, batch, loss: lines.append((epoch, batch, loss, *training.network.weights))
        )
        lines.append((0, -1, training.whole_objective(), *training.network.weights))
        self._finish(training, self._trained(training, random))
        return pd.DataFrame(lines, columns=["epoch", "batch", "loss", *training.network.names()])

    def begin(self, data: Rows, watch: Watch | None = None) -> tuple[Training, np.random.Generator]:
        """Everything set for the first step, and the generator to go on with."""
        if self.early_stopping and self.solver == "lbfgs":
            raise ParameterError(
                f"{type(self).__name__}(early_stopping=True, solver='lbfgs'): quasi-Newton steps stop where "
                "they come to rest; use 'adam' or 'sgd'"
            )
        goes_on = self.warm_start and hasattr(self, "coefs_")
        random = seeds.generator(self.random_state)
        problem = self._problem(data, fresh=not goes_on)
        network = self._network(problem, random, goes_on)
        examples, held_out = problem.examples, None
        if self.early_stopping:
            examples, held_out = held_apart(examples, self.validation_fraction, random)
        plan = self._plan(examples, self.max_iter)
        return Training(network, problem.loss, plan, examples, held_out, watch), random

    def _problem(self, data: Rows, fresh: bool, constant: float = inf) -> Problem:
        """What these rows ask of the network; if fresh, their units (and classes) are kept first.

        constant: the spread given to columns that are constant here.
        """
        raise TypeError(f"{type(self).__name__} defines no _problem")

    def _units(self, table: Any, weight: Floats | None, constant: float) -> StandardUnits:
        return StandardUnits.of(table, weight, constant) if self.scale else StandardUnits.raw(table.shape[1])

    def _rows(self, X: Any, weight: Floats | None, fresh: bool, constant: float) -> Any:
        """Rows in standard units."""
        if fresh:
            units = self._units(X, weight, constant)
            self.mean_, self.scale_ = units.mean, units.spread
        return StandardUnits(self.mean_, self.scale_).rows(X)

    def _network(self, problem: Problem, random: np.random.Generator, goes_on: bool) -> Network:
        """The network with its first weights."""
        rows = problem.examples.rows
        sizes = (rows.shape[1], *self._hidden(), problem.n_outputs)
        network = Network(sizes, self.activation, rows.dtype, min(MOST_ROWS, rows.shape[0]))
        given = (self.coefs_, self.intercepts_) if goes_on else self.initial_weights
        if given is None:
            network.draw(random)
            return network
        wanted = [each.shape for each in (*network.coefs, *network.intercepts)]
        found = [np.shape(each) for each in (*given[0], *given[1])]
        if found != wanted:
            raise ParameterError(
                f"{type(self).__name__}: the weights to begin with have shapes {found}, and the network "
                f"needs {wanted}; give initial_weights of these shapes, or warm_start=False"
            )
        network.take(*given)
        return network

    def _hidden(self) -> tuple[int, ...]:
        sizes = self.hidden_layer_sizes
        listed = tuple(np.atleast_1d(np.asarray(sizes, dtype=object)))
        if not all(_a_count.allows(size) for size in listed):
            raise ParameterError(
                f"{type(self).__name__}(hidden_layer_sizes={sizes!r}): hidden_layer_sizes must be whole "
                "numbers of at least 1, one a layer"
            )
        return tuple(int(size) for size in listed)

    def _plan(self, examples: Examples, max_iter: int) -> Plan:
        batch = MOST_ROWS_A_BATCH if self.batch_size == "auto" else int(self.batch_size)
        batch = len(examples) if self.solver == "lbfgs" else min(batch, len(examples))
        price = self.alpha / (batch * examples.mean_weight)
        return Plan(batch, price, max_iter, self.tol, self.n_iter_no_change, self.shuffle)

    def _optimizer(self) -> Optimizer:
        if self.solver == "sgd":
            return Sgd(rate=self.learning_rate_init, momentum=self.momentum, nesterov=self.nesterovs_momentum)
        return Adam(
            rate=self.learning_rate_init, beta_1=self.beta_1, beta_2=self.beta_2, epsilon=self.epsilon
        )

    def _trained(
        self, training: Training, random: np.random.Generator, optimizer: Optimizer | None = None
    ) -> Progress:
        # Steps that are too long overflow, which is told below.
        with training.fewer_threads(), np.errstate(over="ignore", invalid="ignore"):
            if self.solver == "lbfgs":
                progress = training.minimize()
            else:
                progress = training.descend(optimizer or self._optimizer(), random)
            training.whole_objective()
            progress.gradient = float(np.abs(training.network.slopes).max())
        if not progress.is_finite:
            way_out = "a smaller learning_rate_init" if self.scale else "scale=True"
            raise ParameterError(
                f"{type(self).__name__}(learning_rate_init={self.learning_rate_init:g}, scale={self.scale}): "
                f"the loss overflowed in pass {len(progress.history)}; take {way_out}"
            )
        return progress

    def _keep(self, training: Training, progress: Progress, earlier: Floats) -> None:
        """Weights, history (after what was before) and certificate."""
        network = training.network
        self.gradient_ = progress.gradient
        self.coefs_ = [each.copy() for each in network.coefs]
        self.intercepts_ = [each.copy() for each in network.intercepts]
        self.history_ = np.append(earlier, progress.history)
        self.held_out_history_ = np.array(progress.held_out_history)
        self.n_iter_ = len(self.history_)
        self.converged_ = progress.converged

    def _finish(self, training: Training, progress: Progress) -> None:
        """Keep all that; say so if the passes were not enough."""
        self.__dict__.pop("optimizer_", None)
        self._keep(training, progress, np.empty(0))
        if self.converged_:
            return
        if self.n_iter_ < self.max_iter:
            reason = (
                "no step lowers the loss (a kink of relu, or rounding): raise tol, or use activation='tanh'"
            )
        else:
            reason = f"the loss still fell: raise max_iter={self.max_iter}, learning_rate_init or tol"
        warnings.warn(
            f"{type(self).__name__} stopped after {self.n_iter_} passes at a loss of {self.history_[-1]:.2g} "
            f"with a slope of {self.gradient_:.1e} left; {reason}",
            NumericsWarning,
            stacklevel=4,
        )

    def _scores(self, X: Any) -> Array:
        """Scores of the last layer."""
        check_is_fitted(self)
        X = self.check_examples(X, reset=False).astype(self.coefs_[0].dtype, copy=False)
        network = Network.of(self.coefs_, self.intercepts_, self.activation, min(MOST_ROWS, X.shape[0]))
        units = StandardUnits(self.mean_, self.scale_)
        found = np.empty((X.shape[0], network.sizes[-1]), X.dtype)
        for begin in range(0, len(found), MOST_ROWS):
            block = slice(begin, begin + MOST_ROWS)
            found[block] = network.scores(units.rows(X[block]))
        return found
