"""The host's options: pages of menus, each with the one chosen entry, and with what is usual marked."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from bot import refusals
from bot.actions import ON_THE_PAGE
from bot.options import LONGEST_TURN, TIMES, Options, time_code
from bot.screens import options
from bot.screens.limits import broken, walk
from bot.screens.options import Guest
from bot.screens.parts import Colour, Screen, Sitter
from bot.table import Refusal
from bot.texts import safe_name, texts
from engine import PRESETS, Rules, parse_rules
from engine.players.levels import Level
from engine.rules import OPTIONS, SEATS, choices
from tests.engine.chance import all_rules, quick
from tests.screens.conftest import Looks
from tests.screens.reading import BUTTON, Component, as_text, bare_signs, heading, menus, offers, plain
from tests.screens.scenes import LONGEST
from tests.screens.test_lobby import ALL_CHANGED

t = texts()

USUAL_TIME = 180
PAGES = ("table", options.COMPUTERS, *options.PAGES)
AINO = Guest("1001", Sitter("Aino", host=True))
BROR = Guest("1002", Sitter("Bror", hat=True))
OTSO = Guest("Otso", Sitter("Otso", computer=True))
REPO = Guest("Repo", Sitter("Repo", computer=True, level=Level.HARD))
ILVES = Guest("Ilves", Sitter("Ilves", computer=True, level=Level.EASY))
THREE = (AINO, BROR, OTSO)


def shown(
    page: str,
    chosen: Options | str = "myllymatti",
    guests: Sequence[Guest] = THREE,
    usual_time: int = USUAL_TIME,
    refused: tuple[str, str] | None = None,
) -> Screen:
    if isinstance(chosen, str):
        chosen = Options(parse_rules(chosen), 3, USUAL_TIME)
    if page in options.PAGES:
        return options.house_rules(12, chosen, page, t)
    if page == options.COMPUTERS:
        return options.computers(12, chosen, guests, t, refused)
    return options.options(12, chosen, guests, usual_time, t, refused)


def asks(screen: Screen) -> dict[tuple[str, ...], Component]:
    """The menus that set something, by what they set: `("game",)`, `("building", "trick")`."""
    found = {tuple(menu["custom_id"].split(":")[1:]): menu for menu in menus(screen)}
    return {key[2:]: menu for key, menu in found.items() if key[:2] == ("set", "12")}


def buttons(screen: Screen) -> dict[str, bool]:
    """Each button, and whether it can be pressed."""
    return {c["label"]: not c["disabled"] for c in walk(screen.payload) if c["type"] == BUTTON}


in_menus = st.builds(Options, all_rules(), st.sampled_from(SEATS), st.sampled_from(TIMES))
"""Whatever a host can make of a table."""

seconds = st.sampled_from([time for time in TIMES if time is not None]) | st.integers(30, LONGEST_TURN)
any_options = st.builds(Options, all_rules(), st.sampled_from(SEATS), seconds | st.none())
"""The same, and whatever TURN_SECONDS can be, or could be when the table was opened."""


# as they look


def test_the_first_page(looks: Looks) -> None:
    looks(shown("table"), "options-table")


def test_the_host_alone_can_take_nobody_away(looks: Looks) -> None:
    chosen = Options(PRESETS["mattis"], 8, None)
    looks(shown("table", chosen, [AINO]), "options-alone")


def test_a_table_beside_computers_has_nobody_to_hand_over_to() -> None:
    assert "Make the host …" not in as_text(shown("table", guests=(AINO, OTSO)))


def test_the_computers(looks: Looks) -> None:
    chosen = Options(PRESETS["mattis"], 8, USUAL_TIME)
    looks(shown("computers", chosen, (AINO, OTSO, BROR, REPO, ILVES)), "options-computers-three")


def test_no_computers(looks: Looks) -> None:
    looks(shown("computers", guests=(AINO, BROR)), "options-computers-none")


@pytest.mark.parametrize("page", ["building", "shedding"])
def test_house_rules(page: str, looks: Looks) -> None:
    looks(shown(page), f"options-{page}")


@pytest.mark.parametrize("page", ["building", "shedding"])
def test_changed_house_rules(page: str, looks: Looks) -> None:
    looks(shown(page, f"skitgubbe {ALL_CHANGED}"), f"options-{page}-changed")


def test_a_choice_is_refused(looks: Looks) -> None:
    """Three sit here, and the host has asked for two seats."""
    looks(shown("table", refused=refusals.of_table(Refusal.SEAT_TAKEN, t)), "options-refused")


# what is there


def test_every_house_rule_stands_on_exactly_one_page() -> None:
    """And one page changes what it says it does."""
    found = [key for page in PAGES for key in asks(shown(page))]
    assert found[:3] == [("game",), ("seats",), ("time",)]
    assert sorted(rule for _, rule in found[3:]) == sorted(OPTIONS)
    for page in options.PAGES:
        assert {key[0] for key in asks(shown(page))} == {page}


def test_every_value_can_be_chosen() -> None:
    everything = {key: menu["options"] for page in PAGES for key, menu in asks(shown(page)).items()}
    assert [entry["value"] for entry in everything["game",]] == list(PRESETS)
    assert [entry["value"] for entry in everything["seats",]] == [str(n) for n in SEATS]
    assert [entry["value"] for entry in everything["time",]] == [time_code(time) for time in TIMES]
    for key, entries in everything.items():
        if key[-1] in OPTIONS:
            assert len(entries) == len(choices(key[-1]))


def test_each_menu_asks_something_else_in_its_own_words() -> None:
    for page in PAGES:
        screen = shown(page)
        texts_ = [plain(c["content"]) for c in walk(screen.payload) if c["type"] == 10]
        for menu in asks(screen).values():
            labels = [entry["label"] for entry in menu["options"]]
            assert len(set(labels)) == len(labels)
            assert f"**{menu['placeholder']}**" in texts_
    questions = [menu["placeholder"] for page in PAGES for menu in asks(shown(page)).values()]
    assert len(set(questions)) == len(questions)


# what is chosen, and what is usual


def is_set(chosen: Options, key: tuple[str, ...]) -> str:
    """The value of the entry that stands for what is so."""
    if key[-1] in OPTIONS:
        return str(choices(key[-1]).index(getattr(chosen.rules, key[-1])))
    seconds = chosen.turn_seconds
    return {
        "game": chosen.rules.name,
        "seats": str(chosen.size),
        "time": "none" if seconds is None else str(seconds),
    }[key[-1]]


@given(any_options, seconds)
@example(Options(PRESETS["myllymatti"], 3, 45), 45)
@example(Options(PRESETS["myllymatti"], 3, 45), 50)
@quick(40)
def test_exactly_one_entry_of_each_menu_is_chosen(chosen: Options, usual_time: int) -> None:
    for page in PAGES:
        for key, menu in asks(shown(page, chosen, usual_time=usual_time)).items():
            marked = [entry["value"] for entry in menu["options"] if entry.get("default")]
            assert marked == [is_set(chosen, key)]


@given(any_options, seconds)
@example(Options(PRESETS["myllymatti"], 3, None), 45)
@quick(40)
def test_what_is_usual_is_marked(chosen: Options, usual_time: int) -> None:
    """Beside the game, which says for how many it is."""
    usual = PRESETS[chosen.rules.name]
    for page in PAGES:
        for key, menu in asks(shown(page, chosen, usual_time=usual_time)).items():
            marked = {e["value"]: e["description"] for e in menu["options"] if e.get("description")}
            if key[-1] in OPTIONS:
                right = str(choices(key[-1]).index(getattr(usual, key[-1])))
                assert marked == {right: f"usual in {t.game(usual.name)}"}
            elif key == ("seats",):
                assert set(marked) == {str(n) for n in chosen.rules.seats}
            elif key == ("time",):
                assert marked == {str(usual_time): "usual"}


def times(chosen: Options, usual_time: int) -> list[str]:
    """The menu of times as it reads, what is usual with a star."""
    entries = asks(shown("table", chosen, usual_time=usual_time))["time",]["options"]
    return [entry["label"] + ("*" if entry.get("description") == "usual" else "") for entry in entries]


def test_a_usual_time_that_is_in_no_menu_is_listed_and_marked() -> None:
    """With TURN_SECONDS=45: in its place, whatever the table has, and the way back to it."""
    for turn_seconds in (45, 60, None):
        listed = times(Options(PRESETS["mattis"], 3, turn_seconds), 45)
        assert listed[:3] == ["30 seconds a turn", "45 seconds a turn*", "1 minute a turn"]
        assert listed[-2:] == ["24 hours a turn", "No time limit"]
        assert len(listed) == len(TIMES) + 1
    later = times(Options(PRESETS["mattis"], 3, None), 5_400)
    assert later[8:11] == ["1 hour a turn", "90 minutes a turn*", "3 hours a turn"]


def test_a_time_of_before_the_settings_changed_stays_in_the_menu() -> None:
    """The channel's last table had 50 seconds, and TURN_SECONDS is 45 by now."""
    listed = times(Options(PRESETS["mattis"], 3, 50), 45)
    assert listed[:4] == ["30 seconds a turn", "45 seconds a turn*", "50 seconds a turn", "1 minute a turn"]


