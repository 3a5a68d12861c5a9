"""What `make docs` makes: the parts of docs/ that follow from the program itself."""
