"""The entry of the command line: options, help, and errors as one line."""

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer

from gnomon.cli.store import store_app
from gnomon.cli.vault import vault_app
from gnomon.cli.verify import claim, verify
from gnomon.errors import GnomonError

app = typer.Typer(
    add_completion=False,
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
    help="Classical machine learning, honestly measured.",
)
data_app = typer.Typer(no_args_is_help=True, help="Look at data.")
app.add_typer(data_app, name="data")
app.add_typer(store_app, name="store")
app.add_typer(vault_app, name="vault")
app.command()(claim)
app.command()(verify)

Data = Annotated[str, typer.Argument(help="A file (CSV, TSV, Parquet, ARFF) or the name of a bundled set.")]


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command and end the process with its exit code."""
    sys.exit(code_of(sys.argv[1:] if arguments is None else arguments))


def code_of(arguments: Sequence[str]) -> int:
    """Run the command; what is wrong with the request becomes one line and code 2."""
    try:
        code = typer.main.get_command(app).main(list(arguments), prog_name="gnomon", standalone_mode=False)
    except GnomonError as error:
        return _refuse(str(error))
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:
        # The reader of our output, such as `head`, has seen enough.
        sys.stderr.close()
        return 0
    except Exception as error:
        # Typer's own errors about options; their class depends on its version, this method does not.
        if hasattr(error, "format_message"):
            return _refuse(error.format_message())
        raise
    return code if isinstance(code, int) else 0


@app.callback(invoke_without_command=True)
def _top(
    version: Annotated[bool, typer.Option("--version", help="Show the version and exit.")] = False,
) -> None:
    if version:
        import gnomon

        typer.echo(f"gnomon {gnomon.__version__}")
        raise typer.Exit


@app.command()
def compare(
    data: Data,
    target: Annotated[
        str | None, typer.Option(help="The column to predict; bundled sets have theirs.")
    ] = None,
    learners: Annotated[
        str | None,
        typer.Option(help="Their names, such as 'GaussianNB, KNeighborsClassifier(n_neighbors=3)'."),
    ] = None,
    measure: Annotated[str | None, typer.Option(help="The measure to rank by.")] = None,
    folds: Annotated[int, typer.Option(help="Folds of the cross-validation.")] = 10,
    repeats: Annotated[int, typer.Option(help="How often to repeat it with other folds.")] = 3,
    out: Annotated[
        Path | None,
        typer.Option(help="Folder of the results file and the report; results/DATA if not given."),
    ] = None,
    workers: Annotated[int, typer.Option(help="Processes to work in; -1 for one a core.")] = 1,
    dask: Annotated[
        str | None,
        typer.Option(help="Work on a Dask cluster: its address (tcp://...), or 'local' to start one here."),
    ] = None,
    unit_seconds: Annotated[
        float | None, typer.Option(help="Most seconds for one learner on one repeat; beyond, it is left out.")
    ] = None,
    unit_memory: Annotated[
        str | None, typer.Option(help="Most memory for the same, beyond that of the data, such as 2GB.")
    ] = None,
    seed: Annotated[int, typer.Option(help="Seed of all random choices.")] = 0,
    positive: Annotated[str | None, typer.Option(help="The class that counts as positive.")] = None,
    group: Annotated[
        str | None, typer.Option(help="A column whose equal values are kept on one side of every split.")
    ] = None,
    drop: Annotated[list[str] | None, typer.Option(help="A column to leave out; may be repeated.")] = None,
    missing: Annotated[
        list[str] | None, typer.Option(help="A word that means a missing value; may be repeated.")
    ] = None,
    kind: Annotated[
        list[str] | None,
        typer.Option(help="COLUMN=KIND, such as zip=categorical; may be repeated."),
    ] = None,
    quiet: Annotated[
        bool, typer.Option("--quiet", "-q", help="Print the paths of the results only.")
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON document only.")] = False,
) -> None:
    """Which learner is best for these data, how good is it, and how sure is that?

    The same command again resumes a run that was stopped, and is done at once if nothing is left to do.
    """
    from gnomon.cli.compare import Request, carry_out
    from gnomon.cli.source import reading_options
    from gnomon.cli.working import working_options

    reading = reading_options(group=group, drop=drop, missing=missing, kind=kind)
    working = working_options(workers, dask, unit_seconds, unit_memory)
    request = Request(data, target, learners, measure, folds, repeats, out, working, seed, positive, reading)
    raise typer.Exit(carry_out(request, quiet=quiet, as_json=as_json))


@app.command()
def check(
    data: Annotated[
        str | None, typer.Argument(help="A file, the name of a bundled set, or a results file (.gnomon).")
    ] = None,
    target: Annotated[
        str | None, typer.Option(help="The column to predict; bundled sets have theirs.")
    ] = None,
    group: Annotated[
        str | None, typer.Option(help="A column whose equal values are kept on one side of every split.")
    ] = None,
    time: Annotated[str | None, typer.Option(help="A column that tells the order of rows in time.")] = None,
    positive: Annotated[str | None, typer.Option(help="The class that counts as positive.")] = None,
    results: Annotated[
        Path | None, typer.Option(help="A results file of these data, to be checked with them.")
    ] = None,
    folds: Annotated[
        int | None, typer.Option(help="Folds to cut the data into; 10 if not given, or rolling with --time.")
    ] = None,
    measure: Annotated[str | None, typer.Option(help="The measure that is to be reported.")] = None,
    only: Annotated[
        list[str] | None, typer.Option(help="A check to make, such as GN001; repeatable.")
    ] = None,
    cost: Annotated[bool, typer.Option(help="Measure what each fault costs.")] = True,
    seed: Annotated[int, typer.Option(help="Seed of all random choices.")] = 0,
    drop: Annotated[list[str] | None, typer.Option(help="A column to leave out; may be repeated.")] = None,
    missing: Annotated[
        list[str] | None, typer.Option(help="A word that means a missing value; may be repeated.")
    ] = None,
    kind: Annotated[
        list[str] | None, typer.Option(help="COLUMN=KIND, such as zip=categorical; may be repeated.")
    ] = None,
    explain: Annotated[str | None, typer.Option(help="Print the page of a check, such as GN001.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON document only.")] = False,
) -> None:
    """Which faults of method do these data, or these results, invite, and what would each cost?

    Ends with code 1 where a fault makes numbers untrustworthy.
    """
    from gnomon.cli import check as checking
    from gnomon.cli.source import reading_options

    if explain is not None:
        checking.explain(explain)
        raise typer.Exit
    reading = reading_options(group=group, drop=drop, missing=missing, kind=kind)
    asked = checking.CheckRequest(
        data, target, positive, time, results, folds, measure, only, cost, seed, reading
    )
    raise typer.Exit(checking.carry_out(asked, as_json=as_json))


@app.command("list")
def list_(
    what: Annotated[
        str | None, typer.Argument(help="learners, transformers, measures, sets or checks.")
    ] = None,
) -> None:
    """What there is: learners, transformers of features, measures, bundled data sets and checks."""
    from gnomon.cli.catalogue import print_catalogue

    print_catalogue(what)


@data_app.command("show")
def show(
    data: Data,
    target: Annotated[
        str | None, typer.Option(help="The column to compare the others with; bundled sets have theirs.")
    ] = None,
) -> None:
    """The columns of a file or a bundled set: kinds, missing values, statistics, and ties with the target."""
    from gnomon.cli.show import print_columns

    print_columns(data, target)


def _refuse(message: str) -> int:
    sys.stderr.write(f"gnomon: {' '.join(message.split())}\n")
    return 2


if __name__ == "__main__":
    main()
