"""`mem hook`: what is done at each event of an agent."""
