"""Automatic preprocessing plan of a raw table: by table and learner; printable, editable, exported as Python.

The steps are determined once, from the whole table without its target; their parameters (medians, frequent
levels, scales) are fitted on each training set.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from sklearn.pipeline import make_pipeline

from gnomon.data.table import Table
from gnomon.data.task import Task
from gnomon.errors import DataError, ParameterError
from gnomon.features.automatic.column_use import ColumnUse, use_of
from gnomon.features.automatic.needs import Needs, needs_of
from gnomon.features.automatic.prepare_table import PrepareTable
from gnomon.features.automatic.script import script_of
from gnomon.features.automatic.wording import done_with, printable, why_of
from gnomon.sharing.foreign import adapted

if TYPE_CHECKING:
    import pandas as pd

# Minimum fraction of missing values for a missing indicator.
MIN_MISSING = 0.05
# Maximum number of terms of all text columns, and minimum per column.
MAX_TERMS, MIN_TERMS = 300, 20
_IN_EVERY_FOLD = "All steps are fitted on the training rows of every fold, so folds share no computation."


@dataclass(frozen=True)
class PreparationPlan:
    """The preprocessing plan of a table: the steps of each column; returned by `preparation_plan`.

    columns: the use of each column, in order. needs: the requirements of the learner; None without a learner.
    has_categories, is_sparse: properties of the table. notes: remarks on the whole plan.

    >>> import gnomon as gn
    >>> preparation_plan(gn.Table.of({"nr": range(1, 31), "age": [31.5, 45.0] * 15})).left_out
    ('nr',)
    """

    columns: tuple[ColumnUse, ...]
    needs: Needs | None = None
    has_categories: bool = False
    is_sparse: bool = False
    notes: tuple[str, ...] = ()

    @property
    def left_out(self) -> tuple[str, ...]:
        """The names of the dropped columns."""
        return tuple(use.name for use in self.columns if use.left_out)

    def step(self, learner: Any, *, always: bool = False) -> PrepareTable | None:
        """The transformer that this learner requires; None if it accepts the features of a task unchanged.

        always: return one in any case (except for sparse tables), so that raw tables are accepted too.
        """
        needs = needs_of(learner)
        return None if self.is_sparse or not (always or self._is_needed(needs)) else self._step(needs)

    def pipeline(self, learner: Any, *, always: bool = False) -> Any:
        """Pipeline of the required transformer and the learner, or the learner itself; always: as in `step`.

        >>> import gnomon as gn
        >>> preparation_plan(gn.load("iris")).pipeline(gn.GaussianNB())
        GaussianNB()
        """
        step = self.step(learner, always=always)
        return learner if step is None else make_pipeline(step, learner)

    def code(self, learner: Any, *, always: bool = False) -> str:
        """A Python script that constructs the same pipeline, as `model`.

        >>> import gnomon as gn
        >>> print(preparation_plan(gn.load("iris")).code(gn.GaussianNB()))
        from gnomon import GaussianNB
        <BLANKLINE>
        model = GaussianNB()
        """
        return script_of(self.pipeline(learner, always=always))

    def frame(self) -> pd.DataFrame:
        """One row per column: name, kind, preprocessing, and reason."""
        import pandas as pd

        rows = [
            (use.name, use.kind, done_with(use, self.needs, self._is_marked(use)), why_of(use, self.needs))
            for use in self.columns
        ]
        return pd.DataFrame(rows, columns=["column", "kind", "done", "why"])

    def __str__(self) -> str:
        rows = [[printable(str(cell), 100) for cell in row] for row in self.frame().itertuples(index=False)]
        rows = [[printable(row[0]), *row[1:]] for row in rows]
        headings = ["column", "kind", "preprocessing"]
        widths = [max(len(row[index]) for row in [headings, *rows]) for index in range(3)]
        lines = ["  ".join(cell.ljust(width) for cell, width in zip(headings, widths)) + "  why"]
        lines += ["  ".join([*map(str.ljust, row[:3], widths), row[3]]).rstrip() for row in rows]
        return "\n".join([*lines, *self.notes])

    def _is_marked(self, use: ColumnUse) -> bool:
        # A column with one distinct value and missing values is informative by its missing values only.
        is_common = use.share_missing >= MIN_MISSING or (use.n_levels == 1 and use.n_missing > 0)
        return use.kind != "categorical" and not use.left_out and is_common

    def _is_needed(self, needs: Needs) -> bool:
        """Whether the learner requires a step before it gets the features from `gn.resample`."""
        for use in self.columns:
            is_ranked = use.kind == "ordinal" and self.has_categories
            is_scaled = needs.scale and use.kind in ("quantitative", "ordinal")
            is_encoded = needs.encode and use.kind == "categorical"
            is_filled = needs.fill and use.n_missing > 0
            if use.left_out or use.changed or is_ranked or is_scaled or is_encoded or is_filled:
                return True
        return False

    @staticmethod
    def _max_terms(used: Sequence[ColumnUse]) -> int:
        """Maximum number of terms per text column: fewer if there are several."""
        n_texts = max(sum(use.kind == "text" for use in used), 1)
        return max(MAX_TERMS // n_texts, MIN_TERMS) if n_texts > 3 else MAX_TERMS // 3

    def _step(self, needs: Needs) -> PrepareTable:
        used = [use for use in self.columns if not use.left_out]
        if not used:
            raise DataError(
                f"every column is dropped: {self.columns[0].name!r} {self.columns[0].left_out}; select "
                "columns to use by {keep}",
                settings={"keep": ...},
            )
        levels = {kind: {use.name: list(use.levels) for use in used if use.kind == kind} for kind in _LEVELED}
        return PrepareTable(
            names=[use.name for use in self.columns],
            drop=list(self.left_out),
            categories=[use.name for use in used if use.kind == "categorical"],
            ordinals=levels["ordinal"] or None,
            booleans=levels["boolean"] or None,
            dates={use.name: use.date for use in used if use.date is not None} or None,
            texts=[use.name for use in used if use.kind == "text"],
            max_terms=self._max_terms(used),
            sparse=needs.sparse,
            mark=[use.name for use in used if needs.fill and use.n_missing and self._is_marked(use)],
            fill=needs.fill,
            encode=needs.encode,
            drop_first=needs.independent,
            scale=needs.scale,
        )


_LEVELED = ("ordinal", "boolean")


def preparation_plan(
    task: Task | Table,
    learner: Any = None,
    *,
    drop: Sequence[str] = (),
    kinds: Mapping[str, str] | None = None,
    keep: Sequence[str] = (),
) -> PreparationPlan:
    """The preprocessing plan of a task's table: the steps of each column for a learner.

    learner: the estimator to prepare for; None for the steps common to all learners. drop: columns to drop.
    kinds: declared kinds of columns (quantitative, ordinal, categorical, boolean, date, text, or
    "date %d/%m/%Y"). keep: columns to use even if they look like identifiers, text or constants.

    >>> import gnomon as gn
    >>> task = gn.Task({"nr": range(1, 13), "age": [31.0, 45.0, 52.0] * 4}, ["a", "b", "b"] * 4)
    >>> print(preparation_plan(task, gn.SVC()))
    column  kind          preprocessing  why
    nr      quantitative  left out       it is a row number
    age     quantitative  standardized   the learner depends on the scale of the columns
    All steps are fitted on the training rows of every fold, so folds share no computation.
    """
    table = task.table if isinstance(task, Task) else task
    names = _listed(drop), _listed(keep)
    for name in (*names[0], *(kinds or {}), *names[1]):
        if name not in table.names:
            raise table.no_column(name)
    _check_kinds(table, kinds or {})
    if table.is_sparse:
        uses = tuple(ColumnUse(name, "quantitative") for name in table.names)
        note = "The table is sparse: it is passed to the learner unchanged."
        return PreparationPlan(uses, is_sparse=True, notes=(note,))
    uses = tuple(
        ColumnUse(name, table.kinds[name], left_out="is dropped by the user")
        if name in names[0]
        else use_of(table.column(name), (kinds or {}).get(name), keep=name in names[1])
        for name in table.names
    )
    needs = None if learner is None else needs_of(learner)
    plan = PreparationPlan(uses, needs, table.has_categories, notes=_notes(task))
    is_needed = needs is not None and plan._is_needed(needs)
    return replace(plan, notes=(*plan.notes, _IN_EVERY_FOLD)) if is_needed else plan


def prepared_estimator(
    learner: Any,
    task: Task | Table,
    *,
    drop: Sequence[str] = (),
    kinds: Mapping[str, str] | None = None,
    keep: Sequence[str] = (),
    always: bool = False,
) -> Any:
    """A pipeline of the preprocessing that this table and learner require and the learner, or the learner.

    All steps are fitted on the training rows of each fold. `preparation_plan` shows the steps; drop, kinds
    and keep are its parameters. A learner that requires no step is returned unchanged: it shares computation
    between folds, and is to be fitted on the features of a task. always: return a pipeline in any case, which
    accepts raw tables (strings for Booleans, columns in any order), with the same predictions.

    >>> import gnomon as gn
    >>> task = gn.Task({"age": [31.0, None, 52.0, 40.0], "town": ["Ulm", "Bonn"] * 2}, [0, 1, 1, 0])
    >>> model = prepared_estimator(gn.LogisticRegression(), task).fit(task.X, task.y)
    >>> model[:-1].get_feature_names_out().tolist()
    ['age', 'age: missing', 'town=Ulm']
    >>> prepared_estimator(gn.RandomForestClassifier(), task)
    RandomForestClassifier()
    """
    return preparation_plan(task, drop=drop, kinds=kinds, keep=keep).pipeline(adapted(learner), always=always)


def _listed(names: Sequence[str]) -> tuple[str, ...]:
    return (names,) if isinstance(names, str) else tuple(names)


def _check_kinds(table: Table, kinds: Mapping[str, str]) -> None:
    """Raise ParameterError for kinds that cannot be restored, as tasks pass levels to learners as codes."""
    for name, kind in kinds.items():
        involved = {table.kinds[name], kind} & set(_LEVELED)
        is_coded = table.kinds[name] == "boolean" or (involved and not table.has_categories)
        if is_coded and kind != table.kinds[name]:
            raise ParameterError(
                f"{{kinds}}: the column is {table.kinds[name]} in the task; declare the kind there, as in "
                "Task(..., {kinds})",
                column=name,
                settings={"kinds": {name: kind}},
            )


def _notes(task: Task | Table) -> tuple[str, ...]:
    if isinstance(task, Task) and task.weight is not None:
        return ("Sample weights are used by the learner only: medians, levels and scales are unweighted.",)
    return ()
