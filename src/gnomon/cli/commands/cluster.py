"""`gnomon cluster`: cluster analysis of the rows."""

from typing import Annotated

import typer

from gnomon.cli.options import AsJson, Data, Drop, HasHeader, Kind, Missing, Out, Seed, Strict


def cluster(
    data: Data,
    method: Annotated[
        str, typer.Option(help="kmeans, hierarchical (ward, complete, average, single) or mixture.")
    ] = "kmeans",
    k: Annotated[
        int | None,
        typer.Option(help="Number of clusters. Default: chosen by criteria such as silhouette and gap."),
    ] = None,
    max_k: Annotated[int, typer.Option(help="Maximum number of clusters to consider.")] = 8,
    scale: Annotated[bool, typer.Option(help="Standardize the columns.")] = True,
    out: Out = None,
    drop: Drop = None,
    missing: Missing = None,
    kind: Kind = None,
    strict: Strict = False,
    header: HasHeader = None,
    seed: Seed = 0,
    as_json: AsJson = False,
) -> None:
    """Cluster the rows, choose the number of clusters by criteria, and write the labels as CSV.

    Example: gnomon cluster iris --out clusters.csv
    """
    from gnomon.cli.clustering import ClusterRequest, carry_out
    from gnomon.cli.source import reading_options

    reading = reading_options(group=None, drop=drop, missing=missing, kind=kind, strict=strict, header=header)
    carry_out(ClusterRequest(data, reading, method, k, max_k, scale, out, seed), as_json=as_json)
