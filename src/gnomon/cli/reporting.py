"""Results as a report; the file extension selects the format."""

from pathlib import Path

from gnomon.errors import ParameterError
from gnomon.experiments.results import Results
from gnomon.report.html import write_report

_ENDINGS = (".html", ".htm", ".md", ".tex")


def write(results: Results, path: Path, measure: str | None = None) -> Path:
    """Write an HTML page, or tables and methods as Markdown or LaTeX (.html, .md, .tex)."""
    if path.suffix.lower() not in _ENDINGS:
        raise ParameterError(f"{path}: unknown report format; use the extension .html, .md or .tex")
    return write_report(results, path, measure=measure)
