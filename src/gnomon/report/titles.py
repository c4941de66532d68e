"""Titles of measures, as headings and sentences have them."""

from collections.abc import Sequence


def split_title(title: str) -> tuple[str, str]:
    """A measure's name and what it means.

    >>> split_title("Accuracy: share of rows predicted right")
    ('Accuracy', 'share of rows predicted right')
    """
    name, _, meaning = title.partition(": ")
    return name, meaning


def column_headings(titles: Sequence[str]) -> list[str]:
    """Names as narrow columns have them: without brackets and what stands behind a comma, if they stay apart.

    >>> column_headings(["Recall (sensitivity)", "F1", "F1, weighted"])
    ['Recall', 'F1', 'F1, weighted']
    """
    cut = [title.partition(" (")[0].partition(", ")[0] for title in titles]
    return [short if cut.count(short) == 1 else title for short, title in zip(cut, titles)]


def in_a_sentence(title: str) -> str:
    """A name as the middle of a sentence has it.

    >>> in_a_sentence("Log loss"), in_a_sentence("AUC")
    ('log loss', 'AUC')
    """
    return title if title[1:2].isupper() or not title[1:2].isalpha() else title[:1].lower() + title[1:]
