"""Model persistence: secure model files without code, model cards, and export to ONNX.

A model file is a zip archive with a model card (`card`), a tree of plain values (`schema`) and arrays
(`stored_arrays`); it is validated before objects are created (`load`). Nothing is unpickled.

Model persistence (serialization)
    `save_model`, `load_model`, `SavedModel`, `Card`, `export_onnx`
"""

from typing import TYPE_CHECKING

from gnomon.models.card import Card
from gnomon.models.load import load_model
from gnomon.models.onnx.export import export_onnx
from gnomon.models.save import save_model
from gnomon.models.saved import SavedModel
from gnomon.public_attributes import public_attributes

__all__ = [
    "Card",
    "SavedModel",
    "export_onnx",
    "load_model",
    "save_model",
]

if not TYPE_CHECKING:
    __getattr__, __dir__ = public_attributes(__name__, __all__)
