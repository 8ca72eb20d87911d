"""The forms of events at their creation: their questions, their terms and their texts.

Differences between forms are methods of the form objects here; no other code compares forms.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from functools import partial
from typing import ClassVar, Final, NamedTuple

import discord
from discord.app_commands import locale_str

from cogs.client import autocompletion
from cogs.client.client import Origin
from cogs.events.card import EventAction, event_button
from cogs.events.creating.draft import (
    AGAIN,
    BOARDS,
    COMPUTERS,
    EXTRAS,
    FILLING_LEVEL,
    FORM,
    GAME,
    LONGEST_WORDS,
    OUT_OF_DATE,
    SEAT,
    TIME,
    Draft,
    game_words,
)
from cogs.events.event_rules import FORMS, RECURRENCES
from cogs.events.sides.side_buttons import side_buttons
from cogs.events.sides.side_rules import exhibition_rules
from cogs.language.catalogues import Translate, plainly, shortened
from cogs.language.challenge_parser import parse_challenge
from cogs.language.computer_names import level_text
from cogs.language.moments import read_moment, read_span
from cogs.language.time_limits import CLOCKS
from cogs.messages.buttons import TextButton
from engine import Game, Refusal, Text
from engine.capabilities.thinking import LEVELS
from engine.table.clock import TURN_LIMITS, TimeControl, span_text
from engine.table.record import computer
from engine.text import in_context
from engine.tournaments.durations import (
    HALF,
    about_text,
    fits,
    game_time,
    time_needed,
    usual_round_time,
)
from engine.tournaments.terms import (
    CALLED_BEFORE_LIVE,
    FEWEST_BOARDS,
    LARGEST_GROUP,
    LONGEST_NAME,
    MOST_BOARDS,
    MOST_BOARDS_OF_A_TEAM,
    MOST_ROUNDS,
    SMALLEST_GROUP,
    Form,
    HostsSeat,
    Recurs,
    Terms,
    check_round_time,
)
from engine.tournaments.tournament import Tournament

OF_EVENTS: Final = {
    **autocompletion.described("game", "options", "time"),
    "name": locale_str("Its name"),
}

RATED, GAMES, DOUBLE, FILLED = "rated", "games", "double", "filled"
"""The entries of the menu of switches."""

HOSTS, FILLS, NOBODY = "h", "f", "none"
"""Prefixes of levels in the menu of computers: of the host, or of computers that fill boards."""

NEVER: Final = "never"
"""The entry for an event that does not recur: an entry cannot be empty."""

LONGEST_COUNT: Final = 3
"""Digits of a number of players."""

LONGEST_LABEL: Final = 100
"""Characters that Discord allows for an entry of a menu."""

ONCE: Final = (Recurs.NEVER,)

SEATS: Final = {
    HostsSeat.FIRST: Text("The host moves first"),
    HostsSeat.SECOND: Text("The guests move first"),
    HostsSeat.TURNS: Text("The host moves first at every second board"),
}

TEAMS: Final = (Text("Red"), Text("Blue"))
"""The default names of teams."""


class Size(NamedTuple):
    """A number that a form asks for."""

    label: Text
    least: int
    most: int


class Choices(NamedTuple):
    """A menu of the panel: its name, its label, its entries, and whether several can be chosen."""

    name: str
    label: Text
    options: list[discord.SelectOption]
    several: bool = False


class EventForm:
    """A form of events; the methods here are for one with rounds."""

    form: ClassVar[Form]
    about: ClassVar[Text]
    typed: ClassVar[Text | None] = None
    """The words for it after *tournament create*; None if it has its own command."""
    recurrences: ClassVar[Sequence[Recurs]] = (*Recurs,)
    usual_recurrence: ClassVar[Recurs] = Recurs.NEVER
    starts_label: ClassVar[Text] = Text("Start, or how many have to join")
    lasts_label: ClassVar[Text | None] = Text("How long a round lasts")
    size: ClassVar[Size | None] = None
    has_teams: ClassVar[bool] = False
    ask: ClassVar[Text] = Text("Create a tournament")
    """The label of the button that opens the panel."""

    # What is chosen, and typed

    def chosen(self, draft: Draft) -> Draft:
        """Return a draft of this form with its usual terms."""
        return replace(draft, form=self.form, recurs=self.usual_recurrence, minutes=0, size=0)

    def with_words(self, draft: Draft, words: str) -> Draft:
        """Return a draft with the game, options, time and stakes of a challenge's words.

        Raises Unclear, and Refusal for words that do not apply to this form.
        """
        said = parse_challenge(words)
        if said.blindfold or said.seat is not None or said.watch:
            raise Refusal(
                Text(
                    "Name the game, its options, the time limit, and `rated` or `unrated`: the "
                    "pairing chooses the sides."
                )
            )
        changed = replace(draft, words=game_words(said.game, said.options, said.players))
        if said.time is not None:
            changed = replace(changed, time=str(said.time))
        if said.rated is not None:
            changed = replace(changed, rated=said.rated)
        if said.levels:
            changed = replace(changed, level=said.levels[0])
        elif said.computers:
            changed = replace(changed, level=changed.level or FILLING_LEVEL)
        return changed

    def with_start(self, draft: Draft, typed: str, *, zone: str, now: datetime) -> Draft:
        """Return a draft with the typed start: a time, or how many have to join. Raises Refusal."""
        said = typed.strip()
        if not said:
            return replace(draft, starts=0)
        if said.isascii() and said.isdecimal() and len(said) <= LONGEST_COUNT:
            return replace(draft, starts=0, wanted=int(said))
        return self.with_moment(draft, read_moment(said, zone=zone, now=now), now)

    def wanted(self, draft: Draft) -> str:
        """Return the typed number of people who have to join, for an event without a time."""
        return str(draft.wanted)

    def with_moment(self, draft: Draft, moment: datetime, now: datetime) -> Draft:
        """Return a draft with a start, moved back if people could not be called in time."""
        return replace(draft, starts=int(max(moment, now + CALLED_BEFORE_LIVE).timestamp()))

    def with_span(self, draft: Draft, typed: str) -> Draft:
        """Return a draft with the typed length of a round. Raises Refusal."""
        if not typed.strip():
            return replace(draft, minutes=0)
        span = read_span(typed)
        check_round_time(span)
        return replace(draft, minutes=span // timedelta(minutes=1))

    def with_size(self, draft: Draft, typed: str) -> Draft:
        """Return a draft with the typed number for the form's question. Raises Refusal."""
        said = typed.strip()
        if not said or self.size is None:
            return replace(draft, size=0)
        what, least, most = self.size
        if not (said.isascii() and said.isdecimal() and least <= int(said[:LONGEST_COUNT]) <= most):
            raise Refusal(
                Text("{what}: from {least} to {most}.", what=what, least=least, most=most)
            )
        return replace(draft, size=int(said))

    # The terms

    def control(self, draft: Draft, usual: str) -> TimeControl:
        """Return the time limit; ``usual`` is the server's."""
        if draft.time:
            return TimeControl.read(draft.time)
        return replace(TimeControl.read(usual), claimed=False) or TimeControl.read("1d")

    def terms(self, draft: Draft, usual: str, locale: discord.Locale) -> Terms:
        """Return the terms of the event. Raises Refusal if it cannot be made.

        ``locale`` is the language of its default name.
        """
        said = parse_challenge(draft.words)
        title = plainly(Text("{form}: {game}", form=FORMS[self.form], game=said.game.title), locale)
        terms = Terms(
            name=draft.name or shortened(title, LONGEST_NAME),
            form=self.form,
            game=said.game,
            options=said.options,
            seats=len(said.game.start(said.players, **said.options).seats),
            time=self.control(draft, usual),
            starts=draft.start,
            level=draft.level,
        )
        return self.completed(terms, draft, locale).check()

    def completed(self, terms: Terms, draft: Draft, _locale: discord.Locale) -> Terms:
        """Return the terms with everything specific to this form."""
        games = 2 if draft.games and terms.seats == 2 else 1
        terms = replace(terms, rated=draft.rated, games=games, recurs=draft.recurs)
        terms = self.sized(terms, draft)
        span = timedelta(minutes=draft.minutes) or usual_round_time(terms)
        terms = replace(terms, round_time=span)
        return replace(terms, wanted=max(draft.wanted, terms.least))

    def sized(self, terms: Terms, _draft: Draft) -> Terms:
        """Return the terms with the number the form asks for."""
        return terms

    def new(
        self, draft: Draft, terms: Terms, *, guild: int, channel: int, person: int, origin: Origin
    ) -> Tournament:
        """Return the new event. Raises Refusal."""
        return Tournament.create(guild=guild, channel=channel, terms=terms, person=person, **origin)

    # What is shown

    def plays(self, _game: Game) -> bool:
        """Return whether a game can be chosen."""
        return True

    def menus(self, draft: Draft, usual: str, locale: discord.Locale) -> Iterator[Choices]:
        """Yield the menus other than those of forms and games."""
        yield self._times(draft, usual, locale)
        again = [
            _option(locale, title, recurs.value or NEVER, default=recurs is draft.recurs)
            for recurs, title in RECURRENCES.items()
            if recurs in self.recurrences
        ]
        yield Choices(AGAIN, Text("How often"), again)
        switches = [
            _option(locale, text, name, default=on) for name, text, on in self.switches(draft)
        ]
        yield Choices(EXTRAS, Text("Not rated, one game each, no computers"), switches, True)

    def _times(self, draft: Draft, usual: str, locale: discord.Locale) -> Choices:
        control = str(self.control(draft, usual))
        return Choices(
            TIME,
            Text("Time limit"),
            [
                _option(
                    locale,
                    autocompletion.control_text(TimeControl.read(one)),
                    one,
                    default=one == control,
                )
                for one in dict.fromkeys([*TURN_LIMITS, *CLOCKS, control])
            ],
        )

    def switches(self, draft: Draft) -> Iterator[tuple[str, Text, bool]]:
        """Yield the switches: their names, their labels, and whether they are on."""
        yield RATED, Text("Rated"), draft.rated
        yield GAMES, Text("Two games per match, with sides swapped"), draft.games
        level = draft.level or FILLING_LEVEL
        text = Text("Computers of level {level} take empty seats", level=level)
        yield FILLED, text, bool(draft.level)

    def summary(self, terms: Terms, translated: Translate) -> Iterator[str]:
        """Yield the lines about the event to be created, below the line about its game."""
        yield translated(self.start_text(terms))
        yield translated(self.length_text(terms))
        yield translated(_game_time(terms))
        if not fits(terms):
            yield f"⚠️ {translated(self.too_short(terms))}"

    def start_text(self, terms: Terms) -> Text:
        """Return the sentence on when it starts."""
        if terms.starts is not None:
            return Text("It starts {when}.", when=discord.utils.format_dt(terms.starts, "F"))
        return Text("It starts a day after {count} have joined.", count=terms.wanted)

    def length_text(self, terms: Terms) -> Text:
        """Return the sentence about how long it takes."""
        return Text("Rounds of at most {span}.", span=span_text(terms.round_time))

    def too_short(self, terms: Terms) -> Text:
        """Return the warning that games will not be over in time, with the time they need."""
        return Text(
            "That is short: players who use half of their time need up to {span}. Matches that "
            "are not over by then are judged by the computer, and change no rating.",
            span=about_text(time_needed(terms)),
        )

    def buttons(self, tournament: Tournament, translated: Translate) -> list[TextButton]:
        """Return the buttons with which an organiser enters their new event."""
        recurs = tournament.terms.recurs is not Recurs.NEVER
        use = EventAction.EVERY if recurs else EventAction.JOIN
        return [event_button(use, tournament.id, translated)]


