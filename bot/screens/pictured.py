"""Pictures of what a screen shows, and the same in words for who does not see them.

Each takes what its reader may see and gives a drawing (`bot.art`) with an alt text that says everything it
shows: Discord takes 1,024 characters of it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from bot.art import drawable
from bot.art.drawings import (
    Bar,
    EndPicture,
    Ground,
    HandPicture,
    LobbyPicture,
    Look,
    LosersPicture,
    Moment,
    Place,
    Plate,
    RatePicture,
    Stock,
    TablePicture,
    Trump,
)
from bot.screens.limits import ALT
from bot.screens.parts import Pictured, Scene, holding, plain, to_beat
from bot.standings import Summary, Tally
from bot.texts import Texts
from engine import Card, CardSet, Play, PlayCard, PlayerView, PlayRun, Suit
from engine import events as ev
from engine.rules import Trick

Names = tuple[str, ...]

RED_AND_BLACK: Final = (Suit.SPADES, Suit.HEARTS, Suit.CLUBS, Suit.DIAMONDS)


def suits_in_order(trump: Suit | None) -> tuple[Suit, ...]:
    """Red and black in turn, rotated so that trump is last."""
    if trump is None:
        return RED_AND_BLACK
    start = RED_AND_BLACK.index(trump) + 1
    return RED_AND_BLACK[start:] + RED_AND_BLACK[:start]


def names_drawn(scene: Scene, t: Texts) -> tuple[str, ...]:
    """Names as a picture can show them: without markdown, and without what its font lacks."""
    return tuple(
        drawable(sitter.plain) or t("Player {n}", n=seat)
        for seat, sitter in enumerate(scene.sitters, start=1)
    )


# the lobby and the end


def lobby_picture(scene: Scene, t: Texts, look: Look) -> Pictured:
    """The banner: the game, and how many seats are taken."""
    game, taken = t.game(scene.rules.name), len(scene.sitters)
    words = t.number("{taken} of {n} seat taken", "{taken} of {n} seats taken", scene.size, taken=taken)
    alt = t("{game}, the lobby. {words}.", game=game, words=words)
    return Pictured("lobby.png", LobbyPicture(look, game, words), alt)


def end_picture(view: PlayerView, scene: Scene, t: Texts) -> Pictured:
    """The loser under the hat, and in which order the others went out."""
    assert view.loser is not None
    names, title = names_drawn(scene, t), t("is the {title}", title=t.title(view.rules.title))
    out = tuple((names[seat], _out(place, t)) for place, seat in enumerate(view.out, start=1))

    def alt(names: Names) -> str:
        assert view.loser is not None
        told = [t("{name} {title} and wears the hat.", name=names[view.loser], title=title)]
        told += [
            t("{name} went out {place}.", name=names[seat], place=t.place(place))
            for place, seat in enumerate(view.out, start=1)
        ]
        return " ".join(told)

    return Pictured("end.png", EndPicture(names[view.loser], title, out), _within(scene, alt))


# the table


def table_picture(view: PlayerView, scene: Scene, t: Texts, look: Look, *, moment: bool) -> Pictured:
    """The table as everybody sees it; `moment`: trump has just been fixed."""
    ground = Ground.SHEDDING if view.shedding else Ground.BUILDING
    picture = TablePicture(
        look=look,
        ground=ground,
        plates=_plates(view, scene, t),
        places=_places(view, scene, t),
        side=_side(view, t, moment=moment),
        moment=_moment(view, scene, t) if moment else None,
        to_beat=t("to beat"),
        bounce=t("bounce") if _bounced(scene) and not view.shedding else None,
        empty=None if view.table or moment else t("The table is empty"),
    )
    return Pictured(
        "table.png", picture, _within(scene, lambda names: _table_alt(view, scene, t, names, moment=moment))
    )


def _plates(view: PlayerView, scene: Scene, t: Texts) -> tuple[Plate, ...]:
    names = names_drawn(scene, t)
    return tuple(
        Plate(
            name=names[seat],
            hat=sitter.hat,
            to_play=seat == view.turn and not scene.all_asleep,
            hand=view.counts[seat],
            won=None if view.shedding else view.won[seat],
            note=_out(view.out.index(seat) + 1, t) if seat in view.out else None,
            away=t("away") if sitter.away and seat not in view.out else None,
        )
        for seat, sitter in enumerate(scene.sitters)
    )


def _out(place: int, t: Texts) -> str:
    """The how many-th to go out, in a few letters."""
    return t("out, {ordinal}", ordinal=t.ordinal(place))


def _places(view: PlayerView, scene: Scene, t: Texts) -> tuple[Place, ...]:
    """Phase 1: a place for each who plays to the round or has cards lying; phase 2: for each play."""
    names, beat = names_drawn(scene, t), to_beat(view)
    if view.shedding:
        if not view.table:
            return ()
        assert view.turn is not None
        places = [Place(names[play.seat], (int(play.cards),), to_beat=play is beat) for play in view.table]
        if len(places) < view.size:
            places.append(Place(names[view.turn], asked=True))
        return (*places, *[Place("")] * (view.size - len(places)))
    if not view.table:
        return ()
    lying = {play.seat for play in view.table}
    seats = [(view.leader + n) % view.seats for n in range(view.seats)]
    return tuple(
        Place(
            names[seat],
            tuple(int(play.cards) for play in view.table if play.seat == seat),
            to_beat=beat is not None and beat.seat == seat,
            asked=seat == view.turn and view.played > 0,
        )
        for seat in seats
        if seat in lying or seat in view.round
    )


def _bounced(scene: Scene) -> bool:
    """Whether the last thing that happened is a bounce."""
    told = [event for event in scene.happenings if not isinstance(event, ev.Drew)]
    return bool(told) and isinstance(told[-1], ev.Bounced) and scene.rules.trick is Trick.DUEL


def _side(view: PlayerView, t: Texts, *, moment: bool) -> tuple[Stock | Trump, ...]:
    """The stock while there is one, then trump."""
    side: list[Stock | Trump] = []
    if not view.shedding and view.stock:
        side.append(Stock(view.stock, t("stock")))
    if view.trump_drawer is not None and not moment:
        if view.trump is None:
            side.append(Trump(t("trump, not yet known"), back=True))
        else:
            side.append(Trump(t("trump"), suit=view.trump, card=view.trump_card))
    return tuple(side)


def _moment(view: PlayerView, scene: Scene, t: Texts) -> Moment:
    """How trump was fixed."""
    assert view.trump_drawer is not None
    drawn = t("drawn by {name}", name=names_drawn(scene, t)[view.trump_drawer])
    if view.trump is None:
        return Moment(None, t("Trump"), (t("not yet known"), drawn))
    return Moment(_trump_card(scene), t.suit(view.trump).capitalize(), (t("are trump"), drawn))


def last_card(scene: Scene) -> ev.DrewLast | ev.TrumpTurned | None:
    """How the last card of the stock has just been seen."""
    seen = (event for event in reversed(scene.happenings) if isinstance(event, ev.DrewLast | ev.TrumpTurned))
    return next(seen, None)


def _trump_card(scene: Scene) -> Card | None:
    """The card that has just fixed trump, if it was shown."""
    seen = last_card(scene)
    return None if seen is None else seen.card


def _table_alt(view: PlayerView, scene: Scene, t: Texts, names: Names, *, moment: bool) -> str:
    phase = t("Table, phase 2.") if view.shedding else t("Table, phase 1.")
    trump = _trump_alt(view, scene, t, names, moment=moment)
    return " ".join([phase, *trump, *_trick_alt(view, t, names), *_seats_alt(view, scene, t, names)])


def _trump_alt(view: PlayerView, scene: Scene, t: Texts, names: Names, *, moment: bool) -> list[str]:
    told = []
    if not view.shedding and view.stock:
        told.append(t("Stock {n}.", n=view.stock))
    if view.trump_drawer is not None:
        name = names[view.trump_drawer]
        if view.trump is None:
            told.append(t("Trump is not yet known, {name} drew the last card.", name=name))
        elif (card := _trump_card(scene) if moment else view.trump_card) is not None:
            values = {"suit": t.suit(view.trump), "name": name, "card": t.spoken(card.mask)}
            told.append(t("Trump is {suit}: {name} drew {card}.", **values))
        else:
            told.append(t("Trump is {suit}.", suit=t.suit(view.trump)))
    return told


def _trick_alt(view: PlayerView, t: Texts, names: Names) -> list[str]:
    if not view.table:
        return [t("The table is empty.")]
    beat = to_beat(view)

    def told(play: Play) -> str:
        values = {"cards": t.spoken(play.cards), "name": names[play.seat]}
        return (
            t("{cards} from {name}, to beat", **values)
            if play is beat
            else t("{cards} from {name}", **values)
        )

    plays = [told(play) for play in view.table]
    lying = len(plays) if view.shedding else view.played
    layers, trick = plays[: len(plays) - lying], plays[len(plays) - lying :]
    sentences = [t("On the table: {plays}.", plays=", ".join(layers))] if layers else []
    if trick:
        size = view.size if view.shedding else len(view.round)
        sentences.append(t("Trick, {n} of {size}: {plays}.", n=lying, size=size, plays=", ".join(trick)))
    return sentences


def _seats_alt(view: PlayerView, scene: Scene, t: Texts, names: Names) -> list[str]:
    """A sentence for each seat, in order."""
    sentences = []
    for seat, sitter in enumerate(scene.sitters):
        facts = holding(view, seat, t)
        if sitter.hat:
            facts.append(t("lost the last game"))
        if sitter.away and seat not in view.out:
            facts.append(t("away"))
        if seat == view.turn and not scene.all_asleep:
            facts.append(t("to\u00a0play"))
        sentences.append(f"{names[seat]}: {', '.join(facts)}.")
    return sentences


def _within(scene: Scene, told: Callable[[Names], str]) -> str:
    """An alt text that Discord takes: names are cut before anything else is."""
    return _fitting([sitter.plain for sitter in scene.sitters], told)


def _fitting(whole: Sequence[str], told: Callable[[Names], str]) -> str:
    for length in (32, 16, 8):
        names = tuple(shortened(name, length) for name in whole)
        if len(alt := told(names)) <= ALT:
            return alt
    return shortened(alt, ALT)


def shortened(words: str, length: int) -> str:
    """Words of at most so many characters."""
    return words if len(words) <= length else f"{words[: length - 1].rstrip()}…"


# the hand


def hand_picture(view: PlayerView, scene: Scene, t: Texts, look: Look) -> Pictured | None:
    """One's own cards: what may be played stands out. None for an empty hand."""
    if not view.hand:
        return None
    raised = playable(view) if view.moves and view.shedding and view.table else None
    beat = to_beat(view) if view.moves and not view.shedding else None
    picture = HandPicture(
        look=look,
        ground=Ground.SHEDDING if view.shedding else Ground.BUILDING,
        fans=_fans(view),
        raised=raised,
        trump=(view.trump, t("trump")) if view.shedding and view.trump is not None else None,
        beat=None if beat is None else (int(beat.cards), t("to beat"), _whose(beat, view, scene, t)),
        caption="" if view.shedding else t("your hand"),
    )
    if view.shedding:
        return Pictured("hand.png", picture, _shedding_alt(view, t, raised))
    return Pictured("hand.png", picture, _within(scene, lambda names: _building_alt(view, t, names)))


