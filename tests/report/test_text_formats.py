import re
import shutil
import subprocess

import pytest

import gnomon as gn
from gnomon.errors import StoreError
from gnomon.report.latex import as_latex, write_latex
from gnomon.report.markdown import as_markdown, plain, write_markdown
from gnomon.report.summary import summary
from gnomon.report.tex_text import plain as tex_plain
from tests.report.tex_reader import read_tex


@pytest.fixture(scope="module")
def nested():
    learners = [gn.KNeighborsClassifier(), (gn.GaussianNB(), None), (gn.Baseline(), None)]
    return gn.run(gn.Design(gn.load("iris"), learners, gn.k_fold(3), inner=gn.k_fold(3)))


@pytest.fixture(scope="module")
def found(nested):
    return summary(nested)


def test_markdown_holds_the_leaderboard_the_ledger_and_the_methods(nested, found):
    text = as_markdown(found)
    board = nested.leaderboard()
    for learner, value in zip(board["learner"], board["value"]):
        row = next(line for line in text.split("\n") if line.startswith(f"| {learner} |"))
        assert f"{value:.3f}" in row
    for part in (
        "| Nested |",
        "## Methods",
        "Holm, S. (1979)",
        "**Software.**",
    ):
        assert part in text


def test_every_table_of_markdown_is_even(found):
    blocks = re.findall(r"(?:^\|.*\|\n)+", as_markdown(found), flags=re.MULTILINE)
    # The leaderboard, the ledger, and the settings that won.
    assert len(blocks) == 3
    for block in blocks:
        assert len({len(re.findall(r"(?<!\\)\|", line)) for line in block.strip().split("\n")}) == 1


def test_latex_is_well_formed_and_needs_booktabs_alone(found):
    commands = read_tex(as_latex(found))
    kernel = {
        *("begin", "end", "caption", "label", "section", "paragraph", "item", "centering", "footnotesize"),
        *(
            "scriptsize",
            "tiny",
            "smallskip",
            "setlength",
            "tabcolsep",
            "textbackslash",
            "ensuremath",
            "pm",
            "linewidth",
        ),
        *("raggedright", "textasciicircum", "textasciitilde", "ldots", "textless", "textgreater", "textbar"),
        *("textasciigrave", "gnomonletter", "\\", "%", "&", "_", "#", "$", "{", "}"),
    }
    assert commands <= kernel | {"toprule", "midrule", "bottomrule"}


def test_every_row_of_a_latex_table_has_all_its_cells(found):
    for body in re.findall(r"\\midrule\n(.*?)\\bottomrule", as_latex(found), flags=re.DOTALL):
        outer = re.sub(r"\\begin\{tabular\}\[t\].*?\\end\{tabular\}", "", body)
        rows = [row for row in outer.strip().split(r" \\") if row.strip()]
        assert len(rows) >= 2
        assert len({len(re.findall(r"(?<!\\)&", row)) for row in rows}) == 1


@pytest.mark.skipif(shutil.which("pdflatex") is None, reason="needs a TeX")
def test_the_plainest_engine_compiles_it(nested, tmp_path):
    write_latex(nested, tmp_path / "part.tex")
    frame = r"\documentclass{article}\usepackage{booktabs}\begin{document}\input{part}\end{document}"
    (tmp_path / "whole.tex").write_text(frame)
    command = ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "whole.tex"]
    assert subprocess.run(command, cwd=tmp_path, capture_output=True, check=False).returncode == 0


@pytest.mark.parametrize(
    ("ending", "start"), [("md", "# iris"), ("tex", "% In the preamble"), ("html", "<!doc")]
)
def test_the_ending_picks_the_format(nested, tmp_path, ending, start):
    path = nested.report(tmp_path / f"report.{ending}")
    assert path.read_text(encoding="utf-8").startswith(start)


@pytest.mark.parametrize("write", [write_markdown, write_latex])
def test_a_place_that_cannot_be_written_is_named(nested, tmp_path, write):
    with pytest.raises(StoreError, match="cannot be written"):
        write(nested, tmp_path / "no" / "report.txt")


def test_signs_of_markdown_and_latex_stay_text():
    assert plain("*a* _b_ # c") == r"\*a\* \_b\_ \# c"
    assert plain("- no list") == r"\- no list"
    assert plain("a - b = c") == "a - b = c"
    assert tex_plain("R² = 5 % ± 1 − 2") == r"R\ensuremath{^2} = 5 \% \ensuremath{\pm} 1 \ensuremath{-} 2"
    assert tex_plain("Łódź ångström") == "Łódź ångström"
    assert tex_plain("λ") == r"\gnomonletter{03BB}"
