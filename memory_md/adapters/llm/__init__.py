"""Language models: the Anthropic API, or any command that reads a prompt and writes an answer."""
