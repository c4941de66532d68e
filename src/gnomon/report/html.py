"""Write results as one HTML page that needs nothing else: no network, no scripts, no other file."""

import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from markupsafe import Markup, escape

from gnomon.experiments.checks.finding import MethodologyReport
from gnomon.experiments.design import Design
from gnomon.experiments.results import Results
from gnomon.experiments.vault_log import vault_log
from gnomon.explanations.insights import TaskInsights, insights
from gnomon.report.choices import ChosenTable, chosen_table
from gnomon.report.code import equivalent
from gnomon.report.data_profile import DataProfile, data_profile
from gnomon.report.failed import failed_lines
from gnomon.report.figures import Figure, figures, ledger_figure, target_figure
from gnomon.report.file import write_text
from gnomon.report.findings import doubts, listed_checks, made_on
from gnomon.report.insight_tables import GroupRow, group_rows, importance_rows
from gnomon.report.latex import write_latex
from gnomon.report.layout import laid_out
from gnomon.report.markdown import write_markdown
from gnomon.report.methods import methods
from gnomon.report.names import clear, short
from gnomon.report.page import Section
from gnomon.report.preparing import prepared_columns
from gnomon.report.summary import answered

WRITERS = {".md": write_markdown, ".markdown": write_markdown, ".tex": write_latex}


@dataclass(frozen=True)
class Article:
    """What the page holds of one task."""

    part: Section
    chosen: ChosenTable
    figures: Sequence[Figure] = ()
    ledger: Figure | None = None
    found: TaskInsights | None = None
    profile: DataProfile | None = None
    target: Figure | None = None

    @property
    def importance_rows(self) -> list[tuple[str, list[tuple[str, str]]]]:
        """The importance of each column to each learner, with its interval."""
        return [] if self.found is None else importance_rows(self.found)

    @property
    def subgroup_rows(self) -> list[GroupRow]:
        """The errors of each subgroup."""
        return [] if self.found is None or self.found.subgroups is None else group_rows(self.found.subgroups)


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
    """Write a report and return where it is: Markdown or LaTeX tables by the ending .md or .tex, else HTML.

    measure: the one to rank by; the design's first if not given.
    loading: the Python expression that makes the task, for the page's script.
    design: what was run; with it the data and the learners can be checked too, and preparation is shown.
    checks: what `check_methods` found; if not given, the checks are made that can be.
    has_figures: whether figures are drawn; bars of the leaderboard always are.
    refits: whether models may be trained again, for feature importance and learning curve, where the results
    hold none yet: about a minute at most, by the times that the run took.

    >>> from sklearn.linear_model import Ridge
    >>> from gnomon import Design, k_fold, load, run
    >>> from tempfile import TemporaryDirectory
    >>> results = run(Design(load("diabetes"), [Ridge()], k_fold(5)))
    >>> with TemporaryDirectory() as folder:
    ...     write_report(results, Path(folder) / "report.html").name
    'report.html'
    """
    found = made_on(results, design, measure) if checks is None else checks
    writer = WRITERS.get(Path(path).suffix.lower())
    if writer is not None:
        return writer(results, path, measure=measure, checks=found)
    page = render(
        results,
        measure=measure,
        loading=loading,
        design=design,
        checks=found,
        has_figures=has_figures,
        refits=refits,
    )
    return write_text(page, path)


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
    """The page as text; the options are those of `write_report`.

    >>> from sklearn.linear_model import Ridge
    >>> from gnomon import Design, k_fold, load, run
    >>> render(run(Design(load("diabetes"), [Ridge()], k_fold(5))))[:15]
    '<!doctype html>'
    """
    sections = answered(results, measure)
    found = made_on(results, design, measure) if checks is None else checks
    shown = insights(results, design or results.design, refits=refits and has_figures)
    articles = [
        _article(results, part, number, has_figures, shown.get(part.task.name))
        for number, part in enumerate(sections, 1)
    ]
    return laid_out(
        record=results.record,
        names=", ".join(short(task) for task in results.tasks),
        heading=_heading(sections),
        articles=articles,
        contents=_contents(articles, found),
        checks=found,
        all_checks=listed_checks(found),
        doubts=doubts(found),
        failures=failed_lines(results),
        vault=vault_log(results),
        preparations=prepared_columns(design, results.record.learners),
        methods=methods(results, sections, found),
        versions=results.versions(),
        script=_script(results, sections, loading),
        written=time.strftime("%Y-%m-%d %H:%M UTC", time.gmtime()),
    )


def _article(
    results: Results, part: Section, number: int, has_figures: bool, found: TaskInsights | None
) -> Article:
    article = Article(
        part,
        chosen=chosen_table(results, part.task.name, part.ranked),
        found=found,
        profile=None if found is None or found.profile is None else data_profile(found.profile),
    )
    if not has_figures:
        return article
    return replace(
        article,
        figures=figures(results, part, number, found),
        ledger=ledger_figure(part, number),
        target=target_figure(found, number),
    )


def _heading(sections: Sequence[Section]) -> str:
    """What stands above the articles of several tasks, or of none."""
    if not sections:
        return "No learner finished"
    firsts = Counter(part.standings[0].learner for part in sections)
    learner, n_tasks = firsts.most_common(1)[0]
    return f"{learner} comes first on {n_tasks} of {len(sections)} tasks"


def _contents(articles: Sequence[Article], found: MethodologyReport) -> list[tuple[str, str]]:
    """Places on the page and their titles: the parts of one task, or several tasks by their names."""
    parts = {f"task-{place}": short(each.part.task.name, 40) for place, each in enumerate(articles, 1)}
    if len(articles) == 1:
        parts = {
            "leaderboard-1": "Leaderboard",
            "ledger-1": "Optimism ledger" if articles[0].part.ledger.lines else "",
            "chosen-1": "Chosen settings" if articles[0].chosen.lines else "",
            "figures-1": "Figures" if articles[0].figures else "",
            "sure-1": "How sure",
            "data-1": "Data",
        }
    parts |= {
        "checks": f"Checks ({len(found.findings)})" if found.findings else "Checks",
        "methods": "What was done",
        "again": "To get the same numbers again",
    }
    return [(place, title) for place, title in parts.items() if title]


def _script(results: Results, sections: Sequence[Section], loading: str | None) -> Markup:
    """The script, whole: names in it are written with escapes already."""
    measure = sections[0].measure.name if sections else results.record.measures[0]
    return escape(clear(equivalent(results.record, measure, loading)))
