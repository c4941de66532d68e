"""`gnomon explain`: the explanation of one prediction."""

from pathlib import Path
from typing import Any

from gnomon.cli.advice import option
from gnomon.cli.live import warnings_as_notes
from gnomon.cli.source import as_path, is_file, open_rows
from gnomon.cli.terminal import print_document, print_wrapped
from gnomon.data.table import Table
from gnomon.data.task import Task
from gnomon.errors import ParameterError
from gnomon.explanations.explanation import Explanation
from gnomon.models import load_model
from gnomon.models.card import Card
from gnomon.models.matching import match


def carry_out(model: Path, data: str, row: int, *, header: bool | None = None, as_json: bool) -> None:
    """Explain the prediction of one row and print it; the other rows are the background data."""
    with warnings_as_notes():
        saved = load_model(model)
        rows = Task(_matched(saved.card, data, header))
        if not 0 <= row < rows.n_rows:
            raise ParameterError(f"{option('row')} {row}: the rows of {data} are 0 to {rows.n_rows - 1}")
        explanation = saved.explain(rows, row)
    if as_json:
        print_document(_document(row, explanation))
        return
    print_wrapped(explanation.text(option("json")))


def _matched(card: Card, data: str, header: bool | None) -> Table:
    if not is_file(data) or header is not None:
        return match(card.columns, open_rows(data, header=header)).table
    with as_path(data) as path:
        return match(card.columns, path).table


def _document(row: int, explanation: Explanation) -> dict[str, Any]:
    return {
        "row": row,
        "kind": explanation.kind,
        "explanation": explanation.frame(),
        "text": str(explanation),
    }
