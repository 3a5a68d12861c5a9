"""Architecture decision records: read, listed, and written from decisions."""
