"""Commands from end to end: what each writes to the terminal is what transcripts.txt has.

What changes from run to run (durations, dates, digests, sizes of files) is masked. GNOMON_GOLDEN=write stores
the transcripts anew: read what changed.
"""

import os
import re
from pathlib import Path

import numpy as np

from gnomon.cli.main import code_of

STORED = Path(__file__).parent / "transcripts.txt"
MASKED = (
    (r"[0-9a-f]{30,64}", "DIGEST"),
    (r"\d{4}-\d\d-\d\d[ T]\d\d:\d\d(:\d\d)?([+.]\S*| UTC|Z)?", "DATE"),
    (r"\b[\d,]+ bytes before, [\d,]+ now", "SIZES"),
    (r"\s+[\d.,]+ (ms|s|min|h)\b", " DURATION"),
    (r"(against the best)\s+time", r"\1 time"),
    (r"(?m)^(.*\b(numpy|openblas|python)\b.*)$", "VERSIONS"),
    (r'("seconds": )[\d.e-]+', r"\1SECONDS"),
    (r"(?m)^(patients,.*,(?:best|undecided|worse),).*$", r"\1SECONDS"),
    (r"(\d\.\d{6})\d+", r"\1"),
    (r"\d\.\d+e-(1[5-9]|2\d)", "ROUNDING"),
)
LEARNERS = ["--learners", "LogisticRegression, GaussianNB, Baseline"]
PATIENTS = ["patients.csv", "--target", "state", "--positive", "ill"]
SEALED = [*PATIENTS, "--drop", "number", "--store", "sealed.gnomon"]
THREE_FOLDS = ["--drop", "number", "--folds", "3"]
COMMANDS = [
    ["data", "show", *PATIENTS[:1]],
    ["data", "show", *PATIENTS[:3], "--profile"],
    ["data", "show", "small.csv", "--profile", "--json"],
    ["data", "convert", "small.csv", "--format", "tsv"],
    ["data", "convert", "small.csv", "--format", "arff"],
    ["data", "convert", "small.csv", "--no-escape-formulas"],
    ["check", *PATIENTS],
    ["check", *PATIENTS, "--json", "--only", "GN006"],
    ["check", *PATIENTS, "--dismiss", "GN001", "checked by the ward"],
    ["check", *PATIENTS, "--dismiss", "GN019:number", "they are numbered"],
    ["compare", *PATIENTS, *LEARNERS, *THREE_FOLDS, "--out", "out", "--no-refits"],
    ["compare", *PATIENTS, *LEARNERS, *THREE_FOLDS, "--out", "out", "--json"],
    ["check", "out/results.gnomon"],
    ["report", "out/results.gnomon", "--out", "report.tex"],
    ["store", "check", "out/results.gnomon"],
    ["store", "compact", "out/results.gnomon"],
    ["store", "export", "out/results.gnomon", "--out", "tables"],
    ["claim", "out/results.gnomon", "claim.json", "--data", *PATIENTS, "--drop", "number"],
    ["verify", "claim.json"],
    ["tune", *PATIENTS, "--learner", "KNeighborsClassifier", *THREE_FOLDS, "--inner", "2"],
    ["fit", *PATIENTS, "--learner", "LogisticRegression", *THREE_FOLDS, "--out", "m.skops"],
    ["predict", "m.skops", "new.csv"],
    ["explain", "m.skops", "new.csv", "--row", "1"],
    ["select", *PATIENTS, "--drop", "number", "--k", "2", "--permutations", "19", "--resamples", "5"],
    ["cluster", "eight-objects", "--max-k", "4", "--out", "labels.csv"],
    ["cluster", "eight-objects", "--method", "ward", "--k", "3", "--no-scale"],
    ["cluster", "eight-objects", "--k", "2", "--json"],
    ["cluster", "iris", "--drop", "target", "--method", "mixture", "--max-k", "3", "--out", "mixture.csv"],
    ["curve", "roc", *PATIENTS, "--learner", "GaussianNB", "--drop", "number", "--table", "roc.csv"],
    ["curve", "validation", *PATIENTS, "--learner", "KNeighborsClassifier", *THREE_FOLDS,
     "--parameter", "n_neighbors", "--values", "1,3,9", "--table", "validation.csv"],
    ["vault", "seal", *SEALED, "--out", "training.csv", "--test-size", "0.25", "--budget", "1"],
    *[["vault", "open", *SEALED, "--learner", name] for name in ("GaussianNB", "Baseline")],
    ["vault", "show", "sealed.gnomon"],
]  # fmt: skip
WRITTEN = ["report.tex", "tables", "labels.csv", "roc.csv", "validation.csv", "training.csv"]


def write_data():
    random = np.random.default_rng(0)
    lines = ["number,age,height,ward,seen,remark,state"]
    for number in range(60):
        age, height = random.integers(20, 90), random.normal(170, 10)
        ward = random.choice(["north", "south", "west"])
        is_ill = age + random.normal(0, 15) > 55
        cells = [
            number,
            age,
            "" if number % 9 == 4 else f"{height:.1f}",
            ward,
            f"2026-{number % 12 + 1:02d}-03",
        ]
        lines.append(
            ",".join(map(str, [*cells, "=1+1" if number == 7 else "none", "ill" if is_ill else "well"]))
        )
    Path("patients.csv").write_text("\n".join(lines) + "\n")
    Path("new.csv").write_text("\n".join(line.rpartition(",")[0] for line in [lines[0], *lines[5:9]]) + "\n")
    Path("small.csv").write_text('a,b c,d\n1,x,0.5\n2,"it\'s, =y",\n3,=1+1,1e-7\n-4,x,2\n')


def masked(text):
    for pattern, name in MASKED:
        text = re.sub(pattern, name, text)
    return "\n".join(line.rstrip() for line in text.strip("\n").split("\n"))


def transcript(capfd):
    for command in COMMANDS:
        code = code_of(command)
        said = capfd.readouterr()
        err = "".join(f"\n! {line}" for line in said.err.splitlines())
        yield masked(f"$ gnomon {' '.join(command)}\n{said.out}{err}" + (f"\n= {code}" if code else ""))
    for name in WRITTEN:
        for path in sorted(Path(name).iterdir()) if Path(name).is_dir() else [Path(name)]:
            lines = path.read_text(encoding="utf-8").splitlines()
            yield masked("\n".join([f"$ cat {path}", *lines[:30], *["..."][: len(lines) - 30]]))


def test_commands_write_what_is_stored(tmp_path, monkeypatch, capfd):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "110")
    write_data()
    text = "\n\n".join(transcript(capfd)) + "\n"
    if os.environ.get("GNOMON_GOLDEN") == "write":
        STORED.write_text(text, encoding="utf-8")
    assert text.split("\n") == STORED.read_text(encoding="utf-8").split("\n")
