"""The proof of the digest finds a collision where there is one."""

from pathlib import Path

from tests.proof.digest import PARTS, file_away, look_through

TOP = 0xAB << 56


def test_collisions_are_found(tmp_path: Path) -> None:
    """Equal digests of different positions are told; the same position twice is none."""
    pairs = [(TOP | 1, 10), (TOP | 2, 20), (TOP | 1, 10), (TOP | 2, 21), (3, 30)]
    assert file_away(pairs[:3], tmp_path) + file_away(pairs[3:], tmp_path) == 5
    found = [look_through((number, tmp_path)) for number in range(PARTS)]
    assert sum(count for count, _ in found) == 4
    assert [digest for _, digests in found for digest in digests] == [TOP | 2]
