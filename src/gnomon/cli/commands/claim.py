"""`gnomon claim` and `gnomon verify`: results as a file that others can work out again."""

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
    out: Annotated[
        Path | None, typer.Option(help="The claim file to write; claim.json if not given.")
    ] = None,
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
    """Write a claim: the design, seeds, digests of data and predictions, and scores, as plain JSON.

    For results of a file give --data, --target and the other options of the run, so that `gnomon verify`
    finds the data by itself.

    Example: gnomon claim results/iris/results.gnomon --out claim.json
    """
    from gnomon.cli.live import notes_told
    from gnomon.cli.source import open_task, reading_options
    from gnomon.cli.terminal import print_document, say
    from gnomon.errors import DataError
    from gnomon.experiments.claim import write_claim
    from gnomon.experiments.results import Results

    found, sources = Results.read(results), {}
    if data is not None:
        reading = reading_options(
            group=group, drop=drop, missing=missing, kind=kind, strict=strict, time=time, header=header
        )
        with notes_told():
            task, _ = open_task(data, target, positive, reading)
        names = [each.name for each in found.record.tasks if each.fingerprint == task.fingerprint]
        if not names:
            raise DataError(
                f"{results} holds no results of {data} read like this; give the options of the run"
            )
        origin = {"set": data} if target is None else {"file": data, "target": target}
        sources[names[0]] = {**origin, **({} if positive is None else {"positive": positive}), **reading}
    path = write_claim(found, one_out(out, place) or Path("claim.json"), sources=sources)
    if as_json:
        print_document({"claim": path})
    else:
        say(path)


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
    workers: Annotated[int, typer.Option(help="Processes to work in; -1 for one a core.")] = 1,
    as_json: AsJson = False,
) -> None:
    """Work a claim out again from the data, and say line by line what agrees.

    Ends with code 1 if anything does not.

    Example: gnomon verify claim.json
    """
    from gnomon.cli.live import notes_told
    from gnomon.cli.source import open_task, reading_options
    from gnomon.cli.terminal import print_document, say
    from gnomon.experiments.verify import verify_claim as work_out

    task = None
    if data is not None:
        reading = reading_options(
            group=group, drop=drop, missing=missing, kind=kind, strict=strict, time=time, header=header
        )
        with notes_told():
            task, _ = open_task(data, target, positive, reading)
    found = work_out(claim, task, workers=workers)
    if as_json:
        print_document({"is_confirmed": found.is_confirmed, "says": str(found).splitlines()})
    else:
        say(found)
    raise typer.Exit(0 if found.is_confirmed else 1)
