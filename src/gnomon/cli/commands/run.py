"""`gnomon run`: run an experimental design from a file."""

from pathlib import Path
from typing import Annotated, Any

import typer

from gnomon.cli.options import AsJson, Dask, Deterministic, Quiet, Refits, UnitMemory, UnitSeconds, Workers


def run(
    design: Annotated[Path, typer.Argument(help="The design, a TOML file: plan, tasks, learners.")],
    out: Annotated[
        Path | None,
        typer.Option(help="Folder of the results file and the report. Default: results/DESIGN."),
    ] = None,
    workers: Workers = None,
    dask: Dask = None,
    unit_seconds: UnitSeconds = None,
    unit_memory: UnitMemory = None,
    deterministic: Deterministic = False,
    refits: Refits = True,
    quiet: Quiet = False,
    as_json: AsJson = False,
) -> None:
    """Run the experiment that a TOML file describes: tasks, learners with grids, outer and inner splits.

    Repeating the command resumes an interrupted run.

    Example: gnomon run design.toml
    """
    from gnomon.cli.compare import run_and_print
    from gnomon.cli.worker_options import working_options
    from gnomon.experiments.design import Design

    folder = out or Path("results") / design.stem
    working = working_options(workers, dask, unit_seconds, unit_memory, deterministic=deterministic)
    options: dict[str, Any] = {"quiet": quiet, "as_json": as_json, "refits": refits}
    raise typer.Exit(run_and_print(Design.read(design), folder, working, **options))
