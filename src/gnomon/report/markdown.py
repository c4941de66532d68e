"""Reports as Markdown: conclusions, tables, checks and methods."""

import re
from html import escape
from pathlib import Path

from gnomon.atomic_file import write_atomically
from gnomon.experiments.checks.finding import MethodologyReport
from gnomon.experiments.results import Results
from gnomon.report.names import visible
from gnomon.report.summary import Grid, Summary, summary

# Characters with a meaning in Markdown, anywhere and at the start of a line; HTML characters are escaped
# by entities.
_SPECIAL = re.compile(r"([\\`*_{}\[\]#|~$@])")
_START = re.compile(r"^(\s*\d*)([-+=.)])(?=\s|$)")


def write_markdown(
    results: Results, path: str | Path, *, measure: str | None = None, checks: MethodologyReport | None = None
) -> Path:
    """Write leaderboard, ledger, checks and methods as Markdown; return the path.

    measure, checks: as in `write_report`.

    >>> import gnomon as gn
    >>> from tempfile import TemporaryDirectory
    >>> results = gn.run(gn.Design(gn.load("iris"), gn.GaussianNB(), gn.k_fold(5)))
    >>> with TemporaryDirectory() as folder:
    ...     print(write_markdown(results, Path(folder) / "iris.md").read_text().splitlines()[0])
    # iris
    """
    return write_atomically(path, as_markdown(summary(results, measure, checks)), "the report")


def as_markdown(content: Summary) -> str:
    """A summary as Markdown.

    >>> from gnomon.report.methods import Methods
    >>> print(as_markdown(Summary((), ("a|b",), (), Methods((("Data", "All rows."),), ()))))
    ## Findings of the methodology checks
    <BLANKLINE>
    - a\\|b
    <BLANKLINE>
    ## Methods
    <BLANKLINE>
    **Data.** All rows.
    <BLANKLINE>
    """
    lines: list[str] = []
    for part in content.parts:
        lines += [f"# {plain(part.task)}", "", plain(part.conclusion), ""]
        for grid in part.grids:
            lines += [*_table(grid), "", plain(grid.caption), ""]
    lines += _list("Findings of the methodology checks", content.findings)
    lines += _list("Failures", content.failures)
    lines += ["## Methods", ""]
    for about, text in content.methods.paragraphs:
        lines += [f"**{about}.** {plain(text)}", ""]
    lines += _list("References", content.methods.references)
    return "\n".join(lines).rstrip("\n") + "\n"


def plain(text: str) -> str:
    r"""A text escaped for Markdown.

    >>> plain("a|b <i> [x](y)"), plain("1. first")
    ('a\\|b &lt;i&gt; \\[x\\](y)', '1\\. first')
    """
    escaped = _SPECIAL.sub(r"\\\1", str(visible(text)).replace("\n", " "))
    return escape(_START.sub(r"\1\\\2", escaped), quote=False)


def _list(title: str, items: tuple[str, ...]) -> list[str]:
    return [f"## {title}", "", *(f"- {plain(item)}" for item in items), ""] if items else []


def _table(grid: Grid) -> list[str]:
    marks = ["---" if index < grid.n_words else "---:" for index in range(len(grid.headings))]
    rows = [grid.headings, *grid.rows]
    first, *others = (f"| {' | '.join(plain(cell) for cell in row)} |" for row in rows)
    return [first, f"| {' | '.join(marks)} |", *others]
