"""The recipes of CONTRIBUTING.md, followed to the letter in a copy of the package."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import gnomon
from gnomon import native

ROOT = Path(__file__).parents[1]
BLOCK = re.compile(r"^( *)```(python|diff) (src/\S+)\n(.*?)^\1```$", re.DOTALL | re.MULTILINE)

# The installed package is not to be found: an editable install puts a finder before the path.
START = """
import sys
sys.meta_path[:] = [each for each in sys.meta_path if not type(each).__module__.startswith("_editable")]
sys.path.insert(0, {folder!r})
import gnomon
assert gnomon.__file__.startswith({folder!r}), gnomon.__file__
"""


@pytest.fixture(scope="module")
def copy(tmp_path_factory):
    """A copy of the package with every block of the recipes in its place."""
    folder = tmp_path_factory.mktemp("copy")
    shutil.copytree(
        Path(gnomon.__file__).parent, folder / "gnomon", ignore=shutil.ignore_patterns("__pycache__")
    )
    (folder / "gnomon" / Path(native.__file__).name).symlink_to(native.__file__)
    for indent, kind, path, text in BLOCK.findall((ROOT / "CONTRIBUTING.md").read_text()):
        lines = "".join(line.removeprefix(indent) for line in text.splitlines(keepends=True))
        file = folder / Path(path).relative_to("src")
        if kind == "diff":
            file.write_text(patched(file.read_text(), lines))
        else:
            assert not file.exists(), f"{path} of the recipe exists"
            file.write_text(lines)
    return folder


def patched(text, diff):
    """Each line that begins with + goes below the line before it."""
    before = None
    for line in diff.splitlines():
        if line.startswith("+"):
            assert text.count(f"{before}\n") == 1, f"the recipe names the line {before!r}"
            text = text.replace(f"{before}\n", f"{before}\n{line[1:]}\n")
        before = line[1:]
    return text


def run(copy, code):
    """Run the code with the copy as gnomon; its output."""
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", START.format(folder=str(copy)) + code],
        capture_output=True,
        text=True,
        cwd=copy,
        env=os.environ | {"MPLBACKEND": "agg"},
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_there_is_a_recipe_of_each_kind():
    paths = [path for _, _, path, _ in BLOCK.findall((ROOT / "CONTRIBUTING.md").read_text())]
    folders = [path.removeprefix("src/gnomon/").split("/")[0] for path in paths]
    assert sorted(set(folders)) == ["assessment", "cli", "features", "learners", "plotting"]


@pytest.mark.parametrize(
    "name", ["learners.linear.shrunken_centroids.ShrunkenCentroids", "features.clip_outliers.ClipOutliers"]
)
def test_a_learner_and_a_transformer_satisfy_every_law_and_check(copy, name):
    module, _, kind = name.rpartition(".")
    run(
        copy,
        f"from gnomon.{module} import {kind}\n"
        "from gnomon.sharing import laws\n"
        f"laws.check_learner({kind}())\n"
        "from gnomon.check import check_parameters\n"
        f"assert {kind}.__doc__.count('Parameters') == 1\n",
    )


def test_examples_of_the_recipes_hold(copy):
    code = """
import doctest, importlib
for name in {names!r}:
    found = doctest.testmod(importlib.import_module(name), optionflags=doctest.NORMALIZE_WHITESPACE)
    assert found.failed == 0, name
    print(name, found.attempted)
"""
    blocks = BLOCK.findall((ROOT / "CONTRIBUTING.md").read_text())
    names = [
        path.removeprefix("src/").removesuffix(".py").replace("/", ".")
        for _, kind, path, _ in blocks
        if kind == "python"
    ]
    counts = dict(line.split() for line in run(copy, code.format(names=names)).splitlines())
    assert counts.keys() == set(names)
    assert all(int(count) for name, count in counts.items() if ".cli." not in name)


def test_a_learner_and_measures_take_part_in_a_comparison(copy):
    out = run(
        copy,
        """
import gnomon as gn
from gnomon.registry import learners
task, plan = gn.load("breast-cancer"), gn.k_fold(5)
one, other = (gn.resample(task, learners[name].thing(), plan) for name in ("ShrunkenCentroids", "Baseline"))
assert one.score("accuracy") > 0.85
print(one.estimate("yule_q"))
print(gn.compare(one, other, "accuracy"))
numbers = gn.resample(gn.load("diabetes"), gn.Ridge(), plan)
print(numbers.estimate("symmetric_percentage_error"))
""",
    )
    assert re.match(r"0\.99\d \[0\.98\d, 1\.000\] \(95 %, corrected t\)", out)
    assert "ShrunkenCentroids is better than Baseline" in out


def test_a_figure_is_drawn_in_light_and_dark(copy):
    run(
        copy,
        """
from gnomon.registry import displays
display = displays["LorenzDisplay"].thing.example()
assert display.alt().startswith("Lorenz curve of petal length: the lower half of the rows has")
for theme in ("light", "dark"):
    ax = display.plot(theme=theme).ax_
    drawn = ax.lines[0].get_ydata()
    assert len(drawn) == 151 and drawn[0] == 0 and drawn[75] < 0.4 < 0.999 < drawn[150]
""",
    )


def test_a_command_is_listed_has_help_and_runs(copy):
    compare = [
        "compare",
        "iris",
        "--learners",
        "ShrunkenCentroids,Baseline",
        "--folds",
        "3",
        "--repeats",
        "1",
    ]
    out = run(
        copy,
        f"""
from gnomon.cli.main import code_of
assert code_of(["--help"]) == code_of(["size", "--help"]) == code_of(["list", "learners"]) == 0
assert code_of(["size", "iris"]) == 0
assert code_of({compare!r}) == 0
""",
    )
    assert out.count("Count the rows and columns of a table") == 2
    assert "150 rows, 4 features\n" in out
    assert "nearest shrunken centroids" in out
    assert "ShrunkenCentroids is best of 2 learners" in " ".join(out.split())
