import threading
import warnings
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

import gnomon as gn
from gnomon.errors import NumericsWarning
from gnomon.experiments.backends.serve import packed, unpacked
from gnomon.experiments.backends.warning_capture import captured_warnings, shown_once

TWICE = np.repeat(np.random.default_rng(0).normal(size=(60, 2)), 2, axis=1)
TASK = gn.Task(TWICE, np.arange(60) % 2, name="twice")


@pytest.mark.parametrize("workers", [1, 2])
def test_a_warning_of_every_fit_is_reported_once(workers):
    with pytest.warns(NumericsWarning, match="collinear within classes") as told:
        gn.run(gn.Design(TASK, gn.LinearDiscriminantAnalysis(), gn.k_fold(5)), workers=workers)
    assert len(told) == 1


@pytest.mark.parametrize("workers", [1, 2])
def test_filters_of_the_parent_decide_what_becomes_of_a_warning(workers, capfd):
    with warnings.catch_warnings(action="ignore"):
        gn.run(gn.Design(TASK, gn.LinearDiscriminantAnalysis(), gn.k_fold(5)), workers=workers)
    assert capfd.readouterr().err == ""


def test_warnings_go_with_a_result_and_with_an_error():
    said = [("few rows", UserWarning, "learner.py", 7)]
    with pytest.warns(UserWarning, match="few rows"):
        assert unpacked(packed(3, captured=said)) == 3
    with pytest.warns(UserWarning, match="few rows"), pytest.raises(ValueError, match="no rows"):
        unpacked(packed(ValueError("no rows"), is_error=True, captured=said))


def test_warnings_of_another_text_or_kind_are_reported_too():
    with warnings.catch_warnings(record=True, action="always") as told, shown_once():
        for text, kind in [("a", UserWarning), ("b", UserWarning), ("a", RuntimeWarning), ("b", UserWarning)]:
            warnings.warn(text, kind, stacklevel=1)
    assert [str(each.message) for each in told] == ["a", "b", "a"]


def test_what_shows_warnings_afterwards_is_what_showed_them_before():
    before = warnings.showwarning
    with captured_warnings(), shown_once():
        assert warnings.showwarning is not before
    assert warnings.showwarning is before


def test_threads_that_leave_in_another_order_restore_what_was_before_and_have_each_their_own_warnings():
    before, shown = warnings.showwarning, []
    inside, left = threading.Event(), threading.Event()

    def first():
        with captured_warnings() as captured:
            inside.wait(timeout=10)
            warnings.warn("of the first", stacklevel=1)
        left.set()
        shown.append(captured)

    def second():
        with captured_warnings() as captured:
            inside.set()
            left.wait(timeout=10)
            warnings.warn("of the second", stacklevel=1)
        shown.append(captured)

    with warnings.catch_warnings(action="always"):
        both = [threading.Thread(target=each) for each in (first, second)]
        both[0].start()
        while warnings.showwarning is before:
            pass
        both[1].start()
        for each in both:
            each.join(timeout=30)
        assert warnings.showwarning is before
    assert [[text for text, *_ in captured] for captured in shown] == [["of the first"], ["of the second"]]


def test_runs_in_threads_leave_the_showing_of_warnings_as_it_was():
    before = warnings.showwarning
    design = gn.Design(gn.load("iris"), gn.GaussianNB(), gn.repeated(gn.k_fold(3), times=5))
    with ThreadPoolExecutor(4) as pool:
        assert len(list(pool.map(lambda _: gn.run(design), range(8)))) == 8
    assert warnings.showwarning is before
