"""What the referee, the bot and the replay share of a match. Pure, and knows no search."""
