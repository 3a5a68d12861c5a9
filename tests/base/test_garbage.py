"""Cycles are not looked for meanwhile, and again afterwards, whatever happens."""

import gc
from collections.abc import Iterator

import pytest

from memory_md.base.garbage import no_cycles


@pytest.fixture(autouse=True)
def _as_before() -> Iterator[None]:
    was_on = gc.isenabled()
    yield
    (gc.enable if was_on else gc.disable)()


@pytest.mark.parametrize("was_on", [True, False])
def test_afterwards_it_is_as_it_was(*, was_on: bool) -> None:
    (gc.enable if was_on else gc.disable)()
    with no_cycles():
        assert not gc.isenabled()
        with no_cycles():
            assert not gc.isenabled()
        assert not gc.isenabled()
    assert gc.isenabled() is was_on


def test_a_fault_turns_it_on_again() -> None:
    gc.enable()
    with pytest.raises(ValueError, match="it"), no_cycles():
        raise ValueError("it")
    assert gc.isenabled()
