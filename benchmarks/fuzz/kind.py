"""A kind of file: how valid ones are made, how they are altered, and what a person does with one."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from benchmarks.fuzz.mutations import Mutation

# What is done with a file, one step after another; a step that is refused does not end the others.
Steps = Iterable[Callable[[], Any]]


@dataclass(frozen=True)
class Kind:
    """A kind of file.

    suffix: of its name. seeds: makes valid contents, one after another. mutations: those that suit it; one
    given twice is chosen twice as often. steps: what is done with a file. companions: files beside it, by
    name.
    """

    name: str
    suffix: str
    seeds: Callable[[], Iterable[bytes]]
    mutations: Sequence[Mutation]
    steps: Callable[[Path], Steps]
    companions: Callable[[], dict[str, bytes]] = dict
