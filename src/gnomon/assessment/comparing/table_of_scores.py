"""A table of scores, data sets x learners: as given, or made from Predictions; whole, or refused by name."""

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
    """The scores as a data frame without gaps, of 2 data sets and 2 learners or more.

    >>> import pandas as pd
    >>> table_of_scores(pd.DataFrame({"a": [0.1, 0.2], "b": [0.2, 0.3]}), "error").shape
    (2, 2)
    """
    import pandas as pd

    table = scores if isinstance(scores, pd.DataFrame) else _of_predictions(scores, measure)
    try:
        values = table.to_numpy(dtype=np.float64)
    except (TypeError, ValueError) as error:
        raise DataError(f"the table of scores holds something that is no number: {error}") from error
    _check_whole(table, values)
    if values.shape[1] < 2:
        raise DesignError(f"the table has {values.shape[1]} learners (columns); 2 or more can be compared")
    if values.shape[0] < 2:
        raise DesignError(
            f"the table has {values.shape[0]} data sets (rows), and ranks over data sets need 2 or more; on "
            "one task compare learners by compare(a, b, measure) or compare_all(predictions, measure)"
        )
    return table


def _of_predictions(scores: Sequence[Sequence[Predictions]], measure: MeasureLike) -> pd.DataFrame:
    import pandas as pd

    found = find_measure(measure)
    lines = {}
    for place, of_task in enumerate(scores):
        if not of_task or not all(isinstance(each, Predictions) for each in of_task):
            raise DataError(f"data set {place}: give the Predictions of all learners, or a table of scores")
        task = of_task[0].task_name
        if any(each.task_name != task for each in of_task):
            raise DataError(f"data set {place} holds Predictions of several tasks; give a list for each task")
        name = task if task not in lines else f"{task} #{place + 1}"
        lines[name] = {learner: each.score(found) for learner, each in zip(names(of_task), of_task)}
    return pd.DataFrame.from_dict(lines, orient="index")


def _check_whole(table: pd.DataFrame, values: Any) -> None:
    for kind, labels in (("data set", table.index), ("learner", table.columns)):
        if labels.has_duplicates:
            raise DataError(
                f"{kind} {labels[labels.duplicated()][0]!r} is in the table twice; name each once"
            )
    empty = np.argwhere(~np.isfinite(values))
    if len(empty):
        row, column = empty[0]
        are = "is" if len(empty) == 1 else "are"
        raise DataError(
            f"no score of {str(table.columns[column])!r} on {str(table.index[row])!r} ({len(empty)} of "
            f"{values.size} cells {are} empty); run it, or leave out the data set or the learner"
        )