class League(EventForm):
    """Groups in which everybody plays everybody."""

    form = Form.LEAGUE
    about = Text("Groups in which everybody plays everybody, for some weeks")
    typed = in_context("typed", "league roundrobin")
    usual_recurrence = Recurs.SEASON
    lasts_label = Text("How long a round lasts, or the season")
    size = Size(Text("Players of a group"), SMALLEST_GROUP, LARGEST_GROUP)

    def sized(self, terms: Terms, draft: Draft) -> Terms:
        """Return the terms with the size of groups; games that last days begin together."""
        group = draft.size or terms.group
        return replace(terms, group=group, double=draft.double, together=not terms.is_live)

    def switches(self, draft: Draft) -> Iterator[tuple[str, Text, bool]]:
        """Yield that of two cycles, too."""
        rated, games, filled = super().switches(draft)
        yield from (rated, games)
        yield DOUBLE, Text("Everybody plays everybody twice"), draft.double
        yield filled

    def length_text(self, terms: Terms) -> Text:
        """Return the sentence on its season."""
        span = span_text(terms.round_time)
        if terms.together:
            return Text(
                "Groups of up to {count}; all matches begin together, and the season ends when "
                "they are over, after {span} at most.",
                count=terms.group,
                span=span,
            )
        return Text("Groups of up to {count}; a round every {span}.", count=terms.group, span=span)


