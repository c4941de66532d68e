"""Model files with something changed, and their checksum put right again: what an attacker would send."""

import io
import json
from dataclasses import replace

import numpy as np

from gnomon.models.archive import pack, unpack
from gnomon.models.card_file import read_card, write_card
from gnomon.models.card_of_model import card_of
from gnomon.models.contents import checksum, model_bytes


def file_of(model, task, **more):
    """The bytes of a model's file."""
    return model_bytes(model, card_of(model, task, **more))


def signed(entries):
    """A file of these entries whose checksum is right."""
    card = replace(read_card(entries["card.json"]), contents="")
    entries = {**entries, "card.json": write_card(card)}
    return pack({**entries, "card.json": write_card(replace(card, contents=checksum(entries)))})


def with_schema(content, change):
    """The file after `change` was let loose on its schema."""
    entries = unpack(content)
    schema = json.loads(entries["schema.json"])
    changed = change(schema)
    return signed({**entries, "schema.json": json.dumps(schema if changed is None else changed).encode()})


def with_array(content, name, change):
    """The file with one array changed."""
    entries = unpack(content)
    array = np.load(io.BytesIO(entries[name]))
    return signed({**entries, name: npy(change(array))})


def arrays_of(content):
    """The arrays of a file by name."""
    entries = unpack(content)
    return {name: np.load(io.BytesIO(each)) for name, each in entries.items() if name.endswith(".npy")}


def npy(array):
    """An array as bytes."""
    stream = io.BytesIO()
    np.save(stream, array, allow_pickle=False)
    return stream.getvalue()
