"""Names that belong together: of a time and the event that ends it, of a number and another form of it."""

import re

MIN_SHARED = 3

_WORD = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])|\d+")
_FORMS = re.compile(
    r"raw|adj(usted)?|log|ln|std|scaled|normalized|real|nominal|est(imated)?|predicted|rounded|min(imum)?|max(imum)?"
    r"|mean|avg|average|median|total|pct|percent(age)?|share|ratio|rate|rank|class|group|category|num"
)
_FORM_PREFIX = re.compile(r"^(raw|adj)(?=[a-z]{3})")
_TIME_WORDS = ("time", "times", "day", "days", "week", "weeks", "month", "months", "duration", "tt")
_LINKS = ("to", "till", "until", "of", "from")
_EVENT_WORDS = ("status", "stat", "event", "ind", "indicator", "flag", "yn", "happened", "observed")
# The notation of textbooks on survival: t1 and d1, T_relapse and D_relapse, t2 and e2.
_TEXTBOOK = re.compile(r"^(?i:t)[_\W]?(\w{1,2})$"), re.compile(r"^(?i:[dec])[_\W]?(\w{1,2})$")
_SHORT_TIME, _SHORT_STATUS = re.compile(r"^(?i:([a-z]{1,3})time)$"), re.compile(r"^(?i:([a-z]{1,3})stat)$")


def is_other_form(name: str, other: str) -> bool:
    """Whether two names differ only in words for the form of a number, such as raw and adjusted.

    >>> is_other_form("raw_score", "adj_score"), is_other_form("lwage", "wage")
    (True, True)
    >>> is_other_form("wage_of_son", "wage"), is_other_form("raw", "adjusted")
    (False, False)
    """
    first, second = ("".join(_without_form(_words(each))) for each in (name, other))
    return len(second) >= MIN_SHARED and name != other and first in (second, f"l{second}", f"log{second}")


def _without_form(words: list[str]) -> list[str]:
    content = [_FORM_PREFIX.sub("", each) for each in words if not _FORMS.fullmatch(each)]
    return [each for each in content if each]


def time_pattern(duration: str, event: str) -> tuple[str, str] | None:
    """How two names call a time and the event that ends it, without the part that they share; None if not.

    Two such pairs of one pattern are two events of one follow-up.

    >>> time_pattern("time.to.relapse", "relapse"), time_pattern("daysLinked", "linked_status")
    (('time to *', '*'), ('days *', '* status'))
    >>> time_pattern("relapse", "relapse.s"), time_pattern("relapse", "relapse")
    (('*', '* s'), None)
    >>> time_pattern("T3", "D3"), time_pattern("ptime", "pstat"), time_pattern("time.to.relapse", "death")
    (('t*', 'd*'), ('*time', '*stat'), None)
    """
    for time_form, event_form in (_TEXTBOOK, (_SHORT_TIME, _SHORT_STATUS)):
        time, status = time_form.match(duration), event_form.match(event)
        if time and status and time[1].lower() == status[1].lower():
            return _without(duration, time[1]), _without(event, status[1])
    words, of_event = _words(duration), _words(event)
    if len(of_event) > 1 and of_event[-1] in ("s", "d", *_EVENT_WORDS) and of_event[:-1] == words:
        return "*", f"* {of_event[-1]}"
    start, end = _ends_without(of_event, _EVENT_WORDS, ())
    core = "".join(of_event[start:end])
    first, last = _ends_without(words, _TIME_WORDS, _LINKS)
    if len(core) < MIN_SHARED or (first == 0 and last == len(words)):
        return _in_one_word(duration, core) if len(core) >= MIN_SHARED else None
    if "".join(words[first:last]) != core:
        return None
    return (
        " ".join([*words[:first], "*", *words[last:]]),
        " ".join([*of_event[:start], "*", *of_event[end:]]),
    )


def _in_one_word(duration: str, core: str) -> tuple[str, str] | None:
    """The same for a time and an event in one word, such as "daysrelapse"."""
    name = "".join(_words(duration))
    for word in _TIME_WORDS:
        if name == word + core:
            return f"{word} *", "*"
        if name == core + word:
            return f"* {word}", "*"
    return None


def _without(name: str, shared: str) -> str:
    """A name in lower case, without separators, and with an asterisk for the shared start or end."""
    start, end = re.sub(r"[_\W]", "", name.lower()), shared.lower()
    return f"*{start.removeprefix(end)}" if start.startswith(end) else f"{start.removesuffix(end)}*"


def _words(name: str) -> list[str]:
    """The words of a name in lower case; digits are words of their own."""
    return [each.lower() for each in _WORD.findall(name)]


def _ends_without(words: list[str], left_out: tuple[str, ...], links: tuple[str, ...]) -> tuple[int, int]:
    """The part of a name between the words left out at its ends; links are left out after the first only."""
    first, last = 0, len(words)
    if words and words[0] in left_out:
        first = 1
        first += int(len(words) > 1 and words[1] in links)
    if last - first > 1 and words[-1] in left_out:
        last -= 1
    return first, last