class Swiss(EventForm):
    """Rounds against players with as many points."""

    form = Form.SWISS
    about = Text("A number of rounds, against players with as many points")
    typed = in_context("typed", "swiss")
    size = Size(Text("Rounds"), 1, MOST_ROUNDS)

    def sized(self, terms: Terms, draft: Draft) -> Terms:
        """Return terms with a number of rounds."""
        return replace(terms, rounds=draft.size)

    def length_text(self, terms: Terms) -> Text:
        """Return the sentence about its rounds, with their number if it was chosen."""
        if not terms.rounds:
            return super().length_text(terms)
        span = span_text(terms.round_time)
        return Text("{count} rounds of at most {span}.", count=terms.rounds, span=span)


class Knockout(EventForm):
    """One loss, and a player is out."""

    form = Form.KNOCKOUT
    about = Text("One loss, and you are out")
    typed = in_context("typed", "knockout cup elimination")


class Arena(EventForm):
    """As many matches as fit into its time."""

    form = Form.ARENA
    about = Text("As many matches as you can until the time is over")
    typed = in_context("typed", "arena")
    lasts_label = Text("How long it lasts")

    def control(self, draft: Draft, usual: str) -> TimeControl:
        """Return a clock, unless another time limit is chosen."""
        known = super().control(draft, usual)
        return known if draft.time or known.bank is not None else TimeControl.read("10+10")

    def length_text(self, terms: Terms) -> Text:
        """Return the sentence on its time."""
        return Text("It lasts {span}.", span=span_text(terms.round_time))

    def too_short(self, terms: Terms) -> Text:
        """Return the warning, with a sufficient length."""
        return Text(
            "That is short: for players who use half of their time, an arena should last at least "
            "{span}. Matches that are not over at its end do not count.",
            span=about_text(2 * time_needed(terms)),
        )


