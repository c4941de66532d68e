"""The claim file: everything needed to reproduce results, as plain JSON.

It contains the design with its seeds, digests of the data and of every unit's predictions, the scores, and
the software versions.
"""

import json
from collections.abc import Mapping
from contextlib import suppress
from hashlib import blake2b
from math import isfinite
from pathlib import Path
from typing import Any

import numpy as np

from gnomon import registry
from gnomon.arrays import Array
from gnomon.assessment.json_schema import check_form
from gnomon.assessment.measures.facts import find_measure
from gnomon.assessment.packing import unpack
from gnomon.assessment.predictions import Predictions
from gnomon.atomic_file import write_atomically
from gnomon.data.files.bytes import check_regular
from gnomon.data.task import Task
from gnomon.errors import DataError, DesignError, GnomonError, StoreError
from gnomon.experiments.claim_schema import CLAIM, check_names
from gnomon.experiments.design import Unit
from gnomon.experiments.identity import digest
from gnomon.experiments.record import TaskRecord
from gnomon.experiments.results import Results, Standing
from gnomon.experiments.store import now
from gnomon.experiments.unit_splits import design_split_numbers, predictions_of_unit

FORMAT = 1

# Arrays of a unit with split numbers of its design.
_NUMBERED = ("split", "chosen.split")


def write_claim(
    results: Results, path: str | Path, *, sources: Mapping[str, Mapping[str, Any]] | None = None
) -> Path:
    """Write a claim file, from which `verify_claim` reproduces the results.

    sources: for each task from a file, how it was read, such as {"heart": {"file": "heart.csv", "target":
    "disease"}}; bundled data sets are recognized.

    >>> from tempfile import TemporaryDirectory
    >>> from gnomon import Design, GaussianNB, k_fold, load, run
    >>> results = run(Design(load("iris"), GaussianNB(), k_fold(5)))
    >>> with TemporaryDirectory() as folder:
    ...     claim = read_claim(write_claim(results, Path(folder) / "claim.json"))
    >>> claim["data"]["iris"]["source"]
    {'set': 'iris'}
    """
    path = Path(path)
    record, units = results.record, _all_units(results)
    claim: dict[str, Any] = {
        "gnomon claim": FORMAT,
        "written": now(),
        "made with": results.versions(),
        "design": record.plain(),
        "data": {task.name: _data(task, sources or {}) for task in record.tasks},
        "units": units,
        "leaderboard": leaderboard_of(results),
    }
    if record.plan.startswith("..."):
        claim["held out"] = {task: _held_out(results, task) for task in results.tasks}
    claim["digest"] = digest(claim)
    try:
        text = json.dumps(claim, indent=1, allow_nan=False)
    except ValueError:
        raise DataError(
            "the design contains an infinite number, such as the standard deviation of a target, which JSON "
            "cannot represent; rescale the target"
        ) from None
    return write_atomically(path, f"{text}\n", "the claim")


def read_claim(path: str | Path) -> dict[str, Any]:
    """Read and validate a claim file; DataError says what is wrong with it.

    >>> from tempfile import TemporaryDirectory
    >>> from gnomon import Baseline, Design, k_fold, load, run
    >>> with TemporaryDirectory() as folder:
    ...     path = write_claim(run(Design(load("iris"), Baseline(), k_fold(5))), Path(folder) / "claim.json")
    ...     read_claim(path)["design"]["learners"][0]["name"]
    'Baseline'
    """
    try:
        check_regular(Path(path))
        text = Path(path).read_text(encoding="utf-8")
        claim = json.loads(
            text, parse_float=_finite_number, parse_constant=_finite_number, parse_int=_whole_number
        )
    except OSError as error:
        raise StoreError(f"the claim {path} cannot be read: {error.strerror}") from error
    except RecursionError:
        raise DataError(f"{path} is not a claim file: it is nested too deeply") from None
    except ValueError as error:
        raise DataError(f"{path} is not a claim file: {error}") from None
    if not isinstance(claim, dict) or "gnomon claim" not in claim:
        raise DataError(f"{path} is not a claim file; `gnomon claim RESULTS {path}` writes one")
    if type(claim["gnomon claim"]) is int and claim["gnomon claim"] != FORMAT:
        raise DataError(
            f"{path} has format {claim['gnomon claim']}, this Gnomon reads {FORMAT}; use a newer Gnomon"
        )
    try:
        check_form(claim, CLAIM)
        check_names(claim)
    except DataError as error:
        raise DataError(f"{path} is not a complete claim: {error}; get it again from its author") from None
    return claim


def is_unchanged(claim: dict[str, Any]) -> bool:
    """Whether a claim is unchanged since it was written, by its own digest.

    >>> is_unchanged({"units": [], "digest": "0"})
    False
    """
    try:
        actual = digest({name: value for name, value in claim.items() if name != "digest"})
    except RecursionError:
        return False
    return actual == claim.get("digest")


