"""Verification of a claim: reproduce the results from the data and compare them."""

import os
import warnings
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from math import ceil, inf, isfinite, log10
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

from gnomon import registry
from gnomon.data.task import Task
from gnomon.errors import DataError, DesignError, GnomonWarning
from gnomon.experiments.claim import is_unchanged, leaderboard_of, read_claim, units_of
from gnomon.experiments.design import Design
from gnomon.experiments.rebuild import design_from
from gnomon.experiments.record import Record, versions
from gnomon.experiments.run import run_known
from gnomon.experiments.work_limits import WorkLimits

if TYPE_CHECKING:
    import pandas as pd

# Relative differences up to this are rounding errors between software versions or machines.
ROUNDING = 1e-9
# The smallest tolerance reported for numbers that are not bit-equal.
FINEST = 1e-12

EQUAL, ROUNDED, DIFFERS, UNKNOWN = "bit-equal", "agrees", "differs", "not recomputed"
_RECOMPUTE = "nothing is recomputed, except with allow_changed=True (--allow-changed)"
VERDICTS = (EQUAL, ROUNDED, DIFFERS, UNKNOWN)


@dataclass(frozen=True)
class Finding:
    """One item of a verification: what was compared, the verdict, and a note.

    apart: for the verdict "agrees" the largest relative difference.

    >>> str(Finding("units", ROUNDED, apart=3e-14))
    'agrees to 1e-12'
    """

    what: str
    verdict: str
    note: str = ""
    apart: float = 0.0

    def __str__(self) -> str:
        return f"agrees to {_power_above(self.apart):.0e}" if self.verdict == ROUNDED else self.verdict


@dataclass(frozen=True)
class Verification:
    """Verification of a claim: items are bit-equal, agree up to rounding, differ or are not recomputed."""

    findings: tuple[Finding, ...]

    @property
    def is_confirmed(self) -> bool:
        """Whether everything agrees, at least up to rounding."""
        return all(each.verdict in (EQUAL, ROUNDED) for each in self.findings)

    def frame(self) -> "pd.DataFrame":
        """One row per finding: what, verdict, note."""
        import pandas as pd

        rows = [(each.what, str(each), each.note) for each in self.findings]
        return pd.DataFrame(rows, columns=["what", "verdict", "note"])

    def __str__(self) -> str:
        width = max((len(each.what) for each in self.findings), default=0)
        lines = [f"{each.what:<{width}}  {each}  {each.note}".rstrip() for each in self.findings]
        counts = ", ".join(f"{self._count(verdict)} {self._named(verdict)}" for verdict in VERDICTS)
        return "\n".join([*lines, f"{'confirmed' if self.is_confirmed else 'NOT confirmed'}: {counts}"])

    def _count(self, verdict: str) -> int:
        return sum(each.verdict == verdict for each in self.findings)

    def _named(self, verdict: str) -> str:
        apart = max((each.apart for each in self.findings if each.verdict == verdict), default=0.0)
        return f"agree to {_power_above(apart):.0e}" if verdict == ROUNDED else verdict


def verify_claim(
    claim: str | Path,
    data: Task | Mapping[str, Task] | None = None,
    *,
    learners: Mapping[str, Any] | None = None,
    workers: Any = 1,
    allow_changed: bool = False,
    max_work: float = WorkLimits.work,
    max_memory: float = WorkLimits.memory,
) -> Verification:
    """Verify a claim file: reproduce the results and compare them.

    A claim may come from anyone: only listed estimators and parameters are used, which read no files. If its
    own digest is wrong, nothing in it is used. data: the task, or several by name; bundled data sets, and
    files that the claim names in its folder or the current one, are loaded. learners: those of packages that
    are not allowed, by name. workers: as in `run`. allow_changed: recompute a claim that was changed after it
    was written, too. max_work: limit on the table cells read by all fits. max_memory: limit on the estimated
    memory, in GiB.

    >>> from gnomon import Design, GaussianNB, k_fold, load, run
    >>> from gnomon.records import write_claim
    >>> results = run(Design(load("iris"), GaussianNB(), k_fold(5)))
    >>> with TemporaryDirectory() as folder:
    ...     verify_claim(write_claim(results, Path(folder) / "claim.json")).is_confirmed
    True
    """
    claimed = read_claim(claim)
    whole = _whole(claimed)
    if whole.verdict != EQUAL and not allow_changed:
        return Verification((replace(whole, note=f"{whole.note}; {_RECOMPUTE}"),))
    record = Record.of(claimed["design"])
    tasks = {each.name: _task(claimed, each.name, data, Path(claim).parent) for each in record.tasks}
    findings = [whole, *_data(claimed, tasks)]
    if all(each.verdict == EQUAL for each in findings[1:]):
        limits = WorkLimits(max_work, max_memory)
        held_out = claimed.get("held out")
        design = design_from(record, tasks, learners=learners, held_out=held_out, limits=limits)
        findings += [*_cuts(record, design), *_recomputed(claimed, record, design, workers)]
    return Verification(tuple(findings))


