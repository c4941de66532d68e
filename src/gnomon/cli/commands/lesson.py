"""`gnomon lesson`: worked examples, step by step."""

from pathlib import Path
from typing import Annotated

import typer

from gnomon.cli.completion import lesson_names
from gnomon.cli.options import AsJson


def lesson(
    name: Annotated[
        str | None,
        typer.Argument(help="The lesson. Default: list all.", autocompletion=lesson_names),
    ] = None,
    figure: Annotated[
        Path | None, typer.Option(help="Write the lesson's figure to this file (png, svg or pdf).")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Work through a textbook example step by step, every number recomputed by the library.

    Example: gnomon lesson three-points
    """
    from gnomon.cli.catalog import print_catalog
    from gnomon.cli.teaching import replay

    if name is None:
        print_catalog("lessons", as_json=as_json)
    else:
        replay(name, figure, as_json=as_json)
