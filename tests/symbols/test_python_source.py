"""What lines tell of a Python file is what the syntax tree tells, where a hash says so."""

from memory_md.symbols.definitions import SourceSymbols
from memory_md.symbols.python_source import definitions, outline

from ..rows import check_rows

TOLD = [
    "import x\ntwo = 1\n",
    "def other():\n    def two():\n        pass\n    two = 1\n    call(\n        two=1,\n    )\n",
    "TEXT = '''\ndef two():\n    pass\n'''\n# def two():\n",
    'def one():\n    """# "\n\ndef two(): ...\n"""\n\ndef two():\n    # last\n    x\n\nx = 1\n',
    "@first\n@second(\n    '''\n@no\n''',\n)\n\n# why\n@third\ndef two(a,\n        b=1,\n): ...\n",
    "class two(\n    A,\n):\n    async  def two(self): ...\n",
    "class A(B,\n        C):\n    if D:\n        def two(self): pass\n",
    "async def f(\n    two: int,\n    b: str,\n) -> None:\n    else_ = two\n",
]
UNTOLD = [
    "one, two = 1, 2\n",
    "a = two = 2\n",
    "if a: two = 2\n",
    "a = 1; two = 2\n",
    "class A(B,\n        C):\n    two = 1\n",
    'x = \'"""\'\ndef two(): pass\n',
    "def two(a,\nb): pass\n",
]


@check_rows("text", TOLD)
def test_lines_tell_what_the_whole_file_tells(text: str) -> None:
    whole = {one.name for one in definitions(text) or []}
    assert {one.name for one in outline(text)} == whole


@check_rows("text", [*TOLD, *UNTOLD])
def test_a_hash_is_that_of_the_tree_whatever_it_was(text: str) -> None:
    names = {one.name for one in definitions(text) or []}
    right = {name: SourceSymbols("a.py", text.encode()).hash_of(name) for name in names}
    again = SourceSymbols("a.py", text.encode())
    assert {name: again.hash_of(name, known) for name, known in right.items()} == right
    changed = SourceSymbols("a.py", text.encode())
    assert {name: changed.hash_of(name, "py1:0000") for name in names} == right


def test_what_is_as_it_was_needs_no_tree() -> None:
    text = "class A:\n" + "".join(f"    def m{n}(self):\n        return {n}\n\n" for n in range(50))
    known = SourceSymbols("a.py", text.encode()).hash_of("A.m7")
    source = SourceSymbols("a.py", text.encode())
    assert source.hash_of("A.m7", known) == known
    assert "defined" not in source.__dict__
