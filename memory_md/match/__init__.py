"""One index of lines and one matcher of files and words, for context, search, diary and import."""
