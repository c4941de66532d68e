"""Results as a file for people: the ending says which kind."""

from pathlib import Path

from gnomon.errors import ParameterError
from gnomon.experiments.results import Results
from gnomon.report.html import write_report

_ENDINGS = (".html", ".htm", ".md", ".tex")


def write(results: Results, path: Path, measure: str | None = None) -> Path:
    """Write a page (.html), or tables and methods for a text (.md, .tex)."""
    if path.suffix.lower() not in _ENDINGS:
        raise ParameterError(f"{path}: a report ends in .html, .md or .tex, which says what to write")
    return write_report(results, path, measure=measure)
