"""Validation of the schema of a model file, before objects are created.

A skops file is a JSON tree of nodes. Each node names a class, and the loader that creates an object of it.
"""

import hashlib
import json
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from gnomon.errors import DataError
from gnomon.models.trusted import (
    is_trusted_function,
    is_trusted_loss,
    is_trusted_number,
    is_trusted_object,
)

MAX_DEPTH = 600
FUNCTION_LOADERS = ("FunctionNode", "MethodNode", "PartialNode", "OperatorFuncNode")

# Keywords of the format, which are omitted in paths.
_KEYWORDS = ("content", "attrs", "key_types", "__reduce__", "args")


@dataclass(frozen=True)
class UntrustedNode:
    """A node of a file that is not trusted.

    type: its class, with the module. path: its path in the model. loader: the loader that would create it.
    """

    type: str
    path: str
    loader: str

    def __str__(self) -> str:
        return f"{self.type} (at {self.path})" if self.path else self.type


def read_schema(content: bytes) -> dict[str, Any]:
    """The tree of nodes, as JSON.

    >>> read_schema(b'{"__loader__": "JsonNode"}')
    {'__loader__': 'JsonNode'}
    """
    try:
        schema = json.loads(content)
    except (ValueError, RecursionError) as error:
        raise DataError(f"its schema is corrupt ({error})") from None
    if not isinstance(schema, dict):
        raise DataError("its schema is not a JSON object")
    return schema


