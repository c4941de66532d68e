"""Parquet files written byte by byte, so that headers and footers can say what is not so."""

import struct

INT64, BYTE_ARRAY, FIXED = 2, 6, 7
PLAIN, DELTA_LENGTHS, DELTA_ENCODED, CODES = 0, 6, 7, 8
ZSTD = 6
DATA, DICTIONARY, DATA_2 = 0, 2, 3


class Long(int):
    """A whole number that Thrift has in 64 bits rather than 32."""


def varint(number):
    """Seven bits a byte, the lowest first."""
    parts = []
    while number > 127:
        parts.append(number & 127 | 128)
        number >>= 7
    return bytes([*parts, number])


def zigzag(number):
    return varint(number * 2 if number >= 0 else -number * 2 - 1)


def thrift(fields):
    """A struct in the compact protocol, from its fields by number."""
    out, last = b"", 0
    for number, value in fields.items():
        kind, content = _typed(value)
        out += bytes([number - last << 4 | kind]) + content
        last = number
    return out + b"\0"


def _typed(value):
    match value:
        case Long():
            return 6, zigzag(value)
        case int():
            return 5, zigzag(value)
        case str():
            return 8, varint(len(value)) + value.encode()
        case dict():
            return 12, thrift(value)
        case list():
            parts = [_typed(each) for each in value]
            return 9, bytes([0xF0 | parts[0][0]]) + varint(len(parts)) + b"".join(part for _, part in parts)


def page(kind, n_values, body, encoding=PLAIN, n_bytes=None, **more):
    """A page with its header; n_bytes: what it says of its length when unpacked."""
    place = {DATA: 5, DICTIONARY: 7, DATA_2: 8}[kind]
    about = {
        DATA: {1: n_values, 2: encoding, 3: 3, 4: 3},
        DICTIONARY: {1: n_values, 2: encoding},
        DATA_2: {1: n_values, 2: 0, 3: n_values, 4: encoding, 5: 0, 6: 0},
    }[kind]
    sizes = {1: kind, 2: len(body) if n_bytes is None else n_bytes, 3: len(body)}
    return thrift({**sizes, **more.get("before", {}), place: about}) + body


def run_of_codes(n_values):
    """A data page of one run: the first word of the dictionary, again and again."""
    return page(DATA, n_values, b"\0" + varint(n_values << 1), CODES)


def whole_file(
    pages, n_values, *, type=INT64, length=0, groups=1, codec=0, dictionary=b"", schema=None, more=None
):
    """A file of one column, "a"; the footer says that each row group has n_values, and more of the column."""
    start = 4 + len(dictionary)
    about = {1: type, 2: [0], 3: ["a"], 4: codec, 5: Long(n_values), 6: Long(10)}
    about |= {7: Long(len(dictionary) + len(pages)), 9: Long(start)} | ({11: Long(4)} if dictionary else {})
    about |= more or {}
    column = {1: type} | ({2: length} if length else {}) | {3: 0, 4: "a"}
    column |= {6: 0} if type == BYTE_ARRAY else {}
    group = {1: [{2: Long(4), 3: about}], 2: Long(10), 3: Long(n_values)}
    schema = schema or [{4: "schema", 5: 1}, column]
    footer = thrift({1: 1, 2: schema, 3: Long(n_values * groups), 4: [group] * groups})
    return b"PAR1" + dictionary + pages + footer + struct.pack("<I", len(footer)) + b"PAR1"
