"""Searching by words: terms, stems, an index, BM25 ranking and snippets."""
