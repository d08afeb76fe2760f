"""The table message, screens 02 to 04 of the mock-ups, in words."""

from __future__ import annotations

from typing import Any

from bot.screens.parts import Screen, Vote
from bot.screens.table import table
from bot.texts import texts
from engine import Event, State, view
from engine.events import WentOut
from tests.engine.table import OUT, building, dealt, play, shedding
from tests.screens.conftest import Looks
from tests.screens.reading import as_text, heading, moves, offers
from tests.screens.scenes import PROMISE, VOTE_ENDS, kept, named, scene, spare

t = texts()


def seen(state: State, events: tuple[Event, ...] = (), **about: Any) -> Screen:
    return table(view(state, None), scene(state, events, **about), t)


# phase 1


def bounce() -> tuple[State, tuple[Event, ...]]:
    """Bror leads 8S, Cia turns up 8D: 17 are left in the stock."""
    hands = "2S 3H 4D", "8S TC KH", "5C 9H QD"
    stock = "8D " + spare(18, "8D", *hands)
    won = spare(8, stock, *hands)
    won_too = spare(6, stock, won, *hands)
    return play(building("myllymatti", *hands, stock=stock, won=[won, won_too], leader=1), "8S up")


def test_a_duel_begins(looks: Looks) -> None:
    looks(seen(dealt("myllymatti", "2S 3H 4D", "8S TC KH", "5C 9H QD")), "table-duel-leads")


def test_the_promise_stands_there_until_the_first_move(looks: Looks) -> None:
    state = dealt("myllymatti", "2S 3H 4D", "8S TC KH", "5C 9H QD")
    looks(seen(state, ply=0), "table-dealt")
    assert PROMISE not in as_text(seen(state, ply=1))
    assert "SHA-256" not in as_text(seen(state, ply=0, promise=None))


def test_the_other_one_answers(looks: Looks) -> None:
    state, events = play(dealt("myllymatti", "2S 9H 4D", "8S TC KH", "5C 9S QD"), "9H")
    looks(seen(state, events), "table-duel-answers")


def test_a_bounce(looks: Looks) -> None:
    looks(seen(*bounce(), hat="Bror"), "table-bounce")


def test_a_bounce_goes_on(looks: Looks) -> None:
    state, events = bounce()
    state, more = play(state, "TC")
    looks(seen(state, events + more, hat="Bror"), "table-bounce-answers")


FIVE = "2S 3H 4D", "8S TC KH", "5C 9H QD", "8D 6C JD", "7C AH 2D"


def test_everyone_leads(looks: Looks) -> None:
    looks(seen(dealt("mattis", *FIVE)), "table-everyone-leads")


def test_everyone_plays(looks: Looks) -> None:
    state, events = play(dealt("mattis", *FIVE), "4D TC 5C 8D")
    looks(seen(state, events), "table-everyone-plays")


def test_a_tie(looks: Looks) -> None:
    state, events = play(dealt("mattis", *FIVE), "4D 8S 5C 8D 7C")
    looks(seen(state, events), "table-tie")


def test_a_tie_of_four(looks: Looks) -> None:
    four = "8S TC KH", "8H 9H QD", "8D 6C JD", "8C AH 2D"
    state, events = play(dealt("mattis", "2S 3H 4D", *four), "4D 8S 8H 8D 8C")
    looks(seen(state, events), "table-tie-of-four")


def test_a_tie_goes_on(looks: Looks) -> None:
    state, events = play(dealt("mattis", *FIVE), "4D 8S 5C 8D 7C KH")
    looks(seen(state, events), "table-tie-plays")


def last_card(game: str, *, stock: str) -> State:
    """Bror leads against Cia, the stock is nearly empty; Aino holds two cards."""
    return building(game, "4C 5C", "KS TC KH", "2H 9H QD", stock=stock, leader=1)


def test_the_last_card_is_won(looks: Looks) -> None:
    state, events = play(last_card("myllymatti", stock="2C 3C 6D"), "KS 2H")
    looks(seen(state, events), "table-trump-won")


def test_the_last_card_lies_face_up(looks: Looks) -> None:
    state, events = play(last_card("myllymatti-open", stock="2C 3C 6D"), "KS 2H")
    looks(seen(state, events), "table-trump-face-up")


def test_the_last_card_lies_face_down(looks: Looks) -> None:
    state, events = play(last_card("skitgubbe", stock="2C 6D"), "KS 2H")
    looks(seen(state, events), "table-trump-face-down")


def test_trump_is_told_once_on_a_screen() -> None:
    """In its moment by the heading, and never as unknown once it is known."""
    for game, stock in (("myllymatti", "2C 3C 6D"), ("myllymatti-open", "2C 3C 6D"), ("skitgubbe", "2C 6D")):
        state, events = play(last_card(game, stock=stock), "KS 2H")
        shown = str(seen(state, events).payload)
        assert ("not yet known" in shown) is (state.trump is None)


