"""Git's three-way merge of the memory's files, and what mends them afterwards."""
