"""The rules of each game as a table plays it: pages, the ways between them, examples."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import product
from typing import Any

import pytest
from hypothesis import given

from bot.art.drawings import ExamplePicture, Look
from bot.screens import rules as screens
from bot.screens.limits import ALT, BUTTON_LABEL, TEXT, broken, walk
from bot.screens.parts import Screen
from bot.screens.rules import PAGES, PLAYERS, Example, rules_page
from bot.texts import LANGUAGES, texts
from engine import PRESETS, Rules, State, parse_rules
from engine.events import PickedUp, Played
from engine.rules import OPTIONS, SEATS, Taken, Title, Trick, choices
from tests.engine.chance import all_rules, quick
from tests.engine.table import cards, dealt, play, shedding
from tests.screens.conftest import Looks
from tests.screens.reading import BUTTON, as_text, bare_signs, heading, offers, plain
from tests.screens.scenes import spare

t = texts()
LOOK = Look(t.letters)
ROOM = 1.5
"""How much longer a translation may be."""
HUGE = 2**63 - 1


def written(screen: Screen) -> str:
    """All the text of a screen, pictures left out."""
    return "\n".join(plain(c["content"]) for c in walk(screen.payload) if "content" in c)


def alts(screen: Screen) -> dict[str, str]:
    """The words of each picture, by its file."""
    return {
        item["media"]["url"].removeprefix("attachment://"): item["description"]
        for c in walk(screen.payload)
        for item in c.get("items", [])
    }


def every_house_rule(*options: str) -> list[Rules]:
    """All combinations of these options; the others are Skitgubbe's."""
    found = product(*map(choices, options))
    return [replace(PRESETS["skitgubbe"], **dict(zip(options, values, strict=True))) for values in found]


# as they look


@pytest.mark.parametrize("game", PRESETS)
def test_the_rules_of_each_game(game: str, looks: Looks) -> None:
    looks(rules_page(PRESETS[game], t), f"rules-{game}")


def test_without_a_page_it_is_the_first_one() -> None:
    rules = PRESETS["mattis"]
    assert rules_page(rules, t).payload == rules_page(rules, t, PAGES[0]).payload


@pytest.mark.parametrize("page", PAGES)
def test_every_page_of_every_table_has_room_for_longer_languages(page: str) -> None:
    """Each value meets each value of each other field in every seventh combination too."""
    for rules in every_house_rule(*OPTIONS)[::7]:
        screen = rules_page(rules, t, page, table=HUGE)
        assert broken(screen.payload) == []
        assert bare_signs(screen.payload) == []
        assert len(written(screen)) * ROOM <= TEXT, f"{page} of {rules}"


def test_pictures_leave_room_too() -> None:
    for rules in every_house_rule("trick", "free_pick_up", "taken", "runs"):
        screen = rules_page(rules, t, "examples", table=HUGE, look=LOOK)
        assert broken(screen.payload) == []
        assert bare_signs(screen.payload) == []
        assert alts(screen)
        assert all(len(alt) * ROOM <= ALT for alt in alts(screen).values())


@pytest.mark.parametrize("page", PAGES)
def test_headings_are_short(page: str) -> None:
    for rules in PRESETS.values():
        title = heading(rules_page(rules, t, page))
        assert len(title) <= 30
        assert not title.endswith(".")


def test_nobody_is_he_or_she() -> None:
    for rules, page in product(every_house_rule("trick", "runs", "empty_stays"), PAGES):
        words = set(re.findall(r"\w+", written(rules_page(rules, t, page)).lower()))
        assert not words & {"he", "she", "his", "her", "him"}


# the ways between the pages


@pytest.mark.parametrize("page", PAGES)
def test_every_other_page_is_one_press_away(page: str) -> None:
    """From a table the rules of the table, else the rules of the game."""
    others = [other for other in PAGES if other != page]
    from_table = offers(rules_page(parse_rules("mattis runs=no"), t, page, table=12))
    assert [(o.action, *o.arguments) for o in from_table] == [("rules", "12", other) for other in others]
    from_book = offers(rules_page(PRESETS["myllymatti-open"], t, page))
    assert [(o.action, *o.arguments) for o in from_book] == [
        ("book", "myllymatti-open", other) for other in others
    ]


@pytest.mark.parametrize("page", PAGES)
def test_the_page_that_is_shown_is_off(page: str) -> None:
    screen = rules_page(PRESETS["mattis"], t, page, table=12)
    off = [c["custom_id"] for c in walk(screen.payload) if c["type"] == BUTTON and c["disabled"]]
    assert off == [f"mm1:rules:12:{page}"]


