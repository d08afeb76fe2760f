"""The words people read. Sentences are whole, so that a language can turn them round.

`t("{name} leads", name=…)` looks the sentence up in the catalogue of its language (GNU gettext, in
`bot/locales`) and fills it in. Names come in through `safe_name`, cards through `Texts.cards`.
"""

from __future__ import annotations

import gettext
import unicodedata
from collections.abc import Iterable
from datetime import timedelta
from functools import cache
from pathlib import Path
from typing import Any, Final

from bot.emoji import PLAIN, Emoji
from engine import PRESETS, Card, CardSet, Event, Rules, Suit
from engine import events as ev
from engine.players.levels import Level
from engine.rules import Draw, FirstLead, LastCard, Leftovers, Taken, Title, Trick

LOCALES: Final = Path(__file__).parent / "locales"

SIGNS: Final = {suit: sign + "\ufe0e" for suit, sign in zip(Suit, "♠♥♦♣", strict=True)}
"""U+FE0E after a suit asks for text, not a dark emoji on dark grey."""

HAT: Final = "🎩"
NAME_LENGTH: Final = 32
BLANK: Final = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")
"""Letters and marks to Unicode, and yet nothing is seen of them."""


def safe_name(name: str) -> str:
    """A person's name that can neither mention, link nor format, and holds no mark that turns text around.

    Hidden and control characters go, white space becomes one space, and a backslash stands before what
    Discord's markdown could read.
    """
    visible = "".join(
        " " if unicodedata.category(c).startswith("Z") else c
        for c in unicodedata.normalize("NFC", name)
        if c not in BLANK and (not unicodedata.category(c).startswith("C") or c in "\n\t\r")
    )
    short = " ".join(visible.split())[:NAME_LENGTH].rstrip()
    return "".join(f"\\{c}" if c in "\\*_~`|<>@#:[]()-+.!/" else c for c in short) or "?"