def _whose(beat: Play, view: PlayerView, scene: Scene, t: Texts) -> str:
    """Where everyone plays the highest card need not have been led."""
    name = names_drawn(scene, t)[beat.seat]
    return t("{name} led", name=name) if view.rules.trick is Trick.DUEL else t("from {name}", name=name)


def playable(view: PlayerView) -> frozenset[Card]:
    """The cards that may be played now, alone or in a run."""
    plays = [move.cards for move in view.moves if isinstance(move, PlayCard | PlayRun)]
    return frozenset(card for cards in plays for card in CardSet(cards))


def _fans(view: PlayerView) -> tuple[tuple[Card, ...], ...]:
    """Phase 1: one, by rank; phase 2: one for each suit."""
    if not view.shedding:
        return (tuple(sorted(view.hand, key=lambda card: card.rank)),)
    by_suit = (tuple(card for card in view.hand if card.suit is suit) for suit in suits_in_order(view.trump))
    return tuple(fan for fan in by_suit if fan)


def _building_alt(view: PlayerView, t: Texts, names: Names) -> str:
    (fan,), beat = _fans(view), to_beat(view) if view.moves else None
    told = [t("Your hand: {cards}.", cards=", ".join(t.spoken(card.mask) for card in fan))]
    if beat is not None:
        told.append(t("To beat: {cards} from {name}.", cards=t.spoken(beat.cards), name=names[beat.seat]))
    return " ".join(told)


