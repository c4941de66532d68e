"""Results in the terminal: a leaderboard with intervals and verdicts, or one JSON document."""

from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table
from rich.text import Text

from gnomon.cli.fixes import has_option, how_to_fix
from gnomon.cli.terminal import clear, print_plain, print_table, print_wrapped
from gnomon.experiments.checks.finding import Finding, MethodologyReport
from gnomon.experiments.failures import in_sentences
from gnomon.experiments.ledger import FIGURES
from gnomon.experiments.results import Results, Standing
from gnomon.experiments.winners import WinningSetting, winning_settings
from gnomon.report.bars import Axis
from gnomon.report.findings import severe_findings
from gnomon.report.optimism import ledger_table
from gnomon.report.page import Section, in_a_sentence, section

_BAR_WIDTH = 32
_MIN_BAR_WIDTH = 16
# Longer names of learners are wrapped on terminals of this width, and truncated on narrower ones.
_WIDE = 100
_MAX_WINNERS = 3
_STYLES = {"best": "bold cyan", "practically equal": "green", "undecided": "yellow", "worse": "dim"}


def print_leaderboard(results: Results) -> None:
    """The leaderboard of each task, then a summary in words."""
    console = Console()
    for task in results.tasks:
        part = section(results, task, has_tables=False)
        console.print(_fitting(part, results.standings(task=task), console))
        console.print(Text(clear(f"{part.headline} {part.verdicts}\n")))
        if results.record.is_nested:
            _print_ledger(results, part)
            _print_winners(results, task, [each.learner for each in part.standings])
    if results.version_note:
        print_wrapped(results.version_note)


def print_provisional(results: Results, n_rows: int) -> None:
    """The leaderboard of a pilot run, on standard error, labeled as provisional."""
    console = Console(stderr=True)
    (name,) = results.tasks
    part = section(results, name, has_tables=False)
    n_pilot, folds = results.task(name).n_rows, results.task(name).splits["n_splits"]
    label = f"provisional: {n_pilot:,} of {n_rows:,} rows, {folds} folds; the whole run follows"
    console.print(Text(label, style="bold yellow"))
    console.print(_fitting(part, results.standings(task=name), console))
    console.print()


def print_warnings(report: MethodologyReport) -> None:
    """Methodological pitfalls that cast doubt on the scores, a line each; the report has details."""
    grave = severe_findings(report)
    if grave:
        print_wrapped("Before you rely on these scores (details in the report):")
    for each in grave:
        fix = f" {how_to_fix(each)}" if has_option(each) else ""
        print_wrapped(f"  {each.code} {each.severity}: {each.title}. {each.message}{fix}")
    if grave:
        print_plain("")


def as_document(results: Results, checks: MethodologyReport, store: Path, report: Path) -> dict[str, Any]:
    """The contents of the leaderboard and the paths of the files, to be printed as JSON."""
    return {
        "tasks": [_task_document(results, task) for task in results.tasks],
        "notes": [
            *results.record.notes,
            *results.record.preparation_notes,
            *in_sentences(results.failures()),
            *([results.version_note] if results.version_note else []),
        ],
        "findings": [_finding_document(each) for each in checks.findings],
        "random_state": results.record.random_state,
        "results": str(store),
        "report": str(report),
    }


def _fitting(part: Section, standings: list[Standing], console: Console) -> Table:
    """The table, with intervals drawn on wide terminals, and narrow gaps on small ones."""
    cells = [(each.learner, each.value, each.interval, each.verdict, each.seconds) for each in part.lines]
    # Headings may be wrapped between words, cells may not.
    widths = [max(map(len, column)) for column in zip(*cells)]
    needed = sum(widths) + max(_longest_word(part) - widths[1], 0)
    available = console.width - needed - 2 * len(widths)
    if available >= _MIN_BAR_WIDTH:
        return _table(part, standings, bar_width=min(available, _BAR_WIDTH))
    gap = 2 if needed + 2 * (len(widths) - 1) <= console.width else 1
    is_tight = needed + gap * (len(widths) - 1) > console.width
    return _table(part, standings, gap=gap, has_whole_names=not (is_tight and console.width >= _WIDE))


def _longest_word(part: Section) -> int:
    return max(map(len, in_a_sentence(part.title).split()))