def test_two_ways_stand_on_a_line_of_a_phone() -> None:
    """In each language: labels of up to 14 characters, two beside each other."""
    for language in LANGUAGES:
        page = rules_page(PRESETS["mattis"], texts(language))
        rows = [c["components"] for c in walk(page.payload) if c["type"] == 1]
        assert [len(row) for row in rows] == [2, 2, 2]
        assert all(len(c["label"]) <= 14 < BUTTON_LABEL for row in rows for c in row)


# a page to begin with


def bold_lines(rules: Rules) -> list[str]:
    """The sentences of the first page that are bold from end to end, headings left out."""
    lines = written(rules_page(rules, t)).split("\n")
    return [
        line for line in lines if re.fullmatch(r"(- )?\*\*[^*]*\*\*", line) and not line.startswith("**Phase")
    ]


@pytest.mark.parametrize("game", PRESETS)
def test_what_is_usual_is_not_marked(game: str) -> None:
    assert bold_lines(PRESETS[game]) == []
    assert "In bold" not in as_text(rules_page(PRESETS[game], t))


@pytest.mark.parametrize("game", PRESETS)
def test_each_house_rule_is_seen_on_the_first_page(game: str) -> None:
    """As a sentence that the usual game does not have, and marked."""
    usual = written(rules_page(PRESETS[game], t))
    for option in OPTIONS:
        for value in choices(option):
            if value == getattr(PRESETS[game], option):
                continue
            rules = replace(PRESETS[game], **{option: value})
            marked = bold_lines(rules)
            assert len(marked) == (3 if option == "trick" else 1)
            assert all(line.removeprefix("- ").strip("*") not in usual for line in marked)
            assert "In bold: what this table plays differently." in written(rules_page(rules, t))


@given(all_rules())
@quick(60)
def test_with_several_house_rules_all_are_marked(rules: Rules) -> None:
    changed = [o for o in OPTIONS if getattr(rules, o) != getattr(PRESETS[rules.name], o)]
    assert len(bold_lines(rules)) == len(changed) + (2 if "trick" in changed else 0)


def test_the_loser_is_called_as_at_this_table() -> None:
    for title in Title:
        assert f"is the {title.value} and" in written(rules_page(Rules(title=title), t))


def test_vandtia_is_told_apart() -> None:
    """Whoever may take this for the other game: the game or its loser is called so."""
    told = {game: "vändtia" in as_text(rules_page(rules, t)) for game, rules in PRESETS.items()}
    assert told == {"myllymatti": False, "mattis": False, "myllymatti-open": False, "skitgubbe": True}
    assert "vändtia" in as_text(rules_page(parse_rules("skitgubbe title=mattis"), t))
    assert "vändtia" in as_text(rules_page(parse_rules("mattis title=skitgubbe"), t))


@pytest.mark.parametrize("page", PAGES[1:])
def test_a_page_says_of_which_game_it_is(page: str) -> None:
    def second(game: str) -> str:
        return written(rules_page(parse_rules(game), t, page)).split("\n")[1]

    assert second("myllymatti") == "-# Myllymatti · usual with 3 players"
    assert second("mattis") == "-# Mattis · usual with 3–8 players"
    assert second("mattis seats=2,3,5") == "-# Mattis · usual with 2, 3, 5 players"
    assert second("skitgubbe seats=7,8") == "-# Skitgubbe · usual with 7–8 players"
    assert len({second(f"mattis seats={n}") for n in SEATS}) == len(SEATS)


# examples


def examples(rules: Rules) -> list[Example]:
    """Those that these rules bring, in order."""
    duel, last = rules.trick is Trick.DUEL, rules.taken is Taken.LAST
    return [
        screens.BOUNCE if duel else screens.TIE,
        screens.LAST_TAKEN if last else screens.OLDEST_TAKEN,
        *([screens.RUN] if rules.runs else []),
    ]


def before(example: Example, rules: Rules) -> State:
    """A table at which the example can happen; the third player cannot beat what has to be picked up."""
    events = [*example.plays, *example.then]
    used = [
        " ".join(str(e.cards) for e in events if isinstance(e, Played) and e.seat == seat)
        for seat in range(3)
    ]
    rest = spare(9, *used).split()
    if example in (screens.BOUNCE, screens.TIE):
        hands = [f"{held} {' '.join(rest[3 * n :][: 3 - len(held.split())])}" for n, held in enumerate(used)]
        return dealt(str(rules), *hands)
    return shedding(str(rules), *(f"{held} {rest[n]}" for n, held in enumerate(used)), trump="C")


def score(example: Example) -> str:
    """The moves of an example, as records have them."""
    moves = []
    for event in (*example.plays, *example.then):
        match event:
            case Played(_, mask):
                low, high = mask.lowest, mask.highest
                moves.append(str(low) if low == high else f"{low}-{high}")
            case PickedUp():
                moves.append("take")
    return " ".join(moves)


