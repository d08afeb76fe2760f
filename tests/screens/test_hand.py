"""The private hand, screens 05 to 08, 11 and 11b of the mock-ups, in words."""

from __future__ import annotations

import pytest

from bot import refusals
from bot.screens.hand import Note, hand
from bot.screens.limits import walk
from bot.screens.parts import Screen
from bot.screens.pictured import suits_in_order
from bot.texts import texts
from engine import IllegalMove, Reason, State, Suit, apply, legal_moves, parse_card, parse_move, view
from tests.engine.table import OUT, building, dealt, play, shedding
from tests.screens.conftest import Looks
from tests.screens.reading import BLURPLE, BUTTON, heading, moves, offers, plain
from tests.screens.scenes import scene, spare
from tests.screens.test_table import AINO, bounce, following, with_runs

t = texts()


def held(state: State, seat: int, note: Note | None = None, run_from: str = "") -> Screen:
    first = parse_card(run_from) if run_from else None
    return hand(view(state, seat), scene(state), t, note, first)


def refused(state: State, seat: int, move: str) -> Screen:
    """The hand after a press that the rules forbid."""
    wanted = parse_move(move)
    with pytest.raises(IllegalMove) as error:
        apply(state, wanted)
    words, sentence = refusals.of_move(error.value.reason, wanted, view(state, seat), t)
    return held(state, seat, Note(sentence, words))


def rows(screen: Screen) -> list[list[str]]:
    """The labels of each row."""
    return [
        [plain(item.get("label") or item["placeholder"]) for item in c["components"]]
        for c in walk(screen.payload)
        if c["type"] == 1
    ]


# phase 1


def test_leading_in_phase_1(looks: Looks) -> None:
    looks(held(dealt("myllymatti", "KS 4C 9D", "8S TC KH", "5C 9H QD"), 0), "hand-phase1-lead")


def test_answering(looks: Looks) -> None:
    """As drawn in 05: 4C 9D KS against 9H."""
    hands = "2S 9H 4D", "KS 4C 9D", "8S TC KH"
    stock = spare(17, *hands)
    state, _ = play(building("myllymatti", *hands, stock=stock), "9H")
    looks(held(state, 1), "hand-phase1-answer")


def test_leading_again_after_a_bounce(looks: Looks) -> None:
    looks(held(bounce()[0], 1), "hand-phase1-bounce")


FIVE = "2S 3H 4D", "8S TC KH", "5C 9H QD", "8D 6C JD", "7C AH 2D"


def test_everyone_knows_the_highest(looks: Looks) -> None:
    state, _ = play(dealt("mattis", *FIVE), "4D TC 5C 8D")
    looks(held(state, 4), "hand-phase1-everyone")


def test_looking_on_in_phase_1(looks: Looks) -> None:
    state = dealt("myllymatti", "KS 4C 9D", "8S TC KH", "5C 9H QD")
    looks(held(state, 1), "hand-phase1-next")
    looks(held(state, 2), "hand-phase1-not-in-the-duel")


def test_the_stock_is_too_low_to_turn_up() -> None:
    state = building("myllymatti", "KS 4C", "TC KH", "9H QD", stock="6D")
    assert list(moves(held(state, 0))) == ["4C", "KS"]


# phase 2


def test_following(looks: Looks) -> None:
    """As drawn in 06b."""
    looks(held(following()[0], 0), "hand-follows")


def test_nothing_beats(looks: Looks) -> None:
    state, _ = play(shedding("myllymatti", "2S 5H", "3H 6H", "4S 7S", trump="D"), "2S")
    looks(held(state, 1), "hand-nothing-beats")


def test_nothing_beats_a_run(looks: Looks) -> None:
    state, _ = play(shedding("mattis", "TS JS QS 5H", "3H 6H", "4S 7S", trump="D"), "TS-QS")
    looks(held(state, 1), "hand-nothing-beats-a-run")


def test_leading_with_few_cards(looks: Looks) -> None:
    state = shedding("myllymatti", "2S 3S 4S 5S 6S 9H KD AD", "7S", "8S", trump="D")
    looks(held(state, 0), "hand-leads")


