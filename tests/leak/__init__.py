"""Nobody is told, and nobody decides by, what they cannot know."""
