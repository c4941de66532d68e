"""Alterations of model files: of the entries of the archive, with a checksum that is right again or not."""

import io
import json
from random import Random
from zipfile import ZIP_DEFLATED, BadZipFile, ZipFile

from benchmarks.fuzz.mutations.arrays import altered_array
from benchmarks.fuzz.mutations.documents import other_document
from benchmarks.fuzz.mutations.plain import altered_bytes
from gnomon.errors import DataError
from gnomon.models.archive import pack, unpack
from gnomon.models.schema import nodes
from tests.models.altering import signed

_LOADERS = (
    "ObjectNode", "JsonNode", "ListNode", "DictNode", "TupleNode", "TypeNode", "FunctionNode",
    "PartialNode", "SetNode", "MethodNode", "OperatorFuncNode", "NdArrayNode", "SparseMatrixNode",
    "RandomStateNode", "DtypeNode", "LossNode", "TreeNode", "ReduceNode", "SliceNode", "CachedNode",
    "BytesNode", "DefaultDictNode", "MaskedArrayNode",
)  # fmt: skip
_NAMES = (
    ("os", "system"), ("builtins", "eval"), ("subprocess", "Popen"), ("numpy", "load"),
    ("sklearn.svm", "SVC"), ("gnomon", "GaussianNB"), ("numpy", "ndarray"), ("builtins", "dict"),
    ("sklearn.tree._tree", "Tree"), ("antigravity", "geohash"), ("numpy", "dtype"),
    ("sklearn.utils._bunch", "Bunch"),
)  # fmt: skip


def altered_model(content: bytes, random: Random) -> bytes:
    """A model file with another schema, array or card, or with other entries."""
    try:
        entries = unpack(content)
        other = _other_entries(entries, random)
        return signed(other) if random.random() < 0.9 else pack(other)
    except (DataError, KeyError, RecursionError) as error:
        raise ValueError(f"no model file: {error}") from None


def altered_entries(content: bytes, random: Random) -> bytes:
    """A zip archive with entries that are altered, renamed, doubled or left out."""
    try:
        with ZipFile(io.BytesIO(content)) as archive:
            entries = [(name, archive.read(name)) for name in archive.namelist()]
    except (BadZipFile, OSError, EOFError, NotImplementedError, RuntimeError) as error:
        raise ValueError(f"no archive: {error}") from None
    if not entries:
        raise ValueError("an empty archive")
    index = random.randrange(len(entries))
    name, inside = entries[index]
    entries[index : index + 1] = random.choice(
        (
            [(name, altered_bytes(inside, random))],
            [(random.choice(("../x.json", "/x.json", "x" * 300, "", "é.npy", "card.json")), inside)],
            [(name, inside), (name, altered_bytes(inside, random))],
            [],
        )
    )
    stream = io.BytesIO()
    with ZipFile(stream, "w", random.choice((0, ZIP_DEFLATED))) as archive:
        for name, inside in entries:
            archive.writestr(name, inside)
    return stream.getvalue()


def _other_entries(entries: dict[str, bytes], random: Random) -> dict[str, bytes]:
    arrays = [name for name in entries if name.endswith(".npy")]
    sparse = [name for name in entries if name.endswith(".npz")]
    way = random.randrange(10)
    if way < 4 and arrays:
        name = random.choice(arrays)
        return {**entries, name: altered_array(entries[name], random)}
    if way < 5 and sparse:
        name = random.choice(sparse)
        return {**entries, name: altered_entries(entries[name], random)}
    if way < 6:
        card = other_document(json.loads(entries["card.json"]), random)
        return {**entries, "card.json": json.dumps(card).encode()}
    if way < 7 and len(arrays) > 1:
        first, second = random.sample(arrays, 2)
        return {**entries, first: entries[second], second: entries[first]}
    return {**entries, "schema.json": json.dumps(_other_schema(entries, random)).encode()}


def _other_schema(entries: dict[str, bytes], random: Random) -> object:
    schema = json.loads(entries["schema.json"])
    if random.random() < 0.6:
        return other_document(schema, random)
    _, node = random.choice(list(nodes(schema)))
    if random.random() < 0.5:
        node["__loader__"] = random.choice(_LOADERS)
    else:
        node["__module__"], node["__class__"] = random.choice(_NAMES)
    return schema
