"""Gnomon: classical machine learning, honestly measured.

The flow, and where to start reading::

    data          a file becomes a Table, a Table with a target becomes a Task
    sharing       what a learner is, and how work is prepared once for many fits
    learners      one file a learner
    assessment    splits, predictions, measures, estimates with their intervals
    experiments   many tasks, learners and splits, resumable
    report, cli   what people see

Names are loaded on first use, so that `import gnomon` costs next to nothing.
"""

import importlib
from typing import Any

__version__ = "0.1.0"

_PUBLIC = {
    "gnomon.data.table": ("Table", "Column"),
    "gnomon.data.task": ("Task",),
    "gnomon.data.read": ("read_table",),
    "gnomon.data.sets": ("load",),
    "gnomon.data.generate": (
        "xor",
        "rings",
        "moons",
        "blobs",
        "two_gaussians",
        "noisy_polynomial",
        "TwoGaussians",
        "NoisyPolynomial",
        "BayesOracle",
    ),
    "gnomon.sharing.learner": ("Learner",),
    "gnomon.sharing.train": ("train_each",),
    "gnomon.assessment.splits": (
        "Splits",
        "hold_out",
        "k_fold",
        "leave_one_out",
        "repeated",
        "bootstrap",
    ),
    "gnomon.assessment.predictions": ("Predictions",),
    "gnomon.assessment.resample": ("resample", "resample_each", "select"),
    "gnomon.assessment.intervals": ("Estimate",),
    "gnomon.assessment.comparison": ("Comparison", "compare"),
    "gnomon.experiments.design": ("Design",),
    "gnomon.experiments.run": ("run",),
    "gnomon.experiments.results": ("Results",),
    "gnomon.report.html": ("write_report",),
}
_HOME = {name: module for module, names in _PUBLIC.items() for name in names}

__all__ = [*_HOME, "__version__"]


def __getattr__(name: str) -> Any:
    """Find a public name, or a learner by its class name, and keep it."""
    if name in _HOME:
        value = getattr(importlib.import_module(_HOME[name]), name)
    elif name[:1].isupper() and name in importlib.import_module("gnomon.registry").learners:
        value = importlib.import_module("gnomon.registry").learners[name].thing
    else:
        raise AttributeError(f"module 'gnomon' has no attribute {name!r}")
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *_HOME, *importlib.import_module("gnomon.registry").learners})
