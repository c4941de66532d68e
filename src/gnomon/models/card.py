"""Model cards: intended task, training data and performance of a model."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from gnomon.assessment.intervals import Estimate
from gnomon.data.table import Header

if TYPE_CHECKING:
    import pandas as pd

# Incremented with every change of the format; files with a higher number are not loaded.
FORMAT = 1
WIDTH = 100


@dataclass(frozen=True)
class Card:
    """A model card, stored with the model in its file.

    learner: repr of the model. task, kind, n_rows, fingerprint: the training data. columns: the features, in
    order. takes: "columns" if the model was fitted on a data frame of them, "numbers" if on their encoding.
    speaks_codes: whether it was fitted on class codes instead of labels. estimates: performance by measure,
    with intervals. contents: a checksum of the file, which detects corruption, but is not a signature.

    >>> card = Card("Ridge()", "shop", "regression", 20, "ab12", (Header("cost", "quantitative"),))
    >>> print(card)
    Ridge()
    task      shop: regression, 20 rows, data ab12
    columns   cost (quantitative)
    """

    learner: str
    task: str
    kind: str
    n_rows: int
    fingerprint: str
    columns: tuple[Header, ...]
    takes: str = "numbers"
    target: str | None = None
    classes: tuple[Any, ...] | None = None
    positive: Any = None
    speaks_codes: bool = False
    estimates: Mapping[str, Estimate] = field(default_factory=dict)
    preparation: tuple[Mapping[str, str], ...] = ()
    seeds: Mapping[str, int] = field(default_factory=dict)
    versions: Mapping[str, str] = field(default_factory=dict)
    notes: tuple[str, ...] = ()
    stored: str | None = None
    format: int = FORMAT
    contents: str = ""

    def frame(self) -> pd.DataFrame:
        """The card as a data frame of part, name and value."""
        import pandas as pd

        return pd.DataFrame(list(self._facts()), columns=["part", "name", "value"])

    def markdown(self) -> str:
        """The card in Markdown.

        >>> card = Card("Ridge()", "shop", "regression", 20, "ab12", (Header("a|b", "quantitative"),))
        >>> [line for line in card.markdown().splitlines() if "quantitative" in line]
        ['| a\\\\|b | quantitative |']
        """
        lines = [f"# Model card: {_cell(self.task)}", "", f"`{plain(self.learner).replace('`', ' ')}`"]
        part = ""
        for section, name, value in self._facts():
            if section != part:
                lines += ["", f"## {section.capitalize()}", "", "| name | value |", "|---|---|"]
                part = section
            lines.append(f"| {_cell(name)} | {_cell(value)} |")
        return "\n".join(lines) + "\n"

    def __str__(self) -> str:
        parts = {
            "task": [_task_line(self)],
            "target": [_target_line(self)] if self.target or self.classes else [],
            "columns": [
                ", ".join(_column_text(each) for each in self.columns[:30]) + _more(self.columns, 30)
            ],
            "prepared": [f"{row.get('column', '')}: {row.get('done', '')}" for row in self.preparation],
            "estimates": [f"{name} {estimate}" for name, estimate in self.estimates.items()],
            "seeds": [", ".join(f"{name} {seed}" for name, seed in self.seeds.items())],
            "versions": [", ".join(f"{name} {version}" for name, version in self.versions.items())],
            "stored": [self.stored or ""],
            "notes": list(self.notes),
        }
        lines = [plain(self.learner)]
        for name, texts in parts.items():
            for index, text in enumerate(each for each in texts if each):
                lines.append(f"{'' if index else name:<9} {plain(text)}")
        return "\n".join(_wrapped(line) for line in lines)

    def _facts(self) -> Iterator[tuple[str, str, str]]:
        yield "task", "name", self.task
        yield "task", "kind", self.kind
        yield "task", "rows", str(self.n_rows)
        yield "task", "data fingerprint", self.fingerprint
        if self.target:
            yield "task", "target", self.target
        if self.classes is not None:
            yield "task", "classes", ", ".join(map(str, self.classes))
        if self.positive is not None:
            yield "task", "positive class", str(self.positive)
        for header in self.columns:
            yield "columns", header.name, _kind_text(header)
        for row in self.preparation:
            done = "; ".join(text for name, text in row.items() if text and name != "column")
            yield "preparation", row.get("column", ""), done
        for measure, estimate in self.estimates.items():
            yield "estimates", measure, f"{estimate}. {estimate.why}"
        for part, facts in (("seeds", self.seeds), ("versions", self.versions)):
            for name, fact in facts.items():
                yield part, name, str(fact)
        for number, note in enumerate(self.notes, 1):
            yield "notes", str(number), note
        if self.stored:
            yield "file", "stored", self.stored
        yield "file", "format", str(self.format)
        yield "file", "checksum", self.contents


def plain(text: str) -> str:
    """Escape control characters and bidirectional marks.

    >>> plain("a\\x1b[2J")
    'a\\\\x1b[2J'
    """
    return "".join(each if each.isprintable() else each.encode("unicode_escape").decode() for each in text)


def _cell(text: str) -> str:
    escaped = plain(text).replace("\\", "\\\\").replace("|", "\\|")
    return escaped.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def _wrapped(line: str) -> str:
    indent = " " * 10
    return textwrap.fill(
        line, WIDTH, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False
    )


def _task_line(card: Card) -> str:
    return f"{card.task}: {card.kind}, {card.n_rows} rows, data {card.fingerprint[:12]}"


def _target_line(card: Card) -> str:
    words = [card.target or ""]
    if card.classes is not None:
        words.append(f"classes {', '.join(map(str, card.classes[:10]))}{_more(card.classes, 10)}")
    if card.positive is not None:
        words.append(f"positive {card.positive}")
    return ", ".join(word for word in words if word)


def _column_text(header: Header) -> str:
    return f"{_short(header.name)} ({_kind_text(header)})"


def _kind_text(header: Header) -> str:
    if not header.levels:
        return header.kind
    levels = ", ".join(_short(str(level)) for level in header.levels[:6])
    return f"{header.kind}: {levels}{_more(header.levels, 6)}"


def _short(text: str, max_length: int = 60) -> str:
    return text if len(text) <= max_length else text[: max_length - 1] + "…"


def _more(items: Sequence[Any], max_shown: int) -> str:
    return f" and {len(items) - max_shown} more" if len(items) > max_shown else ""