def test_the_moment_of_trump_ends_with_the_next_card(looks: Looks) -> None:
    state, events = play(last_card("myllymatti", stock="2C 3C 6D"), "KS 2H TC")
    looks(seen(state, events), "table-trump-known")
    assert heading(seen(state, events)) == "Cia answers `10♣`"


def test_the_last_card_is_turned_up(looks: Looks) -> None:
    state = building("skitgubbe", "4C 5C", "KS", "2H 9H", last="6D", drawer=2)
    state, events = play(state, "4C KS")
    looks(seen(state, events), "table-trump-turned")


def test_turn_up_is_there_whatever_the_hand_holds_while_the_stock_has_two() -> None:
    two = seen(last_card("myllymatti", stock="2C 6D"))
    one = seen(last_card("myllymatti", stock="6D"))
    assert moves(two) == {"up": "Turn up"}
    assert moves(one) == {}


# phase 2

AINO = "3S 4S 7S TS KS 2H 5H 6H 9H QH 2C 4C 5C 7C 8C TC QC AC 2D 3D"


def following() -> tuple[State, tuple[Event, ...]]:
    """As drawn in 04 and 06: Aino has to beat JC, Otso is out."""
    bror = spare(7, AINO, "9C JC")
    cia = spare(9, AINO, bror, "9C JC")
    state = shedding("myllymatti", AINO, f"{bror} 9C", f"{cia} JC", OUT, trump="D", leader=1)
    state, events = play(state, "9C JC")
    return state, (WentOut(3, 1), *events)


def test_following(looks: Looks) -> None:
    state, events = following()
    shown = named(scene(state, events, hat="Bror"), "Aino", "Bror", "Cia", "Otso")
    looks(table(view(state, None), shown, t), "table-follows")


def test_leading(looks: Looks) -> None:
    state, events = play(shedding("myllymatti", "2S 5S", "3S 6S", "4S 7S 8H", trump="D"), "2S 3S 4S")
    looks(seen(state, events), "table-leads")
    assert moves(seen(state, events)) == {}


RUNS = ("4S 5S 6S", "8S", "9S TS", "QS", "2D", "3D 4D", "KS KD", "AS AD")
OTHERS = ["2H", "3H", "4H", "5H", "6H", "7H", "8H", "9H"]


def with_runs() -> tuple[State, tuple[Event, ...]]:
    """As drawn in 04c: eight players, six of them have played, three of them runs."""
    hands = [f"{hand} {other}" for hand, other in zip(RUNS, OTHERS, strict=True)]
    return play(shedding("mattis", *hands, trump="D"), "4S-6S 8S 9S-TS QS 2D 3D-4D")


def test_runs_and_eight_players(looks: Looks) -> None:
    state, events = with_runs()
    looks(seen(state, events, hat="Cia"), "table-runs")


def test_pick_up_names_what_is_really_taken() -> None:
    assert moves(seen(*with_runs())) == {"take": "Pick up 4♠–6♠"}
    state, _ = play(shedding("myllymatti", "2S 5H", "3S 6S", "4S 7S", trump="D"), "2S 3S")
    assert moves(seen(state)) == {"take": "Pick up 3♠"}


def test_pick_up_stands_there_whether_one_can_beat_or_not() -> None:
    can, _ = play(shedding("mattis", "2S 5H", "3S 6S", "4S 7S", trump="D"), "2S")
    cannot, _ = play(shedding("mattis", "2S 5H", "3H 6H", "4S 7S", trump="D"), "2S")
    assert moves(seen(can)) == moves(seen(cannot)) == {"take": "Pick up 2♠"}


CYCLE = "QD take 7D take QD take 7D take QD take 7D take"


def round_and_round(times: int) -> tuple[State, tuple[Event, ...]]:
    """5D lies on the table, and 7D and QD wander through three hands."""
    state = shedding("myllymatti free_pick_up=no", "QD 2C", "3C 2H", "5D 7D 4C", leader=2)
    return play(state, " ".join(["5D", *[CYCLE] * times]))


def test_a_sweep_is_near(looks: Looks) -> None:
    looks(seen(*round_and_round(1)), "table-sweep-near")


def test_a_sweep_is_due(looks: Looks) -> None:
    looks(seen(*round_and_round(2)), "table-sweep-due")


def test_swept(looks: Looks) -> None:
    state, events = round_and_round(2)
    state, more = play(state, "QD")
    looks(seen(state, events + more), "table-swept")


def test_the_omen_is_told_once_on_a_screen() -> None:
    """Mock-ups, "Avoid": the same fact twice on one screen."""
    for times, words in ((1, "a sweep is near"), (2, "swept after the next card")):
        shown = str(seen(*round_and_round(times)).payload)
        assert shown.count(words) == 1


