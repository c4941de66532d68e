"""What a case may not touch: files outside its folder, processes, the network, pickles and unknown modules.

An audit hook sees these events wherever they come from; it cannot be removed, so it watches only during a
case.
"""

import os
import sys
import sysconfig
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np

import gnomon

_FORBIDDEN = (
    "socket.", "subprocess.", "os.system", "os.exec", "os.posix_spawn", "os.spawn", "os.fork", "os.forkpty",
    "pickle.", "urllib.", "http.", "ftplib.", "smtplib.", "telnetlib.", "poplib.", "imaplib.", "nntplib.",
    "webbrowser.", "pty.", "sqlite3.load_extension", "sqlite3.enable_load_extension", "os.kill",
    "os.putenv", "os.startfile", "builtins.input", "code.__new__", "syslog.", "os.setxattr",
)  # fmt: skip
_PATHS = (
    "open", "os.chdir", "os.chmod", "os.chown", "os.link", "os.listdir", "os.mkdir", "os.remove",
    "os.rename", "os.rmdir", "os.scandir", "os.symlink", "os.truncate", "os.utime", "shutil.", "tempfile.",
    "sqlite3.connect", "glob.glob", "ctypes.dlopen",
)  # fmt: skip
_READ_ONLY = ("os.listdir", "os.scandir", "glob.glob", "ctypes.dlopen")
_READABLE = (
    sys.prefix,
    sys.base_prefix,
    sysconfig.get_path("stdlib"),
    str(Path(gnomon.__file__).parent),
    str(Path(np.__file__).parents[1]),  # other packages, wherever they are
    "/proc",
    "/sys",
    "/dev/null",
    "/dev/urandom",
    "/usr/share/zoneinfo",
)


class Watch:
    """An audit hook for the cases in one folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = str(folder.resolve())
        self.seen: list[str] = []
        self._is_on = False
        self._known = {name.partition(".")[0] for name in (*sys.modules, *sys.stdlib_module_names)}
        self._known |= {"fontTools", "mpl_toolkits"}  # matplotlib imports them for the figures of a report
        self._known -= {"antigravity", "this", "idlelib", "turtle", "tkinter"}
        sys.addaudithook(self._see)

    @contextmanager
    def watching(self) -> Iterator[None]:
        """Watch during a case; what it must not touch is in `seen`."""
        self.seen, self._is_on = [], True
        try:
            yield
        finally:
            self._is_on = False

    def _see(self, event: str, arguments: tuple[Any, ...]) -> None:
        if not self._is_on:
            return
        if event.startswith(_FORBIDDEN):
            self._report(event, arguments)
        elif event == "import":
            if arguments[0].partition(".")[0] not in self._known:
                self._report(event, arguments[:1])
        elif event in ("exec", "compile"):
            self._check_code(event, arguments)
        elif event.startswith(_PATHS):
            self._check_paths(event, arguments)

    def _check_code(self, event: str, arguments: tuple[Any, ...]) -> None:
        """Code may come from installed files; a compiled expression is not executed."""
        if event == "exec":
            name = getattr(arguments[0], "co_filename", "")
            if not name.startswith((*_READABLE, "<frozen", "<string>", "<__array_function__", "<template>")):
                self._report(event, (name,))

    def _check_paths(self, event: str, arguments: tuple[Any, ...]) -> None:
        for argument in arguments[:2] if event in ("os.rename", "os.link", "shutil.move") else arguments[:1]:
            if not isinstance(argument, str | bytes | os.PathLike):
                continue
            name = os.fsdecode(argument)
            if name.startswith("file:"):
                name = name.removeprefix("file:").lstrip("/").partition("?")[0]
                name = f"/{name}"
            if name in ("", ":memory:"):
                continue
            path = os.path.realpath(os.path.join(_relative_to(event, arguments), name))
            if self._is_inside(path):
                continue
            if not (_is_reading(event, arguments) and path.startswith(_READABLE)):
                self._report(event, arguments)

    def _is_inside(self, path: str) -> bool:
        return path == self.folder or path.startswith(self.folder + os.sep)

    def _report(self, event: str, arguments: tuple[Any, ...]) -> None:
        self.seen.append(f"{event} {str(arguments)[:200]}")


def _relative_to(event: str, arguments: tuple[Any, ...]) -> str:
    """The folder that a relative path is relative to, if the event names its descriptor."""
    descriptor = arguments[-1] if event.startswith("os.") else -1
    if (
        event not in ("os.remove", "os.rmdir", "os.mkdir")
        or not isinstance(descriptor, int)
        or descriptor < 0
    ):
        return ""
    return os.path.realpath(f"/proc/self/fd/{descriptor}")


def _is_reading(event: str, arguments: tuple[Any, ...]) -> bool:
    if event != "open":
        return event in _READ_ONLY
    mode, flags = arguments[1], arguments[2]
    if isinstance(mode, str):
        return not set(mode) & set("wax+")
    return not flags & (os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND)
