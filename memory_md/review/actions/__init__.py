"""What a person does to look at a memory: decide about what waits, and make its page."""
