"""The places of a source file where one operator, constant or statement may be replaced by a wrong one.

Left alone: docstrings and other strings, annotations, messages of errors and warnings, logging, blocks for
type checkers, flags of `dataclass`, and tables of numbers.
"""

import ast
import bisect
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

COMPARISONS = {
    ast.Lt: ("<", "<="),
    ast.LtE: ("<=", "<"),
    ast.Gt: (">", ">="),
    ast.GtE: (">=", ">"),
    ast.Eq: ("==", "!="),
    ast.NotEq: ("!=", "=="),
    ast.Is: ("is", "is not"),
    ast.IsNot: ("is not", "is"),
    ast.In: ("in", "not in"),
    ast.NotIn: ("not in", "in"),
}
ARITHMETIC = {
    ast.Add: ("+", "-"),
    ast.Sub: ("-", "+"),
    ast.Mult: ("*", "/"),
    ast.Div: ("/", "*"),
    ast.FloorDiv: ("//", "*"),
    ast.Mod: ("%", "*"),
    ast.Pow: ("**", "*"),
    ast.BitAnd: ("&", "|"),
    ast.BitOr: ("|", "&"),
}
FUNCTIONS = (
    ("min", "max"),
    ("argmin", "argmax"),
    ("nanmin", "nanmax"),
    ("nanargmin", "nanargmax"),
    ("minimum", "maximum"),
    ("fmin", "fmax"),
    ("any", "all"),
    ("floor", "ceil"),
)
OTHER_FUNCTION = {one: other for pair in FUNCTIONS for one, other in (pair, pair[::-1])}
# Their arguments are of different types: exchanged, they fail in any test.
TYPED_ARGUMENTS = {"isinstance", "issubclass", "hasattr", "getattr", "setattr", "cast"}
# Their arguments may stand in any order.
COMMUTATIVE = {"min", "max", "minimum", "maximum", "isclose", "allclose", "array_equal", "hypot", "logaddexp"}
LOGGING = {"logging", "logger"}
WARNINGS = {"warn", "warn_explicit"}
MAX_DISPLAY = 12
# A constant is shown with what it stands in.
SHOWN = (ast.keyword, ast.Assign, ast.AugAssign, ast.Return)
MAX_SHOWN = 100


@dataclass(frozen=True)
class Point:
    """One mutation: bytes `start` to `end` of the file are replaced by `text`.

    function: that it is in; "" for what runs at import. is_default: whether it is the default of an argument.
    """

    file: str
    line: int
    start: int
    end: int
    text: str
    before: str
    after: str
    function: str
    source_line: str
    is_default: bool = False

    @property
    def mutation(self) -> str:
        """What is replaced by what, as `a < b -> a <= b`."""
        return f"{self.before} -> {self.after}"

    def apply(self, source: bytes) -> bytes:
        """The source with this mutation."""
        return source[: self.start] + self.text.encode() + source[self.end :]


def points(source: bytes, file: str) -> list[Point]:
    """Every mutation of a source file, in the order of the text.

    >>> [each.mutation for each in points(b"def f(x):\\n    return x < 0\\n", "f.py")]
    ['return x < 0 -> return None', 'x < 0 -> x <= 0', 'x < 0 -> x < 1']
    """
    tree = ast.parse(source)
    return list(_Walk(source, file).of(tree, tree, "", ""))