def _shedding_alt(view: PlayerView, t: Texts, raised: frozenset[Card] | None) -> str:
    """Every card once by its suit, what may be played in front."""
    told = [t("Your hand, {cards}.", cards=t.number("{n} card", "{n} cards", len(view.hand)))]
    if view.trump is not None:
        told.append(t("Trump is {suit}.", suit=t.suit(view.trump)))
    beat = to_beat(view)
    if raised is not None and beat is not None:
        other = t.spoken(beat.cards)
        cards = ", ".join(t.spoken(card.mask) for fan in _fans(view) for card in fan if card in raised)
        told.append(
            t("These beat {other}: {cards}.", other=other, cards=cards)
            if raised
            else t("Nothing beats {cards}.", cards=other)
        )
    for fan in _fans(view):
        suit, ranks = t.suit(fan[0].suit).capitalize(), " ".join(t.rank(card) for card in fan)
        told.append(f"{suit} {ranks}.")
    return " ".join(told)


# who lost


def rate_picture(name: str, summary: Summary, t: Texts) -> Pictured:
    """A person's loss rate game by game beside his fair share; `name` is safe to print."""
    tally, curve = summary.tally, summary.curve
    games = t.number("{n} game", "{n} games", tally.games)
    now, fair = percent(tally.rate), percent(tally.fair_rate)
    picture = RatePicture(curve, t("loss rate {rate}", rate=now), t("fair share {rate}", rate=fair), games)
    lowest, highest = (pick(rate for rate, _ in curve) for pick in (min, max))
    values = {"name": shortened(plain(name), 32), "games": games, "now": now, "fair": fair}
    alt = t("The loss rate of {name} over {games}: {now} now, the fair share is {fair}.", **values)
    between = t("It was between {low} and {high}.", low=percent(lowest), high=percent(highest))
    return Pictured("rate.png", picture, f"{alt} {between}")


def losers_picture(lines: Sequence[tuple[str, Tally]], t: Texts) -> Pictured:
    """Bars of the loss rates of these people, whose names are safe to print, and the fair share of each."""
    names = [plain(name) for name, _ in lines]
    rates = [(one.rate, one.fair_rate) for _, one in lines]
    bars = tuple(
        Bar(drawable(name) or t("Player {n}", n=place), rate, fair, percent(rate))
        for place, (name, (rate, fair)) in enumerate(zip(names, rates, strict=True), start=1)
    )

    def alt(names: Names) -> str:
        told = [
            t("{name} {rate}, fair {fair}.", name=name, rate=percent(rate), fair=percent(fair))
            for name, (rate, fair) in zip(names, rates, strict=True)
        ]
        return " ".join([t("Loss rates beside the fair shares."), *told])

    return Pictured("losers.png", LosersPicture(bars, t("fair share")), _fitting(names, alt))


def percent(part: float) -> str:
    """A part of all in whole per cent."""
    return f"{round(100 * part)}\xa0%"
