import time

import pytest

from gnomon.experiments.backends.call import Call
from gnomon.experiments.backends.children import Child, Children
from gnomon.experiments.backends.serve import BEGUN, receive, send, unpacked, written
from gnomon.experiments.workers import CallLost


def test_a_child_whose_parent_is_gone_when_it_answers_ends_quietly_with_its_folder(tmp_path, capfd):
    folder = tmp_path / "values"
    folder.mkdir()
    child = Child(folder)
    send(child._calls, written(Call(time.sleep, (0.3,), 1)))
    assert receive(child._outcomes) == BEGUN
    child._outcomes.close()
    time.sleep(0.6)
    child._calls.close()
    assert child._process.wait(timeout=30) == 0
    assert not folder.exists()
    assert capfd.readouterr().err == ""


def test_what_a_call_prints_does_not_get_among_the_answers(capfd):
    children = Children()
    assert unpacked(children.ask(written(Call(print, ("hello",), 1)))) is None
    assert unpacked(children.ask(written(Call(abs, (-3,), 1)))) == 3
    children.end()
    assert capfd.readouterr().out == ""


def test_children_that_were_ended_take_no_more_calls():
    children = Children()
    children.end()
    with pytest.raises(CallLost, match="stopped"):
        children.ask(written(Call(abs, (-3,), 1)))
    assert not children.folder.exists()
