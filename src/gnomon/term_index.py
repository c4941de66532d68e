"""The words of a term, and the names that the terms of textbooks and other libraries lead to."""

import re
from collections import Counter
from functools import cache
from math import log

from gnomon import library_terms, textbook_terms

Words = tuple[str, ...]
# Words that tell nothing apart in a search.
FILLERS = frozenset(
    ("a", "an", "and", "as", "at", "by", "for", "from", "in", "is", "of", "on", "or", "the", "to", "with")
)


def words(text: str) -> Words:
    """The words of a text without fillers, in one spelling and without endings.

    >>> words("Neighbours of the centre"), words("binarisation")
    (('neighbor', 'center'), ('binariz',))
    """
    tokens = re.findall(r"[a-z0-9]+", _ascii(text.casefold()).replace("'s", "").replace("_", " "))
    return tuple(_stem(word) for word in tokens if word not in FILLERS) or tuple(tokens)


def names_of(wanted: Words) -> Words:
    """The names that exactly this term leads to; hyphens and spaces make no difference.

    >>> names_of(words("back-propagation")) == names_of(words("backpropagation"))
    True
    """
    return _by_letters().get("".join(wanted), ())


def names_of_similar(wanted: Words) -> dict[str, float]:
    """Names that similar terms lead to, with the share of words in common, rare words counting more.

    >>> names_of_similar(words("hard margin classifier"))["gn.svm.widest_margin_hyperplane"] > 0.5
    True
    """
    best: dict[str, float] = {}
    for term, names in by_term().items():
        common, either = {*wanted} & {*term}, {*wanted} | {*term}
        share = sum(map(_weight, common)) / sum(map(_weight, either)) if common else 0.0
        for rank, name in enumerate(names):
            best[name] = max(best.get(name, 0.0), share - rank / 100)
    return best


@cache
def by_term() -> dict[Words, Words]:
    """The names that each term leads to."""
    return {words(term): names for term, names in _spoken().items()}


def spoken_terms() -> list[str]:
    """The terms as they are written."""
    return list(_spoken())


@cache
def _spoken() -> dict[str, Words]:
    names_by_term: dict[str, Words] = {}
    for table in (library_terms.TERMS, textbook_terms.TERMS):
        for line in table.strip().replace("\n    ", " ").splitlines():
            terms, _, names = line.partition(": ")
            names_by_term |= dict.fromkeys(
                map(str.strip, terms.split(",")), tuple(f"gn.{n}" for n in names.split())
            )
    return names_by_term


@cache
def _by_letters() -> dict[str, Words]:
    return {"".join(term): names for term, names in by_term().items()}


@cache
def _weight(word: str) -> float:
    """Inverse document frequency of a word among the terms."""
    return 1 + log(len(by_term()) / (1 + _frequencies()[word]))


@cache
def _frequencies() -> Counter[str]:
    return Counter(word for term in by_term() for word in set(term))


def _ascii(text: str) -> str:
    return text.translate(str.maketrans("áäåàâéèêíïóöôøúüçñ²", "aaaaaeeeiiooo" + "ouucn2"))


def _stem(word: str) -> str:
    """A word in American spelling without its ending, roughly: the same rules read terms and texts."""
    for british, american in (("neighbour", "neighbor"), ("colour", "color"), ("centre", "center")):
        word = word.replace(british, american)
    if len(word) > 4:
        word = re.sub(r"ies$", "y", word)
        word = re.sub(r"(ss|x|z|ch|sh)es$", r"\1", word)
        word = re.sub(r"(?<![sui])s$", "", word)
    word = re.sub(r"(?<=...)i[sz](e|ed|er|ing|ation)$", "iz", word)
    return re.sub(r"(?<=....)(ing|ed|e)$", "", word)
