"""Golden figures: the description of a figure is compared with the one stored when somebody had looked at it.

`GNOMON_GOLDEN=write pytest tests/plotting` stores the descriptions anew: look at the figures, and at what has
changed, before it is kept.
"""

import os
from pathlib import Path

from tests.plotting.described.figures import Block
from tests.plotting.described.words import agree, written

FOLDER = Path(__file__).parent / "golden"


def assert_golden(found: dict[str, Block], name: str) -> None:
    """Compare a description with the stored one, or store it where that is asked for."""
    stored = FOLDER / f"{name}.txt"
    if os.environ.get("GNOMON_GOLDEN") == "write":
        stored.write_text(text_of(found), encoding="utf-8")
        return
    assert stored.exists(), (
        f"{stored.name} is missing; write it with GNOMON_GOLDEN=write and look at the figure"
    )
    faults = differences(found, stored.read_text(encoding="utf-8"))
    assert not faults, "\n".join([f"{name} is not as it is stored in {stored.name}", *faults])


def text_of(found: dict[str, Block]) -> str:
    """A description as it is stored."""
    return "\n".join(
        f"{place}\n" + "".join(f"  {key}: {written(line)}\n" for key, line in block.items())
        for place, block in found.items()
    )


def differences(found: dict[str, Block], stored: str) -> list[str]:
    """What differs from the stored text, and where: artist, property, expected and found."""
    expected = _parsed(stored)
    faults = [f"{place}: expected, and not drawn" for place in expected if place not in found]
    faults += [f"{place}: drawn, and not expected" for place in found if place not in expected]
    if not faults and list(found) != list(expected):
        faults.append(f"the order of what is drawn: expected {list(expected)}, found {list(found)}")
    for place, block in found.items():
        if place in expected:
            faults += _of_block(_named(place, block), block, expected[place])
    return faults


def _of_block(place: str, found: Block, expected: dict[str, str]) -> list[str]:
    faults = [
        f"{place}: {key}: expected {expected[key]}, found nothing" for key in expected.keys() - found.keys()
    ]
    for key, line in found.items():
        if key not in expected:
            faults.append(f"{place}: {key}: expected nothing, found {written(line)}")
        elif not agree(line, expected[key]):
            faults.append(f"{place}: {key}:\n    expected {expected[key]}\n    found    {written(line)}")
    return faults


def _named(place: str, block: Block) -> str:
    """The place, with the label or the words of the artist."""
    words = block.get("label") or block.get("text")
    is_artist = place.startswith("axes") and not place.endswith("axis")
    return f"{place} ({written(words)})" if words and is_artist else place


def _parsed(stored: str) -> dict[str, dict[str, str]]:
    blocks: dict[str, dict[str, str]] = {}
    for text in stored.strip("\n").split("\n\n"):
        place, *rows = text.split("\n")
        pairs = (row.removeprefix("  ").partition(": ") for row in rows)
        blocks[place] = {key: value for key, _, value in pairs}
    return blocks
