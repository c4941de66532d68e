"""The contents of a model file: the tree of plain values, the arrays and the card, as bytes."""

import hashlib
import io
import json
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from typing import Any
from zipfile import ZipFile

import skops.io

from gnomon.errors import DataError
from gnomon.models.archive import pack
from gnomon.models.card import Card
from gnomon.models.card_file import write_card
from gnomon.models.schema import FUNCTION_LOADERS, Stranger, in_order, strangers


def model_bytes(model: Any, card: Card, trusted: Collection[str] = ()) -> bytes:
    """The model file as bytes, the same for the same model and card.

    >>> import gnomon as gn
    >>> from gnomon.models.card_of_model import card_of
    >>> iris = gn.load("iris")
    >>> model = gn.GaussianNB().fit(iris.X, iris.y)
    >>> model_bytes(model, card_of(model, iris)) == model_bytes(model, card_of(model, iris))
    True
    """
    entries = _entries(model, trusted)
    card = replace(card, contents="")
    card = replace(card, contents=checksum({**entries, "card.json": write_card(card)}))
    return pack({"card.json": write_card(card), **entries})


def checksum(entries: Mapping[str, bytes]) -> str:
    """A digest of all contents of a file; it shows accidents, and signs nothing.

    >>> checksum({"a.json": b"{}"}) == checksum({"a.json": b"{} "})
    False
    """
    digest = hashlib.blake2b(digest_size=16)
    for name in sorted(entries):
        digest.update(f"{name} {len(entries[name])} ".encode())
        digest.update(entries[name])
    return digest.hexdigest()


def _entries(model: Any, trusted: Collection[str]) -> dict[str, bytes]:
    """The schema and the arrays of a model, numbered in order."""
    try:
        with ZipFile(io.BytesIO(skops.io.dumps(model))) as archive:
            schema = json.loads(archive.read("schema.json"))
            found = strangers(schema, trusted)
            if found:
                raise DataError(_refusal(model, found))
            arrays = in_order(schema, {name: archive.read(name) for name in archive.namelist()})
    except DataError:
        raise
    except Exception as error:  # skops says in many ways that it has no form for something
        raise DataError(f"{type(model).__name__} cannot be stored: {error}") from error
    return {"schema.json": json.dumps(schema, separators=(",", ":")).encode(), **arrays}


def _refusal(model: Any, found: Sequence[Stranger]) -> str:
    listed = ", ".join(map(str, found[:5])) + (f" and {len(found) - 5} more" if len(found) > 5 else "")
    start = f"{type(model).__name__} cannot be stored without code, as it holds {listed}; "
    if any(each.loader in FUNCTION_LOADERS for each in found):
        return start + "replace functions of your own by a named kernel or measure, or by a transformer class"
    if any(each.type.startswith("a dict") for each in found):
        return start + "give it other keys"
    if all("Generator" in each.type for each in found):
        return start + "give random_state a whole number"
    return start + "use gnomon's learner of that kind, or name these in trusted=[...], here and in load_model"
