"""`gnomon report`: results as a page, or as tables for a text."""

from pathlib import Path
from typing import Annotated

import typer

from gnomon.cli.options import AsJson, MeasureOption, OutByPlace, ResultsFile, one_out


def report(
    results: ResultsFile,
    place: OutByPlace = None,
    out: Annotated[
        Path | None,
        typer.Option(help="The file to write, report.html if not given: .html, .md or .tex says which kind."),
    ] = None,
    measure: MeasureOption = None,
    as_json: AsJson = False,
) -> None:
    """Write the report of a results file again: a page (html), or tables and methods (md, tex).

    Example: gnomon report results/iris/results.gnomon --out iris.html
    """
    from gnomon.cli.reporting import write
    from gnomon.cli.terminal import print_document, say
    from gnomon.experiments.results import Results

    path = write(Results.read(results), one_out(out, place) or Path("report.html"), measure)
    if as_json:
        print_document({"report": path})
    else:
        say(path)
