"""Entry point of the command line: collects the commands and prints errors as one line."""

import sys
import warnings
from collections.abc import Callable, Sequence
from inspect import cleandoc
from typing import Annotated, Any

import typer

from gnomon.cli.advice import by_options, running
from gnomon.cli.commands.check import check
from gnomon.cli.commands.claim import claim, verify
from gnomon.cli.commands.cluster import cluster
from gnomon.cli.commands.compare import compare
from gnomon.cli.commands.curve import curve
from gnomon.cli.commands.data import data_app
from gnomon.cli.commands.explain import explain
from gnomon.cli.commands.fit import fit
from gnomon.cli.commands.lesson import lesson
from gnomon.cli.commands.list import list_
from gnomon.cli.commands.plan import plan
from gnomon.cli.commands.predict import predict
from gnomon.cli.commands.report import report
from gnomon.cli.commands.run import run
from gnomon.cli.commands.select import select
from gnomon.cli.commands.store import store_app
from gnomon.cli.commands.tune import tune
from gnomon.cli.commands.vault import vault_app
from gnomon.errors import GnomonError, GnomonWarning

_DATA = "Inspect data"
_EVALUATE = "Evaluate, compare and tune"
_MODEL = "Fit and use models"
_REPRODUCE = "Report and reproduce"
_REFERENCE = "Reference"

app = typer.Typer(
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
    help="Classical machine learning with sound evaluation.\n\nStart with: gnomon compare iris",
)
app.add_typer(data_app, name="data", rich_help_panel=_DATA)
_COMMANDS: dict[Callable[..., None], str] = {
    check: _DATA,
    plan: _EVALUATE,
    compare: _EVALUATE,
    tune: _EVALUATE,
    run: _EVALUATE,
    curve: _EVALUATE,
    select: _EVALUATE,
    cluster: _EVALUATE,
    fit: _MODEL,
    predict: _MODEL,
    explain: _MODEL,
    report: _REPRODUCE,
    claim: _REPRODUCE,
    verify: _REPRODUCE,
    list_: _REFERENCE,
    lesson: _REFERENCE,
}
for command, panel in _COMMANDS.items():
    app.command(command.__name__.rstrip("_"), rich_help_panel=panel)(command)
app.add_typer(store_app, name="store", rich_help_panel=_REPRODUCE)
app.add_typer(vault_app, name="vault", rich_help_panel=_REPRODUCE)
for group in (app, data_app, store_app, vault_app):
    for registered in group.registered_commands:
        # Unwrap the lines of a docstring, so that help is wrapped at the width of the terminal.
        paragraphs = cleandoc(registered.callback.__doc__ or "").split("\n\n")
        registered.help = "\n\n".join(" ".join(each.split()) for each in paragraphs)


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command and end the process with its exit code."""
    sys.exit(code_of(sys.argv[1:] if arguments is None else arguments))


def code_of(arguments: Sequence[str]) -> int:
    """Run the command; an error becomes one line and exit code 2."""
    command = typer.main.get_command(app)
    with running(options_of(command), _named(command, arguments)):
        return _code_of(command, arguments)


def options_of(command: Any, name: str = "") -> dict[str, frozenset[str]]:
    """The options of each command, by its name.

    >>> "--target" in options_of(typer.main.get_command(app))["data show"]
    True
    """
    if hasattr(command, "commands"):
        parts = (options_of(each, f"{name} {word}".strip()) for word, each in command.commands.items())
        return {word: options for part in parts for word, options in part.items()}
    names = [option for each in command.params for option in (*each.opts, *each.secondary_opts)]
    return {name: frozenset(each for each in [*names, "--help"] if each.startswith("--"))}


def _named(command: Any, arguments: Sequence[str]) -> str:
    """The name of the command that these arguments run, of one or two words."""
    words: list[str] = []
    for each in arguments:
        if not hasattr(command, "commands") or each not in command.commands:
            break
        words.append(each)
        command = command.commands[each]
    return " ".join(words)


def _code_of(command: Any, arguments: Sequence[str]) -> int:
    try:
        with warnings.catch_warnings():
            warnings.showwarning = _noted
            code = command.main(list(arguments), prog_name="gnomon", standalone_mode=False)
        sys.stdout.flush()
    except GnomonError as error:
        return _refuse(error)
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:
        # The reader of the output, such as `head`, has closed the pipe: discard the rest.
        sys.stdout = None
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


def _refuse(message: str | GnomonError) -> int:
    from gnomon.cli.terminal import note

    note(by_options(message))
    return 2


def _noted(message: Warning | str, category: type[Warning], *place: Any, **more: Any) -> None:
    """Print a warning that the command does not handle itself as one line."""
    from gnomon.cli.terminal import note

    note(f"{'note' if issubclass(category, GnomonWarning) else category.__name__}: {by_options(message)}")
