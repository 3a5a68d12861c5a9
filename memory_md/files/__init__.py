"""Read, replace and lock files, know where they lie, and open the one database of the machine."""
