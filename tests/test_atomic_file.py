import errno
import os
import threading

import pytest

from gnomon.atomic_file import replacing, write_atomically


def test_a_disk_that_fills_up_leaves_what_was_there_before(tmp_path):
    path = tmp_path / "table.csv"
    for before in (None, "old"):
        if before is not None:
            path.write_text(before)
        with pytest.raises(OSError, match="No space"):
            fill_disk(path)
        assert [each.name for each in tmp_path.iterdir()] == ([] if before is None else [path.name])
    assert path.read_text() == "old"


def fill_disk(path):
    with replacing(path) as aside:
        aside.write_text("half of")
        raise OSError(errno.ENOSPC, "No space left on device")


def test_a_link_and_the_permissions_of_a_file_stay(tmp_path):
    path, link = tmp_path / "report.html", tmp_path / "latest.html"
    path.write_text("old")
    path.chmod(0o640)
    link.symlink_to(path)
    write_atomically(link, "new")
    assert link.is_symlink()
    assert path.read_text() == "new"
    assert path.stat().st_mode & 0o777 == 0o640


def test_a_new_file_has_the_permissions_of_any_new_file(tmp_path):
    write_atomically(tmp_path / "a.txt", b"a")
    (tmp_path / "b.txt").write_text("b")
    assert (tmp_path / "a.txt").stat().st_mode == (tmp_path / "b.txt").stat().st_mode


def test_a_pipe_is_written_to_directly(tmp_path):
    pipe, read = tmp_path / "pipe", []
    os.mkfifo(pipe)
    reader = threading.Thread(target=lambda: read.append(pipe.read_text()))
    reader.start()
    write_atomically(pipe, "all of it")
    reader.join(timeout=10)
    assert read == ["all of it"]


def test_writers_of_one_file_at_once_do_not_disturb_each_other(tmp_path):
    path = tmp_path / "report.html"
    with replacing(path) as first, replacing(path) as second:
        first.write_text("first")
        second.write_text("second")
    assert path.read_text() == "first"
    assert len(list(tmp_path.iterdir())) == 1