class Ladder(EventForm):
    """Places that stand for good."""

    form = Form.LADDER
    about = Text("Challenge those above you; it has no end")
    typed = in_context("typed", "ladder")
    recurrences = ONCE
    lasts_label = Text("How long a match may last")

    def switches(self, draft: Draft) -> Iterator[tuple[str, Text, bool]]:
        """Yield the other forms' switches, without the one of computers."""
        yield from (one for one in super().switches(draft) if one[0] != FILLED)

    def start_text(self, terms: Terms) -> Text:
        """Return the sentence about the start: nobody checks in."""
        if terms.starts is not None:
            return super().start_text(terms)
        return Text("It starts as soon as {count} have joined.", count=terms.wanted)

    def length_text(self, terms: Terms) -> Text:
        """Return the sentence on its matches."""
        span = span_text(terms.round_time)
        return Text("It has no end; a match takes at most {span}.", span=span)


class Sides(EventForm):
    """An event of two sides, at boards, for games of two; it is never rated."""

    recurrences = ONCE
    starts_label = Text("Start; otherwise when all boards are taken")
    lasts_label = None
    most_boards: ClassVar[int]
    usual_boards: ClassVar[int]

    def with_words(self, draft: Draft, words: str) -> Draft:
        """Return a draft with the game, options, time, side and computer of a challenge's words."""
        said = parse_challenge(words)
        if said.rated or said.blindfold or said.watch or said.computers > 1:
            raise Refusal(
                Text(
                    "An exhibition is never rated, blindfold or played by computers alone: name "
                    "the game, its options, the time limit and the number of boards."
                )
            )
        changed = replace(draft, words=game_words(said.game, said.options, said.players))
        if said.time is not None:
            changed = replace(changed, time=str(said.time))
        if said.seat is not None:
            changed = replace(changed, seat=[HostsSeat.FIRST, HostsSeat.SECOND][said.seat > 0])
        if said.computers or said.levels:
            level = said.levels[0] if said.levels else FILLING_LEVEL
            changed = self.with_computer(changed, level)
        return changed

    def with_computer(self, draft: Draft, level: int) -> Draft:
        """Return a draft in which a computer of that level plays."""
        return replace(draft, level=level)

    def with_start(self, draft: Draft, typed: str, *, zone: str, now: datetime) -> Draft:
        """Return a draft with the typed time. Raises Refusal."""
        if not typed.strip():
            return replace(draft, starts=0)
        return self.with_moment(draft, read_moment(typed, zone=zone, now=now), now)

    def wanted(self, _draft: Draft) -> str:
        """Return "": the boards decide the number of people."""
        return ""

    def with_moment(self, draft: Draft, moment: datetime, now: datetime) -> Draft:
        """Return a draft with a start, at any time in the future: nobody checks in."""
        return replace(draft, starts=int(moment.timestamp()))

    def completed(self, terms: Terms, draft: Draft, _locale: discord.Locale) -> Terms:
        """Return the terms with the boards. Games take as long as their own time allows."""
        named = max(map(len, draft.named), default=0)
        boards = draft.boards or (max(named, FEWEST_BOARDS) if named else self.usual_boards)
        return replace(terms, rated=False, round_time=timedelta(), boards=boards)

    def new(
        self, draft: Draft, terms: Terms, *, guild: int, channel: int, person: int, origin: Origin
    ) -> Tournament:
        """Return the new event with its sides."""
        return Tournament.exhibit(
            guild=guild,
            channel=channel,
            terms=terms,
            person=person,
            host=self.host(draft, person),
            named=draft.named,
            **origin,
        )

    def host(self, _draft: Draft, _person: int) -> int | None:
        """Return the player against all others: None."""
        return None

    def plays(self, game: Game) -> bool:
        """Return whether a game is for two."""
        return 2 in game.seats

    def menus(self, draft: Draft, usual: str, locale: discord.Locale) -> Iterator[Choices]:
        """Yield the menus of boards, times and computers."""
        option, boards = partial(_option, locale), draft.boards or self.usual_boards
        counts = range(FEWEST_BOARDS, self.most_boards + 1)
        yield Choices(
            BOARDS,
            Text("Boards"),
            [
                option(Text("{count} boards", count=count), str(count), default=count == boards)
                for count in counts
            ],
        )
        yield self._times(draft, usual, locale)
        nobody = not draft.host and not draft.level
        computers = [option(Text("No computers"), NOBODY, default=nobody)]
        for level in LEVELS:
            text = Text("At empty boards: {level}", level=level_text(level))
            computers.append(option(text, f"{FILLS}{level}", default=draft.level == level))
        yield Choices(COMPUTERS, Text("Computers"), computers)

    def summary(self, terms: Terms, translated: Translate) -> Iterator[str]:
        """Yield its start and its rules."""
        if terms.starts is not None:
            yield translated(self.start_text(terms))
        yield from (f"- {translated(text)}" for text in exhibition_rules(terms))

    def buttons(self, tournament: Tournament, translated: Translate) -> list[TextButton]:
        """Return the buttons of its sides."""
        rules = event_button(EventAction.RULES, tournament.id, translated)
        return [*side_buttons(tournament, translated), rules]


