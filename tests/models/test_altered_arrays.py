"""An attacker can put right the checksum of altered arrays: kernels must answer or refuse, never fall."""

import ast
import json
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

NAMES = [
    "AgglomerativeClustering",
    "BayesianNetworkClassifier",
    "DecisionTreeClassifier",
    "GaussianMixture",
    "GradientBoostingRegressor",
    "KMeans",
    "KNeighborsClassifier",
    "MixedNB",
    "QuantileForestRegressor",
    "RandomForestClassifier",
    "SVC",
]


def test_altered_arrays_are_predicted_or_refused():
    command = [sys.executable, "-m", "tests.models.altered_arrays", *NAMES]
    done = subprocess.run(command, capture_output=True, text=True, timeout=600, check=False)
    assert done.returncode == 0, f"ended by {done.returncode} at {done.stderr[-500:]}"
    tally = ast.literal_eval(done.stdout)
    assert tally["refused"] > 0
    assert tally["answered"] > 0


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
