"""Other programs' records of sessions, read as events; decides nothing."""
