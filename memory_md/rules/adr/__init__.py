"""Which decisions become records, and under which number and name."""