class _Walk:
    def __init__(self, source: bytes, file: str) -> None:
        self.source, self.file = source, file
        self.lines = source.splitlines(keepends=True)
        self.starts = [0]
        for line in self.lines:
            self.starts.append(self.starts[-1] + len(line))

    def of(self, node: ast.AST, above: ast.AST, scope: str, function: str) -> Iterator[Point]:
        """The points of a node and of what it contains; no function for what runs at import."""
        for shown, start, end, text in self.replacements(node):
            # A constant alone says little.
            is_constant = isinstance(node, ast.Constant) and isinstance(above, (*SHOWN, ast.expr))
            is_short = is_constant and len(self.text(above)) <= MAX_SHOWN
            yield self.point(above if is_short else shown, start, end, text, function)
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            for decorator in node.decorator_list:
                yield from self.of(decorator, node, scope, function)
            scope = f"{scope}.{node.name}" if scope else node.name
            function = "" if isinstance(node, ast.ClassDef) else scope
        defaults = _defaults(node)
        for child in _children(node):
            for point in self.of(child, node, scope, function):
                yield replace(point, is_default=True) if child in defaults else point

    def point(self, shown: ast.AST, start: int, end: int, text: str, function: str) -> Point:
        first, last = self.span(shown)
        after = self.source[first:start] + text.encode() + self.source[end:last]
        line = bisect.bisect_right(self.starts, start)
        return Point(
            self.file,
            line,
            start,
            end,
            text,
            _one_line(self.source[first:last]),
            _one_line(after),
            function,
            self.lines[line - 1].decode().strip(),
        )

    def span(self, node: ast.AST) -> tuple[int, int]:
        return (
            self.starts[node.lineno - 1] + node.col_offset,
            self.starts[node.end_lineno - 1] + node.end_col_offset,
        )

    def text(self, node: ast.AST) -> str:
        start, end = self.span(node)
        return self.source[start:end].decode()

    def replacements(self, node: ast.AST) -> Iterator[tuple[ast.AST, int, int, str]]:
        """The node to be shown, and the bytes to be replaced by a text."""
        match node:
            case ast.Compare():
                yield from self.compared(node)
            case ast.BinOp() if type(node.op) in ARITHMETIC and not _is_text(node):
                old, new = ARITHMETIC[type(node.op)]
                yield from self.operator(node, node.left, node.right, old, new)
            case ast.AugAssign() if type(node.op) in ARITHMETIC and not _is_text(node):
                old, new = ARITHMETIC[type(node.op)]
                yield from self.operator(node, node.target, node.value, f"{old}=", f"{new}=")
            case ast.BoolOp():
                old, new = ("and", "or") if isinstance(node.op, ast.And) else ("or", "and")
                for left, right in zip(node.values, node.values[1:]):
                    yield from self.operator(node, left, right, old, new)
            case ast.UnaryOp(op=ast.Not() | ast.USub()):
                start, _ = self.span(node)
                yield node, start, start + (3 if isinstance(node.op, ast.Not) else 1), " "
            case ast.Constant():
                yield from self.constant(node)
            case ast.keyword(arg="axis" | "ddof", value=ast.Constant(value=int(value))):
                yield node, *self.span(node.value), "1" if value == 0 else "0"
            case ast.If() | ast.IfExp() if not _is_for_type_checkers(node):
                yield node.test, *self.span(node.test), f"(not ({self.text(node.test)}))"
            case ast.comprehension():
                for test in node.ifs:
                    yield test, *self.span(test), f"(not ({self.text(test)}))"
            case ast.Break():
                yield node, *self.span(node), "continue"
            case ast.Continue():
                yield node, *self.span(node), "break"
            case ast.Return(value=ast.expr()) if not _is_none(node.value):
                yield node, *self.span(node), "return None"
            case ast.Expr(value=ast.Call()) if not _calls(node.value, LOGGING):
                yield node, *self.span(node), "pass"
            case ast.Call() if not _calls(node, LOGGING | WARNINGS):
                yield from self.called(node)
            case ast.Slice():
                for bound in (node.lower, node.upper):
                    if bound is not None and not _is_number(bound):
                        yield bound, *self.span(bound), f"({self.text(bound)}) + 1"

    def compared(self, node: ast.Compare) -> Iterator[tuple[ast.AST, int, int, str]]:
        operands = [node.left, *node.comparators]
        for left, op, right in zip(operands, node.ops, operands[1:]):
            yield from self.operator(node, left, right, *COMPARISONS[type(op)])

    def operator(
        self, node: ast.AST, left: ast.AST, right: ast.AST, old: str, new: str
    ) -> Iterator[tuple[ast.AST, int, int, str]]:
        """The operator between two operands, where only parentheses and spaces stand beside it."""
        start, end = self.span(left)[1], self.span(right)[0]
        between = self.source[start:end].decode()
        place = re.fullmatch(rf"[\s()\\]*?({_escaped(old)})[\s()\\]*", between)
        if place:
            first = start + len(between[: place.start(1)].encode())
            yield node, first, first + len(place.group(1)), new

    def constant(self, node: ast.Constant) -> Iterator[tuple[ast.AST, int, int, str]]:
        value = node.value
        if isinstance(value, bool):
            yield node, *self.span(node), str(not value)
        elif isinstance(value, int):
            yield node, *self.span(node), str(value + 1)
        elif isinstance(value, float):
            yield node, *self.span(node), repr(2 * value if value else 1.0)

    def called(self, node: ast.Call) -> Iterator[tuple[ast.AST, int, int, str]]:
        name = _called_name(node)
        if name in OTHER_FUNCTION:
            end = self.span(node.func)[1]
            yield node.func, end - len(name), end, OTHER_FUNCTION[name]
        if len(node.args) >= 2 and name not in TYPED_ARGUMENTS | COMMUTATIVE:
            first, second = node.args[:2]
            starred = isinstance(first, ast.Starred) or isinstance(second, ast.Starred)
            if not starred and self.text(first) != self.text(second):
                start, end = self.span(first)
                next_start, next_end = self.span(second)
                between = self.source[end:next_start].decode()
                yield node, start, next_end, self.text(second) + between + self.text(first)