def test_without_other_settings_the_menu_has_the_times_there_are() -> None:
    assert times(Options(PRESETS["mattis"], 3, 60), 180) == [
        t.turn_time(time) + ("*" if time == 180 else "") for time in TIMES
    ]


@given(any_options, seconds)
@quick(100)
def test_times_go_up_and_none_stands_twice(chosen: Options, usual_time: int) -> None:
    entries = asks(shown("table", chosen, usual_time=usual_time))["time",]["options"]
    *limits, none = [entry["value"] for entry in entries]
    assert none == "none"
    assert list(map(int, limits)) == sorted(set(map(int, limits)))
    assert {time_code(time) for time in (*TIMES, usual_time, chosen.turn_seconds)} == {*limits, none}
    assert len({entry["label"] for entry in entries}) == len(entries)


def test_games_say_for_how_many_they_are() -> None:
    about = {entry["value"]: entry["description"] for entry in asks(shown("table"))["game",]["options"]}
    assert about == {
        "myllymatti": "for 3 players",
        "mattis": "for 3–8 players",
        "myllymatti-open": "for 2–4 players",
        "skitgubbe": "for 2–4 players",
    }


@given(all_rules())
@quick(40)
def test_what_is_changed_is_told_without_opening_a_menu(rules: Rules) -> None:
    for page in options.PAGES:
        screen = shown(page, Options(rules, 3, USUAL_TIME))
        for (_, rule), menu in asks(screen).items():
            changed = getattr(rules, rule) != getattr(PRESETS[rules.name], rule)
            assert menu["placeholder"].endswith(" · changed") is changed
        assert buttons(screen)["As usual"] is (rules != PRESETS[rules.name])


