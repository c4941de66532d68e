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

from gnomon.textbook_terms import TERMS

MODULES = (
    "bayes", "clustering", "curves", "datasets", "decisions", "decomposition", "ensembles", "errors",
    "inspection", "kernels", "linear", "metrics", "models", "neighbors", "networks", "plotting",
    "preprocessing", "probability", "records", "selection", "stats", "svm", "teaching", "trees",
)  # fmt: skip
# Words that tell nothing apart in a search.
FILLERS = frozenset(
    ("a", "an", "and", "as", "at", "by", "for", "from", "in", "is", "of", "on", "or", "the", "to", "with")
)


@dataclass(frozen=True)
class Match:
    """Something public: its name as it is written after `import gnomon as gn`, and what it is."""

    name: str
    title: str

    def get(self) -> Any:
        """The thing itself, where it is Python's; commands, measures and data sets by name have none."""
        found: Any = importlib.import_module("gnomon")
        for part in self.name.removeprefix("gn.").split("."):
            found = getattr(found, part)
        return found


class Matches(Sequence[Match]):
    """What a search found, the best match first; prints as a table."""

    def __init__(self, term: str, found: Sequence[Match]) -> None:
        self.term, self._found = term, tuple(found)

    def __getitem__(self, place: Any) -> Any:
        return self._found[place]

    def __len__(self) -> int:
        return len(self._found)

    def __repr__(self) -> str:
        if not self._found:
            return f"no public name matches {self.term!r}; try a more general term"
        width = max(len(each.name) for each in self._found)
        return "\n".join(f"{each.name:<{width}}  {each.title}" for each in self._found)

    def _repr_html_(self) -> str:
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
    scores: dict[str, float] = {}
    wanted = _words(term)
    for rank, name in enumerate(_by_term().get(wanted, ())):
        scores[name] = 100.0 - rank
    for each in index.values():
        scores[each.name] = max(scores.get(each.name, 0.0), _score(each, wanted, term))
    best = sorted(
        (name for name, score in scores.items() if score > 0), key=lambda name: (-scores[name], name)
    )
    if not best:
        near = difflib.get_close_matches(
            " ".join(wanted), [" ".join(each) for each in _by_term()], n=1, cutoff=0.8
        )
        best = list(_by_term()[tuple(near[0].split())]) if near else []
    return Matches(term, [index[name] for name in best[:max_results]])


def hint(name: str) -> str:
    """What somebody may have meant who wrote `gn.name`, for the end of an error.

    >>> hint("accuracy")
    "; did you mean 'gn.metrics.accuracy'?"
    """
    names = [each.name for each in _index()]
    last = {each.rpartition(".")[2].casefold(): each for each in reversed(names)}
    plain = name.casefold()
    near = difflib.get_close_matches(plain, last, n=1, cutoff=0.75)
    best = (
        last.get(plain)
        or _measure(plain)
        or next(iter(_by_term().get(_words(name), ())), None)
        or (last[near[0]] if near else None)
    )
    return "" if best is None else f"; did you mean {best!r}?"


def _measure(name: str) -> str | None:
    """The function of a measure, by any of its usual names: "rmse", "roc_auc_score"."""
    from gnomon.assessment.measures.synonyms import MEASURE_OF

    measure = MEASURE_OF.get(name)
    return None if measure is None else f"gn.metrics.{measure}"


@cache
def _index() -> tuple[Match, ...]:
    """Everything public, each thing once: at the top level or in its module."""
    import gnomon

    found = {f"gn.{name}": getattr(gnomon, name) for name in gnomon.__all__ if not name.startswith("_")}
    for module in MODULES:
        owner = getattr(gnomon, module)
        names = getattr(owner, "__all__", None) or [name for name in dir(owner) if name[:1].isupper()]
        found.update({f"gn.{module}.{name}": getattr(owner, name) for name in names})
    once = {
        name: thing
        for name, thing in found.items()
        if f"gn.{name.rpartition('.')[2]}" not in found or name.count(".") == 1
    }
    return tuple(Match(name, _title(name, thing)) for name, thing in once.items())


def _title(name: str, thing: Any) -> str:
    """The first line of a docstring; of a learner or figure, what its registry says too."""
    return (inspect.getdoc(thing) or "").partition("\n")[0].rstrip(".")


@cache
def _by_term() -> dict[tuple[str, ...], tuple[str, ...]]:
    """The names that each textbook term leads to."""
    found: dict[tuple[str, ...], tuple[str, ...]] = {}
    for line in TERMS.strip().splitlines():
        terms, _, names = line.partition(": ")
        for term in terms.split(","):
            found[_words(term)] = tuple(f"gn.{name}" for name in names.split())
    return found


@cache
def _text(match: Match) -> frozenset[str]:
    """The words of a thing's name and docstring."""
    return frozenset((*_name_words(match), *_words(inspect.getdoc(match.get()) or "")))


def _name_words(match: Match) -> tuple[str, ...]:
    """`gn.RidgeCV` is the words ridge and cv."""
    return _words(re.sub(r"(?<=[a-z])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])", " ", match.name.rpartition(".")[2]))


def _score(match: Match, wanted: tuple[str, ...], term: str) -> float:
    """How well a thing fits: by its name, else its title, else all words somewhere in its docstring."""
    if not wanted:
        return 0.0
    name = _name_words(match)
    if wanted == name or match.name.rpartition(".")[2].casefold() == term.strip().casefold():
        return 90.0
    if set(wanted) <= set(name):
        return 60.0 - len(name)
    title = _words(match.title)
    if set(wanted) <= {*title, *name}:
        return 40.0 - title.index(wanted[0]) / 10 if wanted[0] in title else 30.0
    return 10.0 if set(wanted) <= _text(match) else 0.0


def _words(text: str) -> tuple[str, ...]:
    """The words of a text without fillers, in one spelling and without endings."""
    words = re.findall(r"[a-z0-9]+", text.casefold().replace("'s", "").replace("_", " "))
    return tuple(_stem(word) for word in words if word not in FILLERS) or tuple(words)


def _stem(word: str) -> str:
    """A word in the singular and in American spelling, roughly: the same rules read terms and texts."""
    for british, american in (("neighbour", "neighbor"), ("colour", "color"), ("centre", "center")):
        word = word.replace(british, american)
    word = re.sub(r"(?<=...)is(e|ed|er|ing|ation)$", r"iz\1", word)
    if len(word) > 4:
        word = re.sub(r"ies$", "y", word)
        word = re.sub(r"(ss|x|z|ch|sh)es$", r"\1", word)
        word = re.sub(r"(?<![sui])s$", "", word)
    return word
