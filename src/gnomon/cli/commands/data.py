"""`gnomon data`: look at a table, at the bundled ones, and write one in another format."""

from typing import Annotated

import typer

from gnomon.cli.options import AsJson, Data, Drop, HasHeader, Kind, Missing, Out, Strict

data_app = typer.Typer(no_args_is_help=True, help="Look at data, and write them in another format.")


@data_app.command("show")
def show(
    data: Data,
    target: Annotated[
        str | None, typer.Option(help="The column to compare the others with; bundled sets have theirs.")
    ] = None,
    drop: Drop = None,
    missing: Missing = None,
    kind: Kind = None,
    strict: Strict = False,
    header: HasHeader = None,
    profile: Annotated[
        bool, typer.Option("--profile", help="More of each column: quartiles, histogram, remarks.")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """The columns of a file or a bundled set: kinds, missing values, statistics, and ties with the target.

    Example: gnomon data show iris
    """
    from gnomon.cli.profiling import print_profile
    from gnomon.cli.show import print_columns
    from gnomon.cli.source import reading_options

    reading = reading_options(group=None, drop=drop, missing=missing, kind=kind, strict=strict, header=header)
    shown = print_profile if profile else print_columns
    shown(data, target, reading, as_json=as_json)


@data_app.command("sets")
def sets(as_json: AsJson = False) -> None:
    """The bundled sets: what each is, and how large.

    Example: gnomon data sets
    """
    from gnomon.cli.catalog import print_catalog

    print_catalog("sets", as_json=as_json)


@data_app.command("convert")
def convert(
    data: Data,
    out: Out = None,
    format: Annotated[
        str | None, typer.Option(help="csv, tsv, parquet or arff; by the ending of --out, else csv.")
    ] = None,
    drop: Drop = None,
    missing: Missing = None,
    kind: Kind = None,
    strict: Strict = False,
    header: HasHeader = None,
) -> None:
    """Write a table as CSV, TSV, Parquet or ARFF; to standard output if --out is not given.

    Words are written as they are, also those that a spreadsheet would run as formulas (=, +, -, @ in front):
    a note says so.

    Example: gnomon data convert iris --out iris.csv
    """
    from gnomon.cli.convert import write_table
    from gnomon.cli.live import notes_told
    from gnomon.cli.source import open_any, reading_options

    reading = reading_options(group=None, drop=drop, missing=missing, kind=kind, strict=strict, header=header)
    with notes_told():
        found = open_any(data, **reading)
    write_table(found, out, format)
