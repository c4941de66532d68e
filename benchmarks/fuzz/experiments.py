"""Files of experiments: claims are verified, designs read, results files summarized, resumed and reported."""

import sqlite3
import tempfile
from collections.abc import Callable, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any
from zlib import crc32

import matplotlib.font_manager  # noqa: F401  it makes its folder when it is first imported

import gnomon as gn
from benchmarks.fuzz.kind import Kind, Steps
from benchmarks.fuzz.mutations.databases import altered_cells, altered_schema
from benchmarks.fuzz.mutations.documents import altered_json, altered_toml, json_text
from benchmarks.fuzz.mutations.plain import altered_bytes
from benchmarks.fuzz.mutations.text import altered_text
from gnomon.experiments.checks.checking import check_methodology
from gnomon.experiments.claim import read_claim
from gnomon.experiments.compact import compact_store
from gnomon.experiments.design_file import read_design
from gnomon.experiments.design_writing import write_design
from gnomon.experiments.export import export_results
from gnomon.experiments.identity import digest
from gnomon.experiments.integrity import check_store, repair_store
from gnomon.experiments.migration import checksum
from gnomon.experiments.results import Results
from gnomon.experiments.vault import open_vault, seal_vault
from gnomon.experiments.vault_log import vault_log
from gnomon.experiments.verify import verify_claim

DATA = "age,dose,ill\n" + "".join(f"{i % 7},{i * 5 % 11},{'no' if i % 3 else 'yes'}\n" for i in range(24))
_TIME = "'2026-01-01 00:00:00'"
_MAX_WORK, _MAX_MEMORY = 3e4, 0.1
_REPORTED = 200  # one results file in so many is reported, as that takes long
_WORDS = (
    "k_fold(3)", "repeated(k_fold(2), times=2)", "hold_out(0.3)", "leave_one_out()", "bootstrap(3)",
    "rolling(3)", "blocked(2)", "leave_groups_out()", "GaussianNB()", "SVC(C=10)", "Ridge()",
    "make_pipeline(PCA(), SVC())", "sklearn.linear_model.Ridge(alpha=2)", "os.system('true')",
    "__import__('os')", "[x for x in ()]", "lambda: 0", "C=", "**{}", "KNeighborsClassifier(n_neighbors=",
    "9**9**9", "(" * 150, "'a' * 10**9", "SearchRange(0.1, 10, log=True)", "SuccessiveHalving()", "-",
    ".fit", "random_state=", "accuracy", "auc", "mean_squared_error", "file", "set", "iris", "target",
    "group", "weight", "data.csv", "default", "low", "high", "log", "grid", "inner", "one standard error",
)  # fmt: skip


def _moons() -> Any:
    return gn.datasets.make_moons(24, random_state=0)


def _design(**more: Any) -> Any:
    options: dict[str, Any] = {"measures": ["accuracy", "log_loss"], **more}
    return gn.Design(_moons(), [gn.GaussianNB(), gn.KNeighborsClassifier(3)], gn.k_fold(3), **options)


def _file_design(folder: Path) -> Any:
    path = folder / "data.csv"
    path.write_text(DATA)
    return gn.Design(gn.Task.read(path, "ill", name="data"), gn.GaussianNB(), gn.hold_out(0.3))


def _companions() -> dict[str, bytes]:
    return {"data.csv": DATA.encode()}


def _in_folder(make: Callable[[Path], Sequence[bytes]]) -> Callable[[], Sequence[bytes]]:
    def made() -> Sequence[bytes]:
        with tempfile.TemporaryDirectory() as folder:
            return make(Path(folder))

    return made


def _claims(folder: Path) -> Sequence[bytes]:
    source = {"file": "data.csv", "target": "ill", "name": "data", "kinds": {}, "missing": ["?"]}
    claims = [
        gn.run(_design()).claim(folder / "a.json"),
        gn.run(_file_design(folder)).claim(folder / "b.json", sources={"data": source}),
        gn.run(gn.Design(gn.load("iris"), gn.Baseline(), gn.k_fold(2))).claim(folder / "c.json"),
        gn.run(_design(inner=gn.k_fold(2))).claim(folder / "d.json"),
    ]
    return [json_text(_signed_claim({**read_claim(path), "written": "2026-01-01"})) for path in claims]


def _signed_claim(claim: Any) -> Any:
    if not isinstance(claim, dict):
        return claim
    rest = {name: value for name, value in claim.items() if name != "digest"}
    return {**rest, "digest": digest(rest)}


def _claim_steps(path: Path) -> Steps:
    limits = {"max_work": _MAX_WORK, "max_memory": _MAX_MEMORY}
    yield lambda: str(verify_claim(path, _moons(), **limits))
    yield lambda: verify_claim(path, allow_changed=True, **limits).frame()


