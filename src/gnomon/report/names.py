"""Text that comes from data, made fit for a page: nothing hidden in it, and no longer than can be read."""

import re

from markupsafe import Markup, escape

from gnomon.plotting.labels import shown

MOST_OF_A_NAME = 80
MOST_OF_A_TEXT = 4000
_LONGEST_ESCAPE = 10
_LONG_WORD = re.compile(r"(\S{119})\S{2,}")

# Up to an opening bracket or a capital after a small letter; at most twenty characters.
_PARTS = re.compile(r"(?s).(?:(?![(\[])(?!(?<=[a-z])[A-Z]).){0,19}")


def short(name: object, most: int = MOST_OF_A_NAME) -> str:
    r"""A name, cut to what a table can hold.

    >>> len(short("x" * 10_000)), short("a\u202eb")
    (80, 'a\\u202eb')
    """
    return shown(name, most)


def visible(text: object) -> object:
    r"""Anything as a text with its hidden characters shown as escapes and its words of a length to be read.

    What is marked as safe stays as it is.

    >>> visible("a\x07b"), visible(Markup("<b>"))
    ('a\\x07b', Markup('<b>'))
    """
    if isinstance(text, Markup):
        return text
    lines = (shown(line, MOST_OF_A_TEXT) for line in str(text).split("\n"))
    return _LONG_WORD.sub(r"\1…", "\n".join(lines))


def clear(text: str) -> str:
    r"""A text of any length with its hidden characters, but the ends of lines, shown as escapes.

    >>> clear("a\u202eb\nc")
    'a\\u202eb\nc'
    """
    return "\n".join(shown(line, _LONGEST_ESCAPE * len(line) + 1) for line in text.split("\n"))


def breakable(name: str) -> Markup:
    """A name that a narrow column may break before its parameters and between its words.

    >>> breakable("LinearSVC(C=1)")
    Markup('Linear<wbr>SVC<wbr>(C=1)')
    """
    return Markup("<wbr>").join(escape(part) for part in _PARTS.findall(name))
