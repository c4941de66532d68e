"""Titles of measures, formatted for headings and sentences."""

from collections.abc import Sequence

_AUTHORS = {
    "wilson": "Wilson",
    "jeffreys": "Jeffreys",
    "clopper-pearson": "Clopper-Pearson",
    "agresti-coull": "Agresti-Coull",
    "delong": "DeLong",
}


def split_title(title: str) -> tuple[str, str]:
    """The name of a measure and its meaning.

    >>> split_title("Accuracy: share of rows predicted correctly")
    ('Accuracy', 'share of rows predicted correctly')
    """
    name, _, meaning = title.partition(": ")
    return name, meaning


def method_title(method: str) -> str:
    """The name of an interval method, with proper names capitalized.

    >>> method_title("wilson"), method_title("clopper-pearson"), method_title("corrected t")
    ('Wilson', 'Clopper-Pearson', 'corrected t')
    """
    return _AUTHORS.get(method, method)


def column_headings(titles: Sequence[str]) -> list[str]:
    """Short names for narrow columns: without parentheses and text after a comma, if still unique.

    >>> column_headings(["Recall (sensitivity)", "F1", "F1, weighted"])
    ['Recall', 'F1', 'F1, weighted']
    """
    cut = [title.partition(" (")[0].partition(", ")[0] for title in titles]
    return [short if cut.count(short) == 1 else title for short, title in zip(cut, titles)]


def in_a_sentence(title: str) -> str:
    """A name in the case of the middle of a sentence.

    >>> in_a_sentence("Log loss"), in_a_sentence("AUC")
    ('log loss', 'AUC')
    """
    return title if title[1:2].isupper() or not title[1:2].isalpha() else title[:1].lower() + title[1:]
