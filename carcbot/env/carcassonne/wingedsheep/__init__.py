"""The API of the Carcassonne environment of a published article, over the rules of the house.

The modules have the article's names: its example runs when its package's prefix
``wingedsheep.carcassonne`` is written ``carcbot.env.carcassonne.wingedsheep``.
docs/from-wingedsheep.md says what is the same and what is not.
"""
