"""Registries of learners, transformers, measures, data sets and figures, with metadata.

Objects are registered in their modules; a registry imports its package at the first look-up, so that a new
file is available in the catalog, the command line and the tests without further edits.
"""

import difflib
import importlib
import pkgutil
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from gnomon.errors import NameUnknown


@dataclass(frozen=True)
class Entry:
    """A registered object: name, one-line title, the object (`thing`) and metadata (`facts`)."""

    name: str
    title: str
    thing: Any
    facts: Mapping[str, Any] = field(default_factory=dict)


class Registry(Mapping[str, Entry]):
    """Entries by name; prints as a table.

    kind: type of the entries, in the singular. folder: the package that registers them when imported.
    """

    def __init__(self, kind: str, folder: str) -> None:
        self.kind = kind
        self.folder = folder
        self._entries: dict[str, Entry] = {}
        self._loaded = False
        self._find: Callable[[Any], Any] = lambda name: self[name].thing
        self._synonyms: Iterable[str] = ()

    def add(self, name: str, thing: Any, title: str, **facts: Any) -> Any:
        """Register an object by name and return it."""
        taken = self._entries.get(name)
        if taken is not None and _home(taken.thing) != _home(thing):
            raise ValueError(f"{self.kind} {name!r} is registered already, by {_home(taken.thing)[0]}")
        self._entries[name] = Entry(name, title, thing, facts)
        return thing

    def __getitem__(self, name: str) -> Entry:
        """The entry of this name, regardless of case and of - or _."""
        self._load()
        if name in self._entries:
            return self._entries[name]
        matches = [each for each in self._entries if _plain(each) == _plain(name)]
        if len(matches) == 1:
            return self._entries[matches[0]]
        plain = {_plain(each): each for each in (*self._entries, *self._synonyms)}
        near = matches[:1] or difflib.get_close_matches(_plain(name), plain, n=1, cutoff=0.5)
        hint = f"did you mean {plain[_plain(near[0])]!r}? " if near else ""
        unknown = NameUnknown(
            f"no {self.kind} is called {name!r}; {hint}`gnomon list {self.kind.split()[-1]}s` shows them all"
        )
        unknown.near = plain[_plain(near[0])] if near else None
        raise unknown

    def find(self, name: Any) -> Any:
        """The object of this name, as the package that registers reads names: synonyms, parameters."""
        self._load()
        return self._find(name)

    def read_names_by(self, find: Callable[[Any], Any], synonyms: Iterable[str] = ()) -> None:
        """Let `find` read the names of this registry; it knows synonyms of them, too."""
        self._find, self._synonyms = find, synonyms

    def __contains__(self, name: object) -> bool:
        self._load()
        return name in self._entries

    def __iter__(self) -> Iterator[str]:
        self._load()
        return iter(sorted(self._entries))

    def __len__(self) -> int:
        self._load()
        return len(self._entries)

    def rows(self) -> list[tuple[str, str]]:
        """Name and title of every entry, in order of name."""
        return [(name, self[name].title) for name in self]

    def __repr__(self) -> str:
        width = max((len(name) for name in self), default=0)
        return "\n".join(f"{name:<{width}}  {title}" for name, title in self.rows())

    def _load(self) -> None:
        if not self._loaded:
            self._loaded = True
            package = importlib.import_module(self.folder)
            for module in pkgutil.walk_packages(getattr(package, "__path__", ()), self.folder + "."):
                importlib.import_module(module.name)


def _plain(name: object) -> str:
    return str(name).strip().casefold().replace("-", "_").replace(" ", "_")


def _home(thing: Any) -> tuple[str, str]:
    kind = thing if hasattr(thing, "__qualname__") else type(thing)
    return kind.__module__, kind.__qualname__


learners = Registry("learner", "gnomon.learners")
transformers = Registry("transformer", "gnomon.features")
measures = Registry("measure", "gnomon.assessment.measures")
sets = Registry("data set", "gnomon.data.sets")
displays = Registry("figure", "gnomon.plotting")
