"""What a host may choose, and nothing else: each choice of each menu, from any table."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Final

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from bot.options import LONGEST_TURN, NO_LIMIT, SHORTEST_TURN, TIMES, Options, time_code
from engine import PRESETS, parse_rules
from engine.rules import OPTIONS, SEATS, choices
from tests.engine.chance import all_rules, quick

USUAL: Final = Options(PRESETS["myllymatti"], 3, 180)
RULES: Final = [(option, str(n)) for option in OPTIONS for n in range(len(choices(option)))]
CHOICES: Final = [
    *(("game", name) for name in PRESETS),
    *(("seats", str(n)) for n in SEATS),
    *(("time", time_code(seconds)) for seconds in TIMES),
    *RULES,
]
"""Every entry of every menu."""
MENUS: Final = tuple(dict.fromkeys(what for what, _ in CHOICES))


def any_options() -> st.SearchStrategy[Options]:
    times = st.sampled_from(TIMES) | st.integers(SHORTEST_TURN, LONGEST_TURN)
    return st.builds(Options, all_rules(), st.sampled_from(SEATS), times)


def is_time(value: str) -> bool:
    """Whether this is the value of a time that TURN_SECONDS, and so a menu, may have."""
    return bool(re.fullmatch("[1-9][0-9]{1,4}", value)) and 30 <= int(value) <= 86_400


@given(any_options())
@quick(100)
def test_every_game_is_reached(chosen: Options) -> None:
    """As everybody plays it: house rules of the game before do not go along, seats and time do."""
    for name, rules in PRESETS.items():
        assert chosen.chosen("game", name) == (rules, chosen.size, chosen.turn_seconds)


@given(any_options())
@quick(50)
def test_every_number_of_seats_is_reached(chosen: Options) -> None:
    assert [chosen.chosen("seats", str(n)) for n in range(2, 9)] == [
        chosen._replace(size=n) for n in range(2, 9)
    ]


@given(any_options())
@quick(50)
def test_every_time_is_reached(chosen: Options) -> None:
    for seconds in TIMES:
        assert chosen.chosen("time", time_code(seconds)) == chosen._replace(turn_seconds=seconds)


@given(any_options(), st.integers(30, 86_400))
@example(USUAL, 30)
@example(USUAL, 31)
@example(USUAL, 86_399)
@example(USUAL, 86_400)
@quick(100)
def test_every_whole_second_from_half_a_minute_to_a_day_is_a_time(chosen: Options, seconds: int) -> None:
    """Whatever a server has as TURN_SECONDS is in its menus; and the time alone changes."""
    assert chosen.chosen("time", str(seconds)) == chosen._replace(turn_seconds=seconds)
    assert chosen.chosen("time", time_code(seconds)).turn_seconds == seconds


@given(any_options())
@quick(50)
def test_every_value_of_every_house_rule_is_reached(chosen: Options) -> None:
    """And changes that one rule only."""
    for option in OPTIONS:
        for n, value in enumerate(choices(option)):
            rules = replace(chosen.rules, **{option: value})
            assert chosen.chosen(option, str(n)) == chosen._replace(rules=rules)


@given(any_options())
@quick(100)
def test_as_usual_is_the_game_without_house_rules(chosen: Options) -> None:
    assert chosen.chosen("usual", "") == chosen._replace(rules=PRESETS[chosen.rules.name])


@pytest.mark.parametrize("name", PRESETS)
@pytest.mark.parametrize(("option", "value"), RULES)
def test_one_house_rule_is_written_and_read_back(name: str, option: str, value: str) -> None:
    """The store has rules as text; what differs from the game is the one rule, or nothing."""
    chosen = Options(PRESETS[name], 3, None).chosen(option, value)
    text = str(chosen.rules)
    assert parse_rules(text) == chosen.rules
    changed = getattr(chosen.rules, option) != getattr(PRESETS[name], option)
    assert len(text.split()) == 1 + changed
    assert text.startswith(f"{name} {option}=" if changed else name)


@given(st.sampled_from(list(PRESETS)), st.lists(st.sampled_from(CHOICES), max_size=12))
@quick(150)
def test_whatever_is_chosen_in_any_order_is_written_and_read_back(
    name: str, made: list[tuple[str, str]]
) -> None:
    chosen = Options(PRESETS[name], 3, 180)
    for what, value in made:
        chosen = chosen.chosen(what, value)
        assert chosen.chosen(what, value) == chosen, "once more changes nothing"
    assert parse_rules(str(chosen.rules)) == chosen.rules
    assert chosen.size in SEATS
    assert chosen.turn_seconds in TIMES


NO_TIMES: Final = [
    *("", "0", "1", "29", "86401", "100000", "9" * 100, "9" * 5_000, "-30", "-180"),
    *("030", "0180", "00030", "+30", "+180", "180 ", " 180", "180\n", "1 80"),
    *("1800.0", "1_800", "1,800", "1800s", "3e2", "0x1e", "3:00", "180-"),
    *("None", "NONE", "none ", "no limit", "nan", "inf"),
    *("\u0661\u0668\u0660", "\uff11\uff18\uff10", "18\u00b2", "\u2460\u2461"),
]
"""As a forged press may have it, the last line in digits of other scripts."""
NO_CHOICES: Final = [
    *(("game", value) for value in ("", "whist", "Mattis", "mattis runs=no", "0")),
    *(
        ("seats", value)
        for value in ("", "1", "9", "0", "-3", "3.0", " 3", "03", "+3", "\u0663", "three", "None")
    ),
    *(("time", value) for value in NO_TIMES),
    *((option, str(len(choices(option)))) for option in OPTIONS),
    *((option, value) for option in OPTIONS for value in ("", "-1", "00", "True", "yes", "duel", "\u0660")),
    *(
        (what, "0")
        for what in ("", "name", "size", "rules", "turn_seconds", "duel", "jokers", "Runs", "kick")
    ),
]


NUMBERS: Final = st.integers(-100_000, 100_000).map(str) | st.integers(0, 99_999).map("{:05}".format)


@pytest.mark.parametrize(("what", "value"), NO_CHOICES, ids=lambda text: ascii(text)[1:-1][:20])
def test_what_is_no_choice_is_refused(what: str, value: str) -> None:
    with pytest.raises(ValueError, match=r"cannot be|digits"):  # of 5,000 digits Python itself says so
        USUAL.chosen(what, value)


@given(any_options(), st.text(max_size=8) | st.sampled_from(MENUS), st.text(max_size=6) | NUMBERS)
@quick(150)
def test_nothing_else_is_a_choice(chosen: Options, what: str, value: str) -> None:
    if (what, value) in CHOICES or what == "usual" or (what == "time" and is_time(value)):
        return
    with pytest.raises(ValueError, match="cannot be"):
        chosen.chosen(what, value)


def test_a_value_belongs_to_its_menu() -> None:
    """Each entry of one menu is refused by every other that has none like it."""
    for what in MENUS:
        for value in {value for _, value in CHOICES}:
            if (what, value) not in CHOICES:
                with pytest.raises(ValueError, match="cannot be"):
                    USUAL.chosen(what, value)


def test_times_go_up_from_half_a_minute_to_a_day_and_to_none() -> None:
    *limits, none = TIMES
    assert none is None
    times = [seconds for seconds in limits if seconds is not None]
    assert times == sorted(set(times))
    assert (times[0], times[-1], len(TIMES)) == (30, LONGEST_TURN, 14)
    assert LONGEST_TURN == 24 * 60 * 60
    assert 180 in TIMES


def test_a_menu_has_room_for_each_of_its_entries() -> None:
    """Discord takes 25 in a menu, and none twice."""
    menus: dict[str, list[str]] = {}
    for what, value in CHOICES:
        menus.setdefault(what, []).append(value)
    assert all(len(set(values)) == len(values) <= 25 for values in menus.values())


def test_no_limit_has_a_word() -> None:
    assert (time_code(None), time_code(30)) == (NO_LIMIT, "30") == ("none", "30")