class Simul(Sides):
    """One host plays against all guests."""

    form = Form.SIMUL
    about = Text("One plays against many at the same time")
    typed = in_context("typed", "simul exhibition simultaneous")
    ask = Text("Create an exhibition")
    most_boards = MOST_BOARDS
    usual_boards = 10

    def with_computer(self, draft: Draft, level: int) -> Draft:
        """Return a draft with a computer as the host, or for empty boards if that was asked for."""
        if draft.level:
            return super().with_computer(draft, level)
        return replace(draft, host=level)

    def completed(self, terms: Terms, draft: Draft, locale: discord.Locale) -> Terms:
        """Return terms with the host's seat, too."""
        return replace(super().completed(terms, draft, locale), hosts_seat=draft.seat)

    def host(self, draft: Draft, person: int) -> int:
        """Return the host: the creator, or a computer."""
        return computer(draft.host) if draft.host else person

    def menus(self, draft: Draft, usual: str, locale: discord.Locale) -> Iterator[Choices]:
        """Yield the menu of the host's seat, too; a computer may be the host."""
        option = partial(_option, locale)
        boards, times, computers = super().menus(draft, usual, locale)
        yield from (boards, times)
        seats = [option(text, one.value, default=one is draft.seat) for one, text in SEATS.items()]
        yield Choices(SEAT, Text("Who moves first"), seats)
        for level in LEVELS:
            text = Text("As the host: {level}", level=level_text(level))
            host = option(text, f"{HOSTS}{level}", default=draft.host == level)
            computers.options.append(host)
        yield computers