# what a press makes of it


@given(in_menus)
@quick(25)
def test_every_entry_can_be_chosen_and_is_chosen_then(chosen: Options) -> None:
    for page in PAGES:
        for offer in offers(shown(page, chosen)):
            if offer.action != "set":
                continue
            *_, what, value = offer.arguments
            now = chosen.chosen(what, value)
            assert is_set(now, (what,)) == value
            if what != "game":
                assert sum(a != b for a, b in zip(_fields(now), _fields(chosen), strict=True)) <= 1


@given(in_menus, seconds)
@example(Options(PRESETS["myllymatti"], 3, 45), 45)
@example(Options(PRESETS["myllymatti"], 3, None), 45)
@quick(40)
def test_every_time_in_the_menu_can_be_chosen(chosen: Options, usual_time: int) -> None:
    """What only the settings have must not be refused as garbled."""
    for entry in asks(shown("table", chosen, usual_time=usual_time))["time",]["options"]:
        assert time_code(chosen.chosen("time", entry["value"]).turn_seconds) == entry["value"]


def _fields(chosen: Options) -> list[Any]:
    return [chosen.size, chosen.turn_seconds, *(getattr(chosen.rules, option) for option in OPTIONS)]


# the way through the pages


def test_buttons_lead_from_page_to_page() -> None:
    def ways(page: str) -> dict[str, tuple[str, ...]]:
        screen = shown(page, "myllymatti runs=yes")
        return {o.label: (o.action, *o.arguments) for o in offers(screen) if o.action in ("options", "usual")}

    assert ways("table") == {
        "Computers": ("options", "12", "computers"),
        "House rules": ("options", "12", "building"),
    }
    assert ways("computers") == {"Back": ("options", "12", "table")}
    assert ways("building") == {
        "Back": ("options", "12", "table"),
        "More": ("options", "12", "shedding"),
        "As usual": ("usual", "12", "building"),
    }
    assert ways("shedding") == {
        "Back": ("options", "12", "table"),
        "More": ("options", "12", "building"),
        "As usual": ("usual", "12", "shedding"),
    }
    assert [heading(shown(page)) for page in PAGES] == [
        *("Options", "Computers", "House rules, 1 of 2", "House rules, 2 of 2")
    ]


