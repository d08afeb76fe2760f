"""Private sentences, screen 11c of the mock-ups, questions before leaving and ending, and a paused game."""

from __future__ import annotations

import pytest

from bot import permissions, refusals
from bot.options import Options
from bot.screens.limits import broken
from bot.screens.notice import ending, kept, leaving, left, notice, paused, reminder
from bot.screens.parts import Screen
from bot.seating import Seating
from bot.store import Status
from bot.table import Refusal, Table
from bot.texts import texts
from engine import PRESETS, Reason, State, parse_move, view
from tests.engine.table import dealt, play, shedding
from tests.screens.conftest import Looks
from tests.screens.reading import as_text, offers
from tests.screens.scenes import DEADLINE, scene
from tests.screens.test_table import following

t = texts()


def turn(seat: int) -> Screen:
    state, events = following()
    words = refusals.of_turn(view(state, seat), scene(state, events), t)
    return notice(*words, hand_of=12, t=t)


def test_not_your_turn(looks: Looks) -> None:
    """As drawn in 11c."""
    looks(turn(1), "notice-not-your-turn")


def after_whom(state: State, seat: int) -> str | None:
    return refusals.of_turn(view(state, seat), scene(state), t)[1]


def test_it_is_told_after_whom_one_plays() -> None:
    state, _ = following()
    assert after_whom(state, 1) == "You play after Aino."
    assert after_whom(state, 2) == "You play after Bror."


def test_who_is_out_is_told_so() -> None:
    state, _ = following()
    assert "out" in (after_whom(state, 3) or "")


def test_in_phase_1_only_those_in_the_round_play() -> None:
    state = dealt("myllymatti", "KS 4C 9D", "8S TC KH", "5C 9H QD")
    assert [after_whom(state, seat) for seat in (1, 2)] == [
        "You play after Aino.",
        "You are not in this trick.",
    ]


def test_a_press_on_pick_up_by_who_can_beat(looks: Looks) -> None:
    state, _ = play(shedding("mattis", "7D 5H", "8D 3H", "4S 7S", trump="D"), "7D")
    words = refusals.of_move(Reason.CAN_BEAT, parse_move("take"), view(state, 1), t)
    looks(notice(*words, hand_of=12, t=t), "notice-can-beat")


def test_leaving(looks: Looks) -> None:
    looks(leaving(12, t), "leaving")
    looks(leaving(12, t, last=True), "leaving-last")
    assert [(o.label, o.action) for o in offers(leaving(12, t))] == [
        ("Leave the game", "quit"),
        ("My hand", "hand"),
    ]


def pressed(screen: Screen) -> dict[str, str]:
    """What each button asks for."""
    return {offer.label: offer.action for offer in offers(screen)}


# a seat that a computer keeps


@pytest.mark.parametrize(("waits", "name"), [(False, "kept"), (True, "kept-waits")])
def test_a_computer_keeps_the_seat(waits: bool, name: str, looks: Looks) -> None:
    """If computers keep all seats of people none of them plays: the game waits."""
    screen = kept(12, t, waits=waits)
    looks(screen, name)
    assert pressed(screen) == {"Take my seat back": "back", "Leave": "leave"}
    assert ("A computer plays" in as_text(screen)) is not waits
    assert ("waits for you" in as_text(screen)) is waits


def test_who_has_left_may_think_better_of_it(looks: Looks) -> None:
    looks(left(12, t), "left")
    assert pressed(left(12, t)) == {"Take my seat back": "back"}


def test_half_of_the_turn_has_passed(looks: Looks) -> None:
    looks(reminder(12, DEADLINE, t), "reminder")
    assert pressed(reminder(12, DEADLINE, t)) == {"My hand": "hand"}


def test_the_reminder_is_a_sentence() -> None:
    """A status line's `turn ends …` is no part of one."""
    assert "it turn ends" not in as_text(reminder(12, DEADLINE, t))


# a pause


def test_paused_since_a_permission_is_missing(looks: Looks) -> None:
    looks(paused(["Send Messages"], t, 12), "paused")
    assert pressed(paused([], t, 12)) == {"My hand": "hand", "Rules": "rules"}


def test_paused_since_every_permission_is_missing(looks: Looks) -> None:
    """Also in a locked thread, where that is one more."""
    looks(paused([*permissions.IN_THREADS, "Manage Threads"], t, 12), "paused-all-missing")


def test_paused_and_nobody_knows_why(looks: Looks) -> None:
    looks(paused([], t, 12), "paused-unknown")
    assert "permissions" not in as_text(paused([], t, 12))
    assert "permissions here: **Send Messages**." in as_text(paused(["Send Messages"], t, 12))


