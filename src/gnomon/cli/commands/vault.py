"""`gnomon vault`: rows sealed away for the final test, and each look at them counted."""

from pathlib import Path
from typing import Annotated, Any

import typer

from gnomon.cli.options import (
    AsJson,
    Data,
    Drop,
    Group,
    HasHeader,
    Kind,
    Learner,
    MeasureOption,
    Missing,
    Positive,
    ResultsFile,
    Seed,
    Strict,
    Target,
    Time,
)

vault_app = typer.Typer(no_args_is_help=True, help="Rows sealed away for the final test.")

Store = Annotated[Path, typer.Option(help="The results file that keeps the seal.")]


@vault_app.command()
def seal(
    data: Data,
    store: Store,
    target: Target = None,
    share: Annotated[float, typer.Option(help="The share of the rows to seal.")] = 0.2,
    budget: Annotated[int | None, typer.Option(help="The most looks that may be taken.")] = None,
    out: Annotated[Path | None, typer.Option(help="Where to write the rows to work on, as CSV.")] = None,
    positive: Positive = None,
    group: Group = None,
    drop: Drop = None,
    missing: Missing = None,
    kind: Kind = None,
    strict: Strict = False,
    time: Time = None,
    header: HasHeader = None,
    seed: Seed = 0,
    as_json: AsJson = False,
) -> None:
    """Set rows apart for the final test, and write the others, to work on, as CSV.

    Words are written as they are, also those that a spreadsheet would run as formulas: a note says so.

    Example: gnomon vault seal wine --store wine.gnomon --share 0.3
    """
    from gnomon.cli.live import notes_told
    from gnomon.cli.source import STANDARD_INPUT
    from gnomon.cli.terminal import print_document, say
    from gnomon.errors import ParameterError
    from gnomon.experiments.vault import seal_vault as set_apart
    from gnomon.experiments.vault_log import vault_log

    if data == STANDARD_INPUT:
        raise ParameterError(
            "rows of standard input cannot be sealed, as nobody can give them again: name a file"
        )
    with notes_told():
        task = _task(
            data,
            target,
            positive,
            group=group,
            drop=drop,
            missing=missing,
            kind=kind,
            strict=strict,
            time=time,
            header=header,
        )
        set_apart(task, share, store, budget=budget, random_state=seed)
        path = out or store.with_name(f"{task.name}-working.csv")
        vault = next(each for each in vault_log(store).vaults if each.task == task.fingerprint)
        _write_rows(_whole_frame(data, task, target, missing, header), vault.train, path)
    if as_json:
        print_document({"store": store, "vault": str(vault), "rows": path})
    else:
        say(f"sealed in {store}: {vault}\nrows to work on  {path}")


@vault_app.command("open")
def open_(
    data: Data,
    store: Store,
    learner: Learner,
    target: Target = None,
    measure: MeasureOption = None,
    positive: Positive = None,
    group: Group = None,
    drop: Drop = None,
    missing: Missing = None,
    kind: Kind = None,
    strict: Strict = False,
    time: Time = None,
    header: HasHeader = None,
    seed: Seed = 0,
    as_json: AsJson = False,
) -> None:
    """Train a learner on the rows outside the vault and judge it by those inside: one look, counted.

    Example: gnomon vault open wine --store wine.gnomon --learner GaussianNB
    """
    from gnomon.assessment.measures.facts import find_measure
    from gnomon.cli.learners import one_of
    from gnomon.cli.live import notes_told
    from gnomon.cli.terminal import note, print_document, say
    from gnomon.experiments.default_measure import default_of
    from gnomon.experiments.vault import open_vault

    with notes_told():
        task = _task(
            data,
            target,
            positive,
            group=group,
            drop=drop,
            missing=missing,
            kind=kind,
            strict=strict,
            time=time,
            header=header,
        )
        (judged,) = one_of(learner, task).values()
        if measure is not None:
            # A name that is wrong is told of before the look is taken.
            find_measure(measure)
        look = open_vault(task, judged, store, random_state=seed)
        usual = default_of(look.predictions)
        if measure is None and usual.why:
            note(f"note: {usual.why}")
        estimate = look.estimate(measure)
    if as_json:
        print_document({"look": str(look), "measure": measure or usual.name, "estimate": estimate})
    else:
        say(look if measure is None else f"{look}; {measure} {estimate}")


@vault_app.command()
def show(file: ResultsFile, as_json: AsJson = False) -> None:
    """What is sealed, and every look that was taken.

    Example: gnomon vault show wine.gnomon
    """
    from gnomon.cli.terminal import print_document, say
    from gnomon.experiments.vault_log import vault_log

    found = vault_log(file)
    if as_json:
        print_document({"vaults": found.vaults, "says": str(found).splitlines()})
    else:
        say(found)


def _task(data: str, target: str | None, positive: str | None, **said: Any) -> Any:
    from gnomon.cli.source import open_task, reading_options

    return open_task(data, target, positive, reading_options(**said))[0]


def _whole_frame(
    data: str, task: Any, target: str | None, missing: list[str] | None, header: bool | None
) -> Any:
    """The rows of a task as they are in their file, with all columns; of a bundled set with its target."""
    from gnomon.cli.source import open_any, reading_options
    from gnomon.data.table import Table
    from gnomon.errors import DataError

    found = open_any(
        data, **reading_options(group=None, drop=None, missing=missing, kind=None, header=header)
    )
    if not isinstance(found, Table):
        frame = found.table.to_pandas()
        frame["target"] = task.y
        return frame
    # Rows whose target is missing are no part of the task, and its row numbers do not count them.
    known = found if target is None else found.rows(~found.column(target).missing)
    if known.n_rows != task.n_rows:
        raise DataError(f"{data} has changed while it was read; seal it again")
    return known.to_pandas()


def _write_rows(frame: Any, rows: Any, path: Path) -> None:
    from gnomon.cli.terminal import note
    from gnomon.data.formulas import formula_note
    from gnomon.errors import StoreError

    frame = frame.iloc[rows]
    risk = formula_note(frame)
    if risk is not None:
        note(f"note: {risk}")
    try:
        frame.to_csv(path, index=False)
    except OSError as error:
        raise StoreError(f"{path} cannot be written: {error.strerror}; give another path by --out") from error
