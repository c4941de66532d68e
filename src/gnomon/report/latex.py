r"""Reports as LaTeX: booktabs tables and the methods section, for \input in a paper."""

from collections.abc import Iterator
from pathlib import Path

from gnomon.atomic_file import write_atomically
from gnomon.experiments.checks.finding import MethodologyReport
from gnomon.experiments.results import Results
from gnomon.report.summary import Grid, Summary, summary
from gnomon.report.tex_text import LETTER, plain

MAX_ROWS = 40
_LONG_NAME = 32
_MANY_COLUMNS = 6


def write_latex(
    results: Results, path: str | Path, *, measure: str | None = None, checks: MethodologyReport | None = None
) -> Path:
    r"""Write leaderboard, ledger, checks and methods as LaTeX, for any engine; return the path.

    measure, checks: as in `write_report`. The file requires \usepackage{booktabs} only.

    >>> import gnomon as gn
    >>> from tempfile import TemporaryDirectory
    >>> results = gn.run(gn.Design(gn.load("iris"), gn.GaussianNB(), gn.k_fold(5)))
    >>> with TemporaryDirectory() as folder:
    ...     text = write_latex(results, Path(folder) / "iris.tex").read_text()
    >>> text.count(r"\toprule"), text.count(r"\bottomrule")
    (1, 1)
    """
    return write_atomically(path, as_latex(summary(results, measure, checks)), "the report")


def as_latex(content: Summary) -> str:
    r"""A summary as LaTeX.

    >>> from gnomon.report.methods import Methods
    >>> print(as_latex(Summary((), (), (), Methods((("Data", "100 % of rows."),), ()))).splitlines()[-1])
    \paragraph{Data.} 100 \% of rows.
    """
    lines = [r"% In the preamble: \usepackage{booktabs}. In the text: \input of this file.", LETTER, ""]
    number = 0
    for part in content.parts:
        lines += [rf"\section*{{{plain(part.task)}}}", plain(part.conclusion), ""]
        for piece in (piece for grid in part.grids for piece in _pieces(grid)):
            number += 1
            lines += [*_table(piece, number), ""]
    lines += _list("Findings of the methodology checks", content.findings)
    lines += _list("Failures", content.failures)
    lines += [r"\section*{Methods}"]
    for about, text in content.methods.paragraphs:
        lines += [rf"\paragraph{{{about}.}} {plain(text)}", ""]
    lines += _list("References", content.methods.references)
    return "\n".join(lines).rstrip("\n") + "\n"


def _pieces(grid: Grid) -> Iterator[Grid]:
    """A long table split into pieces that fit a page."""
    for start in range(0, max(len(grid.rows), 1), MAX_ROWS):
        caption = grid.caption if start == 0 else "Continued from the previous table."
        yield Grid(caption, grid.headings, grid.rows[start : start + MAX_ROWS], grid.n_words)


def _table(grid: Grid, number: int) -> list[str]:
    is_long = any(len(row[0]) > _LONG_NAME for row in grid.rows)
    # Ragged right by \raggedright, as a ragged column type is not part of booktabs.
    first = r"p{0.3\linewidth}" if is_long else "l"
    is_wide = len(grid.headings) > _MANY_COLUMNS
    size = (
        rf"\{'scriptsize' if is_wide else 'footnotesize'}\setlength{{\tabcolsep}}{{{3 if is_wide else 5}pt}}"
    )
    numbers = "r" * (len(grid.headings) - grid.n_words)
    return [
        r"\begin{table}[htbp]",
        rf"\centering{size}",
        rf"\caption{{{plain(grid.caption)}}}\label{{tab:gnomon-{number}}}\smallskip",
        rf"\begin{{tabular}}{{@{{}}{first}{'l' * (grid.n_words - 1)}{numbers}@{{}}}}",
        r"\toprule",
        _row(grid.headings, is_long=False),
        r"\midrule",
        *(_row(row, is_long=is_long) for row in grid.rows),
        r"\bottomrule",
        r"\end{tabular}",
        r"\end{table}",
    ]


def _row(cells: tuple[str, ...], *, is_long: bool) -> str:
    name, *others = cells
    ragged = rf"\raggedright {plain(name)}" if is_long else plain(name)
    return " & ".join([ragged, *(_cell(each) for each in others)]) + r" \\"


def _cell(text: str) -> str:
    """A cell; a second line is set small below the first."""
    value, _, below = text.partition("\n")
    if not below:
        return plain(value)
    return rf"\begin{{tabular}}[t]{{@{{}}r@{{}}}}{plain(value)}\\{{\tiny {plain(below)}}}\end{{tabular}}"


def _list(title: str, items: tuple[str, ...]) -> list[str]:
    if not items:
        return []
    listed = [rf"\item {plain(item)}" for item in items]
    return [rf"\section*{{{title}}}", r"\begin{itemize}", *listed, r"\end{itemize}", ""]
