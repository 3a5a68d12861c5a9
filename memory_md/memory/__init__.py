"""learnings.md, its archive and relationships.json: entries, confidence, expiry, transactions."""
