"""`gnomon explain`: one row, as the model sees it."""

from pathlib import Path
from typing import Any

from gnomon.cli.live import notes_told
from gnomon.cli.source import as_path, is_file, open_rows
from gnomon.cli.terminal import print_document, tell
from gnomon.data.table import Table
from gnomon.data.task import Task
from gnomon.errors import ParameterError
from gnomon.explanations.explaining import explain
from gnomon.explanations.explanation import Explanation
from gnomon.models import load_model
from gnomon.models.card import Card
from gnomon.models.matching import match


def carry_out(model: Path, data: str, row: int, *, header: bool | None = None, as_json: bool) -> None:
    """Explain one row and print it; the other rows are what it is compared with."""
    with notes_told():
        saved = load_model(model)
        rows = Task(_matched(saved.card, data, header))
        if not 0 <= row < rows.n_rows:
            raise ParameterError(f"--row {row}: the rows of {data} are 0 to {rows.n_rows - 1}")
        found = explain(saved.model, row, task=rows)
    if as_json:
        print_document(_document(row, found))
        return
    told = str(found).replace("see frame()", "--json shows all")
    tell(told)


def _matched(card: Card, data: str, header: bool | None) -> Table:
    if not is_file(data) or header is not None:
        return match(card.columns, open_rows(data, header=header)).table
    with as_path(data) as path:
        return match(card.columns, path).table


def _document(row: int, found: Explanation) -> dict[str, Any]:
    return {"row": row, "kind": found.kind, "explanation": found.frame(), "text": str(found)}