def _task(claimed: dict[str, Any], name: str, data: Any, folder: Path) -> Task:
    tasks: dict[str, Task] = {name: data} if isinstance(data, Task) else dict(data or {})
    if name in tasks:
        return tasks[name]
    source = claimed["data"][name]["source"] or {}
    if "set" in source:
        return _bundled(source["set"], source.get("positive"))
    if "file" not in source:
        raise DataError(
            f"the claim does not contain the source of the data of {name!r}; pass them by {{data}}",
            settings={"data": ...},
        )
    options = {option: value for option, value in source.items() if option != "file"}
    return Task.read(_file(source["file"], folder), **{"name": name, "lenient": True, **options})


def _file(named: str, folder: Path) -> Path:
    """A file by its path in the claim, in the current folder or that of the claim, or below.

    A claim may come from anyone: it names no other files of the reader's, and no device or pipe, which may
    block.
    """
    for base in (Path(), folder):
        path = base / named
        if "\0" not in named and os.path.isfile(path):
            if any(path.resolve().is_relative_to(each.resolve()) for each in (Path(), folder)):
                return path
            raise DataError(
                f"the file {named[:200]!r} of the claim is in another folder than the claim; if you trust "
                "it, pass the data by {data}",
                settings={"data": ...},
            )
    raise DataError(
        f"the file {named[:200]!r} of the claim does not exist; pass the data by {{data}}",
        settings={"data": ...},
    )


def _bundled(name: str, positive: Any) -> Task:
    task = registry.sets[name].thing()
    if not isinstance(task, Task):
        raise DataError(f"the claim uses the bundled data set {name!r}, which has no target")
    if positive is None:
        return task
    return Task(task.table, task.y, kind=task.kind, positive=positive, name=name)


def _whole(claimed: dict[str, Any]) -> Finding:
    if is_unchanged(claimed):
        return Finding("claim file", EQUAL, f"unchanged since {claimed['written']} UTC")
    return Finding("claim file", DIFFERS, "it was changed after it was written")


def _data(claimed: dict[str, Any], tasks: dict[str, Task]) -> Iterator[Finding]:
    for name, task in tasks.items():
        wanted = claimed["data"][name]
        if task.fingerprint == wanted["fingerprint"]:
            yield Finding(f"data of {name}", EQUAL, f"{task.n_rows:,} rows")
        else:
            sizes = f"{task.n_rows:,} rows here, {wanted['rows']:,} claimed"
            yield Finding(f"data of {name}", DIFFERS, f"{sizes}; results on other data are not recomputed")


def _cuts(record: Record, design: Design) -> Iterator[Finding]:
    for task in record.tasks:
        is_equal = design.splits[task.name].fingerprint == task.splits["fingerprint"]
        yield Finding(f"cuts of {task.name}", EQUAL if is_equal else DIFFERS, record.plan)


def _recomputed(claimed: dict[str, Any], record: Record, design: Design, workers: Any) -> Iterator[Finding]:
    try:
        units, board = _again(design, {unit.key for unit in record.units}, workers)
    except DesignError as error:
        yield Finding("units", UNKNOWN, str(error))
        return
    wanted = {unit["key"]: unit for unit in claimed["units"]}
    for unit, again in zip(record.units, design.units({unit.key for unit in record.units})):
        finding = _unit(wanted.get(unit.key, {}), units[again.key])
        where = f"{unit.task}, {unit.learner}, splits {unit.start} to {unit.stop - 1}"
        yield replace(finding, what=where, note=_with_versions(claimed, finding))
    has_failed = any("error" in unit for unit in units.values())
    yield from _board(claimed["leaderboard"], board, with_verdicts=not has_failed)


