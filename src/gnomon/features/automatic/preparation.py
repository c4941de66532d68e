"""Automatic preparation of a raw table: decided from table and learner, shown, editable, exported as Python.

Which steps there are is decided once, from the whole table without its target; what they learn (medians,
common levels, scales) is learned inside every training set.
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

# From this share of missing values on, that a value is missing is worth a column.
COMMON = 0.05
# Words of all texts together that become columns, and of each at least.
MOST_TERMS, FEWEST_TERMS = 300, 20
_IN_EVERY_FOLD = "All of it is learned anew from the training rows of every fold, so folds share no work."


@dataclass(frozen=True)
class PreparationPlan:
    """What is done with each column of a table before a learner sees it; made by `preparation_plan`.

    columns: one use for each column, in order. needs: what the learner needs; None where none was given.
    has_categories, is_sparse: facts of the table. notes: what is worth knowing of the whole.

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
        """The names of the columns that are left out."""
        return tuple(use.name for use in self.columns if use.left_out)

    def step(self, learner: Any, *, always: bool = False) -> PrepareTable | None:
        """The transformer that this learner needs; None where it can read the features of a task as they are.

        always: there is one in any case (but for sparse tables), so that raw tables can be read, too.
        """
        needs = needs_of(learner)
        return None if self.is_sparse or not (always or self._is_needed(needs)) else self._step(needs)

    def pipeline(self, learner: Any, *, always: bool = False) -> Any:
        """The learner behind the transformer that it needs, or the learner itself; always: as in `step`.

        >>> import gnomon as gn
        >>> preparation_plan(gn.load("iris")).pipeline(gn.GaussianNB())
        GaussianNB()
        """
        step = self.step(learner, always=always)
        return learner if step is None else make_pipeline(step, learner)

    def code(self, learner: Any, *, always: bool = False) -> str:
        """A Python script that makes the same pipeline, as `model`.

        >>> import gnomon as gn
        >>> print(preparation_plan(gn.load("iris")).code(gn.GaussianNB()))
        from gnomon import GaussianNB
        <BLANKLINE>
        model = GaussianNB()
        """
        return script_of(self.pipeline(learner, always=always))

    def frame(self) -> pd.DataFrame:
        """One row a column: its name, its kind, what is done, and why."""
        import pandas as pd

        rows = [
            (use.name, use.kind, done_with(use, self.needs, self._is_marked(use)), why_of(use, self.needs))
            for use in self.columns
        ]
        return pd.DataFrame(rows, columns=["column", "kind", "done", "why"])

    def __str__(self) -> str:
        rows = [[printable(str(cell), 100) for cell in row] for row in self.frame().itertuples(index=False)]
        rows = [[printable(row[0]), *row[1:]] for row in rows]
        heads = ["column", "kind", "what is done"]
        widths = [max(len(row[place]) for row in [heads, *rows]) for place in range(3)]
        lines = ["  ".join(cell.ljust(width) for cell, width in zip(heads, widths)) + "  why"]
        lines += ["  ".join([*map(str.ljust, row[:3], widths), row[3]]).rstrip() for row in rows]
        return "\n".join([*lines, *self.notes])

    def _is_marked(self, use: ColumnUse) -> bool:
        # A column with one value and gaps tells nothing but where it has gaps.
        is_common = use.share_missing >= COMMON or (use.n_levels == 1 and use.n_missing > 0)
        return use.kind != "categorical" and not use.left_out and is_common

    def _is_needed(self, needs: Needs) -> bool:
        """Whether the learner would not get what it should from `gn.resample` without any step."""
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
        """How many words of each text become columns: fewer where there are several texts."""
        n_texts = max(sum(use.kind == "text" for use in used), 1)
        return max(MOST_TERMS // n_texts, FEWEST_TERMS) if n_texts > 3 else MOST_TERMS // 3

    def _step(self, needs: Needs) -> PrepareTable:
        used = [use for use in self.columns if not use.left_out]
        if not used:
            raise DataError(
                f"every column is left out: {self.columns[0].name!r} {self.columns[0].left_out}; name those "
                "to keep by keep=[...]"
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
            without_first=needs.independent,
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
    """What is done with each column of a task's table before a learner sees it.

    learner: whose needs are met; what is done for any learner, if not given. drop: columns to leave out.
    kinds: overrides the kind of some (quantitative, ordinal, categorical, boolean, date, or "date %d/%m/%Y").
    keep: columns that are used though they look like identifiers, text or constants.

    >>> import gnomon as gn
    >>> task = gn.Task({"nr": range(1, 13), "age": [31.0, 45.0, 52.0] * 4}, ["a", "b", "b"] * 4)
    >>> print(preparation_plan(task, gn.SVC()))
    column  kind          what is done  why
    nr      quantitative  left out      it counts the rows
    age     quantitative  scaled        units matter to the learner
    All of it is learned anew from the training rows of every fold, so folds share no work.
    """
    table = task.table if isinstance(task, Task) else task
    names = _listed(drop), _listed(keep)
    for name in (*names[0], *(kinds or {}), *names[1]):
        if name not in table.names:
            raise table.no_column(name)
    _refuse_levels(table, kinds or {})
    if table.is_sparse:
        uses = tuple(ColumnUse(name, "quantitative") for name in table.names)
        note = "The table is sparse: it is given to the learner as it is."
        return PreparationPlan(uses, is_sparse=True, notes=(note,))
    uses = tuple(
        ColumnUse(name, table.kinds[name], left_out="was dropped by you")
        if name in names[0]
        else use_of(table.column(name), (kinds or {}).get(name), keep=name in names[1])
        for name in table.names
    )
    needs = None if learner is None else needs_of(learner)
    found = PreparationPlan(uses, needs, table.has_categories, notes=_notes(task))
    is_needed = needs is not None and found._is_needed(needs)
    return replace(found, notes=(*found.notes, _IN_EVERY_FOLD)) if is_needed else found


def prepared_estimator(
    learner: Any,
    task: Task | Table,
    *,
    drop: Sequence[str] = (),
    kinds: Mapping[str, str] | None = None,
    keep: Sequence[str] = (),
    always: bool = False,
) -> Any:
    """The learner behind the steps that this table and this learner need; itself, where it needs none.

    All that the steps learn is learned from the training rows of each fold. `preparation_plan` shows the
    steps; drop, kinds and keep are those of `preparation_plan`. A learner that needs no step shares its work
    over folds, and is to be given the features of a task. always: it is put behind one all the same, so that
    it reads raw tables (words for truth values, columns in any order), with the same answers.

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


def _refuse_levels(table: Table, kinds: Mapping[str, str]) -> None:
    """A task gives columns of numbers and levels to learners as codes, which have lost their own values."""
    for name, kind in kinds.items():
        involved = {table.kinds[name], kind} & set(_LEVELED)
        is_lost = table.kinds[name] == "boolean" or (involved and not table.has_categories)
        if is_lost and kind != table.kinds[name]:
            raise ParameterError(
                f"kinds={{{name!r}: {kind!r}}}: the column is {table.kinds[name]} in the task; give it this "
                f"kind there, as in Task(..., kinds={{{name!r}: {kind!r}}})"
            )


def _notes(task: Task | Table) -> tuple[str, ...]:
    if isinstance(task, Task) and task.weight is not None:
        return ("Weights reach the learner alone: medians, levels and scales count every row once.",)
    return ()
