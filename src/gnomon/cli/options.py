"""Options that several commands share, so that they read the same everywhere."""

from pathlib import Path
from typing import Annotated

import typer

from gnomon.cli.completion import learner_names, measure_names, set_names
from gnomon.errors import ParameterError

_FILES = "A file (CSV, TSV, Parquet, ARFF), - for a CSV on standard input, or a bundled data set."

Data = Annotated[str, typer.Argument(help=_FILES, autocompletion=set_names)]
DataIfNeeded = Annotated[
    str | None, typer.Option("--data", help="A file or a bundled data set, where the claim does not name it.")
]
ResultsFile = Annotated[Path, typer.Argument(help="The results file.")]
ModelFile = Annotated[Path, typer.Argument(help="The model file that `gnomon fit` or `tune` wrote.")]
Target = Annotated[str | None, typer.Option(help="The target column; bundled data sets have their own.")]
Positive = Annotated[str | None, typer.Option(help="The positive class.")]
Group = Annotated[
    str | None,
    typer.Option(help="A grouping column: rows of one group are never split between training and test set."),
]
Drop = Annotated[list[str] | None, typer.Option(help="A column to drop; may be repeated.")]
Missing = Annotated[
    list[str] | None, typer.Option(help="An additional string to read as a missing value; may be repeated.")
]
Kind = Annotated[
    list[str] | None,
    typer.Option(help="Type of a column: COLUMN=KIND, such as zip=categorical; may be repeated."),
]
Strict = Annotated[
    bool,
    typer.Option(
        "--strict",
        help="Refuse columns that mix numbers with other values. Without it a note reports them: a few such "
        "values count as missing; with many the column is categorical.",
    ),
]
HasHeader = Annotated[
    bool | None,
    typer.Option(
        "--header/--no-header",
        show_default=False,
        help="Whether the first line of the file is a header of column names; otherwise the columns are "
        "named x0, x1 ... Default: it is a header unless it contains a number.",
    ),
]
Time = Annotated[
    str | None,
    typer.Option(help="A column of dates or times: test rows then always come after the training rows."),
]
Learners = Annotated[
    str | None,
    typer.Option(
        help="The learners to compare, such as 'GaussianNB, KNeighborsClassifier(n_neighbors=3)'.",
        autocompletion=learner_names,
    ),
]
Learner = Annotated[str, typer.Option(help="The learner, such as 'SVC(C=10)'.", autocompletion=learner_names)]
MeasureOption = Annotated[
    str | None,
    typer.Option(
        "--measure",
        help="The measure to rank and select by. Default: root_mean_squared_error or accuracy; auc or "
        "balanced_accuracy where one class has 80 % of the rows or more.",
        autocompletion=measure_names,
    ),
]  # fmt: skip
Margin = Annotated[
    float | None,
    typer.Option(
        help="Region of practical equivalence: the largest difference, in units of the measure, at which "
        "learners count as practically equal. Default: 5 % of the better one's distance from a perfect "
        "score, at most 0.01; 1 % of an RMSE."
    ),
]
Folds = Annotated[int, typer.Option(help="Number of cross-validation folds.")]
Repeats = Annotated[
    int, typer.Option(help="Number of repetitions of the cross-validation, with other folds each.")
]
FoldsIfGiven = Annotated[
    int | None,
    typer.Option(
        "--folds",
        help="Number of cross-validation folds. Default: 10; 5 above 200,000 rows, with --inner above "
        "20,000.",
    ),
]
RepeatsIfGiven = Annotated[
    int | None,
    typer.Option(
        "--repeats",
        help="Number of repetitions of the cross-validation. Default: 3; 1 above 200,000 rows, with --inner "
        "above 20,000.",
    ),
]
Inner = Annotated[
    int | None,
    typer.Option(
        help="Nested cross-validation: tune each learner inside every training set by this many folds."
    ),
]
Halving = Annotated[
    bool | None,
    typer.Option(
        "--halving/--no-halving",
        help="Tune by successive halving: all hyperparameter settings on some of the rows, the better "
        "ones on more. Default: on large data.",
    ),
]
Grid = Annotated[
    list[str] | None,
    typer.Option(
        help="Hyperparameter grid: 'C=0.1,1,10', or 'C=0.01..100' to sample from; 'SVC.C=...' for one of "
        "several learners; may be repeated."
    ),
]
Workers = Annotated[
    int | None,
    typer.Option(help="Number of worker processes; -1 for one per core. Default: 1; -1 for large data."),
]
Dask = Annotated[
    str | None,
    typer.Option(help="Run on a Dask cluster: its address (tcp://...), or 'local' to start one here."),
]
UnitSeconds = Annotated[
    float | None,
    typer.Option(help="Time limit of one learner on one repetition, in seconds; beyond it, the fit fails."),
]
UnitMemory = Annotated[
    str | None, typer.Option(help="Memory limit of the same, in addition to the data, such as 2GB.")
]
Deterministic = Annotated[
    bool,
    typer.Option(
        "--deterministic",
        help="Compute all units at one vector level, the lowest of the workers and of the units stored "
        "already, so that processors with wider vectors do not change the last digits; in separate "
        "processes.",
    ),
]
Seed = Annotated[int, typer.Option(help="Seed of the random number generator.")]
Out = Annotated[Path | None, typer.Option(help="The file to write. Default: standard output.")]
EscapeFormulas = Annotated[
    bool,
    typer.Option(
        help="Write an apostrophe before text in CSV that a spreadsheet would run as a formula "
        "(=, +, -, @ in front, not a number)."
    ),
]
OutByPlace = Annotated[Path | None, typer.Argument(hidden=True, help="The same as --out.")]
Refits = Annotated[
    bool,
    typer.Option(
        help="Refit models for the report's feature importance and learning curve: about a minute at most, "
        "by the fit times of the run."
    ),
]
Quiet = Annotated[bool, typer.Option("--quiet", "-q", help="Print only the paths of the results.")]
AsJson = Annotated[bool, typer.Option("--json", help="Print one JSON document and nothing else.")]


def one_out(out: Path | None, place: Path | None) -> Path | None:
    """Where to write: --out, or the second positional argument.

    >>> one_out(None, Path("a.html")).name
    'a.html'
    """
    if out is not None and place is not None:
        raise ParameterError(f"--out {out} and {place} both say where to write; give one of them")
    return out or place
