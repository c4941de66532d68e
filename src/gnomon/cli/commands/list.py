"""`gnomon list`: catalog of learners, transformers, measures and more."""

from typing import Annotated

import typer

from gnomon.cli.options import AsJson


def list_(
    what: Annotated[
        str | None,
        typer.Argument(help="learners, transformers, measures, sets, checks, figures or lessons."),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """List what is available: learners, transformers, measures, data sets, checks, figures and lessons.

    Example: gnomon list measures
    """
    from gnomon.cli.catalog import print_catalog

    print_catalog(what, as_json=as_json)