@pytest.mark.parametrize(("size", "room"), [(3, False), (4, True), (8, True)])
def test_a_computer_is_added_while_a_seat_is_free(size: int, room: bool) -> None:
    for page, where in (("table", ()), ("computers", ("computers",))):
        screen = shown(page, Options(PRESETS["mattis"], size, None))
        assert buttons(screen)["Add computer"] is room
        added = [offer.arguments for offer in offers(screen) if offer.action == "computer"]
        assert added == ([("12", *where)] if room else []), "and its page stays"


# how strong computers are


def test_each_computer_is_asked_about_and_shows_what_it_is() -> None:
    """By its own name: nobody else's level changes, and a person has none."""
    screen = shown("computers", guests=(OTSO, AINO, REPO, BROR, ILVES))
    levels = {
        menu["custom_id"]: [(o["value"], o.get("default", False)) for o in menu["options"]]
        for menu in menus(screen)
    }
    assert levels == {
        "mm1:level:12:Otso": [("easy", False), ("normal", True), ("hard", False)],
        "mm1:level:12:Repo": [("easy", False), ("normal", False), ("hard", True)],
        "mm1:level:12:Ilves": [("easy", True), ("normal", False), ("hard", False)],
    }
    names = [plain(c["content"]) for c in walk(screen.payload) if c["type"] == 10][1:]
    assert names == ["**Otso**", "**Repo**", "**Ilves**"]


def test_levels_are_told_apart_by_how_they_play() -> None:
    (menu,) = menus(shown("computers"))
    for what in ("label", "description"):
        assert len({entry[what] for entry in menu["options"]}) == len(Level)


# who sits there


def whom(screen: Screen, action: str) -> list[tuple[str, str]]:
    """The label and the value of each entry of the menu of people."""
    found = [menu for menu in menus(screen) if menu["custom_id"] == f"mm1:{action}:12"]
    return [(entry["label"], entry["value"]) for menu in found for entry in menu["options"]]


def test_everybody_but_the_host_can_be_taken_away_and_only_people_be_host() -> None:
    screen = shown("table", guests=(OTSO, BROR, AINO))
    assert whom(screen, "remove") == [("Otso", "Otso"), ("Bror", "1002")]
    assert whom(screen, "host") == [("Bror", "1002")]
    for menu in menus(screen):
        if menu["custom_id"].split(":")[1] in ("remove", "host"):
            assert not any(entry.get("default") for entry in menu["options"])


