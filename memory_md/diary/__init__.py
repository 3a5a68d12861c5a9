"""The diary: its index and entries, and which of them matter for a spec."""
