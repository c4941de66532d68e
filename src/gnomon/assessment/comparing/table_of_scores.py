"""The table of scores, data sets x learners, from a data frame or from Predictions, validated."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from gnomon.assessment.measures.facts import find_measure
from gnomon.assessment.paired.pairing import names
from gnomon.assessment.predictions import MeasureLike, Predictions
from gnomon.errors import DataError, DesignError

if TYPE_CHECKING:
    import pandas as pd


def table_of_scores(scores: Any, measure: MeasureLike) -> pd.DataFrame:
    """The scores as a complete data frame of at least 2 data sets and 2 learners.

    >>> import pandas as pd
    >>> table_of_scores(pd.DataFrame({"a": [0.1, 0.2], "b": [0.2, 0.3]}), "error").shape
    (2, 2)
    """
    import pandas as pd

    table = scores if isinstance(scores, pd.DataFrame) else _of_predictions(scores, measure)
    try:
        values = table.to_numpy(dtype=np.float64)
    except (TypeError, ValueError) as error:
        raise DataError(f"the table of scores has a value that is not a number: {error}") from error
    _check_whole(table, values)
    if values.shape[1] < 2:
        raise DesignError(
            f"the table has {values.shape[1]} learners (columns); a comparison needs at least 2"
        )
    if values.shape[0] < 2:
        raise DesignError(
            f"the table has {values.shape[0]} data sets (rows), and ranks need at least 2; for one data set "
            "use compare(a, b, measure) or compare_all(predictions, measure)"
        )
    return table


def _of_predictions(scores: Sequence[Sequence[Predictions]], measure: MeasureLike) -> pd.DataFrame:
    import pandas as pd

    measure = find_measure(measure)
    lines = {}
    for number, of_task in enumerate(scores):
        if not of_task or not all(isinstance(each, Predictions) for each in of_task):
            raise DataError(f"data set {number}: pass the Predictions of all learners, or a table of scores")
        task = of_task[0].task_name
        if any(each.task_name != task for each in of_task):
            raise DataError(f"data set {number} has Predictions of several tasks; pass one list per task")
        name = task if task not in lines else f"{task} #{number + 1}"
        lines[name] = {learner: each.score(measure) for learner, each in zip(names(of_task), of_task)}
    return pd.DataFrame.from_dict(lines, orient="index")


def _check_whole(table: pd.DataFrame, values: Any) -> None:
    for kind, labels in (("data set", table.index), ("learner", table.columns)):
        if labels.has_duplicates:
            raise DataError(
                f"{kind} {labels[labels.duplicated()][0]!r} is in the table twice; make the labels unique"
            )
    empty = np.argwhere(~np.isfinite(values))
    if len(empty):
        row, column = empty[0]
        are = "is" if len(empty) == 1 else "are"
        raise DataError(
            f"the score of {str(table.columns[column])!r} on {str(table.index[row])!r} is missing "
            f"({len(empty)} of {values.size} cells {are} empty); run it, or drop the data set or the learner"
        )