@pytest.mark.parametrize(
    "name",
    ["a_b", "*Aino*", "Aino (she)", "~~x~~", r"\o/", "Ai`no", "1. Aino", "<@123>", "||spoiler||", "字"],
)
def test_names_in_menus_are_as_people_write_them(name: str) -> None:
    """No backslash stands before anything: a menu reads no markdown."""
    guest = Guest("1002", Sitter(safe_name(name)))
    screen = shown("table", guests=(AINO, guest))
    assert whom(screen, "remove") == whom(screen, "host") == [(name, "1002")]


names = st.text(alphabet=st.sampled_from("\\*_~`|<>@#:[]()-+.!/ aÅ字🎩"), max_size=32)


@given(names)
@quick(100)
def test_any_name_in_a_menu_carries_as_many_backslashes_as_its_person_wrote(name: str) -> None:
    wanted = " ".join(name.split()) or "?"
    assert Sitter(safe_name(name)).plain == wanted


# a choice that was refused


def sentence(refusal: Refusal) -> str:
    return refusals.of_table(refusal, t)[0]


def below(screen: Screen) -> str:
    """All that stands under the heading's text."""
    return as_text(screen).partition("\n---\n")[2]


@pytest.mark.parametrize("refusal", ON_THE_PAGE, ids=lambda refusal: refusal.name)
def test_a_refused_choice_keeps_the_hosts_page_with_the_sentence_on_top(refusal: Refusal) -> None:
    """He goes on from there: every menu and every button is as before, and shows what still holds."""
    for page in ("table", "computers"):
        told, before = shown(page, refused=refusals.of_table(refusal, t)), shown(page)
        assert heading(told) == sentence(refusal)
        assert below(told) == below(before)
        assert offers(told) == offers(before)
        assert f"### {heading(before)}" not in as_text(told)


def test_a_refused_choice_is_told_in_the_colour_of_refusals() -> None:
    """And the page is the lobby's own again with the next choice that holds."""
    colours = [shown("table", refused=words).payload[0]["accent_color"] for words in (("No", "So."), None)]
    assert colours == [Colour.NOTICE, Colour.LOBBY]


@pytest.mark.parametrize("refusal", ON_THE_PAGE, ids=lambda refusal: refusal.name)
def test_a_refusal_on_the_page_is_as_short_as_any_heading(refusal: Refusal) -> None:
    """Wording: at most 30 characters, and no full stop."""
    assert len(sentence(refusal)) <= 30
    assert not sentence(refusal).endswith(".")


# limits


@given(any_options, st.integers(1, 8), st.booleans(), seconds, st.none() | st.just(("x" * 30, "y" * 60)))
@example(Options(parse_rules(f"skitgubbe {ALL_CHANGED}"), 8, 31), 8, True, 45, ("x" * 30, "y" * 60))
@quick(40)
def test_every_page_with_the_longest_names_keeps_within_the_limits(
    chosen: Options, number: int, people: bool, usual_time: int, refused: tuple[str, str] | None
) -> None:
    guests = [
        Guest(str(2**63 - 1 - n), Sitter(name, host=n == 0, computer=n > 0 and not people))
        for n, name in enumerate(LONGEST[:number])
    ]
    table = 2**63 - 1
    for screen in (
        options.options(table, chosen, guests, usual_time, t, refused),
        options.computers(table, chosen, guests, t, refused),
        *(options.house_rules(table, chosen, page, t) for page in options.PAGES),
    ):
        assert broken(screen.payload) == []
        assert bare_signs(screen.payload) == []


def test_what_a_closed_menu_shows_is_short_enough_for_a_phone() -> None:
    """Phone rules: placeholders of up to 22 characters; what is chosen is drawn in the same place."""
    for page in PAGES:
        for menu in menus(shown(page)):
            of_people = menu["custom_id"].split(":")[1] not in ("set", "level")
            for words in [menu["placeholder"]] if of_people else [e["label"] for e in menu["options"]]:
                assert len(words) <= 23, words
