"""Reports as a single self-contained HTML page: no network, no scripts, no other files."""

import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from markupsafe import Markup, escape

from gnomon.atomic_file import write_atomically
from gnomon.experiments.checks.finding import MethodologyReport
from gnomon.experiments.design import Design
from gnomon.experiments.results import Results
from gnomon.experiments.vault_log import vault_log
from gnomon.explanations.insights import TaskInsights, insights
from gnomon.report.code import equivalent
from gnomon.report.data_profile import DataProfile, data_profile
from gnomon.report.failed import failed_lines
from gnomon.report.figures import Figure, figures, ledger_figure, target_figure
from gnomon.report.findings import doubts, listed_checks, made_on
from gnomon.report.insight_tables import GroupRow, group_rows, importance_rows
from gnomon.report.latex import write_latex
from gnomon.report.layout import rendered
from gnomon.report.markdown import write_markdown
from gnomon.report.methods import methods
from gnomon.report.names import clear, short
from gnomon.report.page import Section
from gnomon.report.preparing import prepared_columns
from gnomon.report.selected_settings import ChosenTable, chosen_table
from gnomon.report.summary import finished_sections

WRITERS = {".md": write_markdown, ".markdown": write_markdown, ".tex": write_latex}


@dataclass(frozen=True)
class Article:
    """The content of the page for one task."""

    part: Section
    chosen: ChosenTable
    figures: Sequence[Figure] = ()
    ledger: Figure | None = None
    task_insights: TaskInsights | None = None
    profile: DataProfile | None = None
    target: Figure | None = None

    @property
    def importance_rows(self) -> list[tuple[str, list[tuple[str, str]]]]:
        """The importance of each column for each learner, with its interval."""
        return [] if self.task_insights is None else importance_rows(self.task_insights)

    @property
    def subgroup_rows(self) -> list[GroupRow]:
        """The errors of each subgroup."""
        return (
            []
            if self.task_insights is None or self.task_insights.subgroups is None
            else group_rows(self.task_insights.subgroups)
        )


def write_report(
    results: Results,
    path: str | Path,
    *,
    measure: str | None = None,
    loading: str | None = None,
    design: Design | None = None,
    checks: MethodologyReport | None = None,
    has_figures: bool = True,
    refits: bool = True,
) -> Path:
    """Write a report and return its path: Markdown or LaTeX for the suffixes .md and .tex, else HTML.

    measure: the ranking measure; by default the first of the design.
    loading: the Python expression of the task, for the script on the page.
    design: the design; with it data and learners are checked too, and the preprocessing is shown.
    checks: a report of `check_methodology`; by default all possible checks are run.
    has_figures: whether to draw figures; the bars of the leaderboard are always drawn.
    refits: whether to refit models for feature importance and learning curve if the results have none; about
    a minute at most, estimated from the run times.

    >>> from sklearn.linear_model import Ridge
    >>> from gnomon import Design, k_fold, load, run
    >>> from tempfile import TemporaryDirectory
    >>> results = run(Design(load("diabetes"), [Ridge()], k_fold(5)))
    >>> with TemporaryDirectory() as folder:
    ...     write_report(results, Path(folder) / "report.html").name
    'report.html'
    """
    report = made_on(results, design, measure) if checks is None else checks
    writer = WRITERS.get(Path(path).suffix.lower())
    if writer is not None:
        return writer(results, path, measure=measure, checks=report)
    page = render(
        results,
        measure=measure,
        loading=loading,
        design=design,
        checks=report,
        has_figures=has_figures,
        refits=refits,
    )
    return write_atomically(path, page, "the report")


def render(
    results: Results,
    *,
    measure: str | None = None,
    loading: str | None = None,
    design: Design | None = None,
    checks: MethodologyReport | None = None,
    has_figures: bool = True,
    refits: bool = True,
) -> str:
    """The HTML page as a string; the parameters are those of `write_report`.

    >>> from sklearn.linear_model import Ridge
    >>> from gnomon import Design, k_fold, load, run
    >>> render(run(Design(load("diabetes"), [Ridge()], k_fold(5))))[:15]
    '<!doctype html>'
    """
    sections = finished_sections(results, measure)
    report = made_on(results, design, measure) if checks is None else checks
    shown = insights(results, design or results.design, refits=refits and has_figures)
    articles = [
        _article(results, part, number, has_figures, shown.get(part.task.name))
        for number, part in enumerate(sections, 1)
    ]
    return rendered(
        record=results.record,
        names=", ".join(short(task) for task in results.tasks),
        heading=_heading(sections),
        articles=articles,
        contents=_contents(articles, report),
        checks=report,
        all_checks=listed_checks(report),
        doubts=doubts(report),
        failures=failed_lines(results),
        vault=vault_log(results),
        preparations=prepared_columns(design, results.record.learners),
        methods=methods(results, sections, report),
        versions=results.versions(),
        version_note=results.version_note,
        script=_script(results, sections, loading),
        written=time.strftime("%Y-%m-%d %H:%M UTC", time.gmtime()),
    )


def _article(
    results: Results, part: Section, number: int, has_figures: bool, task_insights: TaskInsights | None
) -> Article:
    article = Article(
        part,
        chosen=chosen_table(results, part.task.name, part.ranked),
        task_insights=task_insights,
        profile=None
        if task_insights is None or task_insights.profile is None
        else data_profile(task_insights.profile),
    )
    if not has_figures:
        return article
    return replace(
        article,
        figures=figures(results, part, number, task_insights),
        ledger=ledger_figure(part, number),
        target=target_figure(task_insights, number),
    )


def _heading(sections: Sequence[Section]) -> str:
    """The heading of a page with several tasks, or without any."""
    if not sections:
        return "No learner finished"
    firsts = Counter(part.standings[0].learner for part in sections)
    learner, n_tasks = firsts.most_common(1)[0]
    return f"{learner} comes first on {n_tasks} of {len(sections)} tasks"


def _contents(articles: Sequence[Article], report: MethodologyReport) -> list[tuple[str, str]]:
    """Table of contents: anchors and titles of the sections of one task, or of several tasks."""
    parts = {f"task-{number}": short(each.part.task.name, 40) for number, each in enumerate(articles, 1)}
    if len(articles) == 1:
        parts = {
            "leaderboard-1": "Leaderboard",
            "ledger-1": "Optimism ledger" if articles[0].part.ledger.lines else "",
            "chosen-1": "Selected hyperparameters" if articles[0].chosen.lines else "",
            "figures-1": "Figures" if articles[0].figures else "",
            "sure-1": "Uncertainty",
            "data-1": "Data",
        }
    parts |= {
        "checks": f"Checks ({len(report.findings)})" if report.findings else "Checks",
        "methods": "Methods",
        "again": "Reproducibility",
    }
    return [(anchor, title) for anchor, title in parts.items() if title]


def _script(results: Results, sections: Sequence[Section], loading: str | None) -> Markup:
    """The complete script; names in it are escaped already."""
    measure = sections[0].measure.name if sections else results.record.measures[0]
    return escape(clear(equivalent(results.record, measure, loading)))
