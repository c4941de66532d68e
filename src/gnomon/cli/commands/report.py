"""`gnomon report`: results as an HTML page, or as Markdown or LaTeX tables."""

from pathlib import Path
from typing import Annotated

import typer

from gnomon.cli.options import AsJson, MeasureOption, OutByPlace, ResultsFile, one_out


def report(
    results: ResultsFile,
    place: OutByPlace = None,
    out: Annotated[
        Path | None,
        typer.Option(
            help=(
                "The file to write; its extension (.html, .md, .tex) selects the format. Default: "
                "report.html."
            )
        ),
    ] = None,
    measure: MeasureOption = None,
    as_json: AsJson = False,
) -> None:
    """Write the report of a results file: an HTML page, or tables and methods as Markdown or LaTeX.

    Example: gnomon report results/iris/results.gnomon --out iris.html
    """
    from gnomon.cli.reporting import write
    from gnomon.cli.terminal import print_document, print_plain
    from gnomon.experiments.results import Results

    path = write(Results.read(results), one_out(out, place) or Path("report.html"), measure)
    if as_json:
        print_document({"report": path})
    else:
        print_plain(path)