def _again(
    design: Design, claimed: set[str], workers: Any
) -> tuple[dict[str, dict[str, Any]], list[dict[str, Any]]]:
    """The recomputed units and leaderboards. claimed: the keys of the units in the claim."""
    with TemporaryDirectory() as folder, warnings.catch_warnings():
        # A failed unit is a finding here.
        warnings.simplefilter("ignore", GnomonWarning)
        # Seeds are derived from keys, which differ in an earlier format.
        results = run_known(design, claimed, Path(folder) / "again.gnomon", workers)
        return units_of(results), leaderboard_of(results)


def _unit(before: dict[str, Any], after: dict[str, Any]) -> Finding:
    """Compare the predictions of a unit bit by bit, or else its scores."""
    if "error" in after:
        return Finding("", UNKNOWN, after["error"])
    if "digest" in before and before["digest"] == after["digest"]:
        return Finding("", EQUAL)
    pairs = [(name, value, after["scores"].get(name)) for name, value in before.get("scores", {}).items()]
    wrong = [_difference(*pair) for pair in pairs if not _apart(*pair[1:]) <= ROUNDING]
    apart = max([_sums_apart(before.get("sums", {}), after["sums"]), *(_apart(*pair[1:]) for pair in pairs)])
    if wrong or not apart <= ROUNDING:
        return Finding("", DIFFERS, "; ".join(wrong) or "different predictions with the same scores")
    return Finding("", ROUNDED, apart=apart)


def _sums_apart(before: dict[str, list[float | None]], after: dict[str, list[float | None]]) -> float:
    """The largest difference between the checksums of two units' arrays, relative to their scales."""
    if not before or set(before) != set(after):
        return inf
    return max(_sum_apart(before[name][0], *sums) for name, sums in after.items())


def _sum_apart(before: float | None, after: float | None, size: float | None) -> float:
    if before is None or after is None or size is None:
        return 0.0 if before is after else inf
    return 0.0 if before == after else abs(before - after) / size if size else inf


def _board(
    before: list[dict[str, Any]], after: list[dict[str, Any]], *, with_verdicts: bool
) -> Iterator[Finding]:
    """Compare the rows of the leaderboards by task, learner and measure.

    with_verdicts: False if a learner is missing, as verdicts depend on all learners.
    """
    recomputed = {_row_key(line): line for line in after}
    for line in before:
        again = recomputed.get(_row_key(line))
        what = f"{line['task']}, {line['learner']}, {line['measure']}"
        if again is None:
            yield Finding(what, UNKNOWN, "a unit of this learner failed")
            continue
        ends = ("value", "lower", "upper")
        apart = {end: _apart(line[end], again[end]) for end in ends}
        wrong = [_difference(end, line[end], again[end]) for end in ends if not apart[end] <= ROUNDING]
        if with_verdicts and line["verdict"] != again["verdict"]:
            wrong.append(f"verdict {line['verdict']!r} claimed, {again['verdict']!r} recomputed")
        is_equal = all(line[end] == again[end] for end in ends)
        verdict = DIFFERS if wrong else EQUAL if is_equal else ROUNDED
        yield Finding(what, verdict, "; ".join(wrong), max(apart.values()))


def _row_key(line: dict[str, Any]) -> tuple[str, str, str]:
    return line["task"], line["learner"], line["measure"]


def _apart(before: float | None, after: float | None) -> float:
    """The relative difference of two numbers; infinity if one is missing or NaN."""
    if before is None or after is None:
        return 0.0 if before is after else inf
    if before == after or abs(before - after) <= ROUNDING**2:
        return 0.0
    apart = abs(before - after) / max(abs(before), abs(after))
    return apart if isfinite(apart) else inf


def _power_above(apart: float) -> float:
    """The smallest power of ten that a difference does not exceed, at least FINEST."""
    return FINEST if apart <= FINEST else 10.0 ** ceil(log10(apart) - 1e-9)


def _difference(name: str, before: float | None, after: float | None) -> str:
    return f"{name} {before!r} claimed, {after!r} recomputed"


def _with_versions(claimed: dict[str, Any], finding: Finding) -> str:
    """The note, with the software versions of the claim if they differ."""
    if finding.verdict == EQUAL or claimed["made with"] == [versions()]:
        return finding.note
    made_with = "; ".join(
        ", ".join(f"{name} {number}" for name, number in each.items()) for each in claimed["made with"]
    )
    return f"{finding.note}; claimed with {made_with}".removeprefix("; ")
