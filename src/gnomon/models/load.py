"""Loading a model file: everything in it is validated before objects are created."""

import warnings
from collections.abc import Collection
from pathlib import Path
from typing import Any

import skops.io
from sklearn.exceptions import InconsistentVersionWarning

from gnomon.data.files.bytes import check_regular
from gnomon.errors import DataError
from gnomon.models.archive import unpack
from gnomon.models.card import Card
from gnomon.models.card_file import read_card, without_checksum
from gnomon.models.card_of_model import versions_here
from gnomon.models.contents import checksum
from gnomon.models.foreign_boosters import check_boosters
from gnomon.models.foreign_state import check_foreign
from gnomon.models.foreign_trees import check_trees
from gnomon.models.saved import SavedModel
from gnomon.models.schema import FUNCTION_LOADERS, named, nodes, read_schema, refuse_aliases, untrusted_nodes
from gnomon.models.stored_arrays import check_array, check_sparse
from gnomon.sharing.foreign import LIBRARIES

# Older protocols have other loaders, which Gnomon's files do not need.
OLDEST_PROTOCOL = 2

_FILES = {"NdArrayNode": (".npy", check_array), "SparseMatrixNode": (".npz", check_sparse)}


def load_model(path: str | Path, *, trusted: Collection[str] = ()) -> SavedModel:
    """Load a model from a file; DataError if it is corrupt, modified, of a later format, or not trusted.

    Only Gnomon's own values, listed scikit-learn estimators with a valid fitted state, and NumPy's arrays are
    created; no code in the file is executed. trusted: names of other classes to create, or of listed ones not
    to check, if you trust the source of the file.

    >>> import tempfile, gnomon as gn
    >>> from gnomon import save_model
    >>> task = gn.load("iris")
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = save_model(gn.GaussianNB().fit(task.X, task.y), f"{folder}/iris.skops", task=task)
    ...     load_model(path)
    SavedModel of GaussianNB for task 'iris'
    """
    path = Path(path)
    if path.is_dir() or not path.exists():
        what = "is a directory" if path.is_dir() else "does not exist"
        raise DataError(f"the model file {path} {what}; pass the path of a file written by save_model")
    try:
        check_regular(path)
        return model_of(path.read_bytes(), trusted)
    except OSError as error:
        raise DataError(f"the model file {path} cannot be read: {error.strerror}") from error
    except DataError as error:
        raise DataError(f"the model file {path.name} cannot be loaded: {error}") from None


def model_of(content: bytes, trusted: Collection[str] = ()) -> SavedModel:
    """The model in the bytes of a file.

    >>> model_of(b"no zip")
    Traceback (most recent call last):
    gnomon.errors.DataError: it is corrupt or not a model file (File is not a zip file)
    """
    entries = unpack(content)
    if "card.json" not in entries or "schema.json" not in entries:
        raise DataError("it has no card or no schema; pass a file written by save_model")
    card = read_card(entries["card.json"])
    if checksum({**entries, "card.json": without_checksum(entries["card.json"], card)}) != card.contents:
        raise DataError("its contents were modified since it was saved (wrong checksum); get a fresh copy")
    try:
        schema = _checked_schema(entries, trusted)
    except DataError:
        raise
    except (AttributeError, IndexError, KeyError, TypeError, ValueError, RecursionError) as error:
        raise DataError(f"its schema is corrupt ({type(error).__name__}: {error})") from None
    with warnings.catch_warnings():
        # Version differences are reported in the notes.
        warnings.simplefilter("ignore", InconsistentVersionWarning)
        model = _created(content, sorted({*named(schema), *trusted}))
    check_foreign(model, trusted)
    return SavedModel(model, card, _differences(card))


def _checked_schema(entries: dict[str, bytes], trusted: Collection[str]) -> dict[str, Any]:
    schema = read_schema(entries["schema.json"])
    protocol = schema.get("protocol")
    if type(protocol) is not int or protocol < OLDEST_PROTOCOL:
        raise DataError(
            f"its skops protocol is {str(protocol)[:20]}; {OLDEST_PROTOCOL} is the oldest that is supported"
        )
    untrusted = untrusted_nodes(schema, trusted)
    if untrusted:
        raise DataError(_refusal(untrusted))
    refuse_aliases(schema)
    _check_files(schema, entries)
    check_trees(schema, entries)
    check_boosters(schema, entries)
    return schema


def _check_files(schema: dict[str, Any], entries: dict[str, bytes]) -> None:
    """Check that every file of a node exists, has the right format, and matches its header."""
    for _, node in nodes(schema):
        if "file" not in node:
            continue
        name = str(node["file"])
        suffix, check = _FILES.get(node["__loader__"], ("", check_array))
        if not suffix or not name.endswith(suffix) or name not in entries:
            raise DataError(f"its schema is corrupt: a {node['__loader__']} reads the file {name[:60]!r}")
        check(name, entries[name])


def _refusal(untrusted: list[Any]) -> str:
    listed = ", ".join(sorted({each.type for each in untrusted})[:8])
    if any(each.loader in FUNCTION_LOADERS for each in untrusted):
        return (
            f"it refers to functions that are not trusted ({listed}); do not load files from unknown sources"
        )
    return (
        f"it contains types that are not trusted ({listed}); if you trust its source, pass trusted=[...] "
        "with their names"
    )


def _created(content: bytes, trusted: list[str]) -> Any:
    try:
        return skops.io.loads(content, trusted=trusted)
    except Exception as error:  # a corrupt tree may raise anything
        raise DataError(f"its model is corrupt ({type(error).__name__}: {str(error)[:200]})") from None


def _differences(card: Card) -> tuple[str, ...]:
    here = versions_here(each for each in LIBRARIES if each.package in card.versions)
    return tuple(
        f"saved with {name} {then}, loaded with {here[name]}"
        for name, then in card.versions.items()
        if name in here and here[name] != then
    )