# ending a table


@pytest.mark.parametrize(
    ("host", "moderator", "started", "answers"),
    [
        (True, False, True, {"Ask everybody": "ask", "My hand": "hand"}),
        (False, True, True, {"End it now": "end"}),
        (True, True, True, {"Ask everybody": "ask", "End it now": "end"}),
        (True, False, False, {"Close the table": "close"}),
        (False, True, False, {"Close the table": "close"}),
        (True, True, False, {"Close the table": "close"}),
    ],
)
def test_before_a_table_is_ended_it_is_asked(
    host: bool, moderator: bool, started: bool, answers: dict[str, str], looks: Looks
) -> None:
    """A host asks everybody, whoever may manage the server need not; a lobby is just closed."""
    screen = ending(12, t, host=host, moderator=moderator, started=started)
    assert pressed(screen) == answers
    who = "-".join(word for word, so in (("host", host), ("moderator", moderator)) if so)
    looks(screen, f"ending-{'game' if started else 'lobby'}-{who}")


# refusals


def a_table(status: Status = Status.PLAYING, missing: tuple[str, ...] = ()) -> Table:
    """A table as it is given to what words a refusal."""
    options = Options(PRESETS["myllymatti"], 3, 180)
    return Table(
        id=12,
        guild_id=1,
        channel_id=2,
        options=options,
        status=status,
        seating=Seating(3, None, ()),
        hat=None,
        missing=missing,
    )


@pytest.mark.parametrize("refusal", Refusal, ids=lambda refusal: refusal.name)
def test_what_a_table_refuses(refusal: Refusal, looks: Looks) -> None:
    words = refusals.of_table(refusal, t, a_table(missing=("Send Messages", "Embed Links")), "Aino")
    looks(notice(*words), f"refusal-{refusal.name.lower().replace('_', '-')}")


@pytest.mark.parametrize("refusal", Refusal, ids=lambda refusal: refusal.name)
def test_what_is_refused_where_no_table_is_known_names_nobody(refusal: Refusal) -> None:
    heading, sentence = refusals.of_table(refusal, t)
    assert heading
    assert not heading.endswith(".")
    if refusal not in (Refusal.NOT_HOST, Refusal.NOT_YOURS_TO_END):  # these are some table's refusals
        assert "None" not in f"{heading} {sentence or ''}"


def test_refusals_differ() -> None:
    told = [refusals.of_table(refusal, t, a_table(), "Aino") for refusal in Refusal]
    assert len(set(told)) == len(told)


@pytest.mark.parametrize("refusal", [Refusal.NOT_HOST, Refusal.NOT_YOURS_TO_END], ids=lambda r: r.name)
def test_who_is_not_the_host_is_told_who_is(refusal: Refusal) -> None:
    assert "Aino" in (refusals.of_table(refusal, t, a_table(), "Aino")[1] or "")


def test_a_paused_table_tells_what_is_missing_where_it_knows() -> None:
    assert refusals.of_table(Refusal.PAUSED, t, a_table()) == (
        *("This game is paused", "I cannot post here just now."),
    )
    told = refusals.of_table(Refusal.PAUSED, t, a_table(missing=("Send Messages", "Embed Links")))
    assert told[1] == "I need these permissions here: Send Messages, Embed Links."


def test_a_notice_alone() -> None:
    screen = notice("You have left the table")
    assert broken(screen.payload) == []
    assert offers(screen) == []


@pytest.mark.parametrize(
    ("status", "sentence"),
    [
        (Status.LOBBY, "Press Join to take a seat."),
        (Status.PLAYING, "You can follow it here in the channel."),
        (Status.FINISHED, "Its game is over."),
        (Status.ABANDONED, "Its game is over."),
        (Status.CLOSED, "Its game is over."),
    ],
)
def test_who_sits_nowhere_is_told_what_can_be_done(status: Status, sentence: str) -> None:
    told = refusals.of_table(Refusal.NOT_SEATED, t, a_table(status), "Aino")
    assert told == ("You are not at this table", sentence)


def test_every_sentence_to_one_is_short() -> None:
    """It stands alone under its heading: two lines of a desktop, three of a phone."""
    for refusal in Refusal:
        _, sentence = refusals.of_table(refusal, t, a_table(), "Aino")
        assert len(sentence or "") <= 100
        assert sentence is None or sentence.endswith(".")
    keeping = (kept(12, t, waits=waits) for waits in (True, False))
    for screen in (*keeping, left(12, t), leaving(12, t), reminder(12, DEADLINE, t)):
        assert all(len(line) <= 100 for line in as_text(screen).splitlines())
