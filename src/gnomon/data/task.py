"""The Task: features, target and roles of a supervised or clustering problem.

Classes and levels are fixed here, so that they are the same in every split of the rows.
"""

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from gnomon.arrays import Array, Floats, Integers
from gnomon.data.lenient import drop_missing_targets
from gnomon.data.roles import class_of, cost_matrix, role, role_values, time_values, weights
from gnomon.data.suspects import warn_of_suspects
from gnomon.data.table import Table
from gnomon.data.target import Target, target_of
from gnomon.errors import DataError
from gnomon.notebook import brief

ROLES = ("group", "stratum", "weight", "time")


@dataclass(frozen=True, eq=False, repr=False, init=False)
class Task:
    """A learning task: features, target, and the roles of the rows (groups, strata, sample weights, time).

    X: features: a Table, data frame, array or sparse matrix. y: target, or None for clustering. kind:
    classification, regression or clustering. If None, text, Booleans and up to 20 distinct integers, each
    occurring twice on average, are classes; other numbers are a regression target. positive: the positive
    class; by default the last of two classes. group: rows of one group are never split between training and
    test sets. stratum: labels to stratify splits by. weight: sample weights. time: time of each row. costs:
    cost matrix, where element (i, j) is the cost of predicting class j when the true class is i. kinds:
    overrides the inferred kinds of features.

    >>> task = Task([[1.0], [2.0], [3.0], [4.0]], ["a", "a", "b", "b"], name="toy")
    >>> task
    Task 'toy': classification of 4 rows by 1 feature into a, b
    >>> task.codes, task.positive
    (array([0, 0, 1, 1]), 'b')
    """

    # None for clustering; typed Any so that users of a supervised task need not check for None.
    table: Table
    y: Array | Any
    kind: str
    classes: Array | Any
    codes: Integers | Any
    positive: Any
    group: Array | None
    stratum: Array | None
    weight: Floats | None
    time: Array | None
    costs: Floats | None
    name: str
    # Column name of the target; empty for values without a name.
    target_name: str = ""

    def __init__(
        self,
        X: Any,
        y: Any = None,
        *,
        kind: str | None = None,
        positive: Any = None,
        group: ArrayLike | None = None,
        stratum: ArrayLike | None = None,
        weight: ArrayLike | None = None,
        time: ArrayLike | None = None,
        costs: ArrayLike | None = None,
        name: str = "task",
        kinds: Mapping[str, str] | None = None,
    ) -> None:
        table = Table.of(X, kinds=kinds)
        target = target_of(y, kind, table.n_rows)
        if not table.has_names:
            # Named columns are preprocessed before fitting, and warnings are issued there.
            warn_of_suspects(table)
        self.__dict__.update(
            table=table,
            **_of_target(target, positive, costs),
            group=role("group", group, table.n_rows),
            stratum=role("stratum", stratum, table.n_rows),
            weight=weights(weight, table.n_rows),
            time=time_values(time, table.n_rows),
            name=name,
            target_name=str(getattr(y, "name", None) or ""),
        )

    @classmethod
    def of(
        cls,
        data: Any,
        target: str | None = None,
        *,
        kind: str | None = None,
        positive: Any = None,
        group: Any = None,
        stratum: Any = None,
        weight: Any = None,
        time: Any = None,
        costs: ArrayLike | None = None,
        name: str = "task",
        kinds: Mapping[str, str] | None = None,
        levels: Mapping[str, Sequence[Any]] | None = None,
        lenient: bool = False,
        strict: bool = False,
    ) -> "Task":
        """A Task from a table: the target and the roles are named columns, all others are features.

        lenient: drop columns without any value and rows without a target, with warnings, instead of raising
        an error. strict: raise an error for columns that mix numbers with other values, as in `Table.of`.

        >>> Task.of({"age": [31, 45, 52], "who": [1, 2, 2], "cost": [1.5, 2.0, 9.5]}, "cost", group="who")
        Task 'task': regression on 3 rows by 1 feature
        """
        table = Table.of(data, kinds=kinds, levels=levels, lenient=lenient, strict=strict)
        target = target if target is None else table.resolved(target)
        group, stratum, weight, time = (
            table.resolved(each) if isinstance(each, str) else each for each in (group, stratum, weight, time)
        )
        row_roles = dict(zip(ROLES, (group, stratum, weight, time)))
        if lenient and target is not None:
            table, row_roles = drop_missing_targets(table, target, row_roles)
        roles = {key: role_values(table, value, key) for key, value in row_roles.items()}
        # Splits may be stratified by a feature or by the target: a stratum column is not removed.
        role_columns = [
            value for key, value in row_roles.items() if isinstance(value, str) and key != "stratum"
        ]
        y = None if target is None else table.column(target)
        removed = [each for each in (target, *role_columns) if each is not None]
        if len(set(removed)) == table.n_columns:
            raise DataError(
                f"no feature is left besides {', '.join(map(repr, removed))}; pass a table with more columns"
            )
        return cls(table.drop(removed), y, kind=kind, positive=positive, costs=costs, name=name, **roles)

    @classmethod
    def read(
        cls,
        path: str | Path,
        target: str | None = None,
        *,
        name: str | None = None,
        lenient: bool = False,
        **options: Any,
    ) -> "Task":
        """A Task from a file; options are those of `Task.of` and of `gnomon.datasets.read_table`.

        lenient: drop empty columns and rows without a target, as in `Task.of`.

        >>> import tempfile
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     _ = Path(folder, "shop.csv").write_text("price,sold\\n1.5,yes\\n2.5,no\\n")
        ...     Task.read(Path(folder, "shop.csv"), "sold")
        Task 'shop': classification of 2 rows by 1 feature into no, yes
        """
        from gnomon.data.read import READ_OPTIONS, file_stem, read_table

        reading = {key: options.pop(key) for key in READ_OPTIONS if key in options}
        table = read_table(path, lenient=lenient, **reading)
        try:
            return cls.of(table, target, name=name or file_stem(path), lenient=lenient, **options)
        except DataError as error:
            raise error.within(Path(path).name) from None

    @property
    def n_rows(self) -> int:
        """The number of rows."""
        return self.table.n_rows

    @cached_property
    def X(self) -> Any:
        """The features: a numeric matrix, or a DataFrame if a column is categorical."""
        return self.table.to_pandas() if self.table.has_categories else self.encoded

    @property
    def encoded(self) -> Any:
        """The features as a numeric matrix (one-hot encoded): a C-contiguous float64 array, or CSR."""
        return self._encoding[0]

    @property
    def feature_names(self) -> list[str]:
        """The names of the columns of `encoded`."""
        return self._encoding[1]

    @cached_property
    def fingerprint(self) -> str:
        """A hash of the contents (not of the name): equal for equal tasks, on every machine."""
        digest = hashlib.blake2b(digest_size=16)
        for header in self.table.headers:
            digest.update(repr((header.name, header.kind, header.levels)).encode())
        numbers: Any = self.table.numbers
        blocks = (numbers.data, numbers.indices, numbers.indptr) if self.table.is_sparse else (numbers,)
        labels = (self.codes if self.classes is not None else self.y, self.classes)
        roles = (self.group, self.stratum, self.weight, self.time, self.costs)
        for array in (*blocks, self.table.codes, *labels, *roles):
            _digest_array(digest, array)
        digest.update(repr((self.kind, self.positive)).encode())
        return digest.hexdigest()

    def rows(self, index: ArrayLike) -> "Task":
        """A subset of the rows, by index or Boolean mask; classes, levels and costs do not change.

        >>> Task([[1.0], [2.0], [3.0]], ["a", "b", "a"]).rows([0, 2]).classes
        array(['a', 'b'], dtype='<U1')
        """
        part = object.__new__(Task)
        part.__dict__.update({key: self.__dict__[key] for key in self.__dataclass_fields__})
        part.__dict__["table"] = self.table.rows(index)
        where = np.asarray(index)
        where = where if where.size else where.astype(np.int64)
        for key in ("y", "codes", *ROLES):
            values = self.__dict__[key]
            part.__dict__[key] = None if values is None else values[where]
        # Numeric tables are their own encoding; a cached encoding is sliced rather than recomputed.
        if "_encoding" in self.__dict__ and self.encoded is not self.table.numbers:
            part.__dict__["_encoding"] = (self.encoded[where], self.feature_names)
        return part

    def without_features(self) -> "Task":
        """A Task with the same target and roles, and the first feature alone.

        >>> Task([[1.0, 5.0], [2.0, 6.0]], ["a", "b"]).without_features()
        Task 'task': classification of 2 rows by 1 feature into a, b
        """
        part = object.__new__(Task)
        part.__dict__.update({key: self.__dict__[key] for key in self.__dataclass_fields__})
        part.__dict__["table"] = self.table.select(self.table.names[:1])
        return part

    def __repr__(self) -> str:
        n_features = self.table.n_columns
        size = f"{self.n_rows} rows by {n_features} feature{'' if n_features == 1 else 's'}"
        if self.kind == "classification" and self.classes is not None:
            shown = ", ".join(brief(label) for label in self.classes[:5])
            more = f" and {len(self.classes) - 5} more" if len(self.classes) > 5 else ""
            return f"Task {self.name!r}: classification of {size} into {shown}{more}"
        return f"Task {self.name!r}: {self.kind} {'on' if self.kind == 'regression' else 'of'} {size}"

    def _repr_html_(self) -> str:
        from gnomon.data.preview import task_block

        return task_block(self)

    @cached_property
    def _encoding(self) -> tuple[Any, list[str]]:
        return self.table.encoded()


def _of_target(target: Target, positive: Any, costs: ArrayLike | None) -> dict[str, Any]:
    classes = target.classes
    label = None
    if positive is not None:
        label = class_of(positive, classes)
    elif classes is not None and len(classes) == 2:
        label = classes[-1].item()
    return {**vars(target), "positive": label, "costs": cost_matrix(costs, classes)}


def _digest_array(digest: Any, array: Array | None) -> None:
    if array is None:
        digest.update(b"none")
    elif array.dtype.kind in "OUS":
        digest.update(repr((array.shape, array.tolist())).encode())
    else:
        # Little-endian on every machine, so that the same data have the same digest.
        whole = np.ascontiguousarray(array, dtype=array.dtype.newbyteorder("<"))
        digest.update(repr((whole.dtype.str, whole.shape)).encode())
        digest.update(whole.view(np.uint8).reshape(-1).data if whole.size else b"")
