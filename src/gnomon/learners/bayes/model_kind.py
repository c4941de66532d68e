"""Generative, discriminative or instance-based: the kind of a model."""

from __future__ import annotations

from typing import Any

from gnomon.registry import learners

GENERATIVE = ("LinearDiscriminantAnalysis", "QuadraticDiscriminantAnalysis")


def model_kind(learner: Any) -> str:
    """Kind of a model: "generative" (models p(x, c)), "discriminative" or "instance-based".

    learner: a learner, its class, or its name; scikit-learn's have the same names.

    >>> model_kind("GaussianNB"), model_kind("LogisticRegression"), model_kind("KNeighborsClassifier")
    ('generative', 'discriminative', 'instance-based')
    """
    name = learner if isinstance(learner, str) else getattr(learner, "__name__", type(learner).__name__)
    known = name in learners
    family = learners[name].facts.get("family") if known or isinstance(learner, str) else None
    if family == "neighbors":
        return "instance-based"
    estimator = learners[name].facts.get("example", learners[name].thing)() if known else learner
    has_density = any(hasattr(estimator, method) for method in ("joint", "sample"))
    return "generative" if has_density or family == "mixtures" or name in GENERATIVE else "discriminative"