def _designs() -> Sequence[bytes]:
    texts = (
        'plan = "k_fold(5)"\n[tasks.iris]\nset = "iris"\n[learners]\nBayes = "GaussianNB()"\n',
        """plan = "repeated(k_fold(3), times=2)"
inner = "k_fold(2)"
measures = ["auc", "accuracy"]
rule = "one standard error"
random_state = 3
notes = ["a note"]
margin = 0.01
halving = {factor = 3, min_rows = 5}
[tasks.data]
file = "data.csv"
target = "ill"
positive = "yes"
missing = ["?", ""]
kinds = {dose = "ordinal"}
levels = {dose = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10]}
[learners]
SVC = {learner = "SVC()", grid = {C = [1, 10], gamma = {low = 0.01, high = 1, log = true}}, n_settings = 4}
pipe = "make_pipeline(sklearn.preprocessing.StandardScaler(), KNeighborsClassifier(n_neighbors=3))"
""",
        """plan = "leave_one_out()"
prepare = false
[tasks.data]
file = "data.csv"
target = "dose"
kind = "regression"
weight = "age"
[learners]
Ridge = {learner = "Ridge()", grid = "default"}
""",
    )
    return [text.encode() for text in texts]


def _design_steps(path: Path) -> Steps:
    source = {"data": {"file": "data.csv", "target": "ill"}}
    yield lambda: write_design(read_design(path), path.parent / "again.toml", tasks=source)


def _stores(folder: Path) -> Sequence[bytes]:
    paths = [folder / f"{name}.gnomon" for name in "abc"]
    results = gn.run(_design(), paths[0])
    results.store_findings(check_methodology(_moons()))
    results.dismiss("GN007", "no reason")
    gn.run(_design(inner=gn.k_fold(2)), paths[1])
    _sealed(paths[2])
    gn.run(_design(), paths[2])
    return [_timeless(path) for path in paths]


def _timeless(path: Path) -> bytes:
    """A results file with the same times whenever it was made, so that a seed names its cases."""
    with closing(sqlite3.connect(path)) as connection:
        connection.execute(f"UPDATE unit SET finished = {_TIME}, seconds = 0.5")
        for table in ("look", "vault", "failure", "finding", "dismissal"):
            connection.execute(f"UPDATE {table} SET at = {_TIME}")
        units = connection.execute("SELECT key, predictions, seconds, versions FROM unit").fetchall()
        signed = [(checksum(*unit), unit[0]) for unit in units]
        connection.executemany("UPDATE unit SET checksum = ? WHERE key = ?", signed)
        connection.commit()
        connection.execute("VACUUM")
    return path.read_bytes()


def _store_steps(path: Path) -> Steps:
    """A summary, and one of the longer uses, which change the file, or all of them."""
    chosen = crc32(path.read_bytes())
    yield lambda: _summary(Results.read(path))
    yield lambda: str(check_store(path))
    if chosen % _REPORTED == 0:
        yield lambda: Results.read(path).report(path.parent / "report.html")
    uses = (
        lambda: _nested(Results.read(path)),
        lambda: export_results(Results.read(path), path.parent / "exported"),
        lambda: gn.run(_design(), path).leaderboard(),
        lambda: compact_store(path),
        lambda: repair_store(path),
        lambda: _summary(Results.read(path)),
    )
    yield from uses if chosen % 20 == 1 else (uses[chosen % len(uses)],)


def _summary(results: Results) -> None:
    str(results.failures())
    str(results.findings)
    str(results.dismissals())
    results.leaderboard()
    results._repr_html_()


def _nested(results: Results) -> None:
    results.choices()
    results.winning_settings()
    results.ledger(draws=30)


def _sealed(path: Path) -> None:
    task = gn.datasets.make_moons(30, random_state=1)
    seal_vault(task, 0.3, path, budget=30)
    open_vault(task, gn.GaussianNB(), path)


def _vaults(folder: Path) -> Sequence[bytes]:
    _sealed(folder / "a.gnomon")
    seal_vault(_moons(), 0.4, folder / "a.gnomon")
    return [_timeless(folder / "a.gnomon")]


def _vault_steps(path: Path) -> Steps:
    """The log, and one of the longer uses, which change the file, or all of them."""
    task, chosen = gn.datasets.make_moons(30, random_state=1), crc32(path.read_bytes())
    yield lambda: str(vault_log(path))
    uses = (
        lambda: vault_log(path).frame(),
        lambda: open_vault(task, gn.GaussianNB(), path),
        lambda: seal_vault(task, 0.3, path, budget=30),
        lambda: gn.run(_design(), path),
        lambda: repair_store(path),
    )
    yield from uses if chosen % 20 == 1 else (uses[chosen % len(uses)],)


_JSON = altered_json(_signed_claim)
_TOML = altered_toml(_WORDS)
_DATABASE = (altered_bytes, altered_cells, altered_cells, altered_cells, altered_schema)
KINDS = (
    Kind(
        "claim",
        ".json",
        _in_folder(_claims),
        (_JSON, _JSON, _JSON, altered_text(_WORDS)),
        _claim_steps,
        _companions,
    ),
    Kind(
        "design",
        ".toml",
        _designs,
        (_TOML, _TOML, altered_text(_WORDS), altered_bytes),
        _design_steps,
        _companions,
    ),
    Kind("store", ".gnomon", _in_folder(_stores), _DATABASE, _store_steps),
    Kind("vault", ".gnomon", _in_folder(_vaults), _DATABASE, _vault_steps),
)