def _children(node: ast.AST) -> Iterator[ast.AST]:
    """What may be mutated inside a node: not its annotations, messages, and tables of numbers."""
    match node:
        case ast.FunctionDef() | ast.AsyncFunctionDef():
            if not any(_called_name(each) in {"overload", "abstractmethod"} for each in node.decorator_list):
                yield from _defaults(node)
                yield from node.body
        case ast.ClassDef():
            yield from node.body
        case ast.Lambda():
            yield from node.args.defaults
            yield node.body
        case ast.AnnAssign():
            yield from [] if node.value is None else [node.value]
        case ast.If() if _is_for_type_checkers(node) or _is_main(node):
            yield from node.orelse
        case ast.Call() if _called_name(node) == "dataclass" or _calls(node, LOGGING | WARNINGS):
            pass
        case (
            ast.Raise() | ast.Assert() | ast.JoinedStr() | ast.Import() | ast.ImportFrom() | ast.MatchValue()
        ):
            pass
        case ast.Tuple() | ast.List() | ast.Set() if len(node.elts) > MAX_DISPLAY:
            pass
        case ast.Dict() if len(node.keys) > MAX_DISPLAY:
            pass
        case ast.keyword(arg="stacklevel"):
            pass
        case ast.keyword(arg="axis" | "ddof", value=ast.Constant()):
            pass
        case ast.Assign(targets=[ast.Name(id="__all__" | "__version__")]):
            pass
        case _:
            yield from ast.iter_child_nodes(node)


def _defaults(node: ast.AST) -> list[ast.AST]:
    """The defaults of a function's arguments."""
    if not isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
        return []
    return [*node.args.defaults, *(each for each in node.args.kw_defaults if each is not None)]


def _called_name(node: ast.AST) -> str:
    node = node.func if isinstance(node, ast.Call) else node
    return node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else ""


def _calls(node: ast.Call, names: set[str]) -> bool:
    """Is it a call of such a function, or of a method of such a thing?"""
    owner = node.func.value if isinstance(node.func, ast.Attribute) else node
    return bool({_called_name(node), _called_name(owner)} & names)


def _is_for_type_checkers(node: ast.If | ast.IfExp) -> bool:
    return _called_name(node.test) == "TYPE_CHECKING" or _is_main(node)


def _is_main(node: ast.If | ast.IfExp) -> bool:
    return isinstance(node.test, ast.Compare) and _called_name(node.test.left) == "__name__"


def _is_none(node: ast.AST) -> bool:
    return isinstance(node, ast.Constant) and node.value is None


def _is_number(node: ast.AST) -> bool:
    node = node.operand if isinstance(node, ast.UnaryOp) else node
    return isinstance(node, ast.Constant)


def _is_text(node: ast.BinOp | ast.AugAssign) -> bool:
    sides = [node.left, node.right] if isinstance(node, ast.BinOp) else [node.value]
    return any(
        isinstance(side, ast.JoinedStr) or (isinstance(side, ast.Constant) and isinstance(side.value, str))
        for side in sides
    )


def _escaped(operator: str) -> str:
    return r"\s+".join(re.escape(word) for word in operator.split())


def _one_line(source: bytes) -> str:
    return " ".join(source.decode().split())
