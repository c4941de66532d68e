"""What the README shows can be done."""

import re
from pathlib import Path

import gnomon as gn

README = Path(__file__).parent.parent / "README.md"


def test_the_flow_runs_as_printed(tmp_path, monkeypatch, capsys):
    task = gn.load("breast-cancer").rows(range(0, 569, 4))
    frame = task.table.to_pandas().iloc[:, :4].assign(disease=task.y)
    frame.to_csv(tmp_path / "heart.csv", index=False)
    monkeypatch.chdir(tmp_path)
    flow = re.findall(r"```python\n(.*?)```", README.read_text(), flags=re.DOTALL)
    exec("\n".join(flow), {})
    printed = capsys.readouterr().out
    assert "corrected t" in printed
    assert (tmp_path / "report.html").stat().st_size > 10_000


def test_the_leaderboard_is_the_one_that_prints(tmp_path, monkeypatch, capsys):
    from gnomon.cli.main import code_of

    monkeypatch.setenv("COLUMNS", "80")
    assert code_of(["compare", "breast-cancer", "--out", str(tmp_path)]) == 0
    shown = " ".join(README.read_text().split())
    for line in capsys.readouterr().out.split("\n\n")[0].split("\n"):
        assert " ".join(re.sub(r"[\d.]+\s(ms|s)\s*$", "", line).split()) in shown
