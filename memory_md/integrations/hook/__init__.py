"""What an agent's hook does: it reminds, it learns, and it never gets in the way."""