THIRTY_THREE = (
    "2S 3S 4S 5S 6S 7S QS KS 3H 4H 7H 8H JH QH KH AH 3C 5C 7C 8C TC JC QC KC 2D 5D 6D 9D TD JD QD KD AD"
)


def test_leading_with_thirty_three_cards(looks: Looks) -> None:
    """As drawn in 07."""
    looks(held(shedding("myllymatti", THIRTY_THREE, "8S", "9S", trump="D"), 0), "hand-leads-33")


def test_twenty_plays_are_buttons_and_twenty_one_are_menus(looks: Looks) -> None:
    twenty = "2S 3S 4S 5S 6S 2H 3H 4H 5H 6H 2C 3C 4C 5C 6C 2D 3D 4D 5D 6D"
    looks(held(shedding("myllymatti", twenty, "8S", "9S", trump="D"), 0), "hand-leads-20")
    looks(held(shedding("myllymatti", f"{twenty} AS", "8S", "9S", trump="D"), 0), "hand-leads-21")


def test_runs_in_menus(looks: Looks) -> None:
    """As drawn in 07b: 14 cards, 21 plays."""
    cards = "5S 6S 7S JS 9H TH QH KH 3C 4C 8C 2D 3D 6D"
    looks(held(shedding("mattis", cards, "8S", "9S", trump="D"), 0), "hand-runs")


def test_runs_as_buttons(looks: Looks) -> None:
    """Up to 20 plays, runs counted, stay buttons."""
    looks(held(shedding("mattis", "5S 6S 7S 8S JH TH 2D", "9S", "KS", trump="D"), 0), "hand-runs-few")


SUIT = "2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS AS"


def test_a_whole_suit_with_runs(looks: Looks) -> None:
    looks(held(shedding("mattis", f"{SUIT} 2H", "8H", "9H", trump="D"), 0), "hand-suit-of-13")


def test_the_runs_from_a_card(looks: Looks) -> None:
    state = shedding("mattis", f"{SUIT} 2H", "8H", "9H", trump="D")
    looks(held(state, 0, run_from="5S"), "hand-runs-from-5")
    assert len(moves(held(state, 0, run_from="2S"))) == 12


def test_seven_in_line_pass_twenty_five() -> None:
    """Six in line are 21 plays and stay in one menu; seven are 28."""
    six = shedding("mattis", "2S 3S 4S 5S 6S 7S", "8H", "9H", trump="D")
    seven = shedding("mattis", "2S 3S 4S 5S 6S 7S 8S", "8H", "9H", trump="D")
    assert len(moves(held(six, 0))) == 21
    assert list(moves(held(seven, 0)).values()) == [
        *("2♠", "Run from 2♠ …", "3♠", "Run from 3♠ …", "4♠", "Run from 4♠ …"),
        *("5♠", "Run from 5♠ …", "6♠", "Run from 6♠ …", "7♠", "Run from 7♠ …", "8♠"),
    ]


def test_thirteen_cards_and_twelve_runs_reach_every_play() -> None:
    state = shedding("mattis", SUIT, "8H", "9H", trump="D")
    first = moves(held(state, 0))
    assert len(first) == 25
    reached = {move for move in first if not move.endswith("-")}
    for entry in first:
        if entry.endswith("-"):
            reached |= set(moves(held(state, 0, run_from=entry.removesuffix("-"))))
    assert reached == set(map(str, legal_moves(state)))
    assert len(reached) == 91


def test_the_runs_of_a_card_that_begins_none_are_the_whole_hand() -> None:
    """A forged or an old press."""
    state = shedding("mattis", f"{SUIT} 2H", "8H", "9H", trump="D")
    whole = held(state, 0).payload
    assert held(state, 0, run_from="2H").payload == held(state, 0, run_from="AC").payload == whole


def test_back_leads_to_the_hand() -> None:
    state = shedding("mattis", f"{SUIT} 2H", "8H", "9H", trump="D")
    assert offers(held(state, 0, run_from="5S"))[-1].label == "Back"
    assert offers(held(state, 0, run_from="5S"))[-1].action == "refresh"


def test_a_run_to_beat(looks: Looks) -> None:
    looks(held(with_runs()[0], 6), "hand-beats-a-run")


