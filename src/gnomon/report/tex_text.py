r"""Escaping of text for LaTeX: special characters are written as commands."""

import unicodedata

from gnomon.report.names import visible

# Unicode engines print the letter, others its code point, so that any name compiles on all of them.
LETTER = (
    r"\providecommand{\gnomonletter}[1]{\ifdefined\XeTeXversion\char" + '"#1' + r"\relax"
    r"\else\ifdefined\directlua\char" + '"#1' + r"\relax\else[U+#1]\fi\fi}"
)

_SPECIAL = {
    "\\": r"\textbackslash{}",
    "{": r"\{",
    "}": r"\}",
    "$": r"\$",
    "&": r"\&",
    "#": r"\#",
    "%": r"\%",
    "_": r"\_",
    "^": r"\textasciicircum{}",
    "~": r"\textasciitilde{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    "|": r"\textbar{}",
    '"': "''",
    "`": r"\textasciigrave{}",
    "[": "{[}",
    "]": "{]}",
    "*": "{*}",
    "−": r"\ensuremath{-}",
    "±": r"\ensuremath{\pm}",
    "²": r"\ensuremath{^2}",
    "–": "--",
    "…": r"\ldots{}",
    "’": "'",
    "\n": " ",
    "\u00a0": "~",
}

# Accents that all engines support: grave, acute, circumflex, tilde, macron, breve, dot, diaeresis, ring,
# double acute, caron, cedilla.
_ACCENTS = frozenset("\u0300\u0301\u0302\u0303\u0304\u0306\u0307\u0308\u030a\u030b\u030c\u0327")
_LETTERS = frozenset("ßæœøåÆŒØÅłŁ")


def plain(text: str) -> str:
    r"""A text escaped for LaTeX.

    >>> print(plain(r"100 % of \foo_{1}, café, 中"))
    100 \% of \textbackslash{}foo\_\{1\}, café, \gnomonletter{4E2D}
    """
    return "".join(_printed(letter) for letter in str(visible(text)))


def _printed(letter: str) -> str:
    if letter in _SPECIAL:
        return _SPECIAL[letter]
    if letter.isascii() or letter in _LETTERS:
        return letter
    parts = unicodedata.normalize("NFD", letter)
    if len(parts) == 2 and parts[0].isascii() and parts[0].isalpha() and parts[1] in _ACCENTS:
        return letter
    return rf"\gnomonletter{{{ord(letter):04X}}}"
