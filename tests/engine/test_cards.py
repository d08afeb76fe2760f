"""Cards and sets of cards, and how they read."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import DECK, Card, CardSet, EngineError, Rank, Suit, Unreadable, parse_card
from tests.engine.chance import quick
from tests.engine.table import cards, codes


def test_deck_is_the_52_cards_each_once() -> None:
    names = {rank + suit for rank in "23456789TJQKA" for suit in "SHDC"}
    assert len(DECK) == 52
    assert {str(card) for card in DECK} == names


@pytest.mark.parametrize("card", DECK, ids=str)
def test_card_reads_back(card: Card) -> None:
    assert parse_card(str(card)) is card
    assert repr(card) == str(card)
    assert card == Suit(card.suit) * 13 + Rank(card.rank)


def test_cards_rank_a_k_q_j_10_to_2() -> None:
    ranks = [parse_card(f"{rank}H").rank for rank in "AKQJT98765432"]
    assert ranks == sorted(Rank, reverse=True)


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("", "0 characters"),
        ("7", "1 characters"),
        ("10H", "3 characters"),
        ("1H", "character 1"),
        ("th", "character 1"),
        ("7s", "character 2"),
        ("7♠", "character 2"),
    ],
)
def test_what_is_no_card_is_shown_with_its_place(text: str, place: str) -> None:
    with pytest.raises(Unreadable) as caught:
        parse_card(text)
    error = caught.value
    assert (error.kind, error.text, error.place) == ("card", text, place)
    assert repr(text) in str(error)
    assert place in str(error)
    assert isinstance(error, ValueError)
    assert isinstance(error, EngineError)


def test_set_reads_low_to_high_by_suit() -> None:
    hand = cards("2C AH 9S TH 7S")
    assert str(hand) == "7S 9S TH AH 2C"
    assert list(hand) == list(codes("7S 9S TH AH 2C"))
    assert repr(hand) == "CardSet('7S 9S TH AH 2C')"


def test_set_knows_its_cards() -> None:
    hand = cards("7S 9S")
    assert len(hand) == 2
    assert parse_card("7S") in hand
    assert parse_card("8S") not in hand
    assert "7S" not in hand
    assert -1 not in hand


def test_play_has_a_lowest_and_a_highest_card() -> None:
    run = cards("9H TH JH")
    assert (str(run.lowest), str(run.highest)) == ("9H", "JH")


@quick(50)
@given(st.sets(st.sampled_from(DECK)))
def test_set_is_its_cards(some: set[Card]) -> None:
    hand = CardSet.of(some)
    assert set(hand) == some
    assert len(hand) == len(some)
    assert cards(str(hand)) == hand
    assert sum(card.mask for card in some) == hand
