"""Text that comes from data, escaped and truncated for a page."""

import re

from markupsafe import Markup, escape

from gnomon.plotting.labels import shown

MAX_NAME_LENGTH = 80
MAX_TEXT_LENGTH = 4000
_LONGEST_ESCAPE = 10
_LONG_WORD = re.compile(r"(\S{119})\S{2,}")

# Up to an opening bracket or a capital after a small letter; at max_length twenty characters.
_PARTS = re.compile(r"(?s).(?:(?![(\[])(?!(?<=[a-z])[A-Z]).){0,19}")


def short(name: object, max_length: int = MAX_NAME_LENGTH) -> str:
    r"""A name, truncated to fit a table.

    >>> len(short("x" * 10_000)), short("a\u202eb")
    (80, 'a\\u202eb')
    """
    return shown(name, max_length)


def visible(text: object) -> object:
    r"""A value as text, with hidden characters escaped and long words truncated.

    Markup is returned unchanged.

    >>> visible("a\x07b"), visible(Markup("<b>"))
    ('a\\x07b', Markup('<b>'))
    """
    if isinstance(text, Markup):
        return text
    lines = (shown(line, MAX_TEXT_LENGTH) for line in str(text).split("\n"))
    return _LONG_WORD.sub(r"\1…", "\n".join(lines))


def clear(text: str) -> str:
    r"""A text of any length with hidden characters, except line ends, escaped.

    >>> clear("a\u202eb\nc")
    'a\\u202eb\nc'
    """
    return "\n".join(shown(line, _LONGEST_ESCAPE * len(line) + 1) for line in text.split("\n"))


def breakable(name: str) -> Markup:
    """A name with line break opportunities before its parameters and between its words.

    >>> breakable("LinearSVC(C=1)")
    Markup('Linear<wbr>SVC<wbr>(C=1)')
    """
    return Markup("<wbr>").join(escape(part) for part in _PARTS.findall(name))
