"""The committed signature of all searches."""

import json

from tests.search.signature import FILE, signature


def test_no_search_has_changed() -> None:
    """Every search visits the nodes that it visited when the signature was written, and no others.

    If that was the purpose of a change, `python -m tests.search.signature` writes it anew.
    """
    assert signature() == json.loads(FILE.read_text(encoding="utf-8"))
