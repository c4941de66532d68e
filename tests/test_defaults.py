"""The default of each argument of a public function, and of each option of a command, is the listed one.

A default that changes changes the results of everyone who relies on it: so it changes on purpose, and here.
Parameters of learners stand in parameters.txt, figures have stored pictures. GNOMON_GOLDEN=write stores the
list anew.
"""

import inspect
import os
from pathlib import Path

import typer

from gnomon import registry, search
from gnomon.cli.main import app

LIST = Path(__file__).parent / "defaults.txt"
LEARNERS = {*registry.learners, *registry.transformers}
PLAIN = (bool, int, float, str, tuple)


def functions():
    """Public functions, constructors and methods by name; what several classes inherit, once."""
    seen = set()
    for match in search._index():
        if match.name.startswith("gn.plotting."):
            continue
        thing = match.get()
        if inspect.isclass(thing):
            if match.name.removeprefix("gn.") not in LEARNERS:
                yield match.name, thing
            methods = inspect.getmembers(thing, inspect.isroutine)
        else:
            methods = []
            yield match.name, thing
        for name, method in methods:
            function = getattr(method, "__func__", method)
            is_own = str(getattr(function, "__module__", "")).startswith("gnomon.")
            if is_own and not name.startswith("_") and function not in seen:
                seen.add(function)
                yield f"{match.name}.{name}", method


def of_functions():
    for name, thing in functions():
        try:
            parameters = inspect.signature(thing).parameters.values()
        except (TypeError, ValueError):
            continue
        for each in parameters:
            if isinstance(each.default, PLAIN):
                yield f"{name}({each.name}={each.default!r})"


def of_options(command, name):
    for each in getattr(command, "commands", {}).values():
        yield from of_options(each, f"{name} {each.name}")
    for option in command.params:
        if isinstance(option.default, PLAIN):
            yield f"{name} {max(option.opts, key=len)} = {option.default!r}"


def test_arguments_and_options_have_their_listed_defaults():
    lines = sorted({*of_functions(), *of_options(typer.main.get_command(app), "gnomon")})
    if os.environ.get("GNOMON_GOLDEN") == "write":
        LIST.write_text("\n".join([*lines, ""]), encoding="utf-8")
    assert lines == LIST.read_text(encoding="utf-8").splitlines()
