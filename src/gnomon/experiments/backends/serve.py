"""The main loop of a child process: calls from standard input, outcomes to standard output.

A message is its length in eight bytes, then the message. A call has two responses: an empty message when it
begins, so that the time to load its modules is not counted, and its outcome.
"""

import os
import shutil
import signal
import struct
import threading
from collections.abc import Sequence
from contextlib import suppress
from multiprocessing.reduction import ForkingPickler
from pathlib import Path
from queue import SimpleQueue
from typing import IO, Any

from gnomon.errors import GnomonError
from gnomon.experiments.backends.warning_capture import Warned, captured_warnings, reissue

BEGUN = b""
_LENGTH = struct.Struct("<Q")


def serve(folder: str) -> None:
    """Run calls until the input ends; then remove the folder, as the parent may have been killed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    calls, outcomes = _own_streams()
    waiting: SimpleQueue[bytes] = SimpleQueue()
    listener = threading.Thread(target=_listen, args=(calls, waiting, Path(folder)), daemon=True)
    listener.start()

    from gnomon.experiments.backends.folder import use_folder
    from gnomon.experiments.backends.one_thread import one_thread

    use_folder(Path(folder))
    with one_thread(), suppress(BrokenPipeError):
        while True:
            _work(waiting.get(), outcomes)
    # The parent is gone; the listener notices too, and ends this process.
    listener.join()


def send(stream: IO[bytes], message: bytes) -> None:
    """Write a message.

    >>> import io
    >>> stream = io.BytesIO()
    >>> send(stream, b"ab")
    >>> stream.getvalue()
    b'\\x02\\x00\\x00\\x00\\x00\\x00\\x00\\x00ab'
    """
    stream.write(_LENGTH.pack(len(message)))
    stream.write(message)
    stream.flush()


def receive(stream: IO[bytes]) -> bytes:
    """Wait for a message; EOFError at the end of the stream.

    >>> import io
    >>> receive(io.BytesIO(b"\\x02\\x00\\x00\\x00\\x00\\x00\\x00\\x00ab"))
    b'ab'
    """
    (length,) = _LENGTH.unpack(_exactly(stream, _LENGTH.size))
    return _exactly(stream, length)


def written(value: Any) -> bytes:
    """A value pickled to bytes; functions and classes of a script or a notebook with their code.

    >>> read(written([1, 2]))
    [1, 2]
    """
    from joblib.externals.loky.backend.reduction import dumps

    return bytes(dumps(value))


def read(message: bytes) -> Any:
    """The unpickled value; only for messages between a process and its own children, as in multiprocessing.

    >>> read(written({"a": 1}))
    {'a': 1}
    """
    return ForkingPickler.loads(message)


def packed(outcome: Any, *, is_error: bool = False, captured: Sequence[Warned] = ()) -> bytes:
    """An outcome as bytes, with the captured warnings.

    >>> unpacked(packed(3))
    3
    """
    try:
        message = written((is_error, outcome, list(captured)))
        if is_error:
            # Some exceptions can be pickled but not unpickled.
            read(message)
    except Exception as error:
        text = (
            f"{type(outcome).__name__}: {outcome}" if is_error else f"its result cannot be pickled: {error}"
        )
        message = written((True, GnomonError(text), []))
    return message


def unpacked(message: bytes) -> Any:
    """The outcome of a call; its error is raised and its warnings are issued here.

    >>> unpacked(packed(GnomonError("no"), is_error=True))
    Traceback (most recent call last):
        ...
    gnomon.errors.GnomonError: no
    """
    is_error, outcome, captured = read(message)
    reissue(captured)
    if is_error:
        raise outcome
    return outcome


def _own_streams() -> tuple[IO[bytes], IO[bytes]]:
    """The pipes to the parent; output printed by learners is redirected to standard error."""
    calls, outcomes = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.dup2(2, 1)
    return calls, outcomes


def _listen(calls: IO[bytes], waiting: SimpleQueue[bytes], folder: Path) -> None:
    """Queue incoming calls; end the process immediately when the parent is gone."""
    try:
        while True:
            waiting.put(receive(calls))
    except (EOFError, OSError):
        shutil.rmtree(folder, ignore_errors=True)
        os._exit(0)


def _work(message: bytes, outcomes: IO[bytes]) -> None:
    with captured_warnings() as captured:
        try:
            call = read(message)
            send(outcomes, BEGUN)
            outcome = packed(call.result(), captured=captured)
        except Exception as error:
            outcome = packed(error, is_error=True, captured=captured)
        except BaseException as error:
            # Such as SystemExit, which must not end the parent.
            outcome = packed(
                GnomonError(f"{type(error).__name__}: {error}"), is_error=True, captured=captured
            )
    send(outcomes, outcome)


def _exactly(stream: IO[bytes], length: int) -> bytes:
    content = stream.read(length)
    if len(content) < length:
        raise EOFError
    return content
