"""Verifiable chance: where draws come from, and how anybody checks them.

All of it comes from a secret that is committed to before the first draw and opened after the last
event. In the mode `seed` that is all; in the mode `deck` each place of a shuffled deck has a
commitment of its own, which every draw opens; in the mode `joint` the seats add secrets of their
own, so that the referee alone cannot have chosen the draws. protocol/chance.md tells what each mode
proves and what it does not. The referee draws by this room, and bots and verifiers check by it.
"""