def units_of(results: Results) -> dict[str, dict[str, Any]]:
    """By key, the digest and the scores of each unit's predictions; or the error by which it failed."""
    with results._opened() as store:
        failures = store.failures()
        return {
            unit.key: _unit(store.predictions(unit.key), unit, results)
            if unit.key in store
            else {"error": failures.get(unit.key, "it is not finished")}
            for unit in results.record.units
        }


def digest_of(arrays: Mapping[str, Array]) -> str:
    """A digest of all arrays of a unit, equal if and only if they are bit-identical.

    >>> digest_of({"row": np.array([1]), "split": np.array([0])}) == digest_of({"row": np.array([1])})
    False
    """
    hasher = blake2b(digest_size=16)
    for name, array in sorted(arrays.items()):
        hasher.update(repr((name, array.dtype.str, array.shape)).encode())
        hasher.update(np.ascontiguousarray(array).tobytes())
    return hasher.hexdigest()


def leaderboard_of(results: Results) -> list[dict[str, Any]]:
    """The leaderboards by every applicable measure of the design, without runtimes."""
    lines: list[dict[str, Any]] = []
    for task in results.tasks:
        kind = results.task(task).kind
        for measure in (name for name in results.record.measures if find_measure(name).kind == kind):
            # No learner finished on this task, or the splits are too small for this measure.
            with suppress(DesignError):
                standings = results.standings(measure, task=task)
                lines += [_standing(task, measure, standing) for standing in standings]
    return lines


def _standing(task: str, measure: str, standing: Standing) -> dict[str, Any]:
    ends = {end: _finite(getattr(standing.estimate, end)) for end in ("value", "lower", "upper")}
    where = {"task": task, "learner": standing.learner, "measure": measure}
    return {**where, **ends, "verdict": standing.verdict}


def _all_units(results: Results) -> list[dict[str, Any]]:
    units = units_of(results)
    for unit in results.record.units:
        if "error" in units[unit.key]:
            raise DesignError(
                f"{unit.learner} on {unit.task} has no result ({units[unit.key]['error']}); a claim requires "
                "all: run the design again, or without this learner"
            )
    return [{"key": key, **unit} for key, unit in units.items()]


def _unit(data: bytes, unit: Unit, results: Results) -> dict[str, Any]:
    task = results.task(unit.task)
    arrays, _ = unpack(data)
    numbered = {name: design_split_numbers(arrays[name], unit, task) for name in _NUMBERED if name in arrays}
    predictions = predictions_of_unit(data, unit, task)
    measures = [name for name in results.record.measures if find_measure(name).kind == predictions.kind]
    scores = {name: _score(predictions, name) for name in measures}
    return {"digest": digest_of({**arrays, **numbered}), "scores": scores, "sums": _sums(predictions)}


def _sums(predictions: Predictions) -> dict[str, list[float | None]]:
    """For each array the checksum Σ sin(i) xᵢ, which depends on the order of values, and its scale Σ |xᵢ|."""
    arrays = {name: getattr(predictions, name) for name in ("predicted", "probability", "decision")}
    sums = {}
    for name, array in arrays.items():
        if array is not None:
            values = np.asarray(array, dtype=np.float64).ravel()
            signed = np.sin(np.arange(1, len(values) + 1)) * values
            sums[name] = [_finite(np.sum(signed)), _finite(np.sum(np.abs(values)))]
    return sums


def _data(task: TaskRecord, sources: Mapping[str, Mapping[str, Any]]) -> dict[str, Any]:
    source = dict(sources[task.name]) if task.name in sources else _bundled(task)
    return {"fingerprint": task.fingerprint, "rows": task.n_rows, "source": source}


def _bundled(task: TaskRecord) -> dict[str, Any] | None:
    if task.name not in registry.sets:
        return None
    bundled = registry.sets[task.name].thing()
    is_this = isinstance(bundled, Task) and bundled.fingerprint == task.fingerprint
    return {"set": task.name} if is_this else None


def _held_out(results: Results, task: str) -> list[list[int]]:
    predictions = results.predictions(task, results.learners[0])
    starts = np.flatnonzero(np.diff(predictions.split, prepend=predictions.split[0] - 1))
    return [rows.tolist() for rows in np.split(predictions.row, starts[1:])]


def _finite_number(text: str) -> float:
    number = float(text)
    if not isfinite(number):
        raise ValueError(f"{text[:40]} is not a valid number in a claim")
    return number


def _whole_number(text: str) -> int:
    if len(text) > 30:
        raise ValueError(f"{text[:40]} is not a valid number in a claim")
    return int(text)


def _score(predictions: Predictions, measure: str) -> float | None:
    try:
        return _finite(predictions.score(measure))
    except GnomonError:
        return None


def _finite(value: float) -> float | None:
    """None for NaN and infinity, which JSON cannot represent."""
    return float(value) if isfinite(value) else None
