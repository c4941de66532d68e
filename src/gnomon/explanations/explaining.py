"""Local explanation of a prediction by the method that suits the model (`explain`)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
from sklearn.pipeline import Pipeline
from sklearn.utils.validation import check_is_fitted

from gnomon.data.table import Table
from gnomon.data.task import Task
from gnomon.errors import ParameterError
from gnomon.explanations.boosters import explain_boosters
from gnomon.explanations.case import Case, case_of
from gnomon.explanations.column_origins import joined_origins
from gnomon.explanations.explanation import Explanation, contributions
from gnomon.explanations.fired_rules import explain_rules
from gnomon.explanations.forest_paths import explain_forest
from gnomon.explanations.linear import explain_linear
from gnomon.explanations.model_output import output_of
from gnomon.explanations.neighbors import explain_neighbors
from gnomon.explanations.odds_factors import explain_factors, factors_explanation
from gnomon.explanations.shapley import shapley_values
from gnomon.explanations.support import explain_support
from gnomon.explanations.tree_path import explain_tree
from gnomon.seeds import Seed

# The first that supports the model explains it.
KINDS: tuple[Callable[[Any, Case], Explanation | None], ...] = (
    explain_tree,
    explain_rules,
    explain_neighbors,
    explain_factors,
    explain_forest,
    explain_boosters,
    explain_linear,
    explain_support,
)


def explain(
    model: Any,
    row: Any,
    *,
    task: Task | None = None,
    background: Any = None,
    kind: str | None = None,
    random_state: Seed = 0,
) -> Explanation:
    """Explain one prediction of a fitted model (local explanation).

    Trees are explained by the decision path, rule learners by the rules that fire, nearest neighbors by the
    neighbors, naive Bayes by Bayes factors, linear models, forests and boosted trees by additive
    contributions, kernel machines by support vectors, any other model by Shapley values. Pipelines are
    explained by the columns of the original table if their steps can be traced. The result is association,
    not causation.

    row: the case: one row of a table or an array, a dict, a Series, or a row index of the task. task:
    training data. background: background data for contributions and Shapley values; by default a sample of
    the task. kind: "Shapley values" for any model, or None for the method that suits it. random_state: seed.

    >>> import gnomon as gn
    >>> task = gn.load("iris")
    >>> model = gn.DecisionTreeClassifier(max_depth=2).fit(task.X, task.y)
    >>> explain(model, 0, task=task).kind
    'path'
    """
    check_is_fitted(model)
    if not hasattr(model, "predict"):
        raise ParameterError(
            f"{type(model).__name__} has no predict, so there is no prediction to explain; pass a "
            "classifier, a regressor, or a pipeline that ends in one"
        )
    if kind not in (None, "Shapley values"):
        raise ParameterError(
            f"kind={kind!r}: use 'Shapley values', or None for the method that suits the model"
        )
    case = case_of(model, row, task, _rows(background), random_state)
    explanation = None
    if kind is None:
        explanation = _of_pipeline(model, case) if isinstance(model, Pipeline) else _first(model, case)
    return _shapley(model, case, random_state) if explanation is None else explanation


def _first(model: Any, case: Case) -> Explanation | None:
    """The explanation by the first method that supports the model."""
    explanations = (explain_kind(model, case) for explain_kind in KINDS)
    return next((each for each in explanations if each is not None), None)


def _of_pipeline(model: Any, case: Case) -> Explanation | None:
    """The explanation of the last step, with contributions summed by original column."""
    before, last = model[:-1], model.steps[-1][1]
    X = before.transform(case.X)
    background = None if case.background is None else before.transform(case.background)
    shown = X.iloc[0].tolist() if hasattr(X, "iloc") else np.ravel(_dense(X)).tolist()
    names = _names_out(before, len(shown))
    prepared = _first(last, Case(X, names, shown, background))
    if prepared is None:
        return None
    steps = [step for _, step in model.steps[:-1]]
    origin = joined_origins(steps, len(case.names))
    if origin is None or len(origin) != len(names):
        return replace(
            prepared, note=f"{prepared.note} Columns are those after the preprocessing steps.".strip()
        )
    if "feature" not in prepared.table or len(set(names)) < len(names):
        return replace(
            prepared, note=f"{prepared.note} Columns are those after the preprocessing steps.".strip()
        )
    return _grouped(prepared, case, names, origin)


def _grouped(prepared: Explanation, case: Case, names: list[str], origin: Any) -> Explanation:
    """Contributions of preprocessed columns, summed by original column."""
    column = {name: int(index) for name, index in zip(names, origin)}
    sums = np.zeros(len(case.names))
    for name, amount in zip(prepared.table["feature"], prepared.table["contribution"]):
        sums[column[name]] += amount
    used = np.unique(origin)
    shown = [case.names[each] for each in used], [case.values[each] for each in used], sums[used]
    if prepared.kind == "factors":
        return factors_explanation(*shown, prepared.base, prepared.output, prepared.predicted)
    return contributions(
        prepared.kind,
        prepared.predicted,
        *shown,
        prepared.base,
        prepared.value,
        prepared.output,
        prepared.note,
    )


def _shapley(model: Any, case: Case, random_state: Seed) -> Explanation:
    if case.background is None:
        raise ParameterError(
            f"{type(model).__name__} is explained by Shapley values, which need background data; pass task= "
            f"or background="
        )
    explained = output_of(model, case.X)
    phi, error, base = shapley_values(explained.of, case.X, case.background, random_state)
    n_rows = case.background.shape[0]
    note = f"Shapley values relative to the mean prediction for {n_rows} background rows"
    note += ", exact." if error is None else ", by sampled permutations; ± standard error."
    return contributions(
        "Shapley values",
        explained.predicted,
        case.names,
        case.values,
        phi,
        base,
        explained.value,
        explained.output,
        note,
        error,
    )


def _rows(background: Any) -> Any:
    if isinstance(background, Task):
        return background.X
    if isinstance(background, Table):
        return background.to_pandas()
    return np.asarray(background) if isinstance(background, list | tuple) else background


def _names_out(steps: Any, n_columns: int) -> list[str]:
    try:
        names = [str(name) for name in steps.get_feature_names_out()]
    except (AttributeError, ValueError):
        names = []
    return names if len(names) == n_columns else [f"x{index}" for index in range(n_columns)]


def _dense(X: Any) -> Any:
    return X.toarray() if hasattr(X, "toarray") else np.asarray(X)
