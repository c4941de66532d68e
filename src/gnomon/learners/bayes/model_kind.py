"""What a model is a model of: each class, the border between them, or nothing but the rows themselves."""

from __future__ import annotations

from typing import Any

from gnomon.registry import learners

OF_EACH_CLASS = ("LinearDiscriminantAnalysis", "QuadraticDiscriminantAnalysis")


def model_kind(learner: Any) -> str:
    """The kind: "generative" (p(x, c), so it can draw rows), "discriminative" or "instance-based".

    learner: a learner, its class, or its name; scikit-learn's go by the same names.

    >>> model_kind("GaussianNB"), model_kind("LogisticRegression"), model_kind("KNeighborsClassifier")
    ('generative', 'discriminative', 'instance-based')
    """
    name = learner if isinstance(learner, str) else getattr(learner, "__name__", type(learner).__name__)
    known = name in learners
    family = learners[name].facts.get("family") if known or isinstance(learner, str) else None
    if family == "neighbors":
        return "instance-based"
    made = learners[name].facts.get("example", learners[name].thing)() if known else learner
    has_model = any(hasattr(made, ask) for ask in ("joint", "sample"))
    return "generative" if has_model or family == "mixtures" or name in OF_EACH_CLASS else "discriminative"
