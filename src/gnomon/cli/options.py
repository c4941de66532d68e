"""Options that several commands share, so that they read the same everywhere."""

from pathlib import Path
from typing import Annotated

import typer

from gnomon.cli.completion import learner_names, measure_names, set_names
from gnomon.errors import ParameterError

_FILES = "A file (CSV, TSV, Parquet, ARFF), - for a CSV on standard input, or a bundled set."

Data = Annotated[str, typer.Argument(help=_FILES, autocompletion=set_names)]
DataIfNeeded = Annotated[
    str | None, typer.Option("--data", help="A file, or a bundled set, where the claim cannot say it.")
]
ResultsFile = Annotated[Path, typer.Argument(help="The results file.")]
ModelFile = Annotated[Path, typer.Argument(help="The model file that `gnomon fit` or `tune` wrote.")]
Target = Annotated[str | None, typer.Option(help="The column to predict; bundled sets have theirs.")]
Positive = Annotated[str | None, typer.Option(help="The class that counts as positive.")]
Group = Annotated[
    str | None, typer.Option(help="A column whose equal values are kept on one side of every split.")
]
Drop = Annotated[list[str] | None, typer.Option(help="A column to leave out; may be repeated.")]
Missing = Annotated[
    list[str] | None, typer.Option(help="A word that means a missing value; may be repeated.")
]
Kind = Annotated[
    list[str] | None, typer.Option(help="COLUMN=KIND, such as zip=categorical; may be repeated.")
]
Strict = Annotated[
    bool,
    typer.Option(
        "--strict",
        help="Refuse columns that mix numbers with other values, which else are told of: a few such values "
        "count as missing, and with many the column is one of categories.",
    ),
]
HasHeader = Annotated[
    bool | None,
    typer.Option(
        "--header/--no-header",
        show_default=False,
        help="Whether the first line of the file names the columns, which else are called x0, x1 ...; if "
        "not given, it does unless it holds a number.",
    ),
]
Time = Annotated[
    str | None,
    typer.Option(help="A column of dates or times: held-out rows then come after those trained on."),
]
Learners = Annotated[
    str | None,
    typer.Option(
        help="Their names, such as 'GaussianNB, KNeighborsClassifier(n_neighbors=3)'.",
        autocompletion=learner_names,
    ),
]
Learner = Annotated[str, typer.Option(help="The learner, such as 'SVC(C=10)'.", autocompletion=learner_names)]
MeasureOption = Annotated[
    str | None,
    typer.Option(
        "--measure",
        help="What to rank and choose by. If not given, root_mean_squared_error or accuracy; auc or "
        "balanced_accuracy where one class has four rows in five.",
        autocompletion=measure_names,
    ),
]  # fmt: skip
Margin = Annotated[
    float | None,
    typer.Option(
        help="Up to which difference, in units of the measure, learners are practically equal. If not given, "
        "a twentieth of what the better one lacks to a perfect score, at most 0.01; 1 % of an RMSE."
    ),
]
Folds = Annotated[int, typer.Option(help="Folds of the cross-validation.")]
Repeats = Annotated[int, typer.Option(help="How often to repeat it with other folds.")]
FoldsIfGiven = Annotated[
    int | None,
    typer.Option("--folds", help="Folds of the cross-validation: 10; 5 of more than 200,000 rows."),
]
RepeatsIfGiven = Annotated[
    int | None,
    typer.Option("--repeats", help="How often to repeat it with other folds: 3; 1 of so many rows."),
]
Inner = Annotated[
    int | None,
    typer.Option(help="Choose the settings of each learner inside every training set, by so many folds."),
]
Grid = Annotated[
    list[str] | None,
    typer.Option(
        help="Settings to try: 'C=0.1,1,10', or 'C=0.01..100' to draw from; 'SVC.C=...' for one of several "
        "learners; may be repeated."
    ),
]
Workers = Annotated[
    int | None,
    typer.Option(help="Processes to work in; -1 for one a core. If not given, 1, or -1 for large data."),
]
Dask = Annotated[
    str | None,
    typer.Option(help="Work on a Dask cluster: its address (tcp://...), or 'local' to start one here."),
]
UnitSeconds = Annotated[
    float | None, typer.Option(help="Most seconds for one learner on one repeat; beyond, it is left out.")
]
UnitMemory = Annotated[
    str | None, typer.Option(help="Most memory for the same, beyond that of the data, such as 2GB.")
]
Seed = Annotated[int, typer.Option(help="Seed of all random choices.")]
Out = Annotated[Path | None, typer.Option(help="Where to write; standard output if not given.")]
OutByPlace = Annotated[Path | None, typer.Argument(hidden=True, help="The same as --out.")]
Refits = Annotated[
    bool,
    typer.Option(
        help="Train models again for the report's feature importance and learning curve: about a minute at "
        "most, by the times of the run."
    ),
]
Quiet = Annotated[bool, typer.Option("--quiet", "-q", help="Print the paths of the results only.")]
AsJson = Annotated[bool, typer.Option("--json", help="Print one JSON document only.")]


def one_out(out: Path | None, place: Path | None) -> Path | None:
    """Where to write, given as --out or as the word after the input.

    >>> one_out(None, Path("a.html")).name
    'a.html'
    """
    if out is not None and place is not None:
        raise ParameterError(f"--out {out} and {place} both say where to write; give one of them")
    return out or place
