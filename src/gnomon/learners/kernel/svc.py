"""Support vector classification: the widest margin between two classes after a lift, at a price of errors."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, pairwise
from math import inf, isfinite
from typing import Any, Self

import numpy as np
from sklearn.base import ClassifierMixin
from sklearn.utils.multiclass import _ovr_decision_function
from sklearn.utils.validation import check_is_fitted

from gnomon.arrays import Array, Floats, Integers
from gnomon.check import Rule, between, flag, free, one_of, one_of_or, seed
from gnomon.errors import ParameterError
from gnomon.learners.kernel.binary_machine import Machine, Sides, fit_machine
from gnomon.learners.kernel.families import fit_families
from gnomon.learners.kernel.kernel_machine import Certificate, KernelMachine, positive_rows, with_problem
from gnomon.learners.kernel.kernel_rows import KernelRows
from gnomon.learners.kernel.priced_rows import priced_rows
from gnomon.registry import learners
from gnomon.sharing.labels import Labels
from gnomon.ties import first_largest

A_BIAS = Rule(
    lambda value: not isinstance(value, bool) and isinstance(value, int | float) and isfinite(value),
    "a finite number",
    "float",
)

# Margins lie at 1 and -1: a score below this is 0 but for rounding.
ON_PLANE = 1e-9


class SVC(ClassifierMixin, KernelMachine):
    """Minimize |w|² / 2 + C sum of max(0, 1 - y f(x)), with f(x) = w·phi(x) + b and y = -1 or +1.

    The dual problem, with a coefficient for each row, is solved by steps along pairs within blocks of rows; a
    small one is finished to the last digit. Kernel rows are kept up to `cache_size`, and shared by all pairs
    of classes and, in a path, by all C. A row's weight multiplies its C. `C=inf` asks for a hard margin: no
    row within it, which is refused where no hyperplane separates the classes. Two costs, one for each kind
    of error, are `class_weight={"no": C_no, "yes": C_yes}` with C=1.

    Scores are no probabilities: wrap it in `CalibratedClassifier`, which learns them on rows held out.

    Attributes
    ----------
    classes_ : the classes
    support_, support_vectors_, n_support_ : row numbers, rows and counts by class of the support vectors
    dual_coef_, intercept_ : signed coefficients of the support vectors, laid out as scikit-learn's, and b
    coef_ : w, for the linear kernel
    kernel_ : the kernel that was used, with gamma as a number
    certificate_, converged_ : primal and dual value, gap and largest violation; whether it is within tol
    n_iter_, history_ : steps of each problem; and along the way problem, steps, violation and dual value

    Examples
    --------
    >>> from gnomon import SVC
    >>> X, y = [[3.0, 2.0], [4.0, 3.0], [1.0, 1.0], [5.0, 1.0]], ["+", "+", "-", "-"]
    >>> model = SVC(C=float("inf"), kernel="linear").fit(X, y)
    >>> model.coef_.round(6) + 0, model.intercept_.round(6)
    (array([[ 0., -2.]]), array([3.]))
    """

    C: float = between(
        0,
        inf,
        open=True,
        infinite=True,
        default=1.0,
        help="price of a row within the margin; infinite for a hard margin",
        grid=tuple(10.0**power for power in range(-2, 4)),
    )
    class_weight: Any = free(
        default=None,
        help="factor of each class's price, 'balanced' for equal weight, or None",
        kind="dict, 'balanced' or None",
    )
    bias: float | str = one_of_or(
        A_BIAS, "free", default="free", help="b: learned, or given and not learned (the generalized portrait)"
    )
    multi_class: str = one_of(
        "ovo",
        "ovr",
        default="ovo",
        help="a machine for each pair of classes, or for each class against the rest",
    )
    decision_function_shape: str = one_of(
        "ovr", "ovo", default="ovr", help="one score a class, or one a pair, for three classes or more"
    )
    break_ties: bool = flag(default=False, help="whether equal votes are decided by the sum of scores")
    random_state: Any = seed(help="not used: nothing is drawn at random")

    def fit_prepared(self, data: Any, start: Self | None = None) -> Self:
        """Fit each problem afresh; `fit_each` hands coefficients on from price to price."""
        self._fit(data, None, None)
        return self

    @classmethod
    def fit_each(cls, path: Sequence[Self], data: Any) -> Iterator[Self]:
        """Settings of one kernel follow each other by C and share kernel rows; other kernels run beside."""
        return fit_families(path, data, by=lambda setting: setting.C)

    def predict(self, X: Any) -> Array:
        """The class on whose side a row lies; of more than two, the one with most votes, first of equals."""
        check_is_fitted(self)
        if self.break_ties and self.decision_function_shape == "ovo" and len(self.classes_) > 2:
            raise ParameterError(
                "SVC(break_ties=True, decision_function_shape='ovo'): pairs give no score a class to break "
                "ties by; break_ties must be False, or decision_function_shape 'ovr'"
            )
        scores = self.scores(X)
        if len(self.classes_) == 2:
            return self.classes_[(scores[:, 0] > ON_PLANE).astype(np.intp)]
        if self.multi_class == "ovr" or self.break_ties:
            return self.classes_[first_largest(self._by_class(scores))]
        return self.classes_[first_largest(self._votes(scores))]

    def decision_function(self, X: Any) -> Floats:
        """f(x): above 0 on the side of the second class; of more than two, a score a class or a pair."""
        scores = self.scores(X)
        if len(self.classes_) == 2:
            return scores[:, 0]
        if self.multi_class == "ovo" and self.decision_function_shape == "ovo":
            return scores
        return self._by_class(scores)

    def _by_class(self, scores: Floats) -> Floats:
        if self.multi_class == "ovr":
            return scores
        found: Floats = _ovr_decision_function(scores < -ON_PLANE, -scores, len(self.classes_))
        return found

    def _votes(self, scores: Floats) -> Floats:
        """How many pairs each class wins: those where it stands first by a score above 0, else the second."""
        first, second = np.array(list(combinations(range(len(self.classes_)), 2))).T
        classes = np.arange(len(self.classes_))
        as_first, as_second = first[:, None] == classes, second[:, None] == classes
        is_first = scores > ON_PLANE
        return is_first @ as_first.astype(np.float64) + ~is_first @ as_second.astype(np.float64)

    def family_key(self) -> tuple[Any, ...]:
        """What kernel rows depend on, and which problems there are."""
        rows = self.kernel, self.degree, self.gamma, self.coef0, self.cache_size
        return *rows, self.bias, self.multi_class

    def _fit(
        self, data: Any, rows: KernelRows | None, start: list[Machine] | None
    ) -> tuple[KernelRows, list[Machine]]:
        """Fit on kernel rows that may be shared; `start` holds the machines of another price."""
        kept, labels, self.class_weight_, price = priced_rows(data, self.class_weight, self.C, "SVC")
        data, weight, _ = positive_rows(data, "SVC")
        # The rows of a class stand together, so that those of a pair are two stretches of the kernel's table.
        order = np.argsort(labels.codes, kind="stable")
        labels, price = labels[order], price[order]
        if rows is None:
            kernel = self.resolved_kernel(data, weight)
            rows = self.kernel_rows(data.rows(order), kernel, free_bias=self.bias == "free")
        machines = []
        for number, (second, first) in enumerate(self._problems(labels)):
            begin = None if start is None else start[number]
            sides = self._sides(labels, second, first, price) if begin is None else begin.sides.at(price)
            machines.append(fit_machine(rows, sides, begin, tol=self.tol, max_iter=self.max_iter))
        self._keep(data, rows, labels, machines, kept, order)
        return rows, machines

    def _problems(self, labels: Labels) -> list[tuple[int, int]]:
        """The class above and the class below of each machine; -1 for all the others."""
        if labels.n_classes == 2:
            return [(1, 0)]
        if self.multi_class == "ovr":
            return [(c, -1) for c in range(labels.n_classes)]
        return list(combinations(range(labels.n_classes), 2))

    def _sides(self, labels: Labels, above: int, below: int, price: Floats) -> Sides:
        is_above = labels.codes == above
        is_below = ~is_above if below < 0 else labels.codes == below
        rows = np.flatnonzero(is_above | is_below)
        bias = None if isinstance(self.bias, str) else float(self.bias)
        return Sides(rows, np.where(is_above[rows], 1.0, -1.0), price[rows], bias)

    def _keep(
        self,
        data: Any,
        rows: KernelRows,
        labels: Labels,
        machines: list[Machine],
        kept: Integers,
        order: Integers,
    ) -> None:
        coef = np.zeros((len(machines), len(labels)))
        for line, machine in zip(coef, machines):
            line[machine.sides.rows] = machine.solution.b
        used = np.flatnonzero(coef.any(axis=0))
        self.classes_ = labels.classes
        self.keep_support(data, rows.kernel, order[used], kept)
        self.n_support_ = np.bincount(labels.codes[used], minlength=labels.n_classes).astype(np.int32)
        self._machines = np.ascontiguousarray(coef[:, used])
        self.intercept_ = self._biases = np.array([machine.solution.bias for machine in machines])
        self.dual_coef_ = self._laid_out(labels.codes[used])
        self.n_iter_ = np.array([machine.solution.steps for machine in machines])
        self.history_ = np.vstack([with_problem(k, machine.solution) for k, machine in enumerate(machines)])
        residual = max(machine.solution.gap for machine in machines)
        self.certificate_ = Certificate(
            sum(machine.primal for machine in machines), sum(machine.dual for machine in machines), residual
        )
        self.converged_ = residual <= self.tol
        self.warn_unless_converged()

    def _laid_out(self, codes: Integers) -> Floats:
        """For pairs of K classes K - 1 lines: a support vector's coefficients against each other class.

        codes: the class of each, in order.
        """
        n_classes = len(self.classes_)
        if n_classes == 2 or self.multi_class == "ovr":
            return self._machines
        found = np.zeros((n_classes - 1, len(codes)))
        ends = np.searchsorted(codes, np.arange(n_classes + 1))
        of_class = [slice(*each) for each in pairwise(ends)]
        for line, (first, second) in zip(self._machines, combinations(range(n_classes), 2)):
            found[second - 1, of_class[first]] = line[of_class[first]]
            found[first, of_class[second]] = line[of_class[second]]
        return found


learners.add(
    "SVC",
    SVC,
    "the widest margin between classes, after a lift by a kernel",
    task=("classification",),
    family="kernel",
    default=False,
)
