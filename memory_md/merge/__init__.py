"""Git's three-way merge of the memory's files, and the repair of other merges."""
