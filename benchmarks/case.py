"""A case: one job that several contenders do, timed in turns."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np


@dataclass(frozen=True)
class Case:
    """One job.

    ours, peer: do the job and return the result; peer is None where no peer does it. quality: one figure for
    a result. agree: how far two results are apart, in words. wanted: the ratio aimed at, or None. within: the
    seconds aimed at, or None. peer_share: the share of the job that the peer does, for its time to be scaled.
    """

    family: str
    name: str
    peer_name: str
    ours: Callable[[], Any]
    peer: Callable[[], Any] | None
    quality: Callable[[Any], float]
    quality_name: str
    agree: Callable[[Any, Any], str]
    wanted: float | None = None
    within: float | None = None
    peer_share: float = 1.0


@dataclass(frozen=True)
class Outcome:
    """What a case showed: best times in seconds, quality of each result, agreement."""

    family: str
    name: str
    peer_name: str
    ours_seconds: float
    peer_seconds: float
    ours_quality: float
    peer_quality: float
    quality_name: str
    agreement: str
    wanted: float | None
    within: float | None = None

    @property
    def ratio(self) -> float:
        """How many times faster Gnomon is."""
        return self.peer_seconds / self.ours_seconds


def measure(case: Case, repeats: int) -> Outcome:
    """Best time of several rounds, the contenders in turns so that a busy machine hits both."""
    seconds = {"ours": np.inf, "peer": np.inf}
    results: dict[str, Any] = {}
    for _ in range(repeats):
        for name, job in (("ours", case.ours), ("peer", case.peer)):
            if job is not None:
                begin = time.perf_counter()
                results[name] = job()
                seconds[name] = min(seconds[name], time.perf_counter() - begin)
    alone = case.peer is None
    return Outcome(
        case.family,
        case.name,
        case.peer_name,
        seconds["ours"],
        np.nan if alone else seconds["peer"] / case.peer_share,
        case.quality(results["ours"]),
        np.nan if alone else case.quality(results["peer"]),
        case.quality_name,
        "" if alone else case.agree(results["ours"], results["peer"]),
        case.wanted,
        case.within,
    )


def largest_difference(ours: Any, peer: Any) -> str:
    """The largest absolute difference between two arrays of numbers."""
    return f"differ by {np.abs(np.asarray(ours, float) - np.asarray(peer, float)).max():.0e}"


def share_equal(ours: Any, peer: Any) -> str:
    """The share of equal entries of two arrays."""
    return f"{np.mean(np.asarray(ours) == np.asarray(peer)):.2%} equal"
