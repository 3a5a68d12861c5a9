"""Which names a source file defines, where, and a hash of each definition; reads, never runs."""
