"""`gnomon list`: catalog of learners, transformers, measures and more."""

from typing import Annotated

import typer

from gnomon.cli.options import AsJson


def list_(
    what: Annotated[
        str | None,
        typer.Argument(help="learners, transformers, measures, sets, checks, figures or lessons."),
    ] = None,
    find: Annotated[
        str | None,
        typer.Option(metavar="TERM", help='Search Python\'s public names by a textbook term: "soft margin".'),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """List what is available: learners, transformers, measures, data sets, checks, figures and lessons.

    Example: gnomon list measures
    """
    from gnomon.cli.catalog import print_catalog, print_matches

    if find is not None:
        print_matches(find, what, as_json=as_json)
    else:
        print_catalog(what, as_json=as_json)
