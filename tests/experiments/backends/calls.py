"""What the tests have workers call; by itself, so that a child process need not load the tests to find it."""

import os
import signal
import time

from threadpoolctl import threadpool_info

from gnomon import threads
from gnomon.errors import ParameterError


def describe(shared):
    """How a call is worked: process, kind and sum of the shared value, threads of kernels and of BLAS."""
    value = shared.get()
    pools = [pool["num_threads"] for pool in threadpool_info()]
    return os.getpid(), type(value).__name__, float(value.sum()), threads.count(), max(pools, default=1)


def fail(number):
    raise ParameterError(f"number {number}")


class Unsendable(Exception):
    """It can be written but not read again, as its constructor asks for more than its message."""

    def __init__(self, one, other):
        super().__init__(f"{one} and {other}")


def fail_unsendably():
    raise Unsendable("this", "that")


def crash():
    os.kill(os.getpid(), signal.SIGSEGV)


def end():
    os._exit(3)


def be_killed(path):
    """Killed from outside the first time, and well the next."""
    if not path.exists():
        path.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return "alive"


def always_be_killed():
    os.kill(os.getpid(), signal.SIGKILL)


def take(n_bytes):
    return len(bytearray(n_bytes))


def kill_worker():
    """End the process that this one is a child of, such as a Dask worker, when that has started well."""
    time.sleep(0.5)
    os.kill(os.getppid(), signal.SIGKILL)
