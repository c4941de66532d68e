"""Gnomon: classical machine learning, honestly measured.

    task = gn.Task.read("heart.csv", target="disease")              features and target
    plan = gn.repeated(gn.k_fold(10), times=3)                      cross-validation, hold-out, bootstrap
    predictions = gn.resample(task, gn.LogisticRegression(), plan)
    predictions.estimate("auc")                                     a score with its confidence interval
    gn.compare(predictions, others, "auc")                          a paired test, valid for the design
    gn.run(gn.Design([task], learners, plan))                       many learners, resumable, with a report

Learners and transformers have scikit-learn's names (`gn.SVC`, `gn.PCA`); `gnomon list` shows all of them, and
`gn.find("confidence interval")` finds anything by the term of a textbook. Everything else by subject:

    datasets, preprocessing        data sets and generators; kinds of features, profiles, preparation
    metrics, curves, decisions     measures; ROC, precision-recall, learning curves; costs, thresholds
    stats, selection               intervals, tests, power; features, hyperparameters, complexity
    inspection, plotting, teaching explanations and importance; figures; methods step by step
    linear, svm, kernels, neighbors, trees, ensembles, bayes, networks, clustering, decomposition
    probability                    Bayes' rule, entropy, information
    records, models, errors        results files, reports, claims; model files; exceptions
"""

import importlib
import importlib.util
import sys
from typing import Any

__version__ = "0.1.0"

_FLOW = {
    "gnomon.data.table": ("Table",),
    "gnomon.data.task": ("Task",),
    "gnomon.data.sets": ("load",),
    "gnomon.features.profiles.table": ("profile",),
    "gnomon.sharing.learner": ("Learner",),
    "gnomon.sharing.block_fits": ("fit_blocks",),
    "gnomon.assessment.splits": (
        "Splits",
        "NestedSplits",
        "hold_out",
        "k_fold",
        "leave_one_out",
        "leave_groups_out",
        "repeated",
        "bootstrap",
        "rolling",
        "blocked",
        "train_validation_test",
        "nested",
    ),
    "gnomon.assessment.predictions": ("Predictions",),
    "gnomon.assessment.resample": (
        "resample",
        "resample_each",
        "grid_search",
    ),
    "gnomon.assessment.nested": ("assess_selection",),
    "gnomon.assessment.settings": (
        "hyperparameter_path",
        "hyperparameter_grid",
    ),
    "gnomon.assessment.intervals": ("Estimate",),
    "gnomon.assessment.comparison": (
        "Comparison",
        "compare",
    ),
    "gnomon.assessment.comparing.pairwise": ("compare_all",),
    "gnomon.assessment.bias_variance": ("bias_variance",),
    "gnomon.assessment.curves.learning": ("learning_curve",),
    "gnomon.assessment.curves.validation": ("validation_curve",),
    "gnomon.assessment.decisions.thresholded": ("ThresholdedClassifier",),
    "gnomon.assessment.calibration.calibrated": ("CalibratedClassifier",),
    "gnomon.assessment.online": ("prequential",),
    "gnomon.learners.kernel.lifts.approximation": (
        "Nystroem",
        "RBFSampler",
    ),
    "gnomon.learners.rules.subgroups": ("SubgroupFeatures",),
    "gnomon.experiments.design": ("Design",),
    "gnomon.experiments.hyperparameter_grids": ("GridSearch",),
    "gnomon.experiments.forecast": ("forecast_runtime",),
    "gnomon.experiments.tune": ("tune",),
    "gnomon.experiments.run": ("run",),
    "gnomon.experiments.checks.checking": ("check_methodology",),
    "gnomon.experiments.results": ("Results",),
    "gnomon.explanations.explaining": ("explain",),
    "gnomon.models.save": ("save_model",),
    "gnomon.models.load": ("load_model",),
    "gnomon.models.onnx.export": ("export_onnx",),
    "gnomon.search": ("find",),
}
_MODULES = (
    "bayes",
    "clustering",
    "curves",
    "datasets",
    "decisions",
    "decomposition",
    "ensembles",
    "errors",
    "inspection",
    "kernels",
    "linear",
    "metrics",
    "models",
    "neighbors",
    "networks",
    "plotting",
    "preprocessing",
    "probability",
    "records",
    "selection",
    "stats",
    "svm",
    "teaching",
    "trees",
)
_HOME = {name: module for module, names in _FLOW.items() for name in names}


def __getattr__(name: str) -> Any:
    """Import a public name, a learner or transformer, or a module lazily at first use."""
    if name == "__all__":
        return _names_for_pydoc() if sys._getframe(1).f_globals.get("__name__") == "pydoc" else __dir__()
    if name in _HOME:
        value = getattr(importlib.import_module(_HOME[name]), name)
    elif name in _MODULES:
        value = importlib.import_module(f"gnomon.{name}")
    else:
        value = _registered(name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    registry = importlib.import_module("gnomon.registry")
    return sorted({*_HOME, *_MODULES, *registry.learners, *registry.transformers, "__version__"})


def _registered(name: str) -> Any:
    registry = importlib.import_module("gnomon.registry")
    if name[:1].isupper():
        for entries in (registry.learners, registry.transformers):
            if name in entries:
                return entries[name].thing
    # Python calls __getattr__ first for the submodules that it imports.
    is_submodule = name.startswith("_") or importlib.util.find_spec(f"gnomon.{name}") is not None
    hint = "" if is_submodule else importlib.import_module("gnomon.search").hint(name)
    raise AttributeError(f"module 'gnomon' has no attribute {name!r}{hint}")


def _names_for_pydoc() -> list[str]:
    """Empty, so that `help(gn)` prints the module docstring, not the documentation of every name."""
    return []