# seats that computers keep, and votes


def following_by(*away: int, **about: Any) -> Screen:
    """The table of 04, some seats kept by computers."""
    state, events = following()
    return table(view(state, None), kept(scene(state, events, **about), *away), t)


def test_somebody_is_away(looks: Looks) -> None:
    looks(following_by(1), "table-somebody-away")


def test_who_is_to_play_is_away() -> None:
    """A computer plays at once: nothing is counted down."""
    shown = as_text(following_by(0, deadline=None))
    assert "**Aino** · 20 cards · away · to play" in shown
    assert "<t:" not in shown


def test_who_is_out_and_gone_has_no_seat_to_take_back() -> None:
    shown = following_by(3)
    assert "away" not in as_text(shown)
    assert [offer.label for offer in offers(shown)] == ["My hand", "Pick up J♣", "Rules"]
    assert [offer.label for offer in offers(following_by(1, 3))][-1] == "Take my seat back"


def test_everybody_is_away(looks: Looks) -> None:
    """The game waits, and says for how long and what wakes it."""
    shown = following_by(0, 1, 2, all_asleep=True)
    looks(shown, "table-all-away")
    assert heading(shown) == "Everybody is away"
    assert "closes <t:" in as_text(shown)
    assert "turn ends" not in as_text(shown)


def test_while_everybody_is_away_one_can_only_come_back_and_read() -> None:
    """No move and no vote, even if one was asked for before; and the heading has said who is away."""
    for about in ({}, {"vote": Vote(0, 0, VOTE_ENDS)}):
        shown = following_by(0, 1, 2, all_asleep=True, **about)
        assert {o.label: o.action for o in offers(shown)} == {"Take my seat back": "back", "Rules": "rules"}
        assert "agree" not in as_text(shown)
        assert as_text(shown).count("away") == 1


def test_everybody_is_away_in_the_moment_of_trump() -> None:
    """One heading, and not that of the moment."""
    state, events = play(last_card("myllymatti", stock="2C 3C 6D"), "KS 2H")
    shown = table(view(state, None), kept(scene(state, events, all_asleep=True), 0, 1, 2), t)
    assert heading(shown) == "Everybody is away"
    assert "leads" not in as_text(shown).split("---", maxsplit=1)[0]


def test_the_host_asks_to_end_the_game(looks: Looks) -> None:
    """The question, how many agree, until when, and the two answers; the game goes on meanwhile."""
    shown = following_by(vote=Vote(1, 3, VOTE_ENDS))
    looks(shown, "table-vote")
    asked = {offer.label: (offer.action, offer.arguments) for offer in offers(shown)}
    assert asked["End the game"] == ("agree", ("12",))
    assert asked["Play on"] == ("playon", ("12",))
    assert [*asked][:2] == ["End the game", "Play on"], "under the question, apart from the moves"
    assert {"My hand", "Pick up J♣", "Rules"} < set(asked)
    assert "-# 1 of 3 agree · ends <t:1767226260:R>\n" in as_text(shown)


def test_a_vote_while_somebody_is_away(looks: Looks) -> None:
    """The tallest table there is; who is away is not asked."""
    looks(following_by(1, vote=Vote(1, 2, VOTE_ENDS)), "table-vote-away")


def test_a_vote_on_a_turn_without_limit_still_has_its_end() -> None:
    shown = as_text(following_by(vote=Vote(1, 3, VOTE_ENDS), turn_seconds=None, deadline=None))
    assert "turn ends" not in shown
    assert "agree · ends <t:1767226260:R>" in shown


def test_nobody_is_asked_where_there_is_no_vote() -> None:
    for screen in (following_by(), following_by(1), following_by(0, 1, all_asleep=True)):
        assert not {"agree", "playon"} & {offer.action for offer in offers(screen)}


def test_somebody_stays_in_without_cards(looks: Looks) -> None:
    """2.8 Blåmattis has to play, and holds nothing."""
    state, events = play(shedding("mattis", "2S 5H", "", "4S 7S", trump="D"), "2S")
    looks(seen(state, events), "table-no-cards")


def test_no_deadline_no_countdown() -> None:
    """While a computer is to play nobody waits."""
    state, events = following()
    assert "turn ends" not in str(seen(state, events, deadline=None).payload)


def test_only_the_last_three_happenings() -> None:
    state, events = with_runs()
    assert len(events) == 6
    words = str(seen(state, events).payload)
    assert "Dag played" in words
    assert "Cia played" not in words


def test_every_table_leads_to_hands_and_rules() -> None:
    for state, events in (bounce(), following(), with_runs()):
        named_so = {offer.label: (offer.action, offer.arguments) for offer in offers(seen(state, events))}
        assert named_so["My hand"] == ("hand", ("12",))
        assert named_so["Rules"] == ("rules", ("12",))