HOUSE = every_house_rule("trick", "draw", "free_pick_up", "taken", "runs", "empty_stays")


def test_every_example_is_what_the_engine_makes_of_it() -> None:
    """Move by move by these very rules; else the page teaches what the table then refuses."""
    for rules in HOUSE:
        story = written(rules_page(rules, t, "examples")).split("\n")
        for example in examples(rules):
            after, events = play(before(example, rules), score(example))
            told = [plain(s) for event in events if (s := t.happening(event, PLAYERS, rules)) is not None]
            (line,) = [line for line in story if line.startswith(" ".join(told))]
            more = line.removeprefix(" ".join(told)).strip()
            if isinstance(example.then[-1], PickedUp):
                assert after.turn is not None
                beat = plain(t.code(after.table[-1].cards))
                assert more == f"{PLAYERS[after.turn]} must beat {beat}."
            else:
                assert more == ""


def test_who_has_to_pick_up_in_the_example_could_not_beat() -> None:
    """Nor are the cards of an example anybody's twice: `before` would not stand for it."""
    rules = parse_rules("mattis")
    state, _ = play(before(screens.OLDEST_TAKEN, rules), "5D 9D")
    assert state.turn == 2
    assert not state.hand_masks[2] & cards("TD JD QD KD AD")


@pytest.mark.parametrize(
    ("game", "files"),
    [
        ("myllymatti", ["bounce.png", "pick-up.png"]),
        ("mattis", ["tie.png", "pick-up.png", "run.png"]),
        ("myllymatti runs=yes", ["bounce.png", "pick-up.png", "run.png"]),
        ("mattis runs=no", ["tie.png", "pick-up.png"]),
    ],
)
def test_what_a_game_does_not_have_has_no_example(game: str, files: list[str]) -> None:
    screen = rules_page(parse_rules(game), t, "examples", look=LOOK)
    assert list(screen.pictures) == list(alts(screen)) == files
    assert ("The run" in written(screen)) is ("run.png" in files)


@pytest.mark.parametrize("page", PAGES)
def test_who_wants_no_pictures_gets_none(page: str) -> None:
    assert rules_page(PRESETS["mattis"], t, page).pictures == {}


def test_only_examples_have_pictures() -> None:
    found = [page for page in PAGES if rules_page(PRESETS["mattis"], t, page, look=LOOK).pictures]
    assert found == ["examples"]


def picture_and_alt(screen: Screen) -> list[tuple[ExamplePicture, str]]:
    words = alts(screen)
    found = []
    for name, picture in screen.pictures.items():
        assert isinstance(picture, ExamplePicture)
        found.append((picture, words[name]))
    return found


def test_the_words_say_everything_a_picture_shows() -> None:
    for rules in HOUSE:
        for picture, alt in picture_and_alt(rules_page(rules, t, "examples", look=LOOK)):
            for place in picture.places:
                for mask in place.plays:
                    assert f"{t.spoken(mask)} from {place.name}" in alt
                    assert not place.to_beat or f"must beat {t.spoken(mask)}" in alt
                assert not place.asked or f"{place.name} must beat" in alt
            assert (picture.bounce is not None) is alt.startswith("A bounce: ")
            assert (picture.bounce is not None) is (picture.places[0].plays == (int(cards("8S")),))
            assert alt.count(" from ") == sum(len(place.plays) for place in picture.places)


def test_pictures_show_what_is_told_without_them() -> None:
    """The plays are drawn in their order, and beside a picture the story goes on where it stops."""
    for rules in HOUSE:
        drawn, told = (written(rules_page(rules, t, "examples", look=look)) for look in (LOOK, None))
        for (picture, _), example in zip(
            picture_and_alt(rules_page(rules, t, "examples", look=LOOK)), examples(rules), strict=True
        ):
            lying: list[Any] = [(place.name, *place.plays) for place in picture.places if not place.asked]
            assert lying == [(PLAYERS[event.seat], event.cards) for event in example.plays]
            sentences = [plain(t.happening(e, PLAYERS, rules) or "") for e in example.plays]
            assert " ".join(sentences) in told
            assert not any(sentence in drawn for sentence in sentences)
            assert plain(t.happening(example.then[0], PLAYERS, rules) or "-") in drawn


def test_the_card_to_beat_is_marked_where_somebody_is_asked() -> None:
    for picture, _ in picture_and_alt(rules_page(PRESETS["mattis"], t, "examples", look=LOOK)):
        marks = [(place.to_beat, place.asked) for place in picture.places]
        assert marks.count((True, False)) == marks.count((False, True)) <= 1
        assert (True, False) not in marks or marks[-2:] == [(True, False), (False, True)]
