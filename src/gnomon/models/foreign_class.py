"""A scikit-learn class that a model file may contain: the fields of its fitted state, and rules."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from gnomon.models.fitted_fields import Dimensions

Rule = Callable[[Any, Dimensions], None]


@dataclass(frozen=True)
class ForeignClass:
    """A class of scikit-learn: the fields of its fitted state, and further rules for their values.

    has_columns: whether it stores the number of columns that it was fitted on.
    """

    fields: Mapping[str, str] = field(default_factory=dict)
    rules: tuple[Rule, ...] = ()
    has_columns: bool = True
