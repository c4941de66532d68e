"""Find anything public by a term of the field: names, docstrings and the index terms of textbooks."""

from __future__ import annotations

import difflib
import importlib
import inspect
import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from html import escape
from typing import Any

from gnomon.term_index import Words, by_term, names_of, names_of_similar, spoken_terms, words

MODULES = (
    "bayes", "clustering", "curves", "datasets", "decisions", "decomposition", "ensembles", "errors",
    "inspection", "kernels", "linear", "metrics", "models", "neighbors", "networks", "plotting",
    "preprocessing", "probability", "records", "selection", "stats", "svm", "teaching", "trees",
)  # fmt: skip


@dataclass(frozen=True)
class Match:
    """Something public: its name as it is written after `import gnomon as gn`, and what it is."""

    name: str
    title: str

    def get(self) -> Any:
        """The thing itself, where it is Python's; commands, measures and data sets by name have none."""
        value: Any = importlib.import_module("gnomon")
        for part in self.name.removeprefix("gn.").split("."):
            value = getattr(value, part)
        return value


class Matches(Sequence[Match]):
    """Results of a search, the best match first; prints as a table."""

    def __init__(self, term: str, matches: Sequence[Match]) -> None:
        self.term, self._matches = term, tuple(matches)

    def __getitem__(self, place: Any) -> Any:
        return self._matches[place]

    def __len__(self) -> int:
        return len(self._matches)

    def __repr__(self) -> str:
        if not self._matches:
            near = difflib.get_close_matches(self.term.casefold(), spoken_terms(), n=3, cutoff=0.7)
            closest = f"closest terms: {', '.join(near)}" if near else "try a more general term"
            return f"no public name matches {self.term!r}; {closest}; help(gn) lists the subjects"
        width = max(len(each.name) for each in self._matches)
        return "\n".join(f"{each.name:<{width}}  {each.title}" for each in self._matches)

    def _repr_html_(self) -> str:
        if not self._matches:
            return f"<p>{escape(repr(self))}</p>"
        rows = "".join(
            f"<tr><td><code>{escape(each.name)}</code></td><td>{escape(each.title)}</td></tr>"
            for each in self
        )
        return f"<table><thead><tr><th>name</th><th>what it is</th></tr></thead><tbody>{rows}</tbody></table>"


def find(term: str, *, max_results: int = 12) -> Matches:
    """Search names, docstrings and textbook synonyms for a term, such as "bag of words" (index, glossary).

    term: one word or several, in any case; British spellings will do. max_results: how many are shown.

    >>> import gnomon as gn
    >>> gn.find("soft margin")[0].name
    'gn.SVC'
    >>> gn.find("type I error", max_results=3)[0].name
    'gn.metrics.false_positive_rate'
    """
    index = {each.name: each for each in _index()}
    best = _ranked(words(term), term) or _ranked(_respelled(words(term)), term)
    return Matches(term, [index[name] for name in best[:max_results]])


def _ranked(wanted: Words, term: str) -> list[str]:
    """The names that fit a term at all, the best first."""
    scores = _scores_by_term(wanted)
    for each in _index():
        scores[each.name] = max(scores.get(each.name, 0.0), _score(each, wanted, term))
    return sorted(
        (name for name, score in scores.items() if score > 0), key=lambda name: (-scores[name], name)
    )


def _respelled(wanted: Words) -> Words:
    """The words of a misspelled term: each word that no term has becomes the closest word that one has."""
    known = {word for term in by_term() for word in (*term, "".join(term))}
    near = (difflib.get_close_matches(word, known - {word}, n=1, cutoff=0.8) for word in wanted)
    return tuple(word if word in known else (close or [word])[0] for word, close in zip(wanted, near))


def hint(name: str) -> str:
    """What somebody may have meant who wrote `gn.name`, for the end of an error.

    >>> hint("accuracy")
    "; did you mean 'gn.metrics.accuracy'?"
    """
    last = {each.name.rpartition(".")[2].casefold(): each.name for each in reversed(_index())}
    exact = last.get(name.casefold(), "")
    near = difflib.get_close_matches(name.casefold(), last, n=1, cutoff=0.75)
    best = (
        ("" if exact.removeprefix("gn.") in MODULES else exact)
        or _measures().get("".join(words(name)))
        or next(iter(names_of(words(name))), None)
        or (last[near[0]] if near else None)
    )
    return "" if best is None else f"; did you mean {best!r}?"


@cache
def _measures() -> dict[str, str]:
    """The function of a measure by the letters of any of its usual names: "rmse", "rocaucscor"."""
    from gnomon.assessment.measures.synonyms import MEASURE_OF

    return {"".join(words(name)): f"gn.metrics.{measure}" for name, measure in MEASURE_OF.items()}


@cache
def _index() -> tuple[Match, ...]:
    """Everything public, each thing once: at the top level or in its module."""
    import gnomon

    values = {f"gn.{name}": getattr(gnomon, name) for name in gnomon.__all__ if not name.startswith("_")}
    for module in MODULES:
        owner = getattr(gnomon, module)
        values.update({f"gn.{module}.{name}": getattr(owner, name) for name in owner.__all__})
    once = {
        name: thing
        for name, thing in values.items()
        if f"gn.{name.rpartition('.')[2]}" not in values or name.count(".") == 1
    }
    return tuple(Match(name, _title(name, thing)) for name, thing in once.items())


def _title(name: str, thing: Any) -> str:
    """The first line of a docstring; of a learner or figure, what its registry says too."""
    return (inspect.getdoc(thing) or "").partition("\n")[0].rstrip(".")


def _scores_by_term(wanted: Words) -> dict[str, float]:
    """Names that this term leads to, or similar terms."""
    scores = {name: 70.0 * share for name, share in names_of_similar(wanted).items() if share >= 0.4}
    measure = _measures().get("".join(wanted))
    scores |= {} if measure is None else {measure: 95.0}
    return scores | {name: 100.0 - rank for rank, name in enumerate(names_of(wanted))}


@cache
def _text(match: Match) -> frozenset[str]:
    """The words of a thing's name and docstring."""
    return frozenset((*_name_words(match), *words(inspect.getdoc(match.get()) or "")))


@cache
def _name_words(match: Match) -> Words:
    """`gn.RidgeCV` is the words ridge and cv."""
    return words(re.sub(r"(?<=[a-z])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])", " ", match.name.rpartition(".")[2]))


def _score(match: Match, wanted: Words, term: str) -> float:
    """How well a thing fits: by its name, else its title, else all words somewhere in its docstring."""
    if not wanted:
        return 0.0
    name = _name_words(match)
    last = match.name.rpartition(".")[2].casefold()
    if last == term.strip().casefold():
        return 101.0
    if wanted == name or "".join(wanted) == last:
        return 90.0
    if set(wanted) <= set(name):
        return 60.0 - len(name)
    title = words(match.title)
    if set(wanted) <= {*title, *name}:
        return 55.0 - title.index(wanted[0]) / 10 if wanted[0] in title else 50.0
    return 10.0 if set(wanted) <= _text(match) else 0.0
