"""The schema of a claim file, and of the design in it."""

from typing import Any

from gnomon.assessment.json_schema import LABEL, Named, check_form, shown_value
from gnomon.assessment.prediction_format import DESIGN as SPLIT_DESIGN
from gnomon.errors import DataError

_NUMBER = (int, float, type(None))
MAX_SPLITS = 10**9

SOURCE = {
    "set?": str,
    "file?": str,
    "target?": str,
    "positive?": LABEL,
    "kind?": str,
    "group?": (str, [LABEL]),
    "stratum?": (str, [LABEL]),
    "weight?": (str, [LABEL]),
    "time?": (str, [LABEL]),
    "name?": str,
    "lenient?": bool,
    "strict?": bool,
    "kinds?": Named(str),
    "levels?": Named([LABEL]),
    "delimiter?": str,
    "encoding?": str,
    "quote?": str,
    "decimal?": str,
    "header?": bool,
    "missing?": (str, [str]),
    "drop?": (str, [str]),
    "format?": str,
    "costs?": [[(int, float)]],
}

_SPLITS = {
    **SPLIT_DESIGN,
    "fingerprint": str,
    "n_splits": int,
    "numbers?": [[int]],
    "train?": [int],
    "held_out?": [int],
}

_TASK = {
    "name": str,
    "kind": str,
    "fingerprint": str,
    "n_rows": int,
    "n_columns": int,
    "positive": (str, type(None)),
    "roles": [str],
    "target": [[LABEL]],
    "columns": [{"name": str, "kind": str, "missing": int, "holds": str}],
    "splits": _SPLITS,
}

DESIGN = {
    "tasks": [_TASK],
    "learners": [{"name": str, "code": str, "modules": Named(str), "settings?": [dict]}],
    "units": [{"key": str, "task": str, "learner": str, "start": int, "stop": int}],
    "plan": str,
    "measures": [str],
    "random_state": int,
    "notes": [str],
    "skipped?": [str],
    "inner?": str,
    "rule?": str,
    "prepare?": bool,
    "preparation_notes?": [str],
    "halving?": ({"factor?": int, "min_rows?": int}, type(None)),
    "margin?": (int, float, type(None)),
}

_STANDING = {"task": str, "learner": str, "measure": str, "verdict": str}

CLAIM = {
    "gnomon claim": int,
    "written": str,
    "made with": [Named(str)],
    "design": DESIGN,
    "data": Named({"fingerprint": str, "rows": int, "source": (SOURCE, type(None))}),
    "units": [{"key": str, "digest": str, "scores": Named(_NUMBER), "sums": Named([_NUMBER])}],
    "leaderboard": [{**_STANDING, "value": _NUMBER, "lower": _NUMBER, "upper": _NUMBER}],
    "held out?": Named([[int]]),
    "digest": str,
}


def check_design(design: Any) -> None:
    """Raise DataError for a design of another form, without a task, or with impossible split numbers.

    >>> check_design({"tasks": 3})
    Traceback (most recent call last):
    gnomon.errors.DataError: design.tasks is 3, where a list is expected
    """
    check_form(design, DESIGN, "design")
    _check_filled(design)
    for index, task in enumerate(design["tasks"]):
        runs = task["splits"].get("numbers", [[0, 1]])
        if not runs or not all(len(run) == 2 and 0 <= run[0] < run[1] <= MAX_SPLITS for run in runs):
            raise DataError(f"design.tasks[{index}].splits.numbers are not ranges of split numbers")


def _check_filled(design: dict[str, Any]) -> None:
    for name in ("tasks", "learners", "units", "measures"):
        if not design[name]:
            raise DataError(f"design.{name} is empty")


def check_names(claim: dict[str, Any]) -> None:
    """Raise DataError if a claim with a valid schema contains an undefined reference.

    >>> check_names({"design": {"tasks": [], "learners": [], "units": [], "measures": []}})
    Traceback (most recent call last):
    gnomon.errors.DataError: design.tasks is empty
    """
    design = claim["design"]
    _check_filled(design)
    for name in ("tasks", "learners"):
        if len({each["name"] for each in design[name]}) < len(design[name]):
            raise DataError(f"design.{name} has a duplicate name")
    rows = {task["name"]: task["n_rows"] for task in design["tasks"]}
    known = {"task": rows, "learner": {each["name"] for each in design["learners"]}}
    for index, unit in enumerate(design["units"]):
        for role, names in known.items():
            if unit[role] not in names:
                raise DataError(
                    f"design.units[{index}].{role} is {shown_value(unit[role])}, which is not defined"
                )
    for name in rows:
        if name not in claim["data"]:
            raise DataError(f"data[{name[:40]!r}] is missing")
    for name, cuts in claim.get("held out", {}).items():
        if any(not 0 <= row < rows.get(name, 0) for cut in cuts for row in cut):
            raise DataError(f"held out[{name[:40]!r}] has row numbers out of range")
    for index, unit in enumerate(claim["units"]):
        if any(len(sums) != 2 for sums in unit["sums"].values()):
            raise DataError(f"units[{index}].sums must have two numbers per array")
