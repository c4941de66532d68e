"""The resampling plan as text for a methods section."""

from collections.abc import Mapping
from typing import Any

_TIMES = {2: "twice"}


def plan_text(design: Mapping[str, Any]) -> str:
    """The resampling plan as text, to follow "by".

    >>> plain = {"method": "k-fold", "folds": 10, "repeats": 3, "stratified": True, "grouped": False}
    >>> plan_text(plain)
    'stratified 10-fold cross-validation, repeated 3 times with new folds'
    >>> plan_text({**plain, "method": "hold-out", "folds": 1, "repeats": 30, "stratified": False})
    '30 random hold-outs'
    """
    method, folds, repeats = design["method"], design["folds"], design["repeats"]
    manner = "stratified " * design["stratified"] + "grouped " * design["grouped"]
    if method == "k-fold":
        again = f", repeated {_TIMES.get(repeats, f'{repeats} times')} with new folds" if repeats > 1 else ""
        return f"{manner}{folds}-fold cross-validation{again}"
    if method == "hold-out" and design.get("by_time"):
        return "a hold-out of the latest rows"
    if method == "hold-out":
        one = f"one {manner}hold-out" if manner else "one random hold-out"
        return one if folds * repeats == 1 else f"{folds * repeats} {manner or 'random '}hold-outs"
    named = {
        "leave-one-out": "leave-one-out cross-validation",
        "leave-groups-out": "cross-validation that leaves out whole groups",
        "bootstrap": f"{folds * repeats} bootstrap samples, each evaluated on its out-of-bag rows",
        "rolling": f"rolling-origin evaluation over {folds * repeats} periods of time",
        "blocked": f"blocked cross-validation with {folds} blocks of time",
    }
    return named.get(method, f"{folds * repeats} user-defined splits")


def sizes(design: Mapping[str, Any]) -> str:
    """The number of splits, and their training and held-out set sizes.

    >>> sizes({"n_splits": 30, "train": [135, 135], "held_out": [15, 15]})
    '30 splits, each of 135 rows to train and 15 held out'
    """
    several = f"{design['n_splits']:,} splits, each of" if design["n_splits"] > 1 else "one split of"
    return f"{several} {_between(design['train'])} rows to train and {_between(design['held_out'])} held out"


def _between(ends: list[int]) -> str:
    return f"{ends[0]:,}" if ends[0] == ends[1] else f"{ends[0]:,} to {ends[1]:,}"