def nodes(schema: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    """Every node with its path, in the order of the file.

    >>> tree = {"__loader__": "DictNode", "content": {"C": {"__loader__": "JsonNode"}}}
    >>> [path for path, _ in nodes(tree)]
    ['', 'C']
    """
    stack: list[tuple[str, Any, int]] = [("", schema, 0)]
    while stack:
        path, value, depth = stack.pop()
        if depth > MAX_DEPTH:
            raise DataError(f"its schema is more than {MAX_DEPTH} levels deep")
        if isinstance(value, dict):
            if isinstance(value.get("__loader__"), str):
                yield path, value
            inner = [(_below(path, key), each, depth + 1) for key, each in value.items()]
        else:
            inner = [(f"{path}[{k}]", each, depth + 1) for k, each in enumerate(value)]
        stack += [each for each in reversed(inner) if isinstance(each[1], dict | list)]


def untrusted_nodes(schema: dict[str, Any], trusted: Collection[str] = ()) -> list[UntrustedNode]:
    """The untrusted nodes of the tree; trusted: names of further trusted classes.

    >>> bad = {"__loader__": "FunctionNode", "__module__": "os", "__class__": "system"}
    >>> [str(each) for each in untrusted_nodes(bad)], untrusted_nodes(bad, ["os.system"])
    (['os.system'], [])
    """
    untrusted = []
    for path, node in nodes(schema):
        module, name, loader = str(node.get("__module__")), str(node.get("__class__")), node["__loader__"]
        if f"{module}.{name}" in trusted:
            continue
        if not _TRUSTED.get(loader, _never)(module, name):
            untrusted.append(UntrustedNode(f"{module}.{name}", path, loader))
        elif loader == "DictNode" and not _has_plain_keys(node):
            untrusted.append(UntrustedNode("a dict with Boolean keys", path, loader))
    return untrusted


def refuse_aliases(schema: dict[str, Any]) -> None:
    """Raise DataError if different nodes have the same id: an unchecked one could be created.

    >>> refuse_aliases({"__loader__": "JsonNode", "__id__": 1})
    """
    first: dict[Any, dict[str, Any]] = {}
    for path, node in nodes(schema):
        number = node.get("__id__")
        if type(number) not in (int, type(None)):
            raise DataError(f"its schema is corrupt: the id of {path!r} is {str(number)[:40]!r}")
        if number is not None and not _alike(first.setdefault(number, node), node):
            raise DataError(f"its schema is corrupt: two nodes have the id {number}")


def named(schema: dict[str, Any]) -> list[str]:
    """The classes to trust in skops, except losses, text and numbers, which it checks itself.

    >>> named({"__loader__": "ListNode", "__module__": "builtins", "__class__": "list"})
    ['builtins.list']
    """
    return sorted(
        {
            f"{node.get('__module__')}.{node.get('__class__')}"
            for _, node in nodes(schema)
            if node["__loader__"] not in ("LossNode", "JsonNode")
        }
    )


def in_order(schema: dict[str, Any], files: Mapping[str, bytes]) -> dict[str, bytes]:
    """Renumber ids and files in tree order, in place, for reproducible files; return the files by new name.

    skops uses memory addresses as ids, so every save would differ. Files with the same contents are merged.

    >>> in_order({"__loader__": "NdArrayNode", "__id__": 140, "file": "140.npy"}, {"140.npy": b"x"})
    {'1.npy': b'x'}
    """
    numbers: dict[Any, int] = {}
    names: dict[bytes, str] = {}
    renamed: dict[str, bytes] = {}
    for _, node in nodes(schema):
        if "__id__" in node:
            node["__id__"] = numbers.setdefault(node["__id__"], len(numbers) + 1)
        if isinstance(node.get("file"), str):
            content = files[node["file"]]
            suffix = node["file"].rpartition(".")[2]
            digest = hashlib.blake2b(content).digest()
            node["file"] = names.setdefault(digest, f"{len(names) + 1}.{suffix}")
            renamed[node["file"]] = content
    return renamed


def _below(path: str, key: str) -> str:
    if key in _KEYWORDS:
        return path
    return f"{path}.{key}" if path else key


def _has_plain_keys(node: dict[str, Any]) -> bool:
    """Whether dict keys survive a round trip: they are stored as text, and bool("False") is True."""
    types = node.get("key_types", {}).get("content", [])
    return not any("bool" in str(each.get("__class__")) for each in types)


def _alike(one: dict[str, Any], other: dict[str, Any]) -> bool:
    """Whether two nodes are equal, except for ids."""
    pairs: list[tuple[Any, Any]] = [(one, other)]
    while pairs:
        a, b = pairs.pop()
        if a is b:
            continue
        if type(a) is not type(b):
            return False
        if isinstance(a, dict):
            if (a.keys() ^ b.keys()) - {"__id__"}:
                return False
            pairs += [(a[key], b[key]) for key in a if key != "__id__"]
        elif isinstance(a, list):
            if len(a) != len(b):
                return False
            pairs += zip(a, b, strict=True)
        elif a != b:
            return False
    return True


def _never(module: str, name: str) -> bool:
    return False


def _always(module: str, name: str) -> bool:
    return True


def _exactly(*names: str) -> Callable[[str, str], bool]:
    return lambda module, name: f"{module}.{name}" in names


def _is_key_type(module: str, name: str) -> bool:
    return (module == "builtins" and name in ("bool", "float", "int", "str")) or is_trusted_number(
        module, name
    )


_TRUSTED: dict[str, Callable[[str, str], bool]] = {
    "DTypeNode": _exactly("numpy.dtype"),
    "DictNode": _exactly("builtins.dict", "collections.OrderedDict", "sklearn.utils._bunch.Bunch"),
    "FunctionNode": is_trusted_function,
    "JsonNode": _always,
    "ListNode": _exactly("builtins.list"),
    "LossNode": is_trusted_loss,
    "NdArrayNode": is_trusted_number,
    "ObjectNode": is_trusted_object,
    "RandomStateNode": _exactly("numpy.random.mtrand.RandomState"),
    "SetNode": _exactly("builtins.set"),
    "SliceNode": _exactly("builtins.slice"),
    "SparseMatrixNode": _exactly(
        *(f"scipy.sparse._{kind}.{kind}_{form}" for kind in ("csr", "csc") for form in ("array", "matrix"))
    ),
    "TreeNode": _exactly("sklearn.tree._tree.Tree"),
    "TupleNode": _exactly("builtins.tuple"),
    "TypeNode": _is_key_type,
}
