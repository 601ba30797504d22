"""Where clients come in: their connections, who they are, and how much they may say."""
