"""What the base class does around the fits of a learner: absent classes are dropped, summaries stored.

A fold, or a class declared beforehand, may leave a class without rows. `fit_prepared` and `fit_each` of a
learner get rows, or a summary, of the other classes only. The whole summary is stored for `partial_fit` and
`forget`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import wraps
from typing import Any


def store_summary(cls: Any) -> None:
    """Wrap `fit_prepared` and `fit_each` of a class, if it defines them."""
    if "fit_prepared" in vars(cls):
        cls.fit_prepared = _fit_and_store(cls.fit_prepared)
    if "fit_each" in vars(cls):
        cls.fit_each = classmethod(_fit_each_and_store(vars(cls)["fit_each"].__func__))


def _fit_and_store(fit: Callable[..., Any]) -> Callable[..., Any]:
    @wraps(fit)
    def fit_prepared(self: Any, data: Any, *args: Any, **kwargs: Any) -> Any:
        model = fit(self, _of_present_classes(data), *args, **kwargs)
        if self.summarizes:
            self.prepared_ = data
        return model

    return fit_prepared


def _fit_each_and_store(fit: Callable[..., Any]) -> Callable[..., Any]:
    @wraps(fit)
    def fit_each(cls: Any, path: Sequence[Any], data: Any) -> Iterator[Any]:
        for model in fit(cls, path, _of_present_classes(data)):
            if cls.summarizes:
                model.prepared_ = data
            yield model

    return fit_each


def _of_present_classes(data: Any) -> Any:
    return data.of_present_classes() if hasattr(data, "of_present_classes") else data
