"""The checksum of altered arrays can be put right: a model predicts or is refused, and never crashes."""

import json
import os
import subprocess
import sys

import numpy as np
import pytest

from gnomon.errors import DataError
from gnomon.models.archive import unpack
from gnomon.models.load import model_of
from gnomon.models.schema import nodes
from tests.models.altering import file_of, with_array
from tests.models.registered import fitted


def test_altered_models_of_every_class_are_refused_or_predict():
    """A few alterations of each, in child processes; `make faults` tries them all."""
    command = [sys.executable, "-m", "tests.models.altered_arrays", "--sample", "3"]
    environment = {**os.environ, "OMP_NUM_THREADS": "1"}
    done = subprocess.run(command, capture_output=True, text=True, timeout=900, check=False, env=environment)
    assert done.returncode == 0, done.stderr[-3000:]
    tally = json.loads(done.stdout)
    assert tally["models"] > 200
    assert tally["refused"] > 100
    assert tally["predicted"] > 100


@pytest.mark.parametrize(
    ("place", "value"), [("members_[1]", 10**6), ("members_[1]", -7), ("members_[2]", 10**6)]
)
def test_members_of_a_quantile_forest_that_lead_astray_are_refused(place, value):
    model, task = fitted("QuantileForestRegressor")
    content = file_of(model, task)
    schema = json.loads(unpack(content)["schema.json"])
    entry = next(node["file"] for found, node in nodes(schema) if found == place)

    def astray(array):
        array = array.copy()
        array[len(array) // 2] = value
        return array

    with pytest.raises(DataError, match="cannot predict for these rows"):
        model_of(with_array(content, entry, astray)).predict(np.asarray(task.X))