def test_no_card_to_play(looks: Looks) -> None:
    state, _ = play(shedding("mattis", "2S 5H", "", "4S 7S", trump="D"), "2S")
    looks(held(state, 1), "hand-no-cards")


# not one's turn, out, over


def test_not_your_turn(looks: Looks) -> None:
    """As drawn in 08."""
    bror = spare(8, AINO)
    cia = spare(9, AINO, bror)
    state, _ = play(shedding("myllymatti", AINO, bror, cia, trump="D", leader=1), bror.split()[0])
    looks(held(state, 0), "hand-not-your-turn")


def test_two_before_you(looks: Looks) -> None:
    state = shedding("myllymatti", "2S 9S", "5S", "3S 8S", "4S 7S", trump="D", leader=2)
    looks(held(state, 1), "hand-two-before-you")


def test_who_is_out_does_not_count_among_those_before_you() -> None:
    state = shedding("myllymatti", "2S 9S", OUT, "3S 8S", "4S 7S", trump="D")
    assert "You are next" in str(held(state, 2).payload)
    assert "1 before you" in str(held(state, 3).payload)


def test_out(looks: Looks) -> None:
    state, _ = following()
    looks(held(state, 3), "hand-out")
    assert {o.label: o.action for o in offers(held(state, 3))} == {"Refresh": "refresh", "Leave": "leave"}


def test_over(looks: Looks) -> None:
    state, _ = play(shedding("mattis", "9S", "3S 4S", OUT, trump="D"), "9S")
    assert state.loser == 1
    looks(held(state, 0), "hand-over")
    looks(held(state, 1), "hand-over-loser")


# what was wrong


def test_a_refusal(looks: Looks) -> None:
    """As drawn in 11."""
    looks(refused(following()[0], 0, "9H"), "hand-refusal")


def test_a_stale_press(looks: Looks) -> None:
    note = Note("That button was from an earlier turn. This is your hand now.")
    state, _ = following()
    looks(held(state, 2, note), "hand-stale")
    looks(held(state, 0, note), "hand-stale-your-turn")
    looks(held(state, 3, note), "hand-stale-out")


def test_you_can_beat() -> None:
    """Mattis: no picking up for who can beat."""
    state, _ = play(shedding("mattis", "7D 5H", "8D 3H", "4S 7S", trump="D"), "7D")
    assert heading(refused(state, 1, "take")) == "You can beat `7♦`"
    assert "Then you may not pick up. Open My hand." in str(refused(state, 1, "take").payload)


@pytest.mark.parametrize(
    ("game", "hands", "score", "move", "sentence"),
    [
        ("myllymatti", ("JC 2S", "9C 2H", "3S 4S"), "JC", "9C", "Nothing in your hand does: pick up `J♣`."),
        (
            "myllymatti",
            ("JC 2S", "9C QC", "3S 4S"),
            "JC",
            "9C",
            "Play a higher club or a trump `♦`, or pick up `J♣`.",
        ),
        ("mattis", ("JC 2S", "9C QC", "3S 4S"), "JC", "9C", "Play a higher club or a trump `♦`."),
        (
            "myllymatti",
            ("JD 2S", "9D QD", "3S 4S"),
            "JD",
            "9D",
            "Play a higher trump `♦`, or pick up `J♦`.",
        ),
        ("mattis", ("JD 2S", "9D QD", "3S 4S"), "JD", "9D", "Play a higher trump `♦`."),
    ],
)
def test_what_may_be_done_instead(
    game: str, hands: tuple[str, ...], score: str, move: str, sentence: str
) -> None:
    """As 11 words it: what picking up takes is named."""
    state, _ = play(shedding(game, *hands, trump="D"), score)
    assert sentence in plain(str(refused(state, 1, move).payload))


def test_a_reason_for_each_refusal_of_the_engine() -> None:
    state, _ = following()
    for reason in Reason:
        words, sentence = refusals.of_move(reason, parse_move("9C"), view(state, 0), t)
        assert words
        assert sentence.endswith(".")


# the order


