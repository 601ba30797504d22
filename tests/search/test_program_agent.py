"""Tests of carcbot.search.program_agent."""

import pytest

from carcbot.errors import AgentError
from carcbot.search.own_agent import is_own
from carcbot.search.presets import PRESETS
from carcbot.search.program_agent import command_of, is_program, label_of

PROGRAMS = {
    "./mybot": (("./mybot",), "mybot"),
    "./mybot --flag": (("./mybot", "--flag"), "mybot-flag"),
    "sh 'my bots/a' -x 3": (("sh", "my bots/a", "-x", "3"), "sh-my-bots-a-x-3"),
    "/opt/bot": (("/opt/bot",), "opt-bot"),
}  # fmt: skip


@pytest.mark.parametrize("text", PROGRAMS)
def test_programs(text: str) -> None:
    """A command is read as a shell reads it, and has a name that tables can show."""
    assert is_program(text)
    assert not is_own(text)
    command, label = PROGRAMS[text]
    assert command_of(text) == command
    assert label_of(text) == label


def test_agents_are_no_programs() -> None:
    """No agent of ours, with or without parameters, and no class is taken for a program."""
    for name, preset in PRESETS.items():
        assert not is_program(name)
        assert not is_program(preset.base)
    for text in ("mcts:c=2,sims=500", "mine:Mine", "package.module:Class", ""):
        assert not is_program(text)


def test_half_a_quotation() -> None:
    """A command that no shell could read is refused."""
    with pytest.raises(AgentError, match="is no command: No closing quotation"):
        command_of("./mybot 'half")
