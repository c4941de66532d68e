"""`gnomon cluster`: groups of like rows."""

from typing import Annotated

import typer

from gnomon.cli.options import AsJson, Data, Drop, HasHeader, Kind, Missing, Out, Seed, Strict


def cluster(
    data: Data,
    method: Annotated[
        str, typer.Option(help="kmeans, hierarchical (ward, complete, average, single) or mixture.")
    ] = "kmeans",
    k: Annotated[
        int | None, typer.Option(help="How many clusters; chosen, with reasons, if not given.")
    ] = None,
    most: Annotated[int, typer.Option(help="The most clusters to choose among.")] = 8,
    scale: Annotated[bool, typer.Option(help="Divide each column by its standard deviation.")] = True,
    out: Out = None,
    drop: Drop = None,
    missing: Missing = None,
    kind: Kind = None,
    strict: Strict = False,
    header: HasHeader = None,
    seed: Seed = 0,
    as_json: AsJson = False,
) -> None:
    """Find clusters, tell what speaks for their number, and write the cluster of each row as CSV.

    Example: gnomon cluster iris --out clusters.csv
    """
    from gnomon.cli.clustering import ClusterRequest, carry_out
    from gnomon.cli.source import reading_options

    reading = reading_options(group=None, drop=drop, missing=missing, kind=kind, strict=strict, header=header)
    carry_out(ClusterRequest(data, reading, method, k, most, scale, out, seed), as_json=as_json)
