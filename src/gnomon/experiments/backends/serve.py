"""What a child process does: take calls from its standard input, work them, answer on its standard output.

A message is its length in eight bytes, then the message. A call is answered twice: by an empty message when
it begins, so that the time to load its modules does not count against it, and by its outcome.
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
from gnomon.experiments.backends.heard import Warned, heard, tell

BEGUN = b""
_LENGTH = struct.Struct("<Q")


def serve(folder: str) -> None:
    """Work calls until the input ends; then remove the folder, as the parent may have been killed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    calls, answers = _own_streams()
    waiting: SimpleQueue[bytes] = SimpleQueue()
    listener = threading.Thread(target=_listen, args=(calls, waiting, Path(folder)), daemon=True)
    listener.start()

    from gnomon.experiments.backends.folder import use_folder
    from gnomon.experiments.backends.one_thread import one_thread

    use_folder(Path(folder))
    with one_thread(), suppress(BrokenPipeError):
        while True:
            _work(waiting.get(), answers)
    # Nobody is there to be answered; the listener sees that too, and ends this process.
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
    """Wait for a message; EOFError when none will come.

    >>> import io
    >>> receive(io.BytesIO(b"\\x02\\x00\\x00\\x00\\x00\\x00\\x00\\x00ab"))
    b'ab'
    """
    (length,) = _LENGTH.unpack(_exactly(stream, _LENGTH.size))
    return _exactly(stream, length)


def written(value: Any) -> bytes:
    """A value as bytes; functions and classes of a script or a notebook go with their code.

    >>> read(written([1, 2]))
    [1, 2]
    """
    from joblib.externals.loky.backend.reduction import dumps

    return bytes(dumps(value))


def read(message: bytes) -> Any:
    """The value that was written: as multiprocessing does it, between a process and its own children only.

    >>> read(written({"a": 1}))
    {'a': 1}
    """
    return ForkingPickler.loads(message)


def packed(outcome: Any, *, is_error: bool = False, said: Sequence[Warned] = ()) -> bytes:
    """An outcome as bytes, with the warnings that came with it.

    >>> unpacked(packed(3))
    3
    """
    try:
        found = written((is_error, outcome, list(said)))
        if is_error:
            # Some errors can be written but not read again.
            read(found)
    except Exception as error:
        text = f"{type(outcome).__name__}: {outcome}" if is_error else f"its result cannot be sent: {error}"
        found = written((True, GnomonError(text), []))
    return found


def unpacked(found: bytes) -> Any:
    """The outcome; an error is raised, and warnings are given here.

    >>> unpacked(packed(GnomonError("no"), is_error=True))
    Traceback (most recent call last):
        ...
    gnomon.errors.GnomonError: no
    """
    is_error, outcome, said = read(found)
    tell(said)
    if is_error:
        raise outcome
    return outcome


def _own_streams() -> tuple[IO[bytes], IO[bytes]]:
    """The pipes to the parent; what learners print goes to standard error instead."""
    calls, answers = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.dup2(2, 1)
    return calls, answers


def _listen(calls: IO[bytes], waiting: SimpleQueue[bytes], folder: Path) -> None:
    """Hand calls on; end the process at once, whatever it is at, when the parent is gone."""
    try:
        while True:
            waiting.put(receive(calls))
    except (EOFError, OSError):
        shutil.rmtree(folder, ignore_errors=True)
        os._exit(0)


def _work(message: bytes, answers: IO[bytes]) -> None:
    with heard() as said:
        try:
            call = read(message)
            send(answers, BEGUN)
            outcome = packed(call.result(), said=said)
        except Exception as error:
            outcome = packed(error, is_error=True, said=said)
        except BaseException as error:
            # Such as SystemExit: it was meant for this process, and is not to end the parent.
            outcome = packed(GnomonError(f"{type(error).__name__}: {error}"), is_error=True, said=said)
    send(answers, outcome)


def _exactly(stream: IO[bytes], length: int) -> bytes:
    found = stream.read(length)
    if len(found) < length:
        raise EOFError
    return found
