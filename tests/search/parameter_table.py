"""The table of all parameters in docs/searches.md, as the native core tells of them.

After a change there: `python -m tests.search.parameter_table`.
"""

from pathlib import Path

from carcbot.search.families import FAMILIES

PAGE = Path(__file__).parent.parent.parent / "docs" / "searches.md"
BEGIN, END = "<!-- parameters -->\n", "<!-- end of parameters -->\n"


def table() -> str:
    """A row for each parameter, or for each of its meanings where families have several."""
    families: dict[tuple[str, ...], list[str]] = {}
    for family in FAMILIES.values():
        for each in family.settings([]).parameters:
            row = (f"`{each.name}`", each.help, each.expected, f"`{each.text}`")
            families.setdefault(row, []).append(f"`{family.name}`")
    lines = ["| parameter | of | what it does | what it may be | usual |", "| --- " * 5 + "|"]
    lines += [
        f"| {name} | {', '.join(names)} | {text} | {expected} | {usual} |"
        for (name, text, expected, usual), names in families.items()
    ]
    return "\n".join(lines) + "\n"


def main() -> None:
    """Writes the table anew."""
    page = PAGE.read_text(encoding="utf-8")
    before, _, rest = page.partition(BEGIN)
    _, _, after = rest.partition(END)
    PAGE.write_text(f"{before}{BEGIN}\n{table()}\n{END}{after}", encoding="utf-8")


if __name__ == "__main__":
    main()
