"""What a name of a column hints at. A hint is no evidence: the values have to bear it out."""

import re

WORDS_OF_GROUPS = (
    "patient|subject|person|user|customer|client|household|family|session|batch|device|participant|student"
    "|school|hospital|company|account|speaker|author|animal|donor|cell_?line"
)
_GROUP = re.compile(
    rf"(?i:(^|[_\W])(id|{WORDS_OF_GROUPS}|group)s?([_\W]|$))"
    rf"|^(?i:{WORDS_OF_GROUPS})s?([A-Z\d]|(?i:id|no|nr|number|code|key)$)|[a-z](Id|ID)$"
)
# Not in the plural: years and days are durations.
_TIME = re.compile(
    r"(?i:(^|[_\W])(date|time|timestamp|datetime|year|month|week|day|quarter|trend)([_\W]|$))"
    r"|^(?i:date|year|month|week|day|quarter)(of|[A-Z])"
)


def looks_like_group(name: str) -> bool:
    """Whether a name is one that identifiers and groups have.

    >>> [looks_like_group(name) for name in ("patient_id", "userid", "idle", "personal", "width")]
    [True, True, False, False, False]
    """
    return bool(_GROUP.search(name))


def sounds_like_time(name: str) -> bool:
    """Whether a name is one that moments in time have.

    >>> [sounds_like_time(name) for name in ("sale_date", "Week", "holidays_left")]
    [True, True, False]
    """
    return bool(_TIME.search(name))
