"""`gnomon claim` and `gnomon verify`: results as a file that others can reproduce."""

from pathlib import Path
from typing import Annotated

import typer

from gnomon.cli.options import (
    AsJson,
    DataIfNeeded,
    Drop,
    Group,
    HasHeader,
    Kind,
    Missing,
    OutByPlace,
    Positive,
    ResultsFile,
    Strict,
    Target,
    Time,
    one_out,
)


def claim(
    results: ResultsFile,
    place: OutByPlace = None,
    out: Annotated[Path | None, typer.Option(help="The claim file to write. Default: claim.json.")] = None,
    data: DataIfNeeded = None,
    target: Target = None,
    positive: Positive = None,
    group: Group = None,
    drop: Drop = None,
    missing: Missing = None,
    kind: Kind = None,
    strict: Strict = False,
    time: Time = None,
    header: HasHeader = None,
    as_json: AsJson = False,
) -> None:
    """Write a claim, a reproducible record as plain JSON: design, seeds, data and prediction digests, scores.

    For data from a file give --data, --target and the other options of the run, so that `gnomon verify`
    can locate the data.

    Example: gnomon claim results/iris/results.gnomon --out claim.json
    """
    from gnomon.cli.live import warnings_as_notes
    from gnomon.cli.source import open_task, reading_options
    from gnomon.cli.terminal import print_document, print_plain
    from gnomon.errors import DataError
    from gnomon.experiments.claim import write_claim
    from gnomon.experiments.results import Results

    stored, sources = Results.read(results), {}
    if data is not None:
        reading = reading_options(
            group=group, drop=drop, missing=missing, kind=kind, strict=strict, time=time, header=header
        )
        with warnings_as_notes():
            task, _ = open_task(data, target, positive, reading)
        names = [each.name for each in stored.record.tasks if each.fingerprint == task.fingerprint]
        if not names:
            raise DataError(
                f"{results} has no results for {data} as read here; give the same options as in the run"
            )
        origin = {"set": data} if target is None else {"file": data, "target": target}
        sources[names[0]] = {**origin, **({} if positive is None else {"positive": positive}), **reading}
    path = write_claim(stored, one_out(out, place) or Path("claim.json"), sources=sources)
    if as_json:
        print_document({"claim": path})
    else:
        print_plain(path)


def verify(
    claim: Annotated[Path, typer.Argument(help="The claim file.")],
    data: DataIfNeeded = None,
    target: Target = None,
    positive: Positive = None,
    group: Group = None,
    drop: Drop = None,
    missing: Missing = None,
    kind: Kind = None,
    strict: Strict = False,
    time: Time = None,
    header: HasHeader = None,
    workers: Annotated[int, typer.Option(help="Number of worker processes; -1 for one per core.")] = 1,
    allow_changed: Annotated[
        bool, typer.Option(help="Recompute a claim that was changed after it was written, too.")
    ] = False,
    max_work: Annotated[
        float, typer.Option(min=0, help="Limit on the table cells (rows x columns) read by all fits.")
    ] = 1e10,
    max_memory: Annotated[float, typer.Option(min=0, help="Limit on the estimated memory, in GiB.")] = 4.0,
    as_json: AsJson = False,
) -> None:
    """Reproduce a claim: rerun it from the data and report line by line what agrees.

    Exits with code 1 if anything differs. Nothing is rerun if the claim was changed after it was written, or
    if it asks for more work or memory than the limits.

    Example: gnomon verify claim.json
    """
    from gnomon.cli.live import warnings_as_notes
    from gnomon.cli.source import open_task, reading_options
    from gnomon.cli.terminal import print_document, print_plain
    from gnomon.experiments.verify import verify_claim as verify_claim

    task = None
    if data is not None:
        reading = reading_options(
            group=group, drop=drop, missing=missing, kind=kind, strict=strict, time=time, header=header
        )
        with warnings_as_notes():
            task, _ = open_task(data, target, positive, reading)
    verification = verify_claim(
        claim,
        task,
        workers=workers,
        allow_changed=allow_changed,
        max_work=max_work,
        max_memory=max_memory,
    )
    if as_json:
        print_document({"is_confirmed": verification.is_confirmed, "says": str(verification).splitlines()})
    else:
        print_plain(verification)
    raise typer.Exit(0 if verification.is_confirmed else 1)
