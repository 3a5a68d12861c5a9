"""How many tokens a text takes, estimated without a tokenizer."""
