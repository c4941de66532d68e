"""Validation curve of an SVM: error and number of support vectors against a kernel hyperparameter."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Self

import numpy as np
from sklearn.base import clone

from gnomon.assessment.curves.validation import validation_curve
from gnomon.data.table import Table
from gnomon.data.task import Task
from gnomon.plotting.panels import Panels
from gnomon.plotting.parameter_curve import ParameterCurve
from gnomon.registry import displays


class SupportCurveDisplay(Panels):
    """Validation curve of an SVM: error and number of support vectors against one hyperparameter.

    Both increase where the SVM overfits.

    Examples
    --------
    >>> import gnomon as gn
    >>> gn.plotting.SupportCurveDisplay.from_table(gn.load("digits-polynomial"), "degree").titles
    ['error', 'support vectors']
    """

    panel_size: ClassVar[tuple[float, float]] = (3.4, 2.8)

    @classmethod
    def from_table(cls, table: Table, parameter: str) -> Self:
        """Plot a table of results: columns error_1 (in percent), patterns_1, ..., and the hyperparameter."""
        sets = [name.removeprefix("error_") for name in table.names if name.startswith("error_")]
        errors = {f"set {name}": table.column(f"error_{name}").values for name in sets}
        patterns = {
            f"set {name}": table.column(f"patterns_{name}").values
            for name in sets
            if f"patterns_{name}" in table.names
        }
        return cls._of(parameter, table.column(parameter).values, errors, patterns, "error (%)")

    @classmethod
    def from_task(
        cls,
        task: Task,
        estimator: Any,
        parameter: str,
        values: Sequence[Any],
        plan: Any,
        *,
        sigma: bool = False,
    ) -> Self:
        """Compute cross-validated and training error at each value, and support vectors of a fit on all rows.

        sigma: whether values are bandwidths σ of an RBF kernel, with gamma = 1 / (2 σ²).
        """
        settings = [0.5 / value**2 for value in values] if sigma else list(values)
        curve = validation_curve(task, estimator, parameter, settings, plan, "error").frame()
        errors = {"held out": curve["score"], "training": curve["train_score"]}
        fits = [clone(estimator).set_params(**{parameter: value}).fit(task.X, task.y) for value in settings]
        counts = {"on all rows": [len(model.support_) for model in fits]}
        return cls._of("σ" if sigma else parameter, values, errors, counts, "error")

    @classmethod
    def example(cls) -> Self:
        """Bandwidth of an RBF SVM on two moons."""
        from gnomon.assessment.splits import k_fold
        from gnomon.data.generate import make_moons
        from gnomon.learners.kernel.svc import SVC

        task = make_moons(120, noise=0.3, random_state=0)
        widths = [0.03, 0.1, 0.3, 1.0, 3.0]
        return cls.from_task(task, SVC(random_state=None), "gamma", widths, k_fold(5), sigma=True)

    @classmethod
    def _of(
        cls, parameter: str, values: Any, errors: Mapping[str, Any], counts: Mapping[str, Any], what: str
    ) -> Self:
        named = [("error", what, errors), ("support vectors", "support vectors", counts)]
        panels = [each for each in named if each[2]]
        parts = [ParameterCurve(parameter, np.asarray(values), lines, words) for _, words, lines in panels]
        return cls(parts, [title for title, _, _ in panels], columns=2)


displays.add(
    "SupportCurveDisplay",
    SupportCurveDisplay,
    "error and number of support vectors against a hyperparameter of an SVM",
)