def _table(
    part: Section,
    standings: list[Standing],
    *,
    bar_width: int = 0,
    gap: int = 2,
    has_whole_names: bool = True,
) -> Table:
    title = f"{part.task.name}: {part.title}, {part.measure.better} is better"
    meaning = f" ({part.meaning})" if part.meaning else ""
    table = Table(
        title=Text(clear(title)).append(clear(meaning), style="dim"),
        title_justify="left",
        title_style="bold",
        box=None,
        pad_edge=False,
        padding=(0, gap, 0, 0),
    )
    table.add_column("learner", no_wrap=has_whole_names)
    widest = max(_longest_word(part), *(len(each.value) for each in part.lines))
    table.add_column(in_a_sentence(part.title), justify="right", min_width=widest, max_width=widest)
    table.add_column(f"{part.level} interval", justify="right", style="dim", no_wrap=True)
    if bar_width:
        table.add_column("", no_wrap=True)
    table.add_column("against the best", min_width=len("against"))
    table.add_column("time", justify="right", style="dim")
    axis = Axis.over([each.estimate for each in standings])
    for line, standing in zip(part.lines, standings):
        style = _STYLES.get(line.verdict, "")
        picture = [Text(_picture(standing, axis, bar_width), style=style)] if bar_width else []
        verdict = Text(line.verdict, style=style)
        table.add_row(Text(clear(line.learner)), line.value, line.interval, *picture, verdict, line.seconds)
    return table


def _picture(standing: Standing, axis: Axis, width: int) -> str:
    """An interval drawn with characters."""
    bar = axis.bar(standing.estimate)
    left, middle, right = (round(place / 100 * (width - 1)) for place in (bar.left, bar.middle, bar.right))
    drawn = [" "] * width
    if bar.beyond:
        drawn[0 if bar.beyond == "left" else -1] = "◄" if bar.beyond == "left" else "►"
        return "".join(drawn)
    drawn[left : right + 1] = "─" * (right + 1 - left)
    drawn[left], drawn[right] = "├", "┤"
    drawn[middle] = "●"
    return "".join(drawn)


def _print_ledger(results: Results, part: Section) -> None:
    """The score of each learner by five estimates, the last of them unbiased; the report has intervals."""
    ledger = ledger_table(results, part.task.name, part.measure.name, part.ranked)
    title = f"Optimism of hyperparameter selection, {in_a_sentence(part.title)}"
    if not ledger.lines:
        print_plain(f"{title}: {ledger.why_not}\n")
        return
    headings = ("learner", "candidates", *FIGURES, "optimism")
    rows = [
        [each.learner, str(each.settings), *(value for value, _ in each.cells), each.optimism]
        for each in ledger.lines
    ]
    print_table(headings, rows, title)
    print_plain("optimism: inner minus nested estimate, signed so that positive is optimistic\n")


def _print_winners(results: Results, task: str, ranked: list[str]) -> None:
    """The selected hyperparameters, a line per tuned learner."""
    winners = {each: winning_settings(each, results.tuned(task, each)) for each in ranked}
    rows = [[name, _winners(won)] for name, won in winners.items() if won and won[0].settings > 1]
    if rows:
        splits = next(iter(winners.values()))[0].splits
        print_table(
            ["learner", "hyperparameters (times selected)"], rows, f"Selected in {splits} outer splits"
        )
        print_plain("")


def _winners(won: list[WinningSetting]) -> str:
    shown = ";  ".join(f"{each.words} ({each.times})" for each in won[:_MAX_WINNERS])
    others = won[_MAX_WINNERS:]
    if not others:
        return shown
    return f"{shown};  {len(others)} other{'s' * (len(others) > 1)} ({sum(each.times for each in others)})"


def _task_document(results: Results, task: str) -> dict[str, Any]:
    part = section(results, task, has_tables=False)
    won = [
        each
        for standing in results.standings(task=task)
        if results.record.is_nested
        for each in winning_settings(standing.learner, results.tuned(task, standing.learner))
    ]
    return {
        "name": part.task.name,
        "kind": part.task.kind,
        "rows": part.task.n_rows,
        "features": part.task.n_columns,
        "fingerprint": part.task.fingerprint,
        "splits": part.task.splits,
        "measure": part.measure.name,
        "better": part.measure.better,
        "conclusion": f"{part.headline} {part.verdicts}".strip(),
        "interval": {
            "level": results.standings(task=task)[0].estimate.level,
            "method": part.method,
            "why": part.why,
        },
        "leaderboard": [_standing_document(each) for each in results.standings(task=task)],
        "settings": won,
    }


def _finding_document(finding: Finding) -> dict[str, Any]:
    return {
        "code": finding.code,
        "severity": finding.severity,
        "title": finding.title,
        "where": finding.where,
        "found": finding.message,
        "why": finding.why,
        "way_out": finding.how_to_fix,
        "dismissed": finding.dismissed,
    }


def _standing_document(standing: Standing) -> dict[str, Any]:
    estimate = standing.estimate
    return {
        "learner": standing.learner,
        "value": estimate.value,
        "lower": estimate.lower,
        "upper": estimate.upper,
        "verdict": standing.verdict,
        "seconds": standing.seconds,
    }
