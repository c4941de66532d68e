"""Roles suggested by column names (group, time, duration, event), to be confirmed by the values."""

import re

GROUP_WORDS = (
    "patient|subject|person|user|customer|client|household|family|session|batch|device|participant|student"
    "|school|hospital|company|account|speaker|author|animal|donor|cell_?line"
)
_GROUP = re.compile(
    rf"(?i:(^|[_\W])(id|{GROUP_WORDS}|group)s?([_\W]|$))"
    rf"|^(?i:{GROUP_WORDS})s?([A-Z\d]|(?i:id|no|nr|number|code|key)$)|[a-z](Id|ID)$"
)
# Singular only: "years" and "days" are durations.
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
    """Whether a name is typical of identifiers and groups.

    >>> [looks_like_group(name) for name in ("patient_id", "userid", "idle", "personal", "width")]
    [True, True, False, False, False]
    """
    return bool(_GROUP.search(name))


def sounds_like_time(name: str) -> bool:
    """Whether a name is typical of dates and times.

    >>> [sounds_like_time(name) for name in ("sale_date", "Week", "holidays_left")]
    [True, True, False]
    """
    return bool(_TIME.search(name))


def sounds_like_duration(name: str) -> bool:
    """Whether a name is typical of a time until an event or of follow-up (survival time).

    >>> [sounds_like_duration(name) for name in ("futime", "TimeToRecurrence", "daytime", "protime")]
    [True, True, False, False]
    """
    return bool(_DURATION.search(name))


def sounds_like_event(name: str) -> bool:
    """Whether a name is typical of an event indicator, or of the status at the end of follow-up.

    >>> [sounds_like_event(name) for name in ("death", "status", "fstat", "statistic")]
    [True, True, True, False]
    """
    return bool(_EVENT.search(name))
