"""`gnomon vault`: a sealed test set, with every evaluation on it counted."""

from pathlib import Path
from typing import Annotated, Any

import typer

from gnomon.cli.advice import option
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

vault_app = typer.Typer(no_args_is_help=True, help="Seal a test set and count every evaluation on it.")

Store = Annotated[Path, typer.Option(help="The results file that stores the seal.")]


@vault_app.command()
def seal(
    data: Data,
    store: Store,
    target: Target = None,
    test_size: Annotated[float, typer.Option(help="Fraction of the rows to seal as the test set.")] = 0.2,
    budget: Annotated[int | None, typer.Option(help="Maximum number of evaluations on the test set.")] = None,
    out: Annotated[Path | None, typer.Option(help="Write the training rows to this CSV file.")] = None,
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
    """Seal a test set for the final evaluation, and write the remaining training rows as CSV.

    Text is written unchanged, even where a spreadsheet would run it as a formula: a note warns of it.

    Example: gnomon vault seal wine --store wine.gnomon --test-size 0.3
    """
    from gnomon.cli.live import warnings_as_notes
    from gnomon.cli.source import STANDARD_INPUT
    from gnomon.cli.terminal import print_document, print_plain
    from gnomon.errors import ParameterError
    from gnomon.experiments.vault import seal_vault as set_apart
    from gnomon.experiments.vault_log import vault_log

    if data == STANDARD_INPUT:
        raise ParameterError(
            "rows of standard input cannot be sealed, as they cannot be read again: name a file"
        )
    with warnings_as_notes():
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
        set_apart(task, test_size, store, budget=budget, random_state=seed)
        path = out or store.with_name(f"{task.name}-working.csv")
        vault = next(each for each in vault_log(store).vaults if each.task == task.fingerprint)
        _write_rows(_whole_frame(data, task, target, missing, header), vault.train, path)
    if as_json:
        print_document({"store": store, "vault": str(vault), "rows": path})
    else:
        print_plain(f"sealed in {store}: {vault}\ntraining rows  {path}")


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
    """Fit a learner on the training rows and evaluate it on the sealed test set: one look, counted.

    Example: gnomon vault open wine --store wine.gnomon --learner GaussianNB
    """
    from gnomon.assessment.measures.facts import find_measure
    from gnomon.cli.learners import one_of
    from gnomon.cli.live import warnings_as_notes
    from gnomon.cli.terminal import note, print_document, print_plain
    from gnomon.experiments.default_measure import default_of
    from gnomon.experiments.vault import open_vault

    with warnings_as_notes():
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
        (estimator,) = one_of(learner, task).values()
        if measure is not None:
            # Reject an unknown name before the look is counted.
            find_measure(measure)
        look = open_vault(task, estimator, store, random_state=seed)
        usual = default_of(look.predictions)
        if measure is None and usual.why:
            note(f"note: {usual.why}")
        estimate = look.estimate(measure)
    if as_json:
        print_document({"look": str(look), "measure": measure or usual.name, "estimate": estimate})
    else:
        print_plain(look if measure is None else f"{look}; {measure} {estimate}")


@vault_app.command()
def show(file: ResultsFile, as_json: AsJson = False) -> None:
    """Show the sealed test sets and every evaluation on them.

    Example: gnomon vault show wine.gnomon
    """
    from gnomon.cli.terminal import print_document, print_plain
    from gnomon.experiments.vault_log import vault_log

    log = vault_log(file)
    if as_json:
        print_document({"vaults": log.vaults, "says": str(log).splitlines()})
    else:
        print_plain(log)


def _task(data: str, target: str | None, positive: str | None, **reading: Any) -> Any:
    from gnomon.cli.source import open_task, reading_options

    return open_task(data, target, positive, reading_options(**reading))[0]


def _whole_frame(
    data: str, task: Any, target: str | None, missing: list[str] | None, header: bool | None
) -> Any:
    """The rows of a task as they are in their file, with all columns; of a bundled set with its target."""
    from gnomon.cli.source import open_any, reading_options
    from gnomon.data.table import Table
    from gnomon.errors import DataError

    opened = open_any(
        data, **reading_options(group=None, drop=None, missing=missing, kind=None, header=header)
    )
    if not isinstance(opened, Table):
        frame = opened.table.to_pandas()
        frame["target"] = task.y
        return frame
    # Rows whose target is missing are no part of the task, and its row numbers do not count them.
    known = opened if target is None else opened.rows(~opened.column(target).missing)
    if known.n_rows != task.n_rows:
        raise DataError(f"{data} has changed while it was read; seal it again")
    return known.to_pandas()


def _write_rows(frame: Any, rows: Any, path: Path) -> None:
    from gnomon.atomic_file import replacing
    from gnomon.cli.terminal import note
    from gnomon.data.formulas import formula_note
    from gnomon.errors import StoreError

    frame = frame.iloc[rows]
    # Formulas are not escaped, as the training rows must be those that are sealed.
    risk = formula_note(frame)
    if risk is not None:
        note(f"note: {risk}")
    try:
        with replacing(path) as aside:
            frame.to_csv(aside, index=False)
    except OSError as error:
        raise StoreError(
            f"{path} cannot be written: {error.strerror}; give another path by {option('out')}"
        ) from error
