"""Sessions of agents, read once from whatever format into numbered turns."""
