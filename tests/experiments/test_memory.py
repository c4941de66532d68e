import tracemalloc

import numpy as np
import pandas as pd
import pytest

import gnomon as gn
from gnomon.features.automatic.preparation import preparation_plan

N_ROWS = 30_000


@pytest.fixture(scope="module")
def raw():
    """A table with an identifier, a category of 3,000 levels and numbers: one-hot, 8 GB."""
    random = np.random.default_rng(0)
    level = random.integers(3000, size=N_ROWS)
    frame = pd.DataFrame(
        {
            "id": [f"A{number:06d}" for number in range(N_ROWS)],
            "shop": np.char.add("s", level.astype(str)),
            "color": random.choice(["red", "green", "blue"], N_ROWS),
            **{f"x{place}": random.normal(size=N_ROWS) for place in range(5)},
        }
    )
    frame.loc[::10, "x4"] = np.nan
    return gn.Task(frame, np.where(frame["x0"] + random.normal(size=N_ROWS) > 0, "a", "b"))


def in_memory(task):
    """Bytes of a task: its numbers, its codes, and the words of its levels."""
    words = sum(len(str(level)) + 50 for name in task.table.names for level in task.table.levels(name))
    return task.table.numbers.nbytes + task.table.codes.nbytes + words


@pytest.mark.parametrize("learner", [gn.GaussianNB(), gn.LogisticRegression()], ids=str)
def test_a_run_takes_three_times_the_memory_of_the_table_and_what_the_learner_reads(raw, learner):
    pipeline = preparation_plan(raw).pipeline(learner)
    read = 8 * N_ROWS * pipeline[0].fit(raw.table).transform(raw.table.rows(np.arange(10))).shape[1]
    design = gn.Design(raw, pipeline, gn.k_fold(3))
    tracemalloc.start()
    gn.run(design)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    # The rows that the learner reads, and one copy of them that it may work on.
    assert peak < 3 * in_memory(raw) + 2 * read
