"""Preprocessing of tables: kinds of features, descriptions of columns, missing values, automatic preparation.

The transformers themselves (scaling, encoding, imputation, discretization) are classes at the top level, such
as `gn.ImputeByKind`; `gnomon list transformers` shows them.

Kinds of features (levels of measurement, scales)
    `feature_kinds`, `feature_transformations`, `permissible_statistics`
Describe a table (exploratory data analysis, data profiling)
    `Profile`, `column_overview`, `missingness`
Automatic preparation
    `preparation_plan`, `PreparationPlan`, `prepared_estimator`
"""

from typing import TYPE_CHECKING

from gnomon.features.automatic.preparation import PreparationPlan, preparation_plan, prepared_estimator
from gnomon.features.kinds import feature_kinds, feature_transformations, permissible_statistics
from gnomon.features.missingness import missingness
from gnomon.features.overview import column_overview
from gnomon.features.profiles.table import Profile
from gnomon.public_attributes import public_attributes

__all__ = [
    "PreparationPlan",
    "Profile",
    "column_overview",
    "feature_kinds",
    "feature_transformations",
    "missingness",
    "permissible_statistics",
    "preparation_plan",
    "prepared_estimator",
]

if not TYPE_CHECKING:
    __getattr__, __dir__ = public_attributes(__name__, __all__)
