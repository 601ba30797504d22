"""Reports of a contest: figures for programs, tables, and a page with plots."""
