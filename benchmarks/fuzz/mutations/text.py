"""Alterations of text: of words, numbers, lines and the encoding."""

import gzip
import re
from collections.abc import Callable
from random import Random

from benchmarks.fuzz.mutations.plain import MAX_SIZE

ODD_NUMBERS = (
    "0", "-1", "1", "2", "-0.0", "0.5", "1e308", "1e-320", "1e400", "-1e400", "nan", "inf", "-inf", "1_000",
    "0x10", "255", "256", "65536", "2147483647", "2147483648", "-2147483649", "4294967296",
    "9007199254740993", "9223372036854775807", "9223372036854775808", "18446744073709551616", "1" * 40,
    "1" * 5000, "1e5", "1,5", "0.1.2", "1e", "99999999", "١٢", "1.7976931348623157e308",
)  # fmt: skip
ODD_WORDS = (
    "", " ", '"', "'", '""', "''", ",", ";", "\t", "|", "\n", "\r", "\r\n", "\0", "\ufeff", "?", "NA", "%",
    "{", "}", "[", "]", "(", ")", "@data", "é", "\u2028", "\u0301", "𝒳", "a" * 300, "true", "null", "None",
    "2024-02-30", "2024-01-01", "12:30", "50%", "$5", "1 kg", "\\", "\\u0000", "/etc/passwd",
    "../../etc/passwd", "__class__", "\x85", "\x1a", "\x0c", "=1+1", "#",
)  # fmt: skip

_WORD = re.compile(r"\w+|\s+|.", re.DOTALL)
_NUMBER = re.compile(r"[-+]?\d+(?:\.\d+)?(?:e[-+]?\d+)?")
_ENCODINGS = ("utf-8-sig", "utf-16", "utf-32", "utf-16-le", "cp1252", "latin-1", "utf-8", "cp037")


def altered_text(words: tuple[str, ...] = ()) -> Callable[[bytes, Random], bytes]:
    """Alter the contents as text; words: further ones to write, of the language of the file."""

    def altered(content: bytes, random: Random) -> bytes:
        text = content.decode("utf-8", errors="replace")
        for _ in range(random.choice((1, 1, 2, 5))):
            text = other_text(text, random, words)
        encoding = "utf-8" if random.random() < 0.9 else random.choice(_ENCODINGS)
        encoded = text[:MAX_SIZE].encode(encoding, errors="replace")
        return gzip.compress(encoded, mtime=0) if content[:2] == b"\x1f\x8b" else encoded

    return altered


def altered_gzip(words: tuple[str, ...] = ()) -> Callable[[bytes, Random], bytes]:
    """Alter what a gzip archive holds."""
    inner = altered_text(words)

    def altered(content: bytes, random: Random) -> bytes:
        try:
            inside = gzip.decompress(content)
        except (OSError, EOFError, ValueError) as error:
            raise ValueError(f"no gzip archive: {error}") from None
        return gzip.compress(inner(inside, random), mtime=0)

    return altered


def other_text(text: str, random: Random, words: tuple[str, ...] = ()) -> str:
    """A text with one alteration."""
    return random.choice((_other_number, _other_number, _other_word, _other_word, _other_lines))(
        text, random, words
    )


def _other_number(text: str, random: Random, words: tuple[str, ...]) -> str:
    found = list(_NUMBER.finditer(text))
    if not found:
        return _other_word(text, random, words)
    start, stop = random.choice(found).span()
    return text[:start] + random.choice(ODD_NUMBERS) + text[stop:]


def _other_word(text: str, random: Random, words: tuple[str, ...]) -> str:
    """Replace, delete, insert or double a word, or put another word of the text in its place."""
    found = list(_WORD.finditer(text))
    start, stop = random.choice(found).span() if found else (0, 0)
    word = text[start:stop]
    known = random.choice(words) if words and random.random() < 0.5 else random.choice(ODD_WORDS)
    other = random.choice(found).group() if found else ""
    put = random.choice((known, known, word + known, other, word + word, ""))
    return text[:start] + put + text[stop:]


def _other_lines(text: str, random: Random, words: tuple[str, ...]) -> str:
    lines = text.splitlines(keepends=True) or [""]
    first, second = random.randrange(len(lines)), random.randrange(len(lines))
    way = random.randrange(6)
    if way == 0:
        del lines[first]
    elif way == 1:
        lines[first:first] = [lines[second]] * random.choice((1, 2, 50))
    elif way == 2:
        lines[first], lines[second] = lines[second], lines[first]
    elif way == 3:
        lines = lines[:first]
    elif way == 4:
        ending = random.choice(("\r", "\r\n", "", "\n\n", "\n"))
        lines = [line.rstrip("\r\n") + ending for line in lines]
    else:
        separators = [each for each in ",;\t| " if each in text] or [","]
        lines = [line.replace(random.choice(separators), random.choice(",;\t| :")) for line in lines]
    return "".join(lines)
