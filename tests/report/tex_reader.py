"""A small reader of LaTeX: groups and environments close in order, special signs stand where they may."""

import re

_TOKEN = re.compile(r"\\([A-Za-z]+|.)|([{}&#%$^_~])|[^\\{}&#%$^_~]+", re.DOTALL)


def read_tex(text):
    """The commands of a text, which must be well formed; `#1` is allowed in the one definition of ours."""
    body = "\n".join(line for line in text.split("\n") if not line.startswith(("%", r"\providecommand")))
    commands, open_groups, environments, in_table = set(), 0, [], 0
    for token in _TOKEN.finditer(body):
        command, special = token.group(1), token.group(2)
        if command in ("begin", "end"):
            named = re.match(r"\{([a-z]+)\}", body[token.end() :]).group(1)
            if command == "begin":
                environments.append(named)
            else:
                assert environments.pop() == named
            in_table = environments.count("tabular")
        if command:
            commands.add(command)
        if special == "{":
            open_groups += 1
        elif special == "}":
            open_groups -= 1
            assert open_groups >= 0
        elif special == "&":
            assert in_table
        elif special == "^":
            assert body[token.start() - len(r"\ensuremath{") :].startswith(r"\ensuremath{^2}")
        elif special in ("#", "$", "%", "_"):
            raise AssertionError(
                f"{special} stands bare near {body[max(0, token.start() - 20) : token.end()]!r}"
            )
    assert open_groups == 0
    assert not environments
    return commands
