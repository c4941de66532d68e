import pytest

from gnomon.experiments.toml_lines import line_of

TEXT = """# a comment = 1
plan = "k_fold(5)"

[tasks.iris]
set = "iris"
[tasks."my set"]
file = "a.csv"
[learners]
SVC = {learner = "SVC()", grid = {C = [1]}}
'odd name' = "GaussianNB()"
a.b = 3
[learners.tree]
learner = "DecisionTreeClassifier()"
"""


@pytest.mark.parametrize(
    ("path", "line"),
    [
        (["plan"], 2),
        (["tasks"], 4),
        (["tasks", "iris"], 4),
        (["tasks", "iris", "set"], 5),
        (["tasks", "my set"], 6),
        (["tasks", "my set", "target"], 6),
        (["learners", "SVC"], 9),
        (["learners", "SVC", "grid", "C"], 9),
        (["learners", "odd name"], 10),
        (["learners", "a", "b"], 11),
        (["learners", "tree", "learner"], 13),
        (["learners", "none"], 8),
        (["comment"], None),
        ([], None),
    ],
)
def test_a_key_is_found_where_it_is_set_or_where_it_belongs(path, line):
    assert line_of(TEXT, path) == line


def test_an_empty_file_has_no_line():
    assert line_of("", ["plan"]) is None
