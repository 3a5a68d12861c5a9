"""`.mem/local/sessions.db` and the sessions that are not read again."""
