import os
import subprocess
import sys

import pytest

import gnomon


def test_importing_gnomon_loads_no_heavy_package():
    heavy = {"sklearn", "pandas", "scipy", "matplotlib", "rich"}
    code = f"import sys, gnomon; print(sorted({heavy} & set(sys.modules)))"
    seen = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, env=os.environ)
    assert seen.stdout.strip() == "[]", seen.stderr


def test_importing_gnomon_takes_under_a_tenth_of_a_second():
    code = "import numpy, time; s = time.perf_counter(); import gnomon; print(time.perf_counter() - s)"
    taken = min(
        float(subprocess.run([sys.executable, "-c", code], capture_output=True, text=True).stdout)
        for _ in range(3)
    )
    assert taken < 0.1


def test_every_public_name_can_be_had():
    for name in gnomon.__all__:
        assert getattr(gnomon, name) is not None


def test_a_name_that_is_not_there_is_an_attribute_error():
    with pytest.raises(AttributeError, match="no attribute 'Rigde'"):
        gnomon.Rigde  # noqa: B018
