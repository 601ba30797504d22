"""The last step of splitmix64, from which digests are made, in plain Python."""

__all__ = ["mix64"]

_WORD = 2**64 - 1


def mix64(z: int) -> int:
    """64 bits for 64 bits."""
    z = (z + 0x9E3779B97F4A7C15) & _WORD
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & _WORD
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & _WORD
    return z ^ (z >> 31)
