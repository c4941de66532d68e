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
    r"(?i:(^|[_\W])(time|times|duration|spell|t?stop|follow[_\W]?up|survival|os|pfs|dfs|rfs|efs|tte)([_\W]|$))"
    r"|^(?i:([a-z]|fu|ev|rfs|dfs|pfs|efs|os|surv)time|durat|days?[_\W]?to.+|time[_\W]?to.+|lenfol|.*surv(ival)?[_\W]?time)$"
)
_TIME_LAST = re.compile(
    r"(?i:(?<!day)(?<!night)(?<!some)(?<!part)(?<!full)(?<!over)time|[_\W](days?|weeks?|months?|years?))$"
)
_EVENT = re.compile(
    r"(?i:(^|[_\W])(death|dead|died|status|event|cens|censor|censored|fail|failed|failure|relapsed?"
    r"|recur|recurrence|arrest|delta|alive|survived?)\d?([_\W]|$))|^(?i:[a-z]{1,3}stat)$"
)
# Of these "status" is left out: a marital status is no event.
_CERTAIN_EVENT = re.compile(
    r"(?i:(^|[_\W])(death|dead|died|deceased|relapsed?|recur|recurred|recurrence|progressed|progression"
    r"|reject|rejected|rejection|readmitted|readmission|remission|survived)\d?([_\W]|$))|^(?i:[a-z]{1,3}stat)$"
)
_CONTEST = re.compile(
    r"(?i:(^|[_\W])(wins?|won|winners?|winloss|loss|losses|lost|champions?|runner[_\W]?up|medals?|podium)"
    r"([_\W]|$))"
    r"|^(?i:(final[_\W]?)?(rank|place|placing|standing|position))$"
)
_SETTLED = re.compile(
    r"(?i:(^|[_\W])(paid|repaid|payouts?|refund(s|ed)?|reimbursed|recover(ed|ies)|settled|settlement|discharged?"
    r"|closed|resolved|resolution|outcomes?|post[_\W]?test|terminated|cancel+ed)([_\W]|$))"
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


def ends_with_time(name: str) -> bool:
    """Whether a name ends with a word of time, as that of the time of an event does.

    >>> [ends_with_time(name) for name in ("rltime", "operation_day", "daytime", "timeout", "birthday")]
    [True, True, False, False, False]
    """
    return bool(_TIME_LAST.search(name))


def sounds_like_event(name: str) -> bool:
    """Whether a name is typical of an event indicator, or of the status at the end of follow-up.

    >>> [sounds_like_event(name) for name in ("death", "status", "fstat", "statistic")]
    [True, True, True, False]
    """
    return bool(_EVENT.search(name))


def sounds_like_certain_event(name: str) -> bool:
    """Whether a name is that of something that happens during follow-up, and of nothing else.

    >>> [sounds_like_certain_event(name) for name in ("pstat", "Recurrence", "marital_status", "arrest")]
    [True, True, False, False]
    """
    return bool(_CERTAIN_EVENT.search(name))


def sounds_like_contest(name: str) -> bool:
    """Whether a name is typical of the result of a contest.

    >>> [sounds_like_contest(name) for name in ("wins", "league_winner", "rank", "window", "rank_before")]
    [True, True, True, False, False]
    """
    return bool(_CONTEST.search(name))


def sounds_settled(name: str) -> bool:
    """Whether a name is typical of what is recorded at the end of a case, such as a payment or a discharge.

    >>> [sounds_settled(name) for name in ("paid_total", "discharge_code", "final_outcome", "paid", "unpaid")]
    [True, True, True, True, False]
    """
    return bool(_SETTLED.search(name))
