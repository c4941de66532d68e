"""Model files: a fitted model and its card in one file that holds no code, and export to ONNX.

Start at `save_model` and `load_model`. A file is a zip with a card (`card`), a tree of plain values
(`schema`) and arrays (`stored_arrays`); it is looked through before anything is made of it (`load`).
"""

from gnomon.models.card import Card
from gnomon.models.load import load_model
from gnomon.models.save import save_model
from gnomon.models.saved import SavedModel

__all__ = ["Card", "SavedModel", "load_model", "save_model"]
