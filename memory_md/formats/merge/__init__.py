"""The texts of a three-way merge, cut into what is merged as one thing, and put together."""
