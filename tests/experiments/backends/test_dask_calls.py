"""Calls that are lost in every way that Dask has for it, on a cluster made up for the purpose."""

from types import SimpleNamespace

import pytest
from distributed import KilledWorker
from distributed.client import FutureCancelledError

from gnomon.errors import GnomonError
from gnomon.experiments.backends import dask_calls
from gnomon.experiments.backends.dask_calls import Scattered, Sent
from gnomon.experiments.backends.serve import packed
from gnomon.experiments.workers import CallLost

FORGOTTEN = FutureCancelledError("a call", "already forgotten")
KILLED = KilledWorker("a call", SimpleNamespace(address="tcp://there"), 3)
WELL = packed("well")


class Future:
    def __init__(self, outcome):
        self.outcome = outcome
        self.status = "error" if isinstance(outcome, Exception) else "finished"

    def result(self, timeout=None):
        if isinstance(self.outcome, Exception):
            raise self.outcome
        if self.outcome is None:
            raise TimeoutError
        return self.outcome


class Cluster:
    """A client whose calls come to these ends, one after another; the last one again and again."""

    def __init__(self, *ends, status="running"):
        self.ends, self.status = list(ends), status
        self.sent, self.scattered = [], []

    def submit(self, function, *arguments, pure):
        self.sent.append(arguments)
        return Future(self.ends.pop(0) if len(self.ends) > 1 else self.ends[0])

    def nthreads(self):
        return {}

    def scatter(self, content, **options):
        if self.status == "deserted":
            raise TimeoutError("no worker")
        self.scattered.append(object())
        return self.scattered[-1]


def sent(cluster, *shared):
    return Sent(cluster, ("run", b"call", None), list(shared))


@pytest.mark.parametrize(
    "loss",
    [
        FORGOTTEN,
        FutureCancelledError("a call", "lost dependencies"),
        FutureCancelledError("a call", "scheduler-connection-lost"),
        KILLED,
        AttributeError("'NoneType' object has no attribute 'with_traceback'"),
        OSError("Timed out trying to connect"),
        TimeoutError("of another call"),
    ],
    ids=lambda loss: str(loss)[:40],
)
def test_a_call_that_is_lost_is_sent_again(loss):
    cluster = Cluster(loss, WELL)
    assert sent(cluster).result() == "well"
    assert len(cluster.sent) == 2


def test_a_call_that_is_only_late_is_waited_for():
    cluster = Cluster(None)
    call = sent(cluster)
    assert not call.has_come(0.0)
    call.future.outcome = WELL
    assert call.has_come(0.0)
    assert len(cluster.sent) == 1


@pytest.mark.parametrize(("loss", "times"), [(KILLED, 1), (FORGOTTEN, 5)], ids=["killed", "forgotten"])
def test_a_call_that_is_lost_again_and_again_is_tried_alone_and_then_given_up(loss, times):
    cluster = Cluster(loss)
    call = sent(cluster)
    for _ in range(times):
        assert not call.is_suspect
        assert not call.has_come()
    assert call.is_suspect
    assert len(cluster.sent) == times
    with pytest.raises(CallLost, match=r"finally while running this call only"):
        call.result()
    assert len(cluster.sent) == 2 * times


def test_a_suspect_that_is_well_alone_was_none():
    cluster = Cluster(KILLED, WELL)
    call = sent(cluster)
    assert not call.has_come()
    call.send()
    assert call.has_come()
    assert call.result() == "well"


def test_values_that_were_forgotten_are_sent_again_once_for_all_calls_that_ask_for_them():
    cluster = Cluster(FORGOTTEN, FORGOTTEN, FORGOTTEN, WELL)
    shared = Scattered(cluster, "values", b"content")
    calls = [sent(cluster, shared) for _ in range(3)]
    assert [call.result() for call in calls] == ["well"] * 3
    assert len(cluster.scattered) == 2
    assert [arguments[-1] for arguments in cluster.sent[3:]] == [cluster.scattered[1]] * 3


def test_values_stay_where_they_are_when_a_worker_died_that_others_outlive():
    cluster = Cluster(KILLED, WELL)
    assert sent(cluster, Scattered(cluster, "values", b"content")).result() == "well"
    assert len(cluster.scattered) == 1


def test_a_scheduler_that_is_gone_ends_it_at_once():
    cluster = Cluster(FORGOTTEN)
    call = sent(cluster)
    cluster.status = "closed"
    with pytest.raises(GnomonError, match=r"scheduler is gone.*finished units are stored"):
        call.result()


def test_a_call_that_nobody_is_left_to_work_is_given_up(monkeypatch):
    monkeypatch.setattr(dask_calls, "WORKERLESS", 0.0)
    with pytest.raises(GnomonError, match=r"all workers are gone.*finished units are stored"):
        sent(Cluster(None)).result()


def test_a_cluster_that_has_no_worker_for_long_is_given_up(monkeypatch):
    monkeypatch.setattr(dask_calls, "WORKERLESS", 0.3)
    with pytest.raises(GnomonError, match=r"no worker for 0\.3 s \(no worker\); finished units are stored"):
        Scattered(Cluster(WELL, status="deserted"), "values", b"content")
