"""Long proofs, run by hand: `make proof NAME=...`. Each prints its figures last."""
