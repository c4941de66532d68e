"""`gnomon store`: is a results file sound, make it small, and take its tables elsewhere."""

from pathlib import Path
from typing import Annotated

import typer

from gnomon.cli.options import AsJson, ResultsFile

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
    as_json: AsJson = False,
) -> None:
    """Is everything in the file as it was written?

    Ends with code 1 if it is not. What was lost is worked again by the same run.

    Example: gnomon store check results/iris/results.gnomon
    """
    from gnomon.cli.terminal import print_document, say
    from gnomon.experiments.soundness import check_store, repair_store

    found = repair_store(file) if mend else check_store(file)
    if as_json:
        print_document({"is_sound": found.is_sound, "is_mended": mend, "says": str(found)})
        raise typer.Exit(0 if found.is_sound or mend else 1)
    say(found)
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
    as_json: AsJson = False,
) -> None:
    """Drop the units that no design asks for, and give their room back to the disk.

    With --json nothing is asked: --yes must be given where something would be dropped.

    Example: gnomon store compact results/iris/results.gnomon --yes
    """
    from gnomon.cli.terminal import print_document, say
    from gnomon.errors import ParameterError
    from gnomon.experiments.compact import compact_store, spare

    found, before = spare(file, latest=latest), file.stat().st_size
    if as_json:
        if (found.units or found.designs) and not yes:
            raise ParameterError(f"{found} would be dropped; give --yes with --json")
        compact_store(file, latest=latest)
        print_document({"dropped": found.units, "bytes_before": before, "bytes": file.stat().st_size})
        return
    typer.echo(f"to be dropped: {found}")
    for key in found.units:
        say(f"  {key}")
    if (found.units or found.designs) and not yes and not typer.confirm("Drop them?"):
        typer.echo("nothing was dropped")
        return
    compact_store(file, latest=latest)
    typer.echo(f"{file}: {before:,} bytes before, {file.stat().st_size:,} now")


@store_app.command()
def export(
    file: ResultsFile,
    out: Annotated[Path, typer.Option(help="The folder to write to.")] = Path("."),
    format: Annotated[str, typer.Option(help="csv or parquet.")] = "csv",
    as_json: AsJson = False,
) -> None:
    """Write the predictions and the leaderboards of the latest design as tables.

    Words are written as they are, also those that a spreadsheet would run as formulas: a note says so.

    Example: gnomon store export results/iris/results.gnomon --out tables
    """
    from gnomon.cli.live import notes_told
    from gnomon.cli.terminal import print_document, say
    from gnomon.experiments.export import export_results
    from gnomon.experiments.results import Results

    with notes_told():
        paths = export_results(Results.read(file), out, format=format)
    if as_json:
        print_document({"files": paths})
        return
    for path in paths:
        say(path)
