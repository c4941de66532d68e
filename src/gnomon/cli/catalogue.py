"""`gnomon list`: the registries as tables."""

from rich.console import Console
from rich.table import Table
from rich.text import Text

from gnomon import registry
from gnomon.errors import ParameterError
from gnomon.experiments.checks import checks
from gnomon.registry import Entry, Registry

_REGISTRIES = {
    "learners": registry.learners,
    "transformers": registry.transformers,
    "measures": registry.measures,
    "sets": registry.sets,
    "checks": checks,
}


def print_catalogue(what: str | None) -> None:
    """One registry, or all of them."""
    if what is not None and what not in _REGISTRIES:
        raise ParameterError(f"there is no list of {what!r}; ask for {', '.join(_REGISTRIES)}")
    console = Console()
    for name in [what] if what else _REGISTRIES:
        console.print(_table(name, _REGISTRIES[name]))


def _table(name: str, listed: Registry) -> Table:
    table = Table(
        title=f"{name} ({len(listed)})", title_justify="left", title_style="bold", box=None, pad_edge=False
    )
    for heading in ("name", "what it is", "for"):
        table.add_column(heading, overflow="fold", no_wrap=heading != "what it is")
    for entry in listed.values():
        table.add_row(
            Text(entry.name, style="cyan"), Text(entry.title), Text(_FACTS[name](entry), style="dim")
        )
    table.add_section()
    return table


def _of_learner(entry: Entry) -> str:
    return ", ".join(entry.facts["task"])


def _of_transformer(entry: Entry) -> str:
    return str(entry.facts["family"])


def _of_measure(entry: Entry) -> str:
    return f"{entry.facts['kind']}, {entry.facts['better']}"


def _of_set(entry: Entry) -> str:
    return (
        f"{'task' if entry.facts['task'] else 'table'}, {entry.facts['rows']:,} x {entry.facts['columns']:,}"
    )


def _of_check(entry: Entry) -> str:
    return ", ".join(entry.facts["needs"])


# The fact to choose by, for the last column of each list.
_FACTS = {
    "learners": _of_learner,
    "transformers": _of_transformer,
    "measures": _of_measure,
    "sets": _of_set,
    "checks": _of_check,
}
