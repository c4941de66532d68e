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
from gnomon.models.schema import FUNCTION_LOADERS, UntrustedNode, in_order, untrusted_nodes


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
    """A checksum of all contents of a file; it detects corruption, but is not a signature.

    >>> checksum({"a.json": b"{}"}) == checksum({"a.json": b"{} "})
    False
    """
    digest = hashlib.blake2b(digest_size=16)
    for name in sorted(entries):
        digest.update(f"{name} {len(entries[name])} ".encode())
        digest.update(entries[name])
    return digest.hexdigest()


def _entries(model: Any, trusted: Collection[str]) -> dict[str, bytes]:
    """The schema and the arrays of a model, in reproducible order."""
    try:
        with ZipFile(io.BytesIO(skops.io.dumps(model))) as archive:
            schema = json.loads(archive.read("schema.json"))
            untrusted = untrusted_nodes(schema, trusted)
            if untrusted:
                raise DataError(_refusal(model, untrusted))
            arrays = in_order(schema, {name: archive.read(name) for name in archive.namelist()})
    except DataError:
        raise
    except Exception as error:  # skops raises various errors for unsupported objects
        raise DataError(f"{type(model).__name__} cannot be saved: {error}") from error
    return {"schema.json": json.dumps(schema, separators=(",", ":")).encode(), **arrays}


def _refusal(model: Any, untrusted: Sequence[UntrustedNode]) -> str:
    listed = ", ".join(map(str, untrusted[:5])) + (
        f" and {len(untrusted) - 5} more" if len(untrusted) > 5 else ""
    )
    start = f"{type(model).__name__} cannot be saved without code, as it contains {listed}; "
    if any(each.loader in FUNCTION_LOADERS for each in untrusted):
        return start + "replace custom functions by a named kernel or measure, or by a transformer class"
    if any(each.type.startswith("a dict") for each in untrusted):
        return start + "use other keys"
    if all("Generator" in each.type for each in untrusted):
        return start + "set random_state to an integer"
    return (
        start
        + "use Gnomon's learner of that kind, or pass trusted=[...] with these names, here and in load_model"
    )