class Team(Sides):
    """Two teams play board by board."""

    form = Form.TEAM
    about = Text("A match of two teams, board by board")
    typed = in_context("typed", "teammatch")
    ask = Text("Create a team match")
    has_teams = True
    most_boards = MOST_BOARDS_OF_A_TEAM
    usual_boards = 4

    def completed(self, terms: Terms, draft: Draft, locale: discord.Locale) -> Terms:
        """Return terms with the teams, too."""
        teams = draft.teams or tuple(plainly(team, locale) for team in TEAMS)
        return replace(super().completed(terms, draft, locale), teams=teams, roles=draft.roles)


EVENT_FORMS: Final[Mapping[Form, EventForm]] = {
    one.form: one for one in (League(), Swiss(), Knockout(), Arena(), Ladder(), Simul(), Team())
}
"""The forms, in the order of their menu."""


def form_of(draft: Draft) -> EventForm:
    """Return the form of a draft."""
    return EVENT_FORMS[draft.form]


def with_choice(draft: Draft, menu: str, choice: str) -> Draft:
    """Return a draft after a choice in a menu. Raises Refusal for an unknown one."""
    try:
        if menu == FORM:
            return EVENT_FORMS[Form(choice.partition("|")[0])].chosen(draft)
        if menu == GAME:
            return replace(draft, words=choice[:LONGEST_WORDS])
        if menu == TIME:
            return replace(draft, time=str(TimeControl.read(choice)), minutes=0)
        if menu == AGAIN:
            return replace(draft, recurs=Recurs("" if choice == NEVER else choice))
        if menu == BOARDS:
            return replace(draft, boards=int(choice))
        if menu == SEAT:
            return replace(draft, seat=HostsSeat(choice))
        if menu == COMPUTERS:
            level = int(choice[1:]) if choice != NOBODY else 0
            hosts = level if choice.startswith(HOSTS) else 0
            return replace(draft, host=hosts, level=level - hosts)
        if menu == EXTRAS:
            on = set(choice.split())
            return replace(
                draft,
                rated=RATED in on,
                games=GAMES in on,
                double=DOUBLE in on,
                level=(draft.level or FILLING_LEVEL) if FILLED in on else 0,
            )
    except ValueError:
        pass
    raise Refusal(OUT_OF_DATE)


def _option(
    locale: discord.Locale, text: Text, value: str, *, default: bool
) -> discord.SelectOption:
    label = plainly(text, locale)[:LONGEST_LABEL]
    return discord.SelectOption(label=label, value=value, default=default)


def _game_time(terms: Terms) -> Text:
    """Return the estimated time of a game, at half of the time limit and at the whole of it."""
    half, whole = about_text(game_time(terms, HALF)), about_text(game_time(terms))
    turn = terms.time.turn
    if turn is None:
        return Text(
            "A game takes about {half} if everybody uses half of their time, and about {whole} if "
            "everybody uses all of it.",
            half=half,
            whole=whole,
        )
    if turn == timedelta(days=1):
        return Text(
            "A game takes about {half} if everybody answers twice a day, and about {whole} at once "
            "a day.",
            half=half,
            whole=whole,
        )
    return Text(
        "A game takes about {half} if everybody answers within {turn}, and about {whole} within "
        "{limit}.",
        half=half,
        turn=about_text(turn / 2),
        whole=whole,
        limit=span_text(turn),
    )
