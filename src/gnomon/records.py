"""Records of an experiment: reports, results files, claims, sealed test rows, methodology checks.

Reports
    `write_report`, `write_markdown`, `write_latex`, `export_results`
Claims (reproducibility)
    `write_claim`, `read_claim`, `verify_claim`
Vaults (held-out test sets that are opened once)
    `seal_vault`, `open_vault`, `vault_log`
Results files
    `check_store`, `repair_store`, `compact_store`
Methodology checks (pitfalls, leakage)
    `MethodologyReport`, `Finding`
"""

from typing import TYPE_CHECKING

from gnomon.experiments.checks.finding import Finding, MethodologyReport
from gnomon.experiments.claim import read_claim, write_claim
from gnomon.experiments.compact import compact_store
from gnomon.experiments.export import export_results
from gnomon.experiments.integrity import check_store, repair_store
from gnomon.experiments.vault import open_vault, seal_vault
from gnomon.experiments.vault_log import vault_log
from gnomon.experiments.verify import verify_claim
from gnomon.public_attributes import public_attributes
from gnomon.report.html import write_report
from gnomon.report.latex import write_latex
from gnomon.report.markdown import write_markdown

__all__ = [
    "Finding",
    "MethodologyReport",
    "check_store",
    "compact_store",
    "export_results",
    "open_vault",
    "read_claim",
    "repair_store",
    "seal_vault",
    "vault_log",
    "verify_claim",
    "write_claim",
    "write_latex",
    "write_markdown",
    "write_report",
]

if not TYPE_CHECKING:
    __getattr__, __dir__ = public_attributes(__name__, __all__)
