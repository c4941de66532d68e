"""Every figure of assessment that the literature names is drawn by some display."""

from gnomon.registry import displays

NAMED = {
    *(f"1-F{number}" for number in (16, 17, 18)),
    *(f"2-FIG-{number:02}" for number in range(9, 19)),
    "3-P02",
    "3-P22",
    *(f"4-22.{part}" for part in ("3", "4", "5", "6", "7a", "7b", "7c", "7d", "8a", "8b", "9a", "9b")),
    *(f"5-F{number}" for number in (10, 11, 12, 13, 14, 29, 30, 31, 37)),
    *(f"6-{name}" for name in ("outcome-table", "roc-axes", "roc-comparison", "ec-against-threshold")),
}


def test_each_has_a_display():
    drawn = {row for entry in displays.values() for row in entry.facts["figures"]}
    assert sorted(NAMED - drawn) == []
