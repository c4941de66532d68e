"""The page of evidence: every interval and test, where it was tried, and how often it kept its word."""

from collections.abc import Iterable, Sequence
from typing import Any

from gnomon.assessment.evidence.cells import Cell, stored
from gnomon.assessment.evidence.domains import DOMAINS, POINTS, UNSTUDIED, within
from gnomon.assessment.evidence.remarks import remarks
from gnomon.assessment.evidence.sentence import design_in_words

INTRODUCTION = """# Evidence

Each interval and test was tried on rows drawn from worlds whose truth is known. Of an interval the page gives
its coverage, how often it held the truth, and its mean width; of a test its type-I error, how often it found
a difference where there is none, and its power, how often it found one that is there. A range is from the
lowest to the highest of the settings (learners, prevalences, distances). "± error" is one Monte-Carlo
standard error at most. Intervals are held to the score of the model at hand ("this model"), or to the mean
score over training sets of the design's size ("expected").
"""


def page() -> str:
    """All the evidence as Markdown.

    >>> page().splitlines()[0]
    '# Evidence'
    """
    cells = stored()
    parts = [
        INTRODUCTION,
        "## In short\n\n" + "".join(f"- {remark}\n" for remark in remarks(cells)),
        _domains(cells),
        _short(cells),
        _long(cells),
        _tests(cells),
        _power(cells),
        _unstudied(),
    ]
    return "\n".join(parts)


def _domains(cells: Sequence[Cell]) -> str:
    lines = []
    for method, domain in DOMAINS.items():
        inside = within(method, cells)
        if inside:
            lines.append((method, domain.words, _range(inside), str(len(inside)), _draws(inside)))
    head = ("method", "domain", "coverage, nominal 95 %", "settings", "simulations each")
    return "## Where each interval is within two points of its level\n\n" + _table(head, lines)


def _short(cells: Sequence[Cell]) -> str:
    """Every group of cells below nominal by more than two points and the noise, worst first."""
    lines = []
    for group in _groups(cells, "coverage"):
        low = [cell for cell in group if cell.rate + 2 * cell.error < cell.nominal - POINTS]
        if low:
            worst = min(low, key=lambda cell: cell.rate)
            lines.append(
                (
                    worst.rate,
                    (*_name(worst), _percent(worst.rate), f"{len(low)} of {len(group)}", worst.learner),
                )
            )
    lines.sort(key=lambda line: line[0])
    head = ("method", "measure", "design", "n", "target", "lowest coverage", "settings too low", "learner")
    words = "Intervals that hold the truth less often than they say, by more than two points.\n\n"
    return "## Where intervals fall short\n\n" + words + _table(head, [line for _, line in lines])


def _long(cells: Sequence[Cell]) -> str:
    lines = [
        (*_name(group[0]), _range(group), _widths(group), _draws(group))
        for group in _groups(cells, "coverage")
    ]
    head = ("method", "measure", "design", "n", "target", "coverage", "mean width", "simulations each")
    return "## Coverage of intervals, nominal 95 %\n\n" + _table(head, lines)


def _tests(cells: Sequence[Cell]) -> str:
    lines = [(*_name(group[0])[:4], _range(group), _draws(group)) for group in _groups(cells, "type-I error")]
    head = ("test", "measure", "design", "n", "type-I error", "simulations each")
    return "## Type-I error of tests, nominal 5 %\n\n" + _table(head, lines)


def _power(cells: Sequence[Cell]) -> str:
    lines = [(*_name(group[0])[:4], _range(group), _draws(group)) for group in _groups(cells, "power")]
    head = ("test", "measure", "design", "n", "power", "simulations each")
    return "## Power of tests\n\n" + _table(head, lines)


def _unstudied() -> str:
    return "## Not simulated\n\n" + _table(("method", "why"), sorted(UNSTUDIED.items()))


def _groups(cells: Iterable[Cell], kind: str) -> list[list[Cell]]:
    """Cells that differ in world, learner and prevalence alone, in order of name and size."""
    groups: dict[tuple[Any, ...], list[Cell]] = {}
    for cell in cells:
        if cell.kind == kind:
            key = (cell.method, cell.measure, cell.design, cell.folds, cell.repeats, cell.target, cell.n)
            groups.setdefault((*key, cell.stratified), []).append(cell)
    return [groups[key] for key in sorted(groups)]


def _name(cell: Cell) -> tuple[str, str, str, str, str]:
    return cell.method, cell.measure, design_in_words(cell), str(cell.n), cell.target


def _range(cells: Sequence[Cell]) -> str:
    low, high = min(cell.rate for cell in cells), max(cell.rate for cell in cells)
    error = max(cell.error for cell in cells)
    rates = _percent(low) if len(cells) == 1 else f"{100 * low:.1f} to {_percent(high)}"
    return f"{rates} ± {100 * error:.1f}"


def _widths(cells: Sequence[Cell]) -> str:
    low, high = min(cell.width for cell in cells), max(cell.width for cell in cells)
    return f"{low:.3f}" if len(cells) == 1 else f"{low:.3f} to {high:.3f}"


def _draws(cells: Sequence[Cell]) -> str:
    return f"{min(cell.simulations for cell in cells):,}"


def _percent(rate: float) -> str:
    return f"{100 * rate:.1f} %"


def _table(head: Sequence[str], lines: Sequence[Sequence[str]]) -> str:
    rows = [head, ["---"] * len(head), *lines]
    return "".join("| " + " | ".join(row) + " |\n" for row in rows)
