"""The content of Markdown and LaTeX reports: conclusions, leaderboard, ledger, methods and references."""

from dataclasses import dataclass

from gnomon.experiments.checks.finding import MethodologyReport
from gnomon.experiments.results import Results
from gnomon.report.failed import failed_lines
from gnomon.report.findings import made_on
from gnomon.report.methods import Methods, methods
from gnomon.report.names import short
from gnomon.report.page import Section, section
from gnomon.report.titles import in_a_sentence

_MAX_WINNERS = 5


@dataclass(frozen=True)
class Grid:
    """A table of strings: caption, headings, rows; a cell may have a second line.

    n_words: number of leading text columns; the others are right-aligned.
    """

    caption: str
    headings: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    n_words: int = 1


@dataclass(frozen=True)
class Part:
    """A task: its name, conclusion and tables."""

    task: str
    conclusion: str
    grids: tuple[Grid, ...]


@dataclass(frozen=True)
class Summary:
    """The content of the text formats. findings: of the methodology checks, one sentence each."""

    parts: tuple[Part, ...]
    findings: tuple[str, ...]
    failures: tuple[str, ...]
    methods: Methods


def summary(results: Results, measure: str | None = None, checks: MethodologyReport | None = None) -> Summary:
    """Gather the content of the text formats; the parameters are those of `write_report`.

    >>> import gnomon as gn
    >>> found = summary(gn.run(gn.Design(gn.load("iris"), gn.GaussianNB(), gn.k_fold(5))))
    >>> found.parts[0].grids[0].headings[:2]
    ('Learner', 'Accuracy')
    """
    sections = finished_sections(results, measure)
    report = made_on(results, measure=measure) if checks is None else checks
    findings = tuple(f"{each.code} ({each.state}, {each.where}): {each.sentence}" for each in report.findings)
    failures = tuple(
        f"{each.learner} is excluded on {each.task}: it failed on split {each.splits}. {each.error}"
        for each in failed_lines(results)
    )
    parts = tuple(_part(each) for each in sections)
    return Summary(parts, findings, failures, methods(results, sections, report))


def finished_sections(results: Results, measure: str | None = None) -> list[Section]:
    """The sections of the tasks on which a learner finished.

    >>> import gnomon as gn
    >>> results = gn.run(gn.Design(gn.load("iris"), gn.GaussianNB(), gn.k_fold(5)))
    >>> [part.task.name for part in finished_sections(results)]
    ['iris']
    """
    failed = {(each.task, each.learner) for each in results.failures()}
    tasks = [
        task for task in results.tasks if any((task, learner) not in failed for learner in results.learners)
    ]
    return [section(results, task, measure) for task in tasks]


def _part(part: Section) -> Part:
    grids = [_leaderboard(part)]
    if part.ledger.lines:
        grids.append(_ledger(part))
    if any(won and won[0].settings > 1 for won in part.winners.values()):
        grids.append(_winners(part))
    return Part(short(part.task.name), f"{part.headline} {part.verdicts}".strip(), tuple(grids))


def _leaderboard(part: Section) -> Grid:
    has_ties = bool(part.ties.letters)
    headings = ("Learner", part.title, f"{part.level} interval", *["Tied"] * has_ties, "Against the best")
    rows = tuple(
        (line.learner, line.value, line.interval, *[line.group] * has_ties, line.verdict)
        for line in part.lines
    )
    note = " Learners that share a letter do not differ significantly." if has_ties else ""
    more = f" {part.left_out} more learners are not shown." if part.left_out else ""
    caption = (
        f"{short(part.task.name)}: {in_a_sentence(part.title)}, {part.measure.better} is better.{note}{more}"
    )
    return Grid(caption, headings, rows)


def _winners(part: Section) -> Grid:
    rows = tuple(
        (short(name), each.words, f"{each.times} of {each.splits}")
        for name, won in part.winners.items()
        if won and won[0].settings > 1
        for each in won[:_MAX_WINNERS]
    )
    name = short(part.task.name)
    caption = f"{name}: hyperparameters selected by the inner splits, and in how many outer splits."
    return Grid(caption, ("Learner", "Hyperparameters", "Selected"), rows, n_words=2)


def _ledger(part: Section) -> Grid:
    headings = ("Learner", "Settings", "Training", "Inner", "Tibshirani", "BBC-CV", "Nested", "Optimism")
    rows = tuple(
        (
            line.learner,
            str(line.settings),
            *(f"{value}\n({ends})" if ends else value for value, ends in line.cells),
            line.optimism,
        )
        for line in part.ledger.lines
    )
    caption = (
        f"{short(part.task.name)}: optimism ledger, {in_a_sentence(part.title)} with {part.level} intervals. "
        "Nested is estimated on rows not used in the selection; optimism is inner minus nested, signed so "
        "that positive is optimistic."
    )
    return Grid(caption, headings, rows)
