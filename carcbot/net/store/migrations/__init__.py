"""How the lobby's database came to be what it is, step by step."""
