"""What is on disk: the rows, their database and its migrations."""
