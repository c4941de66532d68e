"""`gnomon run`: a design written down as a file."""

from pathlib import Path
from typing import Annotated, Any

import typer

from gnomon.cli.options import AsJson, Dask, Quiet, Refits, UnitMemory, UnitSeconds, Workers


def run(
    design: Annotated[Path, typer.Argument(help="The design, a TOML file: plan, tasks, learners.")],
    out: Annotated[
        Path | None,
        typer.Option(help="Folder of the results file and the report; results/DESIGN if not given."),
    ] = None,
    workers: Workers = None,
    dask: Dask = None,
    unit_seconds: UnitSeconds = None,
    unit_memory: UnitMemory = None,
    refits: Refits = True,
    quiet: Quiet = False,
    as_json: AsJson = False,
) -> None:
    """Run the design that a TOML file describes: tasks, learners with grids, outer and inner splits.

    Killed? The same command goes on from there.

    Example: gnomon run design.toml
    """
    from gnomon.cli.compare import run_and_tell
    from gnomon.cli.working import working_options
    from gnomon.experiments.design import Design

    folder = out or Path("results") / design.stem
    working = working_options(workers, dask, unit_seconds, unit_memory)
    told: dict[str, Any] = {"quiet": quiet, "as_json": as_json, "refits": refits}
    raise typer.Exit(run_and_tell(Design.read(design), folder, working, **told))
