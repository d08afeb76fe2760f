"""The words people read: names that do no harm, sentences of the right length, a line for each house rule."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import replace
from typing import Final, get_args

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from bot.options import TIMES
from bot.texts import HAT, SIGNS, Texts, safe_name, texts
from engine import DECK, PRESETS, CardSet, Event, Rules, Suit, parse_card, redact
from engine import events as ev
from engine.rules import OPTIONS, Title, choices
from tests.engine.chance import Game, all_rules, games, quick
from tests.engine.table import cards

t = texts()

NAMES: Final = ("Aino", "Bror", "Cia", "Dag", "Elin", "Frey", "Gro", "Hans")
MARKDOWN: Final = r"\*_~`|<>@#:[]()-+.!/"
DUE: Final = "Nobody gets rid of cards: the table is swept after the next card."


# names


def unescaped(name: str) -> str:
    """What Discord shows of a name: what stands behind a backslash is taken as it is."""
    return re.sub(r"\\([^0-9A-Za-z\s])", r"\1", name)


@pytest.mark.parametrize(
    ("name", "safe"),
    [
        ("Aino", "Aino"),
        ("Aino Öhman", "Aino Öhman"),
        ("  Aino   Öhman ", "Aino Öhman"),
        ("Aino\nÖhman", "Aino Öhman"),
        ("Aino\r\n\tÖhman", "Aino Öhman"),
        ("Aino\u2028Öhman\u2029", "Aino Öhman"),
        ("Aino\u00a0Öhman", "Aino Öhman"),
        ("A\u030amund", "Åmund"),
        ("<@123>", r"\<\@123\>"),
        ("<@&123>", r"\<\@&123\>"),
        ("<#123>", r"\<\#123\>"),
        ("</start:123>", r"\<\/start\:123\>"),
        ("<:hat:123>", r"\<\:hat\:123\>"),
        ("<t:0:R>", r"\<t\:0\:R\>"),
        ("@everyone", r"\@everyone"),
        ("@here", r"\@here"),
        ("https://example.org/x", r"https\:\/\/example\.org\/x"),
        ("[Aino](https://example.org)", r"\[Aino\]\(https\:\/\/example\.org\)"),
        ("www.example.org", r"www\.example\.org"),
        ("discord.gg/x", r"discord\.gg\/x"),
        ("# Aino", r"\# Aino"),
        ("### Aino", r"\#\#\# Aino"),
        ("-# Aino", r"\-\# Aino"),
        ("> Aino", r"\> Aino"),
        (">>> Aino", r"\>\>\> Aino"),
        ("- Aino", r"\- Aino"),
        ("+ Aino", r"\+ Aino"),
        ("1. Aino", r"1\. Aino"),
        ("**Aino**", r"\*\*Aino\*\*"),
        ("__Aino__", r"\_\_Aino\_\_"),
        ("~~Aino~~", r"\~\~Aino\~\~"),
        ("||Aino||", r"\|\|Aino\|\|"),
        ("`Aino`", r"\`Aino\`"),
        ("\\", "\\\\"),
        ("Aino\\", "Aino\\\\"),
        (":hat:", r"\:hat\:"),
        ("{name}", "{name}"),
        ("Ai\u200bno", "Aino"),
        ("Ai\u200d\u200c\u2060\ufeffno", "Aino"),
        ("\u202eAino", "Aino"),
        ("\u200f\u061c\u2067Aino\u2069", "Aino"),
        ("Ai\x00\x1b\x7f\x85no", "Aino"),
        ("\ue000Aino", "Aino"),
        ("", "?"),
        (" ", "?"),
        ("\u200b\u202e", "?"),
        ("🎩", "🎩"),
        ("Aino 🇫🇮", "Aino 🇫🇮"),
        ("a" * 40, "a" * 32),
        ("字" * 40, "字" * 32),
        ("*" * 40, r"\*" * 32),
    ],
)
def test_safe_name(name: str, safe: str) -> None:
    assert safe_name(name) == safe


@pytest.mark.parametrize("blank", ["\u3164", "\uffa0", "\u115f\u1160", "\u2800", "\u17b4\u17b5", "\u034f"])
def test_a_name_that_nobody_can_see_is_a_question_mark(blank: str) -> None:
    """Hangul fillers and their like count as letters and show nothing; people are called so."""
    assert safe_name(blank) == "?"
    assert safe_name(f"Aino{blank}") == "Aino"


awkward = st.text(
    alphabet=st.sampled_from(MARKDOWN + " \n\t\u200b\u202e\u2066\u0301aÅ字🎩<@1>&"), max_size=50
)


@given(st.text(max_size=60) | awkward)
@example("0" * 31 + "\n0")
@quick(300)
def test_any_name_becomes_harmless(name: str) -> None:
    safe = safe_name(name)
    shown = unescaped(safe)
    assert 1 <= len(shown) <= 32
    assert len(safe) <= 64
    assert not any(unicodedata.category(c).startswith("C") for c in safe)
    assert shown == " ".join(shown.split()), "one line, white space is one space"
    without_pairs = re.sub(r"\\.", "", safe)
    assert not set(without_pairs) & set(MARKDOWN), "a backslash stands before all that Discord could read"


@given(st.text(max_size=60) | awkward)
@quick(100)
def test_any_name_goes_through_a_sentence_as_it_is(name: str) -> None:
    safe = safe_name(name)
    assert t("{name} leads", name=safe) == f"{safe} leads"
    assert t.number("{name} won {n} card.", "{name} won {n} cards.", 2, name=safe) == f"{safe} won 2 cards."


# cards


def test_cards_read_as_people_read_them() -> None:
    assert [t.cards(parse_card(code).mask) for code in ("7S", "TH", "JD", "AC")] == [
        *("7♠\ufe0e", "10♥\ufe0e", "J♦\ufe0e", "A♣\ufe0e")
    ]
    assert t.cards(cards("7S 8S 9S")) == "7♠\ufe0e–9♠\ufe0e"
    assert t.code(cards("QH KH")) == "`Q♥\ufe0e–K♥\ufe0e`"
    assert t.each(cards("QH 2S")) == "`2♠\ufe0e` `Q♥\ufe0e`"


def test_every_card_has_its_own_words() -> None:
    words = {t.cards(card.mask) for card in DECK}
    assert len(words) == 52
    assert all(re.fullmatch("(10|[2-9JQKA])[♠♥♦♣]\ufe0e", word) for word in words)


def test_every_suit_sign_is_text() -> None:
    assert set(SIGNS) == set(Suit)
    assert {sign[1:] for sign in SIGNS.values()} == {"\ufe0e"}


def test_suits_have_names() -> None:
    assert [t.suit(suit) for suit in Suit] == ["spades", "hearts", "diamonds", "clubs"]


# what happened

C = CardSet
WORST: Final[tuple[Event, ...]] = (
    ev.Played(0, cards("TS"), led=True, turned_up=False),
    ev.Played(0, cards("TS JS QS"), led=False, turned_up=False),
    ev.Played(0, cards("TS"), led=True, turned_up=True),
    ev.Drew(0, None),
    ev.DrewLast(0, parse_card("TS")),
    ev.DrewLast(0, None),
    ev.Bounced((0, 1), cards("TS TD")),
    ev.Bounced((0, 1, 2, 3), cards("TS TD TH TC")),
    ev.TrickWon(0, cards("2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS AS 2H")),
    ev.TrickWon(0, cards("TS")),
    ev.Returned(0, cards("TS TD TH TC")),
    ev.LeftOver(0, 3, exposed=True, cards=cards("TS TD TH")),
    ev.LeftOver(0, 3, exposed=False, cards=None),
    ev.TrumpTurned(0, parse_card("TS")),
    ev.SheddingBegan(0, Suit.DIAMONDS),
    ev.SheddingBegan(None, Suit.DIAMONDS),
    ev.PickedUp(0, cards("TS JS QS")),
    ev.WentOut(0, 7),
    ev.TrickDone(cards("TS"), 0),
    *(ev.SweepNear(omen) for omen in ev.Omen),
    ev.Swept(cards("TS"), 0),
    ev.Lost(0),
)
SILENT: Final = (ev.Drew, ev.Lost)


def length(words: str) -> int:
    """How long a line is to its reader, who sees neither code spans nor what asks for text style."""
    return len(words.replace("`", "").replace("\ufe0e", ""))


def test_no_kind_of_event_is_forgotten_here() -> None:
    assert {type(event) for event in WORST} == set(get_args(Event))


@pytest.mark.parametrize("rules", [PRESETS["myllymatti"], PRESETS["mattis"]], ids=["duel", "everyone"])
@pytest.mark.parametrize("event", WORST, ids=lambda event: type(event).__name__)
def test_happenings_are_short_sentences(event: Event, rules: Rules) -> None:
    """Wording: one fact in at most 40 characters, names being short, the warning before a sweep excepted."""
    words = t.happening(event, NAMES, rules)
    if words is None:
        assert isinstance(event, SILENT) or event == ev.SheddingBegan(None, Suit.DIAMONDS)
        return
    assert words.endswith(".")
    assert length(words) <= 40 or words == DUE


@pytest.mark.parametrize(
    ("event", "words"),
    [
        (ev.Played(1, cards("9C"), led=True, turned_up=False), "Bror led `9♣`."),
        (ev.Played(2, cards("JC"), led=False, turned_up=False), "Cia played `J♣`."),
        (ev.Played(2, cards("8D"), led=False, turned_up=True), "Cia turned up `8♦`."),
        (ev.Played(2, cards("8D"), led=True, turned_up=True), "Cia turned up `8♦`."),
        (ev.TrickWon(1, cards("2S 3S 4S 5S")), "Bror won 4 cards."),
        (ev.TrickWon(1, cards("2S")), "Bror won 1 card."),
        (ev.PickedUp(0, cards("JC")), "Aino picked up `J♣`."),
        (ev.WentOut(3, 1), "Dag is out, first."),
        (ev.Bounced((0, 1), cards("8S 8D")), "Bounce: `8♠` and `8♦` stay."),
        (ev.DrewLast(0, parse_card("6D")), "Aino drew `6♦`, the last card."),
        (ev.TrickDone(cards("JC"), 2), "The trick is done. Cia leads."),
        (ev.SweepNear(ev.Omen.DUE), DUE),
    ],
    ids=str,
)
def test_happenings_as_the_mock_ups_word_them(event: Event, words: str) -> None:
    found = t.happening(event, NAMES, PRESETS["myllymatti"])
    assert found is not None
    assert found.replace("\ufe0e", "") == words


def test_a_tie_of_two_among_everyone_is_no_bounce() -> None:
    tie = ev.Bounced((3, 6), cards("8S 8D"))
    assert t.happening(tie, NAMES, PRESETS["mattis"]) == "Tie: Dag and Gro play again."


@given(games())
@quick(25)
def test_whatever_happens_in_a_game_can_be_told(game: Game) -> None:
    """And nothing that only its owner may know is told."""
    for step in game.steps():
        for event in step.events:
            public = redact(event, None)
            words = t.happening(public, NAMES, game.rules)
            assert words != ""
            assert isinstance(public, ev.Drew) <= (words is None)


# numbers


def test_places() -> None:
    assert t.place(1) == "first"
    assert len({t.place(n) for n in range(1, 9)}) == 8


# games


def test_each_game_and_title_has_a_name() -> None:
    assert [t.game(name) for name in PRESETS] == ["Myllymatti", "Mattis", "Myllymatti for 2–4", "Skitgubbe"]
    assert [t.title(title) for title in Title] == ["myllymatti", "mattis", "skitgubbe"]


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("option", OPTIONS)
def test_each_value_of_a_house_rule_reads_differently(preset: str, option: str) -> None:
    """And what one option changes are one or two lines."""
    usual = t.house_rules(PRESETS[preset])
    pages = [t.house_rules(replace(PRESETS[preset], **{option: value})) for value in choices(option)]
    assert usual in pages
    assert len(set(map(tuple, pages))) == len(choices(option))
    for page in pages:
        assert len(set(page)) == len(page)
        assert len(set(page) ^ set(usual)) in (0, 1, 2)


@given(all_rules())
@quick(100)
def test_house_rules_are_as_many_as_a_phone_can_show(rules: Rules) -> None:
    lines = t.house_rules(rules)
    assert 3 <= len(lines) <= 9
    assert all(lines)


def test_a_game_as_it_is_usually_played_takes_few_lines() -> None:
    assert {name: len(t.house_rules(rules)) for name, rules in PRESETS.items()} == {
        "myllymatti": 3,
        "mattis": 5,
        "myllymatti-open": 3,
        "skitgubbe": 3,
    }


def test_a_title_is_told_where_it_is_not_the_games_own() -> None:
    told = {title: t.house_rules(replace(PRESETS["skitgubbe"], title=title))[3:] for title in Title}
    assert told == {
        Title.MYLLYMATTI: ["The loser is the myllymatti"],
        Title.MATTIS: ["The loser is the mattis"],
        Title.SKITGUBBE: [],
    }


@pytest.mark.parametrize("option", OPTIONS)
def test_each_house_rule_has_a_question_and_answers(option: str) -> None:
    answers = [t.choice(option, value) for value in choices(option)]
    assert t.option(option)
    assert all(answers)
    assert len(set(answers)) == len(answers)


def test_no_two_house_rules_ask_the_same() -> None:
    assert len({t.option(option) for option in OPTIONS}) == len(OPTIONS)


# times


@pytest.mark.parametrize(
    ("seconds", "words"),
    [
        (30, "30 seconds a turn"),
        (60, "1 minute a turn"),
        (90, "90 seconds a turn"),
        (180, "3 minutes a turn"),
        (3_600, "1 hour a turn"),
        (5_400, "90 minutes a turn"),
        (86_400, "24 hours a turn"),
        (86_399, "86399 seconds a turn"),
        (None, "No time limit"),
    ],
)
def test_the_time_of_a_turn(seconds: int | None, words: str) -> None:
    assert t.turn_time(seconds) == words


def test_times_differ() -> None:
    assert len({t.turn_time(time) for time in TIMES}) == len(TIMES)


# languages


@pytest.mark.parametrize("locale", ["en-US", "en-GB", "fi", "sv-SE", "no", "da", "xx", None])
def test_every_locale_reads_something(locale: str | None) -> None:
    assert texts(locale)("My hand")


def test_texts_are_made_once() -> None:
    assert texts("en-US") is texts("en-GB")


def test_a_language_without_a_catalogue_reads_english() -> None:
    assert Texts("xx")("{name} leads", name="Aino") == "Aino leads"


def test_the_hat() -> None:
    assert HAT == "🎩"
