"""The tests mirror the package: each module has a test module of its own, or stands here."""

import functools
from fnmatch import fnmatch
from pathlib import Path

TESTS = Path(__file__).parent
PACKAGE = TESTS.parent / "carcbot"

OF_OTHER_MODULES: dict[str, tuple[str, ...]] = {
    # what is only said, kept or named: types, tables and constants, tried with all that uses them
    "messages/*": ("messages/test_schemas.py", "messages/test_transcripts.py"),
    "arena/contest.py": ("arena/test_contest_file.py",),
    "cli/exit_code.py": ("cli/test_main.py",),
    "cli/words.py": ("cli/test_watch.py",),
    "games/carcassonne/stacks.py": ("match/chance/test_deck.py",),
    "games/extras.py": ("games/test_contract.py",),
    "net/clock.py": ("net/door/test_arrivals.py",),
    "net/process/process_limits.py": ("net/process/test_limited_process.py",),
    "net/process/worker_messages.py": ("net/process/test_worker.py",),
    "net/settings.py": ("net/test_server.py",),
    "net/store/rows.py": ("net/store/test_accounts.py",),
    "net/web/requests.py": ("net/web/test_site.py",),
    "referee/abilities.py": ("referee/test_lobby.py",),
    "referee/step.py": ("referee/test_table.py",),
    "search/budget.py": ("search/test_agent.py",),
    # one of many of a kind, of which one test tries all
    "arena/formats/*": ("arena/formats/test_formats.py",),
    "cli/benches/*": ("cli/test_bench.py",),
    "env/carcassonne/wingedsheep/*": ("env/carcassonne/wingedsheep/test_carcassonne_game.py",),
    "conform/*": (
        "conform/test_our_bot.py",
        "conform/test_bot_mutants.py",
        "conform/test_server_mutants.py",
    ),
    "games/*/terminal.py": ("games/test_terminal.py",),
    "lab/studies/*": ("lab/test_studies.py",),
    "net/store/migrations/*": ("net/store/test_migrations.py",),
    "search/presets.py": ("cli/test_agents.py",),
    # a part of a picture, a page or a report, which are looked at as a whole
    "contest/report/*": ("contest/report/test_report.py",),
    "games/canvas.py": ("games/carcassonne/test_terminal_board.py",),
    "games/carcassonne/board.py": ("games/carcassonne/test_board_of.py",),
    "games/carcassonne/drawing/*": (
        "games/carcassonne/test_drawing.py",
        "games/carcassonne/test_page.py",
    ),
    "games/*/*_picture.py": ("games/test_picture.py",),
    "games/lettering.py": ("games/carcassonne/test_drawing.py",),
    "games/carcassonne/terminal.py": ("cli/test_play.py", "cli/test_show.py"),
    "games/carcassonne/terminal_tile.py": ("games/carcassonne/test_terminal_board.py",),
    "games/hoard/table_cards.py": ("games/hoard/test_page.py",),
    "games/png.py": ("games/test_gif.py",),
    "lab/*": ("lab/test_studies.py", "lab/test_positions.py", "lab/test_duels.py"),
    # a part of a command, which is tried as it is typed
    "__main__.py": ("cli/test_main.py",),
    "cli/arguments.py": ("cli/test_main.py",),
    "cli/ask_move.py": ("cli/test_play.py",),
    "cli/bot_process.py": ("cli/test_bot.py",),
    "cli/contest_options.py": ("cli/test_contests.py",),
    "cli/contest_play.py": ("cli/test_contests.py",),
    "cli/event_lines.py": ("cli/test_watch.py",),
    "cli/game_options.py": ("cli/test_play.py",),
    "cli/kit_report.py": ("cli/test_conform.py",),
    "cli/lazy_group.py": ("cli/test_main.py",),
    "cli/lobby_command.py": ("cli/test_accounts.py",),
    "cli/match.py": ("cli/test_contests.py",),
    "cli/match_screen.py": ("cli/test_play.py",),
    "cli/played_match.py": ("cli/test_play.py",),
    "cli/referee_process.py": ("cli/test_serve.py",),
    "cli/replay/record_files.py": ("cli/replay/test_show.py", "cli/replay/test_stats.py"),
    "cli/replay/moment_pictures.py": ("cli/replay/test_png.py", "cli/replay/test_gif.py"),
    "cli/same_lobby.py": ("cli/test_accounts.py",),
    "cli/screen.py": ("cli/test_show.py",),
    "cli/sprt.py": ("cli/test_contests.py",),
    "cli/thought_screen.py": ("cli/test_think.py",),
    "cli/tls_options.py": ("cli/test_serve.py",),
    "cli/tournament.py": ("cli/test_contests.py",),
    "cli/completion.py": ("cli/test_main.py",),
    "cli/values.py": ("cli/test_main.py",),
    "env/action_ways.py": ("env/carcassonne/test_turn_phases.py", "env/test_gymnasium.py"),
    # faces of the same games, tried by the checks of the libraries that they are for
    **{
        f"env/{name}.py": ("env/test_gymnasium.py",)
        for name in ("all_seats", "many_seats", "names", "one_seat", "other_seats", "seat_games")
    },
    # a part of a larger thing, tried where the whole is used
    "arena/competition/rules.py": ("arena/competition/test_rules_file.py",),
    "contest/agent_seat.py": ("contest/test_refereed_game.py",),
    "contest/contest_team.py": ("contest/test_runner.py",),
    "contest/mixed_game.py": ("contest/test_any_game.py",),
    "contest/native_game.py": ("contest/test_any_game.py",),
    "contest/program_seat.py": ("contest/test_refereed_game.py",),
    "contest/seating.py": ("contest/test_any_game.py",),
    "contest/workers/processes.py": ("contest/workers/test_parallel_map.py",),
    "games/*/bench.py": ("cli/test_bench.py",),
    "games/*/presets.py": ("cli/test_agents.py",),
    "games/plugins.py": ("outside/test_packages.py",),
    "games/random_plies.py": ("games/test_contract.py",),
    "games/python_game.py": ("outside/test_packages.py", "outside/test_searching.py"),
    "match/chance/*": (
        "match/chance/test_vectors.py",
        "match/chance/test_prose.py",
        "match/chance/test_deck.py",
    ),
    "net/arrival_loop.py": ("net/door/test_arrivals.py",),
    "net/client/address.py": ("net/client/test_link.py", "net/client/test_trust.py"),
    "net/client/agent_failures.py": ("net/client/test_bot.py",),
    "net/client/log_fields.py": ("net/client/test_log.py",),
    "net/client/person.py": ("cli/test_play.py",),
    "net/client/thinker.py": ("net/client/test_bot.py",),
    "net/competitions/host_orders.py": ("cli/test_competition_orders.py",),
    "net/door/http_connection.py": ("net/door/test_doorway.py", "net/door/test_gate.py"),
    "net/embedded.py": ("cli/test_play.py",),
    "net/host/bot_launcher.py": ("net/host/test_house_bots.py",),
    "net/host/hearer.py": ("net/host/test_room.py",),
    "net/host/referee_metrics.py": ("net/web/test_health.py",),
    "net/host/results.py": ("net/host/test_settlement.py", "net/host/test_lobby_keeper.py"),
    "net/process/shared_boards.py": ("net/process/test_together.py",),
    "net/process/worker_process.py": ("net/process/test_worker_places.py",),
    "net/store/order_queue.py": ("net/store/test_database.py", "net/store/test_offers.py"),
    "net/store/wishes.py": ("net/store/test_cuts.py", "net/store/test_rulings.py"),
    "net/store/schema.py": ("net/store/test_migrations.py",),
    "net/store/secret_file.py": ("net/store/test_tokens.py",),
    "net/store/store.py": ("net/store/test_database.py",),
    "net/store/upgrade.py": ("net/store/test_migrations.py",),
    "net/web/competition_pages.py": ("net/competitions/test_competitions.py",),
    "net/web/kept_files.py": ("web/test_loading.py",),
    "net/web/single_file.py": ("web/test_single_file.py",),
    "net/web/static_files.py": ("net/web/test_site.py",),
    "referee/chain.py": ("replay/test_mutations.py",),
    "referee/commands.py": ("referee/test_hall.py",),
    "referee/journal_reader.py": ("referee/test_journal.py",),
    "referee/event_log.py": ("referee/test_table.py",),
    "referee/match_course.py": ("referee/test_table.py", "referee/test_turns.py"),
    "referee/offers.py": ("referee/test_lobby.py",),
    "referee/parties.py": ("referee/test_shares.py",),
    "referee/running_match.py": ("referee/test_table.py", "referee/test_table_time.py"),
    "referee/signature.py": ("net/host/test_signing_key.py",),
    "replay/record.py": ("replay/test_verification.py", "replay/test_mutations.py"),
    "replay/seat_story.py": ("replay/test_own_view.py",),
    "search/decision.py": ("search/test_agent.py",),
}
"""What tests the modules that have no test module of their own, and why these do."""


@functools.cache
def modules() -> list[str]:
    """Every module of the package that says more than what it is made of."""
    files = (file.relative_to(PACKAGE) for file in PACKAGE.rglob("*.py"))
    return sorted(
        str(file) for file in files if file.name != "__init__.py" and file.parts[0] != "_native"
    )


def own_test(module: str) -> str:
    """Where its own test module lies."""
    folder, slash, name = module.rpartition("/")
    return f"{folder}{slash}test_{name}"


def test_every_module_has_its_test() -> None:
    """It lies where the module lies, or the module stands in the list."""
    wanted = [
        own_test(module)
        for module in modules()
        if not (TESTS / own_test(module)).exists()
        and not any(fnmatch(module, pattern) for pattern in OF_OTHER_MODULES)
    ]
    assert wanted == [], "write these, or say in OF_OTHER_MODULES what tests the modules, and why"


def test_the_list_is_true() -> None:
    """What stands in it is there; a row is gone when all that it names have tests of their own."""
    for pattern, tests in OF_OTHER_MODULES.items():
        named = [module for module in modules() if fnmatch(module, pattern)]
        assert any(not (TESTS / own_test(module)).exists() for module in named), pattern
        assert [each for each in tests if not (TESTS / each).exists()] == []
