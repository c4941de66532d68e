"""`gnomon store`: check, repair and compact a results file, and export its tables."""

from pathlib import Path
from typing import Annotated

import typer

from gnomon.cli.advice import option
from gnomon.cli.options import AsJson, EscapeFormulas, ResultsFile

store_app = typer.Typer(no_args_is_help=True, help="Check, compact and export results files.")


@store_app.command()
def check(
    file: ResultsFile,
    mend: Annotated[
        bool,
        typer.Option(
            "--mend",
            help="Repair: copy what is intact to a new file; the damaged one is renamed to FILE.damaged.",
        ),
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Check the integrity of a results file.

    Exits with code 1 if it is damaged. Repeating the run recomputes what was lost.

    Example: gnomon store check results/iris/results.gnomon
    """
    from gnomon.cli.terminal import print_document, print_plain
    from gnomon.experiments.integrity import check_store, repair_store

    condition = repair_store(file) if mend else check_store(file)
    if as_json:
        print_document({"is_sound": condition.is_sound, "is_mended": mend, "says": str(condition)})
        raise typer.Exit(0 if condition.is_sound or mend else 1)
    print_plain(condition)
    if condition.is_sound:
        return
    if mend:
        typer.echo(f"mended: {file} contains what was intact; the damaged file is {file}.damaged")
        return
    typer.echo(
        f"`gnomon store check {file} --mend` keeps what is intact; repeating the run then recomputes the rest"
    )
    raise typer.Exit(1)


@store_app.command()
def compact(
    file: ResultsFile,
    latest: Annotated[bool, typer.Option("--latest", help="Keep only the latest design.")] = False,
    yes: Annotated[bool, typer.Option("--yes", "-y", help="Do not ask for confirmation.")] = False,
    as_json: AsJson = False,
) -> None:
    """Delete results that no stored design uses, and free their disk space.

    With --json there is no prompt: give --yes if anything would be deleted.

    Example: gnomon store compact results/iris/results.gnomon --yes
    """
    from gnomon.cli.terminal import print_document, print_plain
    from gnomon.errors import ParameterError
    from gnomon.experiments.compact import compact_store, unused_entries

    unused, before = unused_entries(file, latest=latest), file.stat().st_size
    if as_json:
        if (unused.units or unused.designs) and not yes:
            raise ParameterError(f"{unused} would be dropped; give {option('yes')} with {option('json')}")
        compact_store(file, latest=latest)
        print_document({"dropped": unused.units, "bytes_before": before, "bytes": file.stat().st_size})
        return
    typer.echo(f"to be dropped: {unused}")
    for key in unused.units:
        print_plain(f"  {key}")
    if (unused.units or unused.designs) and not yes and not typer.confirm("Drop them?"):
        typer.echo("nothing was dropped")
        return
    compact_store(file, latest=latest)
    typer.echo(f"{file}: {before:,} bytes before, {file.stat().st_size:,} now")


@store_app.command()
def export(
    file: ResultsFile,
    out: Annotated[Path, typer.Option(help="The folder to write to.")] = Path("."),
    format: Annotated[str, typer.Option(help="csv or parquet.")] = "csv",
    escape_formulas: EscapeFormulas = True,
    as_json: AsJson = False,
) -> None:
    """Export the predictions and leaderboards of the latest design as tables.

    Example: gnomon store export results/iris/results.gnomon --out tables
    """
    from gnomon.cli.live import warnings_as_notes
    from gnomon.cli.terminal import print_document, print_plain
    from gnomon.experiments.export import export_results
    from gnomon.experiments.results import Results

    with warnings_as_notes():
        results = Results.read(file)
        paths = export_results(results, out, format=format, escape_formulas=escape_formulas)
    if as_json:
        print_document({"files": paths})
        return
    for path in paths:
        print_plain(path)
