"""Texts found by words: what a question asks for, how texts are ranked, what is shown."""
