"""Exchange the names of two files in one step; ask whether a file is open for writing.

Both need Linux and a file system that can; elsewhere the caller does without.
"""

import errno
import os
import sys
from pathlib import Path
from typing import Final

_AT_CWD: Final = -100
_EXCHANGE: Final = 2  # RENAME_EXCHANGE of linux/fs.h


def exchange(one: Path, other: Path) -> bool:
    """Give each of two files the other's name; False where that cannot be done.

    Raises FileNotFoundError if one of them is not there.
    """
    if sys.platform == "linux":
        import ctypes  # costs 6 ms

        libc = ctypes.CDLL(None, use_errno=True)
        try:
            rename = libc.renameat2
        except AttributeError:  # a C library that is older than the call
            return False
        if not rename(_AT_CWD, os.fsencode(one), _AT_CWD, os.fsencode(other), _EXCHANGE):
            return True
        if ctypes.get_errno() == errno.ENOENT:
            raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), str(other))
    return False


def has_writer(descriptor: int) -> bool:
    """Return whether somebody has the file open for writing; False where nobody can say.

    The kernel leases a file for reading only while it has no writers.
    """
    if sys.platform == "linux":
        import fcntl
        import signal

        try:
            # Whoever opens it meanwhile sends us a signal, which must not be one that kills.
            fcntl.fcntl(descriptor, fcntl.F_SETSIG, signal.SIGURG)
            fcntl.fcntl(descriptor, fcntl.F_SETLEASE, fcntl.F_RDLCK)
            fcntl.fcntl(descriptor, fcntl.F_SETLEASE, fcntl.F_UNLCK)
        except BlockingIOError:
            return True
        except OSError:
            pass  # another user's file, or a file system without leases
    return False
