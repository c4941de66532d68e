"""Options that several commands share: how a file is read as a task."""

from pathlib import Path
from typing import Annotated

import typer

Data = Annotated[str, typer.Argument(help="A file (CSV, TSV, Parquet, ARFF) or the name of a bundled set.")]
DataIfNeeded = Annotated[
    str | None, typer.Option("--data", help="A file, or a bundled set, where the claim cannot say it.")
]
ResultsFile = Annotated[Path, typer.Argument(help="The results file.")]
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
Seed = Annotated[int, typer.Option(help="Seed of all random choices.")]
