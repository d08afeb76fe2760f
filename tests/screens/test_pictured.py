"""What is in the pictures: exactly what the text screens tell, each thing in its place."""

from __future__ import annotations

from typing import Any

from bot.art.drawings import EndPicture, HandPicture, LobbyPicture, Look, Place, Stock, TablePicture, Trump
from bot.screens.end import end
from bot.screens.hand import hand
from bot.screens.lobby import lobby
from bot.screens.parts import Screen, Sitter
from bot.screens.table import table
from bot.texts import safe_name, texts
from engine import Card, Event, State, Suit, parse_card, view
from tests.engine.table import cards, dealt, play, shedding
from tests.screens.reading import as_text
from tests.screens.scenes import kept, lobby_scene, named, scene
from tests.screens.test_table import FIVE, bounce, following, last_card, round_and_round, with_runs

t = texts()
LOOK = Look(t.letters)


def masks(*plays: str) -> tuple[int, ...]:
    return tuple(int(cards(play)) for play in plays)


def shown(moment: tuple[State, tuple[Event, ...]], *away: int, **about: Any) -> Screen:
    state, events = moment
    return table(view(state, None), kept(scene(state, events, **about), *away), t, LOOK)


def pictured(moment: tuple[State, tuple[Event, ...]], *away: int, **about: Any) -> TablePicture:
    picture = shown(moment, *away, **about).pictures["table.png"]
    assert isinstance(picture, TablePicture)
    return picture


def held(state: State, seat: int) -> HandPicture:
    picture = hand(view(state, seat), scene(state), t, look=LOOK).pictures["hand.png"]
    assert isinstance(picture, HandPicture)
    return picture


# the seats


def test_a_plate_for_each_seat_in_order() -> None:
    plates = pictured(bounce(), hat="Bror").plates
    assert [plate.name for plate in plates] == ["Aino", "Bror", "Cia"]
    assert [plate.hand for plate in plates] == [3, 3, 3]
    assert [plate.won for plate in plates] == [8, 6, 10]
    assert [plate.to_play for plate in plates] == [False, True, False]
    assert [plate.hat for plate in plates] == [False, True, False]
    assert {(plate.note, plate.away) for plate in plates} == {(None, None)}


def test_in_phase_2_nobody_has_a_pile() -> None:
    plates = pictured(following()).plates
    assert [plate.hand for plate in plates] == [20, 7, 9, 0]
    assert {plate.won for plate in plates} == {None}


def test_who_is_out_has_his_place_and_no_count() -> None:
    state, _ = play(shedding("myllymatti", "2H", "3S 4S", "2C", "5C 6S", trump="H", leader=2), "2C 5C 2H")
    assert [plate.note for plate in pictured((state, ())).plates] == ["out, 2nd", None, "out, 1st", None]


def test_seats_that_computers_keep() -> None:
    assert [plate.away for plate in pictured(following(), 1, 3).plates] == [None, "away", None, None]
    asleep = pictured(following(), 0, 1, 2, all_asleep=True).plates
    assert not any(plate.to_play for plate in asleep), "nobody is waited for by name"


def test_a_name_that_cannot_be_drawn_is_a_number() -> None:
    state, events = bounce()
    whole = named(scene(state, events), safe_name("字字"), safe_name("*Bror*_"), "Cia")
    picture = table(view(state, None), whole, t, LOOK).pictures["table.png"]
    assert isinstance(picture, TablePicture)
    assert [plate.name for plate in picture.plates] == ["Player 1", "*Bror*_", "Cia"]


# the trick


def test_a_bounce_lies_before_the_two_who_made_it() -> None:
    picture = pictured(bounce())
    assert picture.places == (Place("Bror", masks("8S")), Place("Cia", masks("8D")))
    assert picture.bounce == "bounce"
    assert picture.side == (Stock(17, "stock"),)
    assert picture.empty is None


def test_a_bounce_goes_on_in_layers() -> None:
    state, events = bounce()
    state, more = play(state, "TC")
    picture = pictured((state, events + more))
    assert picture.places == (
        Place("Bror", masks("8S", "TC"), to_beat=True),
        Place("Cia", masks("8D"), asked=True),
    )
    assert picture.bounce is None, "it has been answered"


def test_who_has_to_answer_is_asked() -> None:
    picture = pictured(play(dealt("myllymatti", "KS 4C 9D", "8S TC KH", "5C 9H QD"), "KS"))
    assert picture.places == (Place("Aino", masks("KS"), to_beat=True), Place("Bror", asked=True))


def test_everyone_has_a_place_from_the_leader_on() -> None:
    picture = pictured(play(dealt("mattis", *FIVE), "4D TC 5C"))
    assert picture.places == (
        Place("Aino", masks("4D")),
        Place("Bror", masks("TC"), to_beat=True),
        Place("Cia", masks("5C")),
        Place("Dag", asked=True),
        Place("Elin"),
    )


def test_an_empty_table_says_so() -> None:
    picture = pictured((dealt("myllymatti", "KS 4C 9D", "8S TC KH", "5C 9H QD"), ()))
    assert (picture.places, picture.empty) == ((), "The table is empty")


def test_phase_2_has_a_place_for_each_play_of_the_trick() -> None:
    picture = pictured(following())
    assert picture.places == (
        Place("Bror", masks("9C")),
        Place("Cia", masks("JC"), to_beat=True),
        Place("Aino", asked=True),
    )


def test_a_run_is_one_play() -> None:
    picture = pictured(with_runs())
    assert picture.places[0] == Place("Aino", masks("4S 5S 6S"))
    assert picture.places[5] == Place("Frey", masks("3D 4D"), to_beat=True)
    assert picture.places[6:] == (Place("Gro", asked=True), Place(""))


