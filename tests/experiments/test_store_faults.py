"""What can go wrong under a store: kills, a full disk, a limit of file size."""

import os
import random
import shutil
import signal
import subprocess
import sys
import time

import pytest

import gnomon as gn
from gnomon.errors import StoreError
from gnomon.experiments.integrity import check_store
from gnomon.experiments.store import Store

DESIGN = """
import gnomon as gn
from sklearn.naive_bayes import GaussianNB
learners = [GaussianNB(), GaussianNB(var_smoothing=0.1)]
design = gn.Design(gn.datasets.make_moons(200, random_state=0), learners, gn.repeated(gn.k_fold(4), times=15))
"""

RUN = (
    DESIGN
    + """
import sys
from gnomon.errors import StoreError
print("ready", flush=True)
try:
    gn.run(design, sys.argv[1], progress=lambda step: print(step.done, flush=True))
except StoreError as error:
    print("refused:", error, flush=True)
"""
)

PUT = """
import sys
from gnomon.experiments.store import Store
with Store(sys.argv[1]) as store:
    print("ready", flush=True)
    for n in range(10_000):
        store.put(f"unit {n}", bytes(20_000), seconds=0.0, versions={})
        print(n, flush=True)
"""

LIMITED = (
    "import resource; resource.setrlimit(resource.RLIMIT_FSIZE, (240_000, resource.RLIM_INFINITY))\n" + RUN
)


def start(script, path, *before):
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    command = [*before, sys.executable, "-c", script, str(path)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, env=environment, text=True)


def units_of(path):
    with Store(path, read_only=True) as store:
        finished = store.keys()
        return {key: store.predictions(key) for key in finished}


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory):
    path = tmp_path_factory.mktemp("undisturbed") / "a.gnomon"
    scope = {}
    exec(DESIGN, scope)
    gn.run(scope["design"], path)
    return scope["design"], units_of(path)


def test_kills_while_writing_lose_no_unit_that_was_told_of(tmp_path):
    path, moments = tmp_path / "a.gnomon", random.Random(0)
    for _ in range(3):
        with start(PUT, path) as process:
            assert process.stdout.readline() == "ready\n"
            time.sleep(moments.uniform(0.05, 0.3))
            process.send_signal(signal.SIGKILL)
            told = [
                int(line) for line in process.stdout.read().splitlines() if line.endswith(tuple("0123456789"))
            ]
        with Store(path, read_only=True) as store:
            assert {f"unit {n}" for n in told[:-1]} <= store.keys()
        assert check_store(path).pages == ()


def test_a_run_goes_on_where_a_limit_of_file_size_stopped_it(tmp_path, undisturbed):
    path = tmp_path / "a.gnomon"
    with start(LIMITED, path) as process:
        said = process.stdout.read()
    assert "free disk space" in said
    finished_after(path, undisturbed)


def test_a_run_goes_on_where_a_full_disk_stopped_it(tmp_path, undisturbed):
    if shutil.which("unshare") is None or not can_mount():
        pytest.skip("a small disk cannot be mounted here")
    inside, outside = tmp_path / "disk", tmp_path / "after.gnomon"
    inside.mkdir()
    script = f'mount -t tmpfs -o size=300k none {inside} && "$@"; cp {inside}/a.gnomon* {tmp_path}'
    with start(RUN, inside / "a.gnomon", "unshare", "-rm", "sh", "-c", script, "sh") as process:
        said = process.stdout.read()
    assert "free disk space" in said
    for name in os.listdir(tmp_path):
        if name.startswith("a.gnomon"):
            (tmp_path / name).rename(tmp_path / name.replace("a.gnomon", outside.name))
    finished_after(outside, undisturbed)


def finished_after(path, undisturbed):
    """Some units were kept, all of them sound; the same run ends with the units of one never stopped."""
    design, units = undisturbed
    kept = units_of(path)
    assert 0 < len(kept) < len(units)
    assert kept.items() <= units.items()
    assert check_store(path).is_sound
    gn.run(design, path)
    assert units_of(path) == units


def can_mount():
    command = ["unshare", "-rm", "mount", "-t", "tmpfs", "none", "/mnt"]
    return subprocess.run(command, capture_output=True, check=False).returncode == 0


def test_the_loss_of_a_log_in_use_is_said_to_be_that_and_nothing_about_room(tmp_path):
    path = tmp_path / "a.gnomon"
    in_use = Store(path)
    in_use.put("k", bytes(20_000), seconds=0.0, versions={})
    path.with_name("a.gnomon-wal").unlink()
    with pytest.raises(StoreError, match=r"log .*a\.gnomon-wal was deleted or cut"):
        Store(path)
    in_use.close()
    with Store(path) as store:
        store.put("l", b"p", seconds=0.0, versions={})
    assert check_store(path).pages == ()


def test_a_file_whose_log_was_lost_after_a_kill_is_a_store(tmp_path):
    path = tmp_path / "a.gnomon"
    with start(PUT, path) as process:
        assert process.stdout is not None
        while process.stdout.readline() != "3\n":
            pass
        process.kill()
    path.with_name("a.gnomon-wal").unlink()
    with Store(path, read_only=True) as store:
        kept = store.keys()
    with Store(path) as store:
        assert store.keys() == kept
