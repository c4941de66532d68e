"""`gnomon store`: is a results file sound, make it small, and take its tables elsewhere."""

from pathlib import Path
from typing import Annotated

import typer

from gnomon.cli.options import ResultsFile

store_app = typer.Typer(no_args_is_help=True, help="Look after results files.")


@store_app.command()
def check(
    file: ResultsFile,
    mend: Annotated[
        bool,
        typer.Option(
            "--mend",
            help="Keep what is sound in a new file; the damaged one stays beside it, as FILE.damaged.",
        ),
    ] = False,
) -> None:
    """Is everything in the file as it was written?

    Ends with code 1 if it is not. What was lost is worked again by the same run.
    """
    from gnomon.experiments.soundness import check_store, mend_store

    found = mend_store(file) if mend else check_store(file)
    typer.echo(str(found))
    if found.is_sound:
        return
    if mend:
        typer.echo(f"mended: {file} holds what was sound; the damaged file is {file}.damaged")
        return
    typer.echo(
        f"`gnomon store check {file} --mend` keeps what is sound; the same run then works the rest again"
    )
    raise typer.Exit(1)


@store_app.command()
def compact(
    file: ResultsFile,
    latest: Annotated[bool, typer.Option("--latest", help="Keep the latest design alone.")] = False,
    yes: Annotated[bool, typer.Option("--yes", "-y", help="Do not ask before anything is dropped.")] = False,
) -> None:
    """Drop the units that no design asks for, and give their room back to the disk."""
    from gnomon.experiments.compact import compact_store, spare

    found, before = spare(file, latest=latest), file.stat().st_size
    typer.echo(f"to be dropped: {found}")
    for key in found.units:
        typer.echo(f"  {key}")
    if (found.units or found.designs) and not yes and not typer.confirm("Drop them?"):
        typer.echo("nothing was dropped")
        return
    compact_store(file, latest=latest)
    typer.echo(f"{file}: {before:,} bytes before, {file.stat().st_size:,} now")


@store_app.command()
def export(
    file: ResultsFile,
    to: Annotated[Path, typer.Option(help="The folder to write to.")] = Path("."),
    format: Annotated[str, typer.Option(help="csv or parquet.")] = "csv",
) -> None:
    """Write the predictions and the leaderboards of the latest design as tables."""
    from gnomon.experiments.export import export_results
    from gnomon.experiments.results import Results

    for path in export_results(Results.read(file), to, format=format):
        typer.echo(str(path))