@pytest.mark.parametrize(("trump", "order"), [("D", "♠♥♣♦"), ("C", "♦♠♥♣"), ("H", "♣♦♠♥"), ("S", "♥♣♦♠")])
def test_suits_are_rotated_so_that_trump_is_last(trump: str, order: str) -> None:
    """The order in hand: red and black alternate, trump is last."""
    signs = dict(zip(Suit, "♠♥♦♣", strict=True))
    assert "".join(signs[suit] for suit in suits_in_order(Suit("SHDC".index(trump)))) == order
    state = shedding("myllymatti", "2S 3H 4D 5C", "8S", "9S", trump=trump)
    assert "".join(label[-1] for label in moves(held(state, 0)).values()) == order
    lines = [line for line in plain(str(held(state, 0).payload)).split("`") if line in "♠♥♦♣"]
    assert "".join(lines) == order
    many = shedding("myllymatti", THIRTY_THREE.replace("8S", "2H"), "8S", "9S", trump=trump)
    assert "".join(label[0][0] for label in rows(held(many, 0))) == order


def test_low_to_high_inside_a_suit_and_by_rank_in_phase_1() -> None:
    state = shedding("myllymatti", "AS TS 2S JS 9S", "8S", "7S", trump="D")
    assert list(moves(held(state, 0)).values()) == ["2♠", "9♠", "10♠", "J♠", "A♠"]
    building_ = dealt("myllymatti", "AS 4C TD", "8S TC KH", "5C 9H QD")
    assert list(moves(held(building_, 0)).values()) == ["4♣", "10♦", "A♠", "Turn up"]


@pytest.mark.parametrize(
    ("number", "lengths"),
    [
        (1, [1]),
        (4, [4]),
        (5, [3, 2]),
        (6, [3, 3]),
        (7, [4, 3]),
        (8, [4, 4]),
        (9, [3, 3, 3]),
        (13, [4, 3, 3, 3]),
    ],
)
def test_rows_of_a_suit_are_of_even_length(number: int, lengths: list[int]) -> None:
    """06: a suit of n cards fills ceil(n/4) rows of even length."""
    state = shedding("myllymatti", " ".join(SUIT.split()[:number]), "8H", "9H", trump="D")
    assert sorted(map(len, rows(held(state, 0))), reverse=True) == lengths


def test_pick_up_is_grey_beside_cards_and_blurple_alone() -> None:
    cannot, _ = play(shedding("myllymatti", "2S 5H", "3H 6H", "4S 7S", trump="D"), "2S")
    for state, seat, blurple in ((following()[0], 0, False), (cannot, 1, True)):
        (button,) = (
            c
            for c in walk(held(state, seat).payload)
            if c["type"] == BUTTON and c["custom_id"].endswith("take")
        )
        assert (button["style"] == BLURPLE) is blurple


def test_custom_ids_use_the_codes_of_records() -> None:
    state = shedding("mattis", "TS JS 2D", "8H", "9H", trump="D")
    ids = [c["custom_id"] for c in walk(held(state, 0).payload) if "custom_id" in c]
    assert ids == [f"mm1:play:12:34:{move}" for move in ("TS", "TS-JS", "JS", "2D")]
    many = [c["custom_id"] for c in walk(held(following_lead(), 0).payload) if "custom_id" in c]
    assert many == [f"mm1:pick:12:34:{suit}" for suit in "SHCD"]


def following_lead() -> State:
    return shedding("myllymatti", THIRTY_THREE, "8S", "9S", trump="D")


def test_placeholders_are_short_enough_for_a_phone() -> None:
    """Phone rules: up to 22 characters, else they are cut."""
    for suit in "SHDC":
        whole = SUIT.replace("S", suit)
        state = shedding(
            "mattis", f"{whole} {SUIT.replace('S', 'H' if suit != 'H' else 'C')}", "", trump=suit
        )
        for (label,) in rows(held(state, 0)):
            assert len(label) <= 22, label
        for (label,) in rows(held(state, 0, run_from=f"T{suit}")):
            assert len(label) <= 22, label


def test_happenings_are_no_part_of_a_hand() -> None:
    """Else it would be edited, and Discord asked, more often than the cards change."""
    state, events = following()
    assert held(state, 0).payload == hand(view(state, 0), scene(state, events), t).payload
