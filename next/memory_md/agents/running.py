"""The session that runs now, as the hooks of this machine know it."""

from ..memory.opening import Opened


def running_session(opened: Opened) -> tuple[str, str, str] | None:
    """Return (path of the transcript, format, ID) of the newest session of a root, if any is known.

    A subagent's is none, and so is one that sends its messages in place of a file.
    """
    with opened.database() as database:
        rows = database.rows(
            "SELECT transcript, agent, session FROM hooks WHERE root = ? AND transcript <> ''"
            " AND conversation = session ORDER BY at DESC, rowid DESC LIMIT 1",
            (str(opened.place.root),),
        )
    return (rows[0][0], rows[0][1], rows[0][2]) if rows else None
