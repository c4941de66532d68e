"""Export of results: all predictions and the leaderboards, as CSV or Parquet."""

import re
import warnings
from pathlib import Path
from typing import TYPE_CHECKING

from gnomon.assessment.measures.facts import find_measure
from gnomon.atomic_file import replacing
from gnomon.data.formulas import escaped, formula_note
from gnomon.errors import DataWarning, ParameterError, StoreError
from gnomon.experiments.identity import unique
from gnomon.experiments.results import Results

if TYPE_CHECKING:
    import pandas as pd

FORMATS = ("csv", "parquet")


def export_results(
    results: Results, folder: str | Path, *, format: str = "csv", escape_formulas: bool = True
) -> list[Path]:
    """Write the leaderboard and, per task, the predictions of all learners; return the paths.

    format: "csv", or "parquet", which needs pyarrow. escape_formulas: write an apostrophe before text in CSV
    that a spreadsheet would run as a formula (=, +, -, @ in front, not a number).

    >>> from tempfile import TemporaryDirectory
    >>> from gnomon import Design, GaussianNB, k_fold, load, run
    >>> results = run(Design(load("iris"), GaussianNB(), k_fold(5)))
    >>> with TemporaryDirectory() as folder:
    ...     [path.name for path in export_results(results, folder)]
    ['leaderboard.csv', 'predictions-iris.csv']
    """
    if format not in FORMATS:
        raise ParameterError(
            f"export_results(format={format!r}): it must be one of {', '.join(map(repr, FORMATS))}"
        )
    tables = {"leaderboard": leaderboards(results)}
    for task, name in zip(results.tasks, unique([_file_name(task) for task in results.tasks])):
        tables[f"predictions-{name}"] = predictions_of(results, task)
    return [
        _write(table, Path(folder) / f"{name}.{format}", escape_formulas=escape_formulas)
        for name, table in tables.items()
    ]


def predictions_of(results: Results, task: str) -> "pd.DataFrame":
    """The predictions of all learners that finished on one task, one row per prediction."""
    import pandas as pd

    return pd.concat(
        [results.predictions(task, learner).to_pandas() for learner in results.finished(task)],
        ignore_index=True,
    )


def leaderboards(results: Results) -> "pd.DataFrame":
    """The concatenated leaderboards of all tasks by all applicable measures of the design."""
    import pandas as pd

    boards = []
    for measure in results.record.measures:
        kind = find_measure(measure).kind
        if all(task.kind == kind for task in results.record.tasks):
            boards.append(results.leaderboard(measure))
    return pd.concat(boards or [results.leaderboard()], ignore_index=True)


def _write(table: "pd.DataFrame", path: Path, *, escape_formulas: bool) -> Path:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        if path.suffix == ".csv":
            table, remark = escaped(table) if escape_formulas else (table, formula_note(table))
            if remark is not None:
                warnings.warn(f"{path.name}: {remark}", DataWarning, stacklevel=4)
        with replacing(path) as aside:
            if path.suffix == ".csv":
                table.to_csv(aside, index=False)
            else:
                table.to_parquet(aside, index=False)
    except ImportError:
        raise ParameterError(
            "Parquet needs pyarrow, which is not installed; run: pip install 'gnomon[parquet]', or use csv"
        ) from None
    except OSError as error:
        raise StoreError(f"{path} cannot be written: {error.strerror}; use another folder") from error
    return path


def _file_name(task: str) -> str:
    """A task's name with characters replaced that some file systems do not allow."""
    return re.sub(r"[^\w.-]+", "_", task).strip(".") or "task"
