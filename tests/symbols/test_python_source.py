"""What lines tell of one name is what the syntax tree of the whole file tells, or nothing."""

from memory_md.symbols.python_source import PythonText, definitions

from ..rows import check_rows

CLEAR = [
    "import x\ntwo = 1\n",
    "def other():\n    def two():\n        pass\n    two = 1\n    call(\n        two=1,\n    )\n",
    "TEXT = '''\ndef two():\n    pass\n'''\n# def two():\n",
    'def one():\n    """# "\n\ndef two(): ...\n"""\n\ndef two():\n    # last\n    x\n\nx = 1\n',
    "@first\n@second(\n    '''\n@no\n''',\n)\n\n# why\n@third\ndef two(a,\n        b=1,\n): ...\n",
    "x = [\n    1,\n]\n\nclass two(\n    A,\n):\n    two: a = 3\n\n    async  def two(self): ...\n",
    "class A(B,\n        C):\n    if D:\n        def two(self): pass\n",
    "try:\n    from a import two\nexcept ImportError:\n    class two: 1\nfinally:\n    b = two\n",
    "def f(a, two=1):\n    return g(\n        two=a) == two\n\nfor two in ():\n    two = 2\n",
    "async def f(\n    two: int,\n    b: str,\n) -> None:\n    else_ = two\n",
    "two == 1\ntwo()\nif two: pass\ntwo_ = 1\n_two = 2\na.two = 3\ntwo.a = 4\nx[two] = 5\n",
]
UNCLEAR = [
    "one, two = 1, 2\n",
    "a = two = 2\n",
    "if a: two = 2\n",
    "a = 1; two = 2\n",
    "for a in b:\n    pass\nelse:\n    two = 1\n",
    "class A(B,\n        C):\n    two = 1\n",
    "call(a,\ntwo=1)\n",
    "def two(:\n    pass\n",
    'x = \'"""\'\ndef two(): pass\n',
    "@a(\nb)\ndef two(): pass\n",
    "def two(a,\nb): pass\n",
]


@check_rows("text", CLEAR)
def test_one_name_as_the_whole_file_tells_it(text: str) -> None:
    whole = definitions(text) or []
    assert PythonText(text).definitions_of("two") == [
        one for one in whole if one.name.rpartition(".")[2] == "two"
    ]


@check_rows("text", UNCLEAR)
def test_nothing_is_answered_where_lines_do_not_tell(text: str) -> None:
    assert PythonText(text).definitions_of("two") is None


def test_what_is_above_and_below_in_the_file_does_not_matter() -> None:
    text = "class A:\n" + "".join(f"    def m{n}(self):\n        return {n}\n\n" for n in range(50))
    found = PythonText(text).definitions_of("m7")
    assert found == [one for one in definitions(text) or [] if one.name == "A.m7"]
