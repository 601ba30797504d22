"""The Python face of each game: notation, views and rendering."""
