"""What must hold for whatever is read; a law takes bytes and raises what it likes.

MemError is the one exception that is an answer.
"""
