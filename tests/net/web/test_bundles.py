"""Scripts in one file do what they do as modules, and what cannot be put together is refused."""

import json
import subprocess
from pathlib import Path

import pytest

from carcbot.errors import InputError
from carcbot.net.web.bundles import bundle, imported
from tests.samples.hosting import NODE

SOURCES = {
    "js/main.js": """import { add, Counter as Tally } from "./deep/sums.js";
import { last } from "/web/js/words.js";
import "./first.js";
const tally = new Tally();
function word() { return last; }
export const said = [add(1, 2), tally.next(), word(), globalThis.first];
""",
    "js/first.js": "const last = 1;\nglobalThis.first = last;\nexport {};\n",
    "js/deep/sums.js": """import { last } from "../words.js";
export function add(a, b) {
  return a + b;
}
export class Counter {
  next() { return last.length; }
}
""",
    "js/words.js": 'export const last = "word";\n',
}


def told(folder: Path, text: str) -> object:
    """What a module exports as `said`."""
    (folder / "bundle.mjs").write_text(text)
    (folder / "tell.mjs").write_text(
        'import { said } from "./bundle.mjs";\nconsole.log(JSON.stringify(said));\n'
    )
    done = subprocess.run([NODE, folder / "tell.mjs"], capture_output=True, check=True)
    return json.loads(done.stdout)


def test_a_bundle_runs_as_its_modules_do(tmp_path: Path) -> None:
    """Each module runs once, after what it imports, and has its own names."""
    assert imported(["js/main.js"], SOURCES) == [
        "js/words.js",
        "js/deep/sums.js",
        "js/first.js",
        "js/main.js",
    ]
    assert told(tmp_path, bundle(["js/main.js"], SOURCES)) == [3, 4, "word", 1]


def test_what_another_bundle_has_is_taken_from_there(tmp_path: Path) -> None:
    """A module that both need is in one of them only."""
    (tmp_path / "other.mjs").write_text(bundle(["js/words.js"], SOURCES))
    text = bundle(["js/main.js"], SOURCES, shared=["js/words.js"], shared_from="./other.mjs")
    assert '"word"' not in text
    assert told(tmp_path, text) == [3, 4, "word", 1]


@pytest.mark.parametrize(
    ("text", "why"),
    (
        ('import { a } from "./nothing.js";\n', r"no script js/nothing\.js"),
        ('import { a } from "./self.js";\n', r"js/self\.js imports itself"),
        ('import * as all from "./words.js";\n', "cannot be put together"),
        ("export default 1;\n", "cannot be put together"),
        ("export let a = 1;\n", "cannot be put together"),
    ),
)
def test_other_styles_are_refused(text: str, why: str) -> None:
    """What would run otherwise than as a module is no bundle."""
    with pytest.raises(InputError, match=why):
        bundle(["js/self.js"], {**SOURCES, "js/self.js": text})
