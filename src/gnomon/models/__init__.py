"""Model files: a fitted model and its card in one file that holds no code, and export to ONNX.

A file is a zip with a card (`card`), a tree of plain values (`schema`) and arrays (`stored_arrays`); it is
checked before anything is built from it (`load`). Nothing is ever unpickled.

Model files (persistence, serialization)
    `save_model`, `load_model`, `SavedModel`, `Card`, `export_onnx`
"""

from gnomon.models.card import Card
from gnomon.models.load import load_model
from gnomon.models.onnx.export import export_onnx
from gnomon.models.save import save_model
from gnomon.models.saved import SavedModel

__all__ = [
    "Card",
    "SavedModel",
    "export_onnx",
    "load_model",
    "save_model",
]
