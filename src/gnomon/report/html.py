"""Write results as one HTML page that needs nothing else: no network, no scripts, no other file."""

import os
import time
from importlib.resources import files
from pathlib import Path

from jinja2 import Environment, StrictUndefined
from markupsafe import Markup, escape

from gnomon.errors import StoreError
from gnomon.experiments.failures import in_sentences
from gnomon.experiments.results import Results
from gnomon.experiments.vault_log import vault_log
from gnomon.report.code import equivalent
from gnomon.report.page import section


def write_report(
    results: Results, path: str | Path, *, measure: str | None = None, loading: str | None = None
) -> Path:
    """Write a report and return where it is.

    measure: the one to rank by; the design's first if not given.
    loading: the Python expression that makes the task, for the page's script.

    >>> from sklearn.linear_model import Ridge
    >>> from gnomon import Design, k_fold, load, run
    >>> from tempfile import TemporaryDirectory
    >>> results = run(Design(load("diabetes"), [Ridge()], k_fold(5)))
    >>> with TemporaryDirectory() as folder:
    ...     write_report(results, Path(folder) / "report.html").name
    'report.html'
    """
    path = Path(path)
    text = render(results, measure=measure, loading=loading)
    beside = path.with_name(path.name + ".part")
    try:
        # A reader, or a kill, in the middle of writing never meets half a page.
        beside.write_text(text, encoding="utf-8")
        os.replace(beside, path)
    except OSError as error:
        raise StoreError(
            f"the report {path} cannot be written: {error.strerror}; give another path"
        ) from error
    return path


def render(results: Results, *, measure: str | None = None, loading: str | None = None) -> str:
    """The page as text.

    >>> from sklearn.linear_model import Ridge
    >>> from gnomon import Design, k_fold, load, run
    >>> render(run(Design(load("diabetes"), [Ridge()], k_fold(5))))[:15]
    '<!doctype html>'
    """
    here = files("gnomon.report")
    pages = Environment(autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True)
    pages.filters["breakable"] = _breakable
    template = pages.from_string(here.joinpath("page.html.jinja").read_text(encoding="utf-8"))
    sections = [section(results, task, measure) for task in results.tasks]
    return template.render(
        record=results.record,
        notes=[*results.record.notes, *in_sentences(results.failures())],
        sections=sections,
        versions=results.versions(),
        vault=vault_log(results),
        script=equivalent(results.record, sections[0].measure.name, loading),
        written=time.strftime("%Y-%m-%d %H:%M UTC", time.gmtime()),
        style=Markup(here.joinpath("page.css").read_text(encoding="utf-8")),
    )


def _breakable(name: str) -> Markup:
    """A learner's name that a narrow column may break before its parameters."""
    return Markup("<wbr>(").join(escape(part) for part in name.split("("))