class Texts:
    """Sentences in one language, with the application's emoji of cards where it has them."""

    def __init__(self, language: str = "en", emoji: Emoji = PLAIN) -> None:
        self.language = language
        self.emoji = emoji
        self._catalogue = gettext.translation("myllymatti", LOCALES, [language], fallback=True)

    def __call__(self, sentence: str, **values: Any) -> str:
        found: str = self._catalogue.gettext(sentence)
        return found.format(**values)

    def number(self, one: str, many: str, n: int, **values: Any) -> str:
        """A sentence about `n` things, which it may name as `{n}`."""
        found: str = self._catalogue.ngettext(one, many, n)
        return found.format(n=n, **values)

    # cards

    @property
    def letters(self) -> tuple[str, ...]:
        """The index of each rank, from the 2 to the ace."""
        t = self
        return (*"23456789", "10", t("J"), t("Q"), t("K"), t("A"))

    def rank(self, card: Card) -> str:
        return self.letters[card.rank]

    def suit(self, suit: Suit) -> str:
        t = self
        return [t("spades"), t("hearts"), t("diamonds"), t("clubs")][suit]

    def cards(self, cards: int) -> str:
        """A card `7♠`, or a run `7♠–9♠`."""
        play = CardSet(cards)
        low, high = (self._card(card) for card in (play.lowest, play.highest))
        return low if low == high else f"{low}–{high}"

    def code(self, cards: int) -> str:
        """The same in a code span, as it stands in running text; a single card's emoji before it."""
        emoji = self.emoji.of(CardSet(cards).lowest) if cards.bit_count() == 1 else None
        return f"{emoji} {self._span(cards)}" if emoji else self._span(cards)

    def each(self, cards: CardSet) -> str:
        """Every card of a set in code spans."""
        return " ".join(self._span(card.mask) for card in cards)

    def spoken(self, cards: int) -> str:
        """A card, or a run, as it is read aloud: "7 of spades"."""
        play = CardSet(cards)
        low, high = (self._spoken(card) for card in (play.lowest, play.highest))
        return low if low == high else self("{low} to {high}", low=low, high=high)

    def _spoken(self, card: Card) -> str:
        t = self
        ranks = [*"23456789", "10", t("jack"), t("queen"), t("king"), t("ace")]
        return t("{rank} of {suit}", rank=ranks[card.rank], suit=t.suit(card.suit))

    def _span(self, cards: int) -> str:
        return f"`{self.cards(cards)}`"

    def _card(self, card: Card) -> str:
        return self.rank(card) + SIGNS[card.suit]

    def command(self, name: str) -> str:
        """A slash command as Discord shows it in this language, in a code span."""
        t = self
        names = {
            "start": t("start"),
            "hand": t("hand"),
            "table": t("table"),
            "leave": t("leave"),
            "end": t("end"),
            "replay": t("replay"),
            "rules": t("rules"),
            "stats": t("stats"),
            "losers": t("losers"),
            "server": t("server"),
            "server export": f"{t('server')} {t('export')}",
            "settings": t("settings"),
            "privacy": t("privacy"),
        }
        return f"`/myllymatti {names[name]}`"

    def permissions(self, names: Iterable[str]) -> str:
        """Permissions as Discord's client calls them in this language."""
        t = self
        called = {
            "View Channel": t("View Channel"),
            "Send Messages": t("Send Messages"),
            "Send Messages in Threads": t("Send Messages in Threads"),
            "Embed Links": t("Embed Links"),
            "Attach Files": t("Attach Files"),
            "Read Message History": t("Read Message History"),
            "Manage Threads": t("Manage Threads"),
            "Connect": t("Connect"),
        }
        return ", ".join(called[name] for name in names)

    # games

    def game(self, name: str) -> str:
        t = self
        return {
            "myllymatti": t("Myllymatti"),
            "mattis": t("Mattis"),
            "myllymatti-open": t("Myllymatti for 2–4"),
            "skitgubbe": t("Skitgubbe"),
        }[name]

    def title(self, title: Title) -> str:
        """What the loser is called."""
        t = self
        return {
            Title.MYLLYMATTI: t("myllymatti"),
            Title.MATTIS: t("mattis"),
            Title.SKITGUBBE: t("skitgubbe"),
        }[title]

    def place(self, n: int) -> str:
        """The how many-th to go out, 1 to 8."""
        t = self
        return [
            t("first"),
            t("second"),
            t("third"),
            t("fourth"),
            t("fifth"),
            t("sixth"),
            t("seventh"),
            t("eighth"),
        ][n - 1]

    def ordinal(self, n: int) -> str:
        """The same as short as a picture needs it."""
        t = self
        return [t("1st"), t("2nd"), t("3rd"), t("4th"), t("5th"), t("6th"), t("7th"), t("8th")][n - 1]

    def house_rules(self, rules: Rules) -> list[str]:
        """How a game is played, for the lobby: what tells the games apart, and what a table has changed."""
        t, usual = self, PRESETS[rules.name]
        last_card = {
            LastCard.WON: t("Last stock card shows trump"),
            LastCard.FACE_UP: t("Last stock card, open, shows trump"),
            LastCard.FACE_DOWN: t("Last stock card hides trump"),
        }
        lines = [
            self._trick_and_draw(rules),
            last_card[rules.last_card],
            t("You may pick up instead of beating") if rules.free_pick_up else t("Who can beat must beat"),
        ]
        if rules.taken is Taken.OLDEST:
            lines.append(t("Picked up is the oldest play"))
        elif rules.taken is not usual.taken:
            lines.append(t("Picked up is the last play"))
        if rules.runs is not usual.runs or rules.runs:
            lines.append(t("Runs of a suit are one play") if rules.runs else t("One card at a time"))
        if rules.leftovers is not usual.leftovers:
            exposed = rules.leftovers is Leftovers.EXPOSED
            lines.append(t("Left-over hands are shown") if exposed else t("Left-over hands stay unseen"))
        if rules.first_lead is not usual.first_lead:
            drawer = rules.first_lead is FirstLead.DRAWER
            lines.append(
                t("Who drew trump leads phase 2") if drawer else t("Last trick's winner leads phase 2")
            )
        if rules.empty_stays is not usual.empty_stays:
            stays = rules.empty_stays
            lines.append(
                t("No card in phase 2: you stay in") if stays else t("No card in phase 2: you are safe")
            )
        if rules.title is not usual.title:
            lines.append(t("The loser is the {title}", title=self.title(rules.title)))
        return lines

    def _trick_and_draw(self, rules: Rules) -> str:
        t, at_once = self, rules.draw is Draw.AT_ONCE
        if rules.trick is Trick.DUEL:
            return t("Duel of two, refill at once") if at_once else t("Duel of two, refill after the trick")
        return t("Everyone plays, refill at once") if at_once else t("Everyone plays, refill after the trick")

    def option(self, option: str) -> str:
        """What a house rule is about, as the question of a menu."""
        t = self
        return {
            "trick": t("To a trick play"),
            "draw": t("Hands are refilled"),
            "last_card": t("The last stock card"),
            "leftovers": t("Hands left over"),
            "first_lead": t("Phase 2 is led by"),
            "free_pick_up": t("Who can beat"),
            "taken": t("Picked up is"),
            "runs": t("Cards in a row"),
            "empty_stays": t("No card in phase 2"),
            "title": t("The loser is the …"),
        }[option]

    def choice(self, option: str, value: Any) -> str:
        """One of its answers."""
        t = self
        if isinstance(value, Title):
            return self.title(value)
        words: dict[Any, str] = {
            Trick.DUEL: t("leader and neighbour"),
            Trick.EVERYONE: t("everyone"),
            Draw.AFTER_TRICK: t("after the trick"),
            Draw.AT_ONCE: t("at once"),
            LastCard.WON: t("is shown, then won"),
            LastCard.FACE_UP: t("lies face up"),
            LastCard.FACE_DOWN: t("lies face down"),
            Leftovers.EXPOSED: t("are shown"),
            Leftovers.UNSEEN: t("stay unseen"),
            FirstLead.DRAWER: t("who drew trump"),
            FirstLead.WINNER: t("the last trick's winner"),
            Taken.LAST: t("the last play"),
            Taken.OLDEST: t("the oldest play"),
            ("free_pick_up", True): t("may pick up instead"),
            ("free_pick_up", False): t("has to beat"),
            ("runs", True): t("may be one play"),
            ("runs", False): t("are played one by one"),
            ("empty_stays", True): t("one stays in"),
            ("empty_stays", False): t("one is safe"),
        }
        return words[(option, value) if isinstance(value, bool) else value]

    def turn_time(self, seconds: int | None) -> str:
        """How long a turn may take."""
        t = self
        if seconds is None:
            return t("No time limit")
        if seconds % 3600 == 0:
            return t.number("{n} hour a turn", "{n} hours a turn", seconds // 3600)
        if seconds % 60 == 0:
            return t.number("{n} minute a turn", "{n} minutes a turn", seconds // 60)
        return t.number("{n} second a turn", "{n} seconds a turn", seconds)

    # who lost

    def season(self, season: str) -> str:
        """A month, as "2026-11" is read."""
        t = self
        year, month = season.split("-")
        names = [
            *(t("January"), t("February"), t("March"), t("April"), t("May"), t("June")),
            *(t("July"), t("August"), t("September"), t("October"), t("November"), t("December")),
        ]
        return t("{month} {year}", month=names[int(month) - 1], year=year)

    def lasted(self, time: timedelta) -> str:
        """How long something lasted, in the largest whole unit of minutes, hours and days."""
        t, minutes = self, int(time.total_seconds() // 60)
        if minutes >= 2 * 24 * 60:
            return t.number("{n} day", "{n} days", minutes // (24 * 60))
        if minutes >= 2 * 60:
            return t.number("{n} hour", "{n} hours", minutes // 60)
        return t.number("{n} minute", "{n} minutes", minutes)

    # computers

    def level(self, level: Level) -> str:
        """How strong a computer is, in a menu."""
        t = self
        return {Level.EASY: t("easy"), Level.NORMAL: t("normal"), Level.HARD: t("hard")}[level]

    def about_level(self, level: Level) -> str:
        """How such a computer plays."""
        t = self
        return {
            Level.EASY: t("Forgets cards and makes mistakes"),
            Level.NORMAL: t("Plays with care and counts cards"),
            Level.HARD: t("Thinks ahead and forgets nothing"),
        }[level]

    def computer(self, level: Level) -> str:
        """What sits in a seat where no person does."""
        t = self
        return {
            Level.EASY: t("computer, easy"),
            Level.NORMAL: t("computer"),
            Level.HARD: t("computer, hard"),
        }[level]

    # what happened

    def happening(self, event: Event, names: tuple[str, ...], rules: Rules) -> str | None:
        """One event that all may see as a sentence, or None if it goes without saying."""
        t = self
        match event:
            case ev.Played(seat, cards, led, turned_up):
                values = {"name": names[seat], "cards": t.code(cards)}
                if turned_up:
                    return t("{name} turned up {cards}.", **values)
                return t("{name} led {cards}.", **values) if led else t("{name} played {cards}.", **values)
            case ev.DrewLast(seat, None):
                return t("{name} drew the last card.", name=names[seat])
            case ev.DrewLast(seat, card):
                assert card is not None
                return t("{name} drew {card}, the last card.", name=names[seat], card=t.code(card.mask))
            case ev.Bounced(seats, cards):
                if len(seats) == 2 and rules.trick is Trick.DUEL:
                    one, other = (t.code(card.mask) for card in cards)
                    return t("Bounce: {one} and {other} stay.", one=one, other=other)
                return f"{t.tie([names[seat] for seat in seats])}."
            case ev.TrickWon(seat, cards):
                return t.number("{name} won {n} card.", "{name} won {n} cards.", len(cards), name=names[seat])
            case ev.Returned(seat, cards):
                return t("{name} took back {cards}.", name=names[seat], cards=t.each(cards))
            case ev.LeftOver(seat, number, _, None):
                return t.number("{name} kept {n} card.", "{name} kept {n} cards.", number, name=names[seat])
            case ev.LeftOver(seat, _, _, cards):
                assert cards is not None
                return t("{name} kept {cards}.", name=names[seat], cards=t.each(cards))
            case ev.TrumpTurned(_, card):
                return t("The last card is {card}.", card=t.code(card.mask))
            case ev.SheddingBegan(None, _):
                return None
            case ev.SheddingBegan(leader, _):
                assert leader is not None
                return t("Phase 2: {name} leads.", name=names[leader])
            case ev.PickedUp(seat, cards):
                return t("{name} picked up {cards}.", name=names[seat], cards=t.code(cards))
            case ev.WentOut(seat, place):
                return t("{name} is out, {place}.", name=names[seat], place=t.place(place))
            case ev.TrickDone(_, leader):
                return t("The trick is done. {name} leads.", name=names[leader])
            case ev.Swept(_, leader):
                return t("The table is swept. {name} leads.", name=names[leader])
            case ev.SweepNear(omen):
                return self.omen(omen)
            case ev.Drew() | ev.Lost():
                return None

    def omen(self, omen: ev.Omen) -> str:
        """3.2 What the table is told before a sweep."""
        t = self
        match omen:
            case ev.Omen.SECOND_TIME:
                return t("It goes round: a sweep is near.")
            case ev.Omen.LAST_ROUND:
                return t("A sweep is less than a round away.")
            case ev.Omen.DUE:
                return t("Nobody gets rid of cards: the table is swept after the next card.")

    def tie(self, names: list[str]) -> str:
        """Who plays on after a tie: by name where two do, more are counted."""
        t = self
        if len(names) == 2:
            return t("Tie: {one} and {other} play again", one=names[0], other=names[1])
        return t.number("Tie: {n} plays again", "Tie: {n} play again", len(names))


LANGUAGES: Final = {"en": "English", "fi": "Suomi", "sv": "Svenska", "nb": "Norsk bokmål"}
"""The catalogues, and what speakers call their language."""

LOCALES_OF_DISCORD: Final = {"en-US": "en", "en-GB": "en", "fi": "fi", "sv-SE": "sv", "no": "nb"}
"""Discord's locales and the catalogue of each; all others read English."""


def texts(language: object = "en", emoji: Emoji = PLAIN) -> Texts:
    """The sentences in a language of ours, or in that of a Discord locale."""
    code = str(language)
    return _texts(code if code in LANGUAGES else LOCALES_OF_DISCORD.get(code, "en"), emoji)


_texts: Final = cache(Texts)
