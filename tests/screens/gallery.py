"""Every screen that the issue names, as a function of a language and of how its pictures look.

For tests that go through all of them: in each language, in a language that is none, at their longest.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, Final

from bot import refusals
from bot.art.drawings import Look
from bot.exports import Export
from bot.options import Options
from bot.privacy import Held
from bot.screens import options as host_options
from bot.screens import privacy, server, settings, stats
from bot.screens import replay as replays
from bot.screens.end import closed, end
from bot.screens.hand import Note, hand
from bot.screens.hints import Hint
from bot.screens.lobby import lobby
from bot.screens.notice import ending, kept, leaving, left, notice, paused, reminder
from bot.screens.parts import Screen, Sitter, Vote
from bot.screens.rules import PAGES, rules_page
from bot.screens.table import table
from bot.seating import COMPUTERS
from bot.standings import PARTS, Against, Tally
from bot.store import Why, Wishes
from bot.table import Refusal
from bot.texts import Texts
from engine import PRESETS, Event, Reason, State, parse_move, parse_rules, view
from engine.players.levels import Level
from tests.engine.table import dealt, play, shedding
from tests.screens.scenes import DEADLINE, NAMES, VOTE_ENDS, lobby_scene, looked_back, named, scene
from tests.screens.scenes import kept as away
from tests.screens.test_hand import SUIT, THIRTY_THREE
from tests.screens.test_lobby import ALL_CHANGED
from tests.screens.test_stats import MAY, aino
from tests.screens.test_table import FIVE, bounce, following, last_card, round_and_round, with_runs

Shown = Callable[[Texts, Look | None], Screen]


class Gallery:
    """The screens, with these people at every table."""

    def __init__(self, names: Sequence[str] = NAMES) -> None:
        self.names = names

    def table(self, moment: tuple[State, tuple[Event, ...]], *asleep: int, **about: Any) -> Shown:
        state, events = moment
        what = away(named(scene(state, events, **about), *self.names), *asleep)
        return lambda t, look: table(view(state, None), what, t, look)

    def hand(self, state: State, seat: int, **more: Any) -> Shown:
        what = named(scene(state), *self.names)
        return lambda t, look: hand(view(state, seat), what, t, look=look, **more)

    def refused(self, state: State, seat: int, move: str, reason: Reason) -> Shown:
        what, seen = named(scene(state), *self.names), view(state, seat)

        def shown(t: Texts, look: Look | None) -> Screen:
            heading, sentence = refusals.of_move(reason, parse_move(move), seen, t)
            return hand(seen, what, t, Note(sentence, heading), look=look)

        return shown

    def end(self, state: State, **about: Any) -> Shown:
        what = named(scene(state, **about), *self.names)
        return lambda t, look: end(view(state, None), what, t, look)

    def lobby(self, game: str, size: int, *sitters: Sitter, **about: Any) -> Shown:
        what = named(lobby_scene(game, size, *sitters, **about), *self.names)
        return lambda t, look: lobby(what, t, look)

    def options(self, page: str) -> Shown:
        chosen = Options(parse_rules("mattis runs=no"), 4, 180)
        people = [Sitter(name, host=n == 0) for n, name in enumerate(self.names[:3])]
        guests = [host_options.Guest(str(n), sitter) for n, sitter in enumerate(people)]
        if page == "table":
            return lambda t, look: host_options.options(12, chosen, guests, 180, t)
        return lambda t, look: host_options.house_rules(12, chosen, page, t)

    def computers(self) -> Shown:
        guests = [
            host_options.Guest(name, Sitter(self.names[n], computer=True, level=tuple(Level)[n % 3]))
            for n, name in enumerate(COMPUTERS[:7])
        ]
        chosen = Options(PRESETS["mattis"], 8, 180)
        return lambda t, look: host_options.computers(12, chosen, guests, t)

    def replay(self, game: str, ply: int, seat: int | None = None, hands: str = replays.OPEN) -> Shown:
        played = looked_back(game)
        moment, landmarks = played.at(ply), played.landmarks(replays.LANDMARKS)
        what = named(scene(moment.state), *self.names)
        return lambda t, look: replays.replay(moment, landmarks, what, t, look, seat=seat, hands=hands)

    @property
    def screens(self) -> dict[str, Shown]:
        """By name, in the order in which a game meets them."""
        out, _ = play(shedding("myllymatti", "2H", "3S 4S 5S", "2C", trump="H", leader=2), "2C")
        over, _ = play(out, "2H")
        everyone, told = play(dealt("mattis", *FIVE), "4D 8S 5C 8D 7C")
        led, _ = play(dealt("myllymatti", "KS 4C 9D", "8S TC KH", "5C 9H QD"), "KS")
        follows, _ = following()
        cannot, _ = play(shedding("mattis", "2S 5H", "3H 6H", "4S 7S", trump="D"), "2S")
        people = [Sitter("", host=True), Sitter("", hat=True), Sitter("", computer=True)]
        strong = [Sitter("", computer=True, level=level) for level in Level]
        losers = [
            stats.Line(name, Tally(n, 31 - n, 9 - n, (31 - n) * PARTS // 3), n == 1)
            for n, name in enumerate(self.names)
        ]
        return {
            "lobby": self.lobby("myllymatti", 3, *people),
            "lobby-all-changed": self.lobby(f"skitgubbe {ALL_CHANGED}", 8, *people, turn_seconds=None),
            "lobby-levels": self.lobby("mattis", 4, people[0], *strong),
            "lobby-ready": self.lobby("mattis", 4, *(replace(who, ready=not who.computer) for who in people)),
            "options": self.options("table"),
            "options-computers": self.computers(),
            "house-rules-building": self.options("building"),
            "house-rules-shedding": self.options("shedding"),
            "table-dealt": self.table((dealt("mattis", *FIVE), ()), ply=0),
            "table-bounce": self.table(bounce(), hat="Bror"),
            "table-answer": self.table((led, ())),
            "table-tie": self.table((everyone, told)),
            "table-last-card": self.table(play(last_card("myllymatti", stock="2C 3C 6D"), "KS 2H")),
            "table-last-card-open": self.table(
                play(last_card("myllymatti-open", stock="2C 3C 6D"), "KS 2H TC")
            ),
            "table-last-card-closed": self.table(play(last_card("skitgubbe", stock="2C 6D"), "KS 2H")),
            "table-phase-2": self.table(following(), hat="Bror"),
            "table-runs": self.table(with_runs(), hat="Cia"),
            "table-sweep-near": self.table(round_and_round(1)),
            "table-sweep-due": self.table(round_and_round(2)),
            "table-out": self.table((out, ())),
            "table-vote": self.table(following(), 1, vote=Vote(1, 2, VOTE_ENDS)),
            "table-all-away": self.table(following(), 0, 1, 2, all_asleep=True),
            "end": self.end(over, tricks=41, minutes=23, hat_from="Cia"),
            "replay-deal": self.replay("myllymatti-3", 0),
            "replay-last-card": self.replay("myllymatti-3", 44),
            "replay-open": self.replay("mattis-4", 80, seat=1),
            "replay-own": self.replay("mattis-4", 80, seat=1, hands=replays.SHUT),
            "replay-table": self.replay("mattis-4", 80, hands=replays.SHUT),
            "replay-phase-2": self.replay("mattis-8", 50),
            "replay-end": self.replay("myllymatti-3", 260),
            "record": lambda t, look: replays.record(12, "myllymatti-12.txt", b"", t),
            "paused": lambda t, look: paused(("Send Messages", "View Channel"), t, 12),
            **{f"closed-{why}": _closed(why) for why in Why},
            "hand-lead": self.hand(
                dealt("myllymatti", "KS 4C 9D", "8S TC KH", "5C 9H QD"), 0, hint=Hint.LEAD
            ),
            "hand-answer": self.hand(led, 1),
            "hand-beat": self.hand(follows, 0, hint=Hint.BEAT),
            "hand-nothing-beats": self.hand(cannot, 1, hint=Hint.ONLY_PICK_UP),
            "hand-not-on-turn": self.hand(follows, 2),
            "hand-33": self.hand(shedding("myllymatti", THIRTY_THREE, "8S", "9S", trump="D"), 0),
            "hand-runs": self.hand(shedding("mattis", f"{SUIT} 2H", "8H", "9H", trump="D"), 0),
            "hand-out": self.hand(out, 2),
            "hand-over": self.hand(over, 1),
            "hand-refused": self.refused(follows, 0, "9H", Reason.DOES_NOT_BEAT),
            "leaving": lambda t, look: leaving(12, t),
            "left": lambda t, look: left(12, t),
            "kept": lambda t, look: kept(12, t, waits=True),
            "reminder": lambda t, look: reminder(12, DEADLINE, t),
            "ending": lambda t, look: ending(12, t, host=True, moderator=True, started=True),
            "stats": lambda t, look: stats.person(
                self.names[0], aino(), True, t, look, (self.names[1], Against(8, 21, 6))
            ),
            "losers": lambda t, look: stats.losers(losers, 0, 2, t, look),
            "losers-season": lambda t, look: stats.losers(
                losers[:3], 0, 1, t, look, season=MAY, seasons=[MAY]
            ),
            "server-reset": lambda t, look: server.resetting(31, 12, t),
            "server-export": lambda t, look: server.exported(Export(b"", b"", 31, 2), t),
            "privacy": lambda t, look: privacy.privacy(Held(12, settings=True), t),
            "privacy-data": lambda t, look: privacy.data("myllymatti.json", b"", t),
            "privacy-forgetting": lambda t, look: privacy.forgetting(t),
            "settings": lambda t, look: settings.mine(Wishes(), t),
            "settings-server": lambda t, look: settings.servers(Wishes(language="fi"), t),
            **{f"rules-{game}-{page}": _rules(game, page) for game in PRESETS for page in PAGES},
            **{f"refused-{refusal.name.lower()}": _refusal(refusal) for refusal in Refusal},
        }


def _closed(why: Why) -> Shown:
    return lambda t, look: closed(why, t, started=True)


def _rules(game: str, page: str) -> Shown:
    return lambda t, look: rules_page(parse_rules(game), t, page, table=12, look=look)


def _refusal(refusal: Refusal) -> Shown:
    return lambda t, look: notice(*refusals.of_table(refusal, t, None, "Aino"))


SCREENS: Final = Gallery().screens
