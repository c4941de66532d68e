"""Report of the simulations: coverage of every interval, type-I error and power of every test."""

from collections.abc import Iterable, Sequence
from typing import Any

from gnomon.assessment.evidence.cells import Cell, stored
from gnomon.assessment.evidence.domains import DOMAINS, NOT_SIMULATED, POINTS, within
from gnomon.assessment.evidence.remarks import remarks
from gnomon.assessment.evidence.sentence import design_in_words

INTRODUCTION = """# Evidence

Each interval and test was simulated on samples from populations with a known truth. For an interval the page
reports its coverage (share of simulations in which it contained the true value) and mean width; for a test
its type-I error (rejection rate under the null hypothesis) and power (rejection rate under the alternative).
A range is from the lowest to the highest of the settings (learners, prevalences, distances). "± error" is
the largest Monte Carlo standard error. The target of an interval is the score of the trained model ("this
model"), or the expected score over training sets of the design's size ("expected").
"""


def page() -> str:
    """Report of all simulations as Markdown.

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
        _not_simulated(),
    ]
    return "\n".join(parts)


def _domains(cells: Sequence[Cell]) -> str:
    lines = []
    for method, domain in DOMAINS.items():
        inside = within(method, cells)
        if inside:
            lines.append((method, domain.words, _range(inside), str(len(inside)), _draws(inside)))
    head = ("method", "domain", "coverage, nominal 95 %", "settings", "simulations each")
    return "## Where the coverage of each interval is within two percentage points of nominal\n\n" + _table(
        head, lines
    )


def _short(cells: Sequence[Cell]) -> str:
    """Groups of cells with coverage below nominal by more than 2 points and sampling error, worst first."""
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
    words = "Intervals whose coverage is below nominal by more than two percentage points.\n\n"
    return "## Undercoverage\n\n" + words + _table(head, [line for _, line in lines])


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


def _not_simulated() -> str:
    return "## Not simulated\n\n" + _table(("method", "why"), sorted(NOT_SIMULATED.items()))


def _groups(cells: Iterable[Cell], kind: str) -> list[list[Cell]]:
    """Cells that differ only in population, learner and prevalence, sorted by name and size."""
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
