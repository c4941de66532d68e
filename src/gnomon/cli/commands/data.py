"""`gnomon data`: inspect a table, list the bundled data sets, and convert between formats."""

from typing import Annotated

import typer

from gnomon.cli.options import AsJson, Data, Drop, EscapeFormulas, HasHeader, Kind, Missing, Out, Strict

data_app = typer.Typer(no_args_is_help=True, help="Inspect data, and convert them to another format.")


@data_app.command("show")
def show(
    data: Data,
    target: Annotated[
        str | None,
        typer.Option(help="The target column, for associations; bundled data sets have their own."),
    ] = None,
    drop: Drop = None,
    missing: Missing = None,
    kind: Kind = None,
    strict: Strict = False,
    header: HasHeader = None,
    profile: Annotated[
        bool, typer.Option("--profile", help="A profile of each column: quartiles, histogram, remarks.")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Describe the columns of a data set: types, missing values, statistics, association with the target.

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
    """List the bundled data sets, with a description and the size of each.

    Example: gnomon data sets
    """
    from gnomon.cli.catalog import print_catalog

    print_catalog("sets", as_json=as_json)


@data_app.command("convert")
def convert(
    data: Data,
    out: Out = None,
    format: Annotated[
        str | None,
        typer.Option(help="csv, tsv, parquet or arff. Default: by the extension of --out, else csv."),
    ] = None,
    drop: Drop = None,
    missing: Missing = None,
    kind: Kind = None,
    strict: Strict = False,
    header: HasHeader = None,
    escape_formulas: EscapeFormulas = True,
) -> None:
    """Convert a table to CSV, TSV, Parquet or ARFF; to standard output unless --out is given.

    Example: gnomon data convert iris --out iris.csv
    """
    from gnomon.cli.convert import write_table
    from gnomon.cli.live import warnings_as_notes
    from gnomon.cli.source import open_any, reading_options

    reading = reading_options(group=None, drop=drop, missing=missing, kind=kind, strict=strict, header=header)
    with warnings_as_notes():
        opened = open_any(data, **reading)
    write_table(opened, out, format, escape_formulas=escape_formulas)
