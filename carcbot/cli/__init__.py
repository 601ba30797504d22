"""The command line: one file a command, each read as a table of contents."""
