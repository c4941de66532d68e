"""How to fix the findings of the methodology checks with the options of the command line."""

from gnomon.cli.advice import option, typed
from gnomon.experiments.checks.finding import Finding

_FIXES = {
    "GN001": "Drop the duplicate rows, or keep each set of duplicates in one fold by {group} COLUMN.",
    "GN002": "Identify what the rows share (a person, a batch, an image); {group} COLUMN keeps its rows in "
    "one fold.",
    "GN003": "If it identifies a group, {group} {column} keeps the group's rows in one fold.",
    "GN004": "If later rows are to be predicted from earlier ones, use {time} {column}.",
    "GN005": "Ask when and how the column is filled in; if not before the target is known, leave it out by "
    "{drop} {column}.",
    "GN006": "Leave it out by {drop} {column}, or use it by {group} or {time}.",
    "GN012": "Rank by {measure} auc or balanced_accuracy, which are robust to imbalance.",
}


def how_to_fix(finding: Finding) -> str:
    """How to fix a finding: by an option if there is one, else in the words of the check.

    >>> shown = Finding("GN004", "temporal leakage", "note", "", "", "", "", column="sold on")
    >>> how_to_fix(shown)
    "If later rows are to be predicted from earlier ones, use --time 'sold on'."
    """
    if finding.code not in _FIXES:
        return finding.how_to_fix
    options = {name: option(name) for name in ("drop", "group", "measure", "time")}
    column = typed(finding.column) if finding.column else "COLUMN"
    return _FIXES[finding.code].format(column=column, **options)


def has_option(finding: Finding) -> bool:
    """Whether an option of the command line fixes the finding.

    >>> has_option(Finding("GN016", "no better than the baseline", "note", "", "", "", ""))
    False
    """
    return finding.code in _FIXES