# stock and trump


def test_the_moment_of_trump() -> None:
    picture = pictured(play(last_card("myllymatti", stock="2C 3C 6D"), "KS 2H"))
    assert picture.moment is not None
    assert (picture.moment.card, picture.moment.suit) == (parse_card("6D"), "Diamonds")
    assert picture.moment.words == ("are trump", "drawn by Aino")
    assert (picture.side, picture.places, picture.empty) == ((), (), None)


def test_a_hidden_trump_is_a_back() -> None:
    """Nobody knows it, and so it is not in the picture, neither in its moment nor later."""
    state, events = play(last_card("skitgubbe", stock="2C 6D"), "KS 2H")
    moment = pictured((state, events)).moment
    assert moment is not None
    assert (moment.card, moment.suit) == (None, "Trump")
    led = str(next(iter(state.hands[state.turn or 0])))
    later = pictured(play(state, led))
    assert later.side == (Trump("trump, not yet known", back=True),)


def test_an_open_trump_card_lies_at_the_side() -> None:
    picture = pictured(play(last_card("myllymatti-open", stock="2C 3C 6D"), "KS 2H TC"))
    assert picture.side == (Trump("trump", Suit.DIAMONDS, parse_card("6D")),)


def test_a_trump_card_that_was_won_leaves_its_suit() -> None:
    picture = pictured(play(last_card("myllymatti", stock="2C 3C 6D"), "KS 2H TC"))
    assert picture.side == (Trump("trump", Suit.DIAMONDS),)
    assert pictured(following()).side == (Trump("trump", Suit.DIAMONDS),)


def test_the_omen_of_a_sweep_stands_below_the_picture_as_long_as_it_holds() -> None:
    """3.2, told among the happenings first and on its own when these have gone on."""
    for times in (1, 2):
        state, events = round_and_round(times)
        for happened in (events, ()):
            said = as_text(shown((state, happened)))
            assert said.count("sweep is near") + said.count("swept after the next card") == 1


# the hand


def fan(codes: str) -> tuple[Card, ...]:
    return tuple(parse_card(code) for code in codes.split())


def test_a_hand_of_phase_1_is_one_row_by_rank() -> None:
    picture = held(dealt("myllymatti", "KS 4C 9D", "8S TC KH", "5C 9H QD"), 0)
    assert picture.fans == (fan("4C 9D KS"),)
    assert (picture.raised, picture.trump, picture.beat, picture.caption) == (None, None, None, "your hand")


def test_the_card_to_beat_lies_beside_it() -> None:
    state, _ = play(dealt("myllymatti", "KS 4C 9D", "8S TC KH", "5C 9H QD"), "KS")
    assert held(state, 1).beat == (*masks("KS"), "to beat", "Aino led")
    assert held(state, 2).beat is None, "it is not his turn"
    everyone, _ = play(dealt("mattis", *FIVE), "4D TC 5C")
    assert held(everyone, 3).beat == (*masks("TC"), "to beat", "from Bror"), "who did not lead it"


def test_what_may_be_played_is_raised() -> None:
    state, _ = following()
    picture = held(state, 0)
    assert picture.raised == frozenset(fan("QC AC 2D 3D"))
    assert picture.fans == tuple(
        map(fan, ("3S 4S 7S TS KS", "2H 5H 6H 9H QH", "2C 4C 5C 7C 8C TC QC AC", "2D 3D"))
    )
    assert picture.trump == (Suit.DIAMONDS, "trump")
    assert held(state, 1).raised is None, "it is not his turn: all alike"


def test_nothing_is_raised_where_nothing_beats_and_all_alike_where_one_leads() -> None:
    state, _ = play(shedding("myllymatti", "2S 5H", "3H 6H", "4S 7S", trump="D"), "2S")
    assert held(state, 1).raised == frozenset()
    assert held(shedding("myllymatti", "2S 5H", "3H 6H", "4S 7S", trump="D"), 0).raised is None


def test_runs_raise_all_their_cards() -> None:
    state, _ = play(shedding("mattis", "2S 5H", "3S 4S 6H", "4H 7S", trump="D"), "2S")
    assert held(state, 1).raised == frozenset(fan("3S 4S"))


def test_no_picture_of_no_card() -> None:
    state, _ = play(shedding("mattis", "2S 5H", "", "4S 7S", trump="D"), "2S")
    assert hand(view(state, 1), scene(state), t, look=LOOK).pictures == {}


# lobby and end


def test_the_lobby_counts_its_seats() -> None:
    people = Sitter("Aino", host=True), Sitter("Bror")
    picture = lobby(lobby_scene("skitgubbe", 4, *people), t, LOOK).pictures["lobby.png"]
    assert picture == LobbyPicture(LOOK, "Skitgubbe", "2 of 4 seats taken")


def test_the_end_names_the_loser_and_who_went_out_in_order() -> None:
    state, _ = play(shedding("myllymatti", "2H", "3S 4S", "2C", trump="H", leader=2), "2C 2H")
    picture = end(view(state, None), scene(state), t, LOOK).pictures["end.png"]
    assert picture == EndPicture("Bror", "is the myllymatti", (("Cia", "out, 1st"), ("Aino", "out, 2nd")))


def test_nothing_is_pictured_where_nobody_wants_pictures() -> None:
    state, events = bounce()
    for screen in (
        table(view(state, None), scene(state, events), t),
        hand(view(state, 0), scene(state), t),
        lobby(lobby_scene("mattis", 3, Sitter("Aino", host=True)), t),
    ):
        assert screen.pictures == {}
