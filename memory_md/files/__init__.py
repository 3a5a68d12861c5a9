"""Reads and replaces files, safely; the only package that opens a file for writing."""

from .adding import append_line, make_directory, make_private_file, open_lock, write_scratch
from .reading import distrust, read_bytes, read_settled, resolve
from .replacing import create, delete, has_left, keep, replace, sweep

__all__ = [
    "append_line",
    "create",
    "delete",
    "distrust",
    "has_left",
    "keep",
    "make_directory",
    "make_private_file",
    "open_lock",
    "read_bytes",
    "read_settled",
    "replace",
    "resolve",
    "sweep",
    "write_scratch",
]
