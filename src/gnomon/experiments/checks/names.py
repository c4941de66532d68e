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
_DURATION = re.compile(
    r"(?i:(^|[_\W])(time|times|duration|follow[_\W]?up|survival|os|pfs|dfs|rfs|efs|tte)([_\W]|$))"
    r"|^(?i:([a-z]|fu|ev|rfs|dfs|pfs|efs|os|surv)time|durat|days?[_\W]?to.+|time[_\W]?to.+|lenfol|.*surv(ival)?[_\W]?time)$"
)
_EVENT = re.compile(
    r"(?i:(^|[_\W])(death|dead|died|status|event|cens|censor|censored|fail|failed|failure|relapsed?"
    r"|recur|recurrence|arrest|delta|alive|survived?)([_\W]|$))|^(?i:[a-z]{1,3}stat)$"
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


def sounds_like_duration(name: str) -> bool:
    """Whether a name is one that the time until an event, or of follow-up, has.

    >>> [sounds_like_duration(name) for name in ("futime", "TimeToRecurrence", "daytime", "protime")]
    [True, True, False, False]
    """
    return bool(_DURATION.search(name))


def sounds_like_event(name: str) -> bool:
    """Whether a name is one that an event has which is waited for, or the status at the end of follow-up.

    >>> [sounds_like_event(name) for name in ("death", "status", "fstat", "statistic")]
    [True, True, True, False]
    """
    return bool(_EVENT.search(name))
