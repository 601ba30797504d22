"""`python -m tests.proof` lists the proofs, with what each of them is a proof of."""

import ast
from collections.abc import Iterator
from pathlib import Path


def proofs() -> Iterator[tuple[str, str]]:
    """The modules of this folder that are proofs, and the first line that each says of itself."""
    for path in sorted(Path(__file__).parent.glob("*.py")):
        says = ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))) or ""
        first = says.partition("\n")[0]
        if first.startswith("Proof "):
            yield path.stem, first


if __name__ == "__main__":
    print("make proof NAME=..., one of these; ARGS='--help' tells what it takes")
    for name, what in proofs():
        print(f"  {name:<12} {what}")
