"""`gnomon list`: the registries as tables, and the search for a term."""

from collections.abc import Callable
from typing import Any

from gnomon import registry
from gnomon.cli.advice import option
from gnomon.cli.lessons import lessons
from gnomon.cli.terminal import print_document, print_plain, print_table
from gnomon.errors import ParameterError
from gnomon.experiments.checks import checks
from gnomon.registry import Entry, Registry
from gnomon.search import find

_REGISTRIES: dict[str, Registry] = {
    "learners": registry.learners,
    "transformers": registry.transformers,
    "measures": registry.measures,
    "sets": registry.sets,
    "checks": checks,
    "figures": registry.displays,
    "lessons": lessons,
}


def print_catalog(what: str | None, *, as_json: bool = False) -> None:
    """One registry, or all of them."""
    if what is not None and what not in _REGISTRIES:
        raise ParameterError(f"there is no list of {what!r}; choose from {', '.join(_REGISTRIES)}")
    names = [what] if what else list(_REGISTRIES)
    if as_json:
        print_document({name: [_record(name, each) for each in _entries(name)] for name in names})
        return
    for name in names:
        rows = [(each.name, each.title, _FACTS[name](each)) for each in _entries(name)]
        print_table(("name", "description", "for"), rows, f"{name} ({len(rows)})")


def print_matches(term: str, what: str | None, *, as_json: bool = False) -> None:
    """The public names of Python that a textbook term leads to, and what each is."""
    if what is not None:
        raise ParameterError(f"{option('find')} searches everything; omit {what!r}")
    matches = find(term)
    if as_json:
        records = [{"name": each.name, "title": each.title} for each in matches]
        print_document({"term": term, "matches": records})
    elif not matches:
        print_plain(matches)
    else:
        print_table(("name", "description"), [(each.name, each.title) for each in matches])


def _entries(name: str) -> list[Entry]:
    entries = _REGISTRIES[name]
    return [entries[each] for each in entries]


def _record(name: str, entry: Entry) -> dict[str, Any]:
    return {"name": entry.name, "title": entry.title, "for": _FACTS[name](entry)}


def _of_set(entry: Entry) -> str:
    return (
        f"{'task' if entry.facts['task'] else 'table'}, {entry.facts['rows']:,} x {entry.facts['columns']:,}"
    )


# The last column of each list: task, family, kind or topic.
_FACTS: dict[str, Callable[[Entry], str]] = {
    "learners": lambda entry: ", ".join(entry.facts["task"]),
    "transformers": lambda entry: str(entry.facts["family"]),
    "measures": lambda entry: f"{entry.facts['kind']}, {entry.facts['better']}",
    "sets": _of_set,
    "checks": lambda entry: ", ".join(entry.facts["needs"]),
    "figures": lambda entry: entry.thing.__module__.split(".")[2],
    "lessons": lambda entry: str(entry.facts["topic"]),
}
